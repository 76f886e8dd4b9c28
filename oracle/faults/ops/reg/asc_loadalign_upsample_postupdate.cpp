// Faults of asc_loadalign_upsample_postupdate: the source spread over the register wrongly.
#include "oracle/faults/change.h"
#include "oracle/faults/tables.h"

namespace assay::faults {
namespace {

bool source_bit(const Call& call, std::int64_t k) {
  const std::int64_t at = address_of(call, "src") + (k >> 3);
  return ((peek(call.record().ub, at) >> (k & 7)) & 1) != 0;
}

// std::int64_t from(std::int64_t unit, std::int64_t units): which unit of the source unit i of the
// register is; a negative one is 0. Units are lanes, or of a mask register bits.
template <auto from>
void spread(const Call& call, Result& result) {
  Bytes* out = output_register(call, result);
  if (out == nullptr) return;
  const std::int64_t bits = std::max(1u, 8 * output_lane_bytes(call));
  const std::int64_t units = 8 * static_cast<std::int64_t>(out->size()) / bits;
  for (std::int64_t i = 0; i < units; ++i) {
    const std::int64_t unit = from(i, units);
    for (std::int64_t k = 0; k < bits; ++k) {
      set_bit(*out, static_cast<std::size_t>(bits * i + k),
              unit >= 0 && source_bit(call, bits * unit + k));
    }
  }
}

std::int64_t once(std::int64_t unit, std::int64_t) { return unit; }
std::int64_t whole_twice(std::int64_t unit, std::int64_t units) { return unit % (units / 2); }
std::int64_t four_times(std::int64_t unit, std::int64_t) { return unit / 4; }
std::int64_t every_second(std::int64_t unit, std::int64_t) { return 2 * unit; }
std::int64_t zero_between(std::int64_t unit, std::int64_t) { return unit % 2 == 0 ? unit / 2 : -1; }
std::int64_t next_as_second(std::int64_t unit, std::int64_t) { return unit / 2 + unit % 2; }
std::int64_t pairs_twice(std::int64_t unit, std::int64_t) { return unit / 4 * 2 + unit % 2; }
std::int64_t second_half(std::int64_t unit, std::int64_t units) { return unit / 2 + units / 2; }

// Duplication that starts anew in every 16 bytes of the register, from the same 16 of the source.
void by_16_bytes(const Call& call, Result& result) {
  Bytes* out = output_register(call, result);
  if (out == nullptr) return;
  const std::int64_t src = address_of(call, "src"), w = call.lane_bytes();
  for (std::int64_t j = 0; j < static_cast<std::int64_t>(out->size()); ++j) {
    const std::int64_t group = j / 16 * 16, inside = j % 16 / w / 2 * w + j % w;
    (*out)[static_cast<std::size_t>(j)] = peek(call.record().ub, src + group + inside);
  }
}

// Each unit of so many bits twice, whatever the lanes.
template <std::int64_t bits>
void units_twice(const Call& call, Result& result) {
  Bytes* out = output_register(call, result);
  if (out == nullptr) return;
  for (std::int64_t k = 0; k < 8 * static_cast<std::int64_t>(out->size()); ++k) {
    const std::int64_t from = k / (2 * bits) * bits + k % bits;
    set_bit(*out, static_cast<std::size_t>(k), source_bit(call, from));
  }
}

template <DtypeKind kind>
void nibbles_twice(const Call& call, Result& result) {
  const Dtype& dtype = call.dtype();
  if (dtype.elements_per_lane == 2 && dtype.kind == kind) units_twice<4>(call, result);
}

void bits_reversed(const Call& call, Result& result) {
  Bytes* out = output_register(call, result);
  if (out == nullptr) return;
  for (std::size_t k = 0; k < 8 * out->size(); ++k) {
    set_bit(*out, k, source_bit(call, static_cast<std::int64_t>(k / 2 ^ 7)));
  }
}

// As much read as the register holds, although half of it is used.
std::optional<Result> register_read(const Call& call) {
  const auto bytes = static_cast<std::int64_t>(initial_output(call).size());
  const auto end = static_cast<std::int64_t>(call.record().ub_bytes);
  if (address_of(call, "src") + bytes <= end) return std::nullopt;
  return rejected(call, "read past the end of the buffer");
}

template <std::int64_t bytes>
std::optional<Result> alignment_asked(const Call& call) {
  if (address_of(call, "src") % bytes == 0) return std::nullopt;
  return rejected(call, "source not aligned");
}

bool is_op(const OpSpec& op, const Form&) {
  return op.id == "reg/asc_loadalign_upsample_postupdate";
}

constexpr Applies* kAny = is_op;
constexpr Applies* kLanes = all_of<is_op, moves_typed_data>;
constexpr Applies* kMask = all_of<is_op, never<moves_typed_data>>;

constexpr FaultKind kKinds[] = {
    {"not_upsampled", FaultClass::kWidth, "takes a whole register from memory, nothing twice",
     "https://github.com/hw-native-sys/pto-isa/commit/9b4a39055aa9b56ad0079344887b43ce988b65fc",
     kAny, after<spread<once>>},
    {"whole_twice", FaultClass::kLaneOrder,
     "takes the source as a whole twice instead of each element",
     "https://github.com/xtensor-stack/xsimd/issues/825", kAny, after<spread<whole_twice>>},
    {"four_times", FaultClass::kMaskGranularity, "takes each element four times",
     "https://github.com/hw-native-sys/PTOAS/issues/1477", kAny, after<spread<four_times>>},
    {"downsampled", FaultClass::kLaneOrder, "takes every second element once",
     "https://github.com/hw-native-sys/PTOAS/issues/1484", kAny, after<spread<every_second>>},
    {"zero_between", FaultClass::kWidth, "takes 0 for the second copy of each element",
     "the unpacking load, its neighbour in the instruction set", kAny, after<spread<zero_between>>},
    {"next_as_second", FaultClass::kLaneOrder,
     "takes the next element for the second copy of each element",
     "https://github.com/hw-native-sys/PTOAS/pull/1471", kAny, after<spread<next_as_second>>},
    {"pairs_twice", FaultClass::kUnit, "takes each pair of elements twice",
     "like https://github.com/llvm/llvm-project/issues/140707", kAny, after<spread<pairs_twice>>},
    {"second_half_loaded", FaultClass::kBase, "takes what lies behind the bytes that are meant",
     "the upper half of a full load used instead of the lower", kAny, after<spread<second_half>>},
    {"restarts_in_16_bytes", FaultClass::kLaneOrder,
     "takes each 16 bytes of the register from the same 16 of the source",
     "https://github.com/xtensor-stack/xsimd/issues/825", kLanes, after<by_16_bytes>},
    {"bytes_twice", FaultClass::kWidth, "takes each byte twice, whatever the width of an element",
     "https://github.com/llvm/llvm-project/issues/140707", kAny, after<units_twice<8>>},
    {"halfwords_twice", FaultClass::kWidth,
     "takes each 16 bits twice, whatever the width of an element",
     "like https://github.com/pulp-platform/ara/issues/453", kAny, after<units_twice<16>>},
    {"int4_twice", FaultClass::kLaneOrder, "takes each 4-bit integer twice instead of each pair",
     "https://github.com/1bit-MONSTER/1bit-MONSTER/issues/1873", kLanes,
     after<nibbles_twice<DtypeKind::kInteger>>, Visibility::kOpenAnswer,
     "reg/asc_loadalign_upsample_postupdate.int4_unit=nibble"},
    {"fp4_twice", FaultClass::kLaneOrder, "takes each 4-bit float twice instead of each pair",
     "https://github.com/triton-lang/triton/pull/5197", kLanes,
     after<nibbles_twice<DtypeKind::kFloat>>},
    {"bits_reversed", FaultClass::kMaskOrder, "takes the bits of each byte in the opposite order",
     "https://github.com/llvm/llvm-project/pull/224328", kMask, after<bits_reversed>},
    {"over_read", FaultClass::kOverRead,
     "takes a whole register of bytes from memory, beyond the end of the buffer too",
     "https://github.com/FEX-Emu/FEX/pull/3826", kAny, refusing<register_read>},
    {"alignment_32_asked", FaultClass::kRefusal, "takes a source aligned to 16 bytes as misaligned",
     "https://github.com/hw-native-sys/PTOAS/pull/362", kMask, refusing<alignment_asked<32>>},
    {"alignment_64_asked", FaultClass::kRefusal, "takes a source aligned to 32 bytes as misaligned",
     "like https://github.com/hw-native-sys/PTOAS/pull/362", kAny, refusing<alignment_asked<64>>},
};

}  // namespace

Table upsample_faults() { return kKinds; }

}  // namespace assay::faults
