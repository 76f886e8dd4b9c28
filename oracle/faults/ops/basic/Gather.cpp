// Faults of Gather that need more than one call's worth of arguments to say: where each repeat
// lands and which of its lanes are written.
#include "oracle/faults/lanes.h"
#include "oracle/faults/tables.h"

namespace assay::faults {
namespace {

// More lanes of a repeat than any buffer holds: an illegal call, of which nothing is asked.
constexpr std::int64_t kMaxLanes = 1 << 18;

// How a target reads a call: as the page says, unless a fault says otherwise.
struct Reading {
  std::int64_t repeats = 1;
  std::int64_t lanes = 0;      // of a repeat
  std::int64_t step = 0;       // bytes from one repeat to the next in dst
  std::int64_t lane_step = 0;  // bytes from one lane to the next in dst
  bool descending = false;     // last repeat first
  bool inactive_written = false;
  std::uint8_t inactive_byte = 0;
  // Is the lane active in this repeat?
  std::function<bool(std::int64_t repeat, std::int64_t lane)> active;
};

Reading reading_of(const Call& call) {
  Reading r;
  r.lane_step = call.lane_bytes();
  if (has<ParamRole::kCount>(call.op(), call.form())) {
    r.lanes = call.scalar("count");
    r.active = [](std::int64_t, std::int64_t) { return true; };
    return r;
  }
  r.repeats = call.scalar("repeatTime");
  r.lanes = call.repeat_lanes();
  r.step = 32 * call.scalar("dstRepStride");
  r.active = [lanes = active_lanes(call)](std::int64_t, std::int64_t lane) {
    return lanes[static_cast<std::size_t>(lane) % lanes.size()];
  };
  return r;
}

void move_repeat(const Call& call, const Reading& how, std::int64_t repeat, Result& result) {
  const std::uint32_t w = call.lane_bytes();
  const std::vector<Segment>& given = call.record().ub;
  const std::int64_t dst = address_of(call, "dst") + how.step * repeat;
  const std::int64_t src = address_of(call, "src") + sum_of(call, ParamRole::kBase);
  for (std::int64_t i = 0; i < std::min(how.lanes, kMaxLanes); ++i) {
    const std::int64_t to = dst + how.lane_step * i;
    if (!how.active(repeat, i)) {
      if (!how.inactive_written) continue;
      for (std::uint32_t b = 0; b < w; ++b) poke(result.ub, to + b, how.inactive_byte);
      continue;
    }
    const std::int64_t entry = address_of(call, "srcOffset") + 4 * (how.lanes * repeat + i);
    const auto offset = static_cast<std::int64_t>(peek_number(given, entry, 4));
    for (std::uint32_t b = 0; b < w; ++b) poke(result.ub, to + b, peek(given, src + offset + b));
    for (std::int64_t b = w; b < how.lane_step; ++b) poke(result.ub, to + b, 0);
  }
}

// The outcome of a target that reads the call as void change(const Call&, Reading&) makes it.
template <auto change>
Result read_as(const Call& call, const Pristine& pristine, FaultState&) {
  Result result = pristine(call.record());
  if (result.status != Status::kOk) return result;
  Reading how = reading_of(call);
  change(call, how);
  result.ub = call.record().ub;
  for (std::int64_t k = 0; k < how.repeats; ++k) {
    move_repeat(call, how, how.descending ? how.repeats - 1 - k : k, result);
  }
  return result;
}

void stride_in_elements(const Call& call, Reading& how) {
  how.step = how.step / 32 * call.lane_bytes();
}
void stride_in_bytes(const Call&, Reading& how) { how.step /= 32; }
void stride_signed_8_bits(const Call&, Reading& how) {
  how.step = 32 * std::int64_t{static_cast<std::int8_t>(how.step / 32)};
}
void descending(const Call&, Reading& how) { how.descending = true; }
void first_repeat_masked(const Call&, Reading& how) {
  how.active = [meant = how.active](std::int64_t repeat, std::int64_t lane) {
    return repeat > 0 || meant(repeat, lane);
  };
}
void inactive_zeroed(const Call&, Reading& how) { how.inactive_written = true; }
void inactive_all_ones(const Call&, Reading& how) {
  how.inactive_written = true;
  how.inactive_byte = 0xff;
}
void eight_blocks_of_8_bits(const Call& call, Reading& how) {
  if (call.lane_bytes() == 1) how.lanes = 256;
}
void four_blocks(const Call& call, Reading& how) {
  how.active = [meant = how.active, half = how.lanes / 2, w = call.lane_bytes()](
                   std::int64_t repeat, std::int64_t lane) {
    return (w == 1 || lane < half) && meant(repeat, lane);
  };
}
void results_in_16_bits(const Call&, Reading& how) {
  how.lane_step = std::max<std::int64_t>(2, how.lane_step);
}
void results_in_32_bits(const Call&, Reading& how) {
  how.lane_step = std::max<std::int64_t>(4, how.lane_step);
}

// Scaled offsets are prepared where the result goes, four bytes each, and reach beyond it.
void staged_in_destination(const Call& call, Result& result) {
  const std::optional<IndexList> list = index_list(call);
  if (!list) return;
  const std::int64_t dst = address_of(call, "dst");
  const auto n = static_cast<std::int64_t>(list->entries.size());
  for (std::int64_t at = n * call.lane_bytes(); at < 4 * n; ++at) {
    const std::uint32_t number =
        list->entries[static_cast<std::size_t>(at / 4)] / call.lane_bytes();
    poke(result.ub, dst + at, static_cast<std::uint8_t>(number >> (8 * (at % 4))));
  }
}

// Elements are fetched one after the other from memory that already holds earlier results.
Result in_place_by_element(const Call& call, const Pristine& pristine, FaultState&) {
  Result result = pristine(call.record());
  if (result.status != Status::kOk || is_several_repeats(call)) return result;
  result.ub = call.record().ub;
  const std::optional<IndexList> list = index_list(call);
  if (!list) return pristine(call.record());
  const Reading how = reading_of(call);
  const std::uint32_t w = call.lane_bytes();
  const std::int64_t src = address_of(call, "src") + sum_of(call, ParamRole::kBase);
  for (std::size_t i = 0; i < list->entries.size(); ++i) {
    if (!how.active(0, static_cast<std::int64_t>(i))) continue;
    const auto to = address_of(call, "dst") + static_cast<std::int64_t>(w * i);
    poke_number(result.ub, to, w, peek_number(result.ub, src + list->entries[i], w));
  }
  return result;
}

// The count form after a call with a mask: the mask stays in force.
Result count_limited_by_mask(const Call& call, const Pristine& pristine, FaultState& state) {
  const ArgValue* mask = state.previous ? find_arg(*state.previous, "mask") : nullptr;
  const auto* first = mask == nullptr ? nullptr : std::get_if<std::int64_t>(mask);
  Case changed = inputs_of(call.record());
  if (first != nullptr) {
    change_scalars(call, changed, ParamRole::kCount,
                   [first](std::int64_t count) { return std::min(count, *first); });
  }
  return run_changed(call, changed, pristine);
}

bool is_gather(const OpSpec& op, const Form&) { return op.id == "basic/Gather"; }

constexpr Applies* kAny = is_gather;
constexpr Applies* kRepeats = all_of<is_gather, has<ParamRole::kRepeat>>;
constexpr Applies* kCount = all_of<is_gather, has<ParamRole::kCount>>;

constexpr FaultKind kKinds[] = {
    {"stride_in_elements", FaultClass::kUnit, "takes the repeat stride as one of elements",
     "https://github.com/hw-native-sys/PTOAS/pull/1080", kRepeats, read_as<stride_in_elements>},
    {"stride_in_bytes", FaultClass::kUnit, "takes the repeat stride as one of bytes",
     "https://gitcode.com/cann/asc-devkit/merge_requests/3102", kRepeats, read_as<stride_in_bytes>},
    {"stride_signed_8_bits", FaultClass::kIndex, "takes the repeat stride as a signed 8-bit number",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/2022", kRepeats,
     read_as<stride_signed_8_bits>},
    {"repeats_descending", FaultClass::kOverlap, "takes the last repeat first",
     "like https://github.com/riscv-software-src/riscv-isa-sim/issues/529", kRepeats,
     read_as<descending>},
    {"mask_in_first_repeat", FaultClass::kStaleState,
     "takes the mask for the first repeat, and every lane as active in the others",
     "https://github.com/ispc/ispc/issues/200", kRepeats, read_as<first_repeat_masked>},
    {"inactive_zeroed", FaultClass::kMaskPolicy,
     "takes inactive lanes as 0 instead of keeping them",
     "https://github.com/AcademySoftwareFoundation/OpenImageIO/pull/4183", kRepeats,
     read_as<inactive_zeroed>},
    {"inactive_all_ones", FaultClass::kMaskPolicy, "takes inactive lanes as all ones",
     "the agnostic mask policy of RISC-V vectors, https://github.com/OpenXiangShan/GEM5/pull/1035",
     kRepeats, read_as<inactive_all_ones>},
    {"eight_blocks_of_8_bits", FaultClass::kWidth,
     "takes 256 instead of 128 elements of 8 bits for a repeat",
     "https://github.com/hw-native-sys/PTOAS/issues/1495", kRepeats,
     read_as<eight_blocks_of_8_bits>},
    {"four_blocks", FaultClass::kWidth, "takes 4 DataBlocks for a repeat, as with 8-bit elements",
     "https://github.com/facebookincubator/velox/pull/8415", kRepeats, read_as<four_blocks>},
    {"results_in_16_bits", FaultClass::kWidth, "takes a 16-bit lane for each 8-bit result",
     "https://gitcode.com/cann/asc-devkit/merge_requests/4103", kAny, read_as<results_in_16_bits>},
    {"results_in_32_bits", FaultClass::kWidth, "takes a 32-bit lane for each narrower result",
     "like https://github.com/hw-native-sys/PTOAS/pull/1315", kAny, read_as<results_in_32_bits>},
    {"staged_in_destination", FaultClass::kOverlap,
     "takes the destination as work space for the offsets, beyond the result",
     "https://github.com/hw-native-sys/pto-isa/commit/a5abc3ffae6ecc8f9558b769b52a870c9bc03972",
     kAny, after<staged_in_destination>},
    {"in_place_by_element", FaultClass::kOverlap,
     "takes overlapping operands, and results of earlier elements as the source of later ones",
     "https://github.com/hw-native-sys/pypto/issues/1622", kAny, in_place_by_element,
     Visibility::kIllegalCall},
    {"count_limited_by_mask", FaultClass::kStaleState,
     "takes the mask of the call before as a limit on the count",
     "like https://github.com/hw-native-sys/pto-isa/issues/256", kCount, count_limited_by_mask,
     Visibility::kSecondCall},
};

}  // namespace

Table gather_faults() { return kKinds; }

}  // namespace assay::faults
