// Faults of asc_reduce: which elements are selected, where they are read, how they are packed.
#include "oracle/faults/change.h"
#include "oracle/faults/tables.h"

namespace assay::faults {
namespace {

// More elements than any buffer holds: an illegal call, of which nothing is asked.
constexpr std::int64_t kMaxElements = 1 << 18;
constexpr std::int64_t kUserPattern = 0;
constexpr std::int64_t kEverything = 7;
constexpr std::int64_t kNothing = 8;

// How a target reads a call: as the page says, unless a fault says otherwise. Steps in bytes.
struct Reading {
  std::int64_t width = 0;  // of an element
  std::int64_t repeats = 1;
  std::int64_t lanes = 0;         // elements looked at in each repeat
  std::int64_t repeat_lanes = 0;  // of a full register
  std::int64_t block_step = 32;
  std::int64_t repeat_step = 0;
  std::int64_t mask_step = 0;
  std::int64_t pattern = kUserPattern;
  // Which bit of src1 selects lane i of repeat r; negative: none does.
  std::int64_t (*bit)(const Reading&, std::int64_t r, std::int64_t i) = nullptr;
  bool inverted = false;
  // Where the elements of a repeat start in dst: behind those of the one before, padded to whole
  // units of bytes; or, where there are slots, in the repeat's own.
  std::int64_t padding = 1;
  std::optional<std::int64_t> slot;
  bool datablocks_padded = false;  // the same for each DataBlock of the source
  bool unpacked = false;           // every element in its own place
  bool sees_results = false;       // reads what earlier elements have left
};

std::int64_t own_bit(const Reading& how, std::int64_t r, std::int64_t i) {
  return 8 * how.mask_step * r + i;
}

Reading reading_of(const Call& call) {
  Reading how;
  how.width = call.lane_bytes();
  how.repeat_lanes = how.lanes = call.repeat_lanes();
  how.bit = own_bit;
  if (has<ParamRole::kCount>(call.op(), call.form())) {
    how.lanes = std::min(call.scalar("count"), kMaxElements);
    return how;
  }
  how.repeats = std::min(call.scalar("repeat"), kMaxElements / how.lanes);
  how.block_step = 32 * call.scalar("src0_block_stride");
  how.repeat_step = 32 * call.scalar("src0_repeat_stride");
  how.mask_step = 32 * call.scalar("src1_repeat_stride");
  how.pattern = call.scalar("pattern_mode");
  return how;
}

bool is_selected(const Call& call, const Reading& how, std::int64_t r, std::int64_t i) {
  const std::int64_t p = how.pattern;
  if (p == kEverything) return true;
  if (p >= kNothing) return false;
  if (p == 1 || p == 2) return i % 2 == p - 1;
  if (p != kUserPattern) return i % 4 == p - 3;
  const std::int64_t k = how.bit(how, r, i);
  if (k < 0) return false;
  const std::uint8_t byte = peek(call.record().ub, address_of(call, "src1") + k / 8);
  return (((byte >> (k % 8)) & 1) != 0) != how.inverted;
}

constexpr std::int64_t round_up(std::int64_t n, std::int64_t unit) {
  return (n + unit - 1) / unit * unit;
}

void move_selected(const Call& call, const Reading& how, Result& result) {
  const std::int64_t src0 = address_of(call, "src0"), dst = address_of(call, "dst");
  const auto w = static_cast<std::uint32_t>(how.width);
  const std::vector<Segment>& seen = how.sees_results ? result.ub : call.record().ub;
  std::int64_t packed = 0;
  for (std::int64_t r = 0; r < how.repeats; ++r) {
    packed = how.slot ? *how.slot * r : round_up(packed, how.padding);
    for (std::int64_t i = 0; i < how.lanes; ++i) {
      const std::int64_t at = w * i;
      if (how.datablocks_padded && at % 32 == 0) packed = round_up(packed, 32);
      if (!is_selected(call, how, r, i)) continue;
      const std::int64_t from = src0 + how.repeat_step * r + how.block_step * (at / 32) + at % 32;
      const std::int64_t to = how.unpacked ? w * (how.lanes * r + i) : packed;
      poke_number(result.ub, dst + to, w, peek_number(seen, from, w));
      packed += w;
    }
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
  move_selected(call, how, result);
  return result;
}

void block_in_elements(const Call&, Reading& how) {
  how.block_step = how.block_step / 32 * how.width;
}
void block_in_bytes(const Call&, Reading& how) { how.block_step /= 32; }
void repeat_in_elements(const Call&, Reading& how) {
  how.repeat_step = how.repeat_step / 32 * how.width;
}
void repeat_in_bytes(const Call&, Reading& how) { how.repeat_step /= 32; }
void repeat_by_block_stride(const Call&, Reading& how) { how.repeat_step = 8 * how.block_step; }
void block_and_repeat(const Call&, Reading& how) { std::swap(how.block_step, how.repeat_step); }
void source_and_mask(const Call&, Reading& how) { std::swap(how.repeat_step, how.mask_step); }
void mask_in_bytes(const Call&, Reading& how) { how.mask_step /= 32; }
void mask_in_elements(const Call&, Reading& how) { how.mask_step = how.mask_step / 32 * how.width; }
void mask_restarts(const Call&, Reading& how) { how.mask_step = 0; }
void mask_contiguous(const Call&, Reading& how) { how.mask_step = how.lanes / 8; }
void mask_always_next(const Call&, Reading& how) { how.mask_step = 32; }
void mask_zero_is_next(const Call&, Reading& how) {
  if (how.mask_step == 0) how.mask_step = 32;
}
void mask_as_gap(const Call&, Reading& how) { how.mask_step += how.lanes / 8; }

template <auto place>
void bits_at(const Call&, Reading& how) {
  how.bit = [](const Reading& as, std::int64_t r, std::int64_t i) {
    const std::int64_t k = place(as, i);
    return k < 0 ? k : 8 * as.mask_step * r + k;
  };
}
std::int64_t most_significant_first(const Reading&, std::int64_t i) { return i ^ 7; }
std::int64_t word_reversed(const Reading& how, std::int64_t i) { return i ^ (8 * how.width - 8); }
std::int64_t word_most_significant_first(const Reading& how, std::int64_t i) {
  return i ^ (8 * how.width - 1);
}
std::int64_t next_bit(const Reading&, std::int64_t i) { return i + 1; }
std::int64_t bit_a_byte(const Reading& how, std::int64_t i) { return how.width * i; }
std::int64_t byte_an_element(const Reading&, std::int64_t i) { return 8 * i; }
std::int64_t eight_bytes(const Reading& how, std::int64_t i) {
  return i % how.repeat_lanes < 64 ? i : -1;
}
std::int64_t of_first_register(const Reading& how, std::int64_t i) { return i % how.repeat_lanes; }
std::int64_t register_of_bytes(const Reading& how, std::int64_t i) {
  return i / how.repeat_lanes * 8 * kVectorRegisterBytes + i % how.repeat_lanes;
}
std::int64_t datablock_a_register(const Reading& how, std::int64_t i) {
  return i / how.repeat_lanes * 8 * 32 + i % how.repeat_lanes;
}

void bits_inverted(const Call&, Reading& how) { how.inverted = true; }

template <auto change>
void other_pattern(const Call&, Reading& how) {
  how.pattern = change(how.pattern);
}
std::int64_t mirrored(std::int64_t p) {
  if (p == 1 || p == 2) return 3 - p;
  return p >= 3 && p <= 6 ? 9 - p : p;
}
std::int64_t following(std::int64_t p) { return p == kUserPattern ? p : p % 7 + 1; }
std::int64_t all_as_nothing(std::int64_t p) { return p == kEverything ? kNothing : p; }
std::int64_t user_as_all(std::int64_t p) { return p == kUserPattern ? kEverything : p; }
std::int64_t always_user(std::int64_t) { return kUserPattern; }
std::int64_t two_bits(std::int64_t p) { return p & 3; }
std::int64_t one_of_two(std::int64_t p) { return p >= 3 && p <= 6 ? 1 + (p - 3) % 2 : p; }

void own_slots(const Call& call, Reading& how) { how.slot = call.repeat_bytes(); }
void restarts(const Call&, Reading& how) { how.slot = 0; }
void padded(const Call&, Reading& how) { how.padding = 32; }
void datablocks_padded(const Call&, Reading& how) { how.datablocks_padded = true; }
void unpacked(const Call&, Reading& how) { how.unpacked = true; }
void seven_blocks(const Call&, Reading& how) {
  how.lanes -= how.lanes == how.repeat_lanes ? 32 / how.width : 0;
}
void four_blocks(const Call&, Reading& how) {
  if (how.lanes == how.repeat_lanes) how.lanes /= 2;
}
void sees_results(const Call&, Reading& how) { how.sees_results = true; }

// Bytes of dst that hold packed elements, and that would if everything were selected.
struct Filled {
  std::int64_t begin, packed_end, all_end, end;  // `end`: of the DataBlock of all_end
};

Filled filled(const Call& call) {
  const Reading how = reading_of(call);
  std::int64_t packed = 0;
  for (std::int64_t r = 0; r < how.repeats; ++r) {
    for (std::int64_t i = 0; i < how.lanes; ++i) {
      if (is_selected(call, how, r, i)) packed += how.width;
    }
  }
  const std::int64_t dst = address_of(call, "dst"), all = how.repeats * how.lanes * how.width;
  return {dst, dst + packed, dst + all, dst + round_up(all, 32)};
}

void restore(const Call& call, Result& result, std::int64_t begin, std::int64_t end) {
  for (std::int64_t at = begin; at < end; ++at) poke(result.ub, at, peek(call.record().ub, at));
}

void all_writes_nothing(const Call& call, Result& result) {
  const Filled out = filled(call);
  if (out.packed_end == out.all_end) restore(call, result, out.begin, out.end);
}

void none_writes_one(const Call& call, Result& result) {
  const Filled out = filled(call);
  if (out.packed_end != out.begin || out.all_end == out.begin) return;
  const std::uint32_t w = call.lane_bytes();
  poke_number(result.ub, out.begin, w, peek_number(call.record().ub, address_of(call, "src0"), w));
}

// The tail behind the packed elements, of which nothing is promised.
void tail_zero(const Call& call, Result& result) {
  const Filled out = filled(call);
  for (std::int64_t at = out.packed_end; at < out.end; ++at) poke(result.ub, at, 0);
}
void tail_zero_to_datablock(const Call& call, Result& result) {
  const Filled out = filled(call);
  const std::int64_t end = out.begin + round_up(out.packed_end - out.begin, 32);
  for (std::int64_t at = out.packed_end; at < end; ++at) poke(result.ub, at, 0);
}
void tail_from_source(const Call& call, Result& result) {
  const Filled out = filled(call);
  const std::int64_t src = address_of(call, "src0");
  for (std::int64_t at = out.packed_end; at < out.end; ++at) {
    poke(result.ub, at, peek(call.record().ub, src + (at - out.begin)));
  }
}

void last_element_lost(const Call& call, Result& result) {
  const Filled out = filled(call);
  if (out.packed_end == out.begin) return;
  restore(call, result, out.packed_end - static_cast<std::int64_t>(call.lane_bytes()),
          out.packed_end);
}

void from_the_end(const Call& call, Result& result) {
  const Filled out = filled(call);
  const std::uint32_t w = call.lane_bytes();
  for (std::int64_t low = out.begin, high = out.packed_end - w; low < high; low += w, high -= w) {
    const std::uint64_t first = peek_number(result.ub, low, w);
    poke_number(result.ub, low, w, peek_number(result.ub, high, w));
    poke_number(result.ub, high, w, first);
  }
}

// The count of the call before stays in force for a call in repeats.
Result limited_by_count(const Call& call, const Pristine& pristine, FaultState& state) {
  const ArgValue* count = state.previous ? find_arg(*state.previous, "count") : nullptr;
  Result result = pristine(call.record());
  if (count == nullptr || result.status != Status::kOk) return result;
  Reading how = reading_of(call);
  how.lanes = std::min(how.lanes, std::get<std::int64_t>(*count));
  result.ub = call.record().ub;
  move_selected(call, how, result);
  return result;
}

bool is_op(const OpSpec& op, const Form&) { return op.id == "vector/asc_reduce"; }

constexpr Applies* kAny = is_op;
constexpr Applies* kCount = all_of<is_op, has<ParamRole::kCount>>;
constexpr Applies* kStrided = all_of<is_op, has<ParamRole::kRepeat>>;

constexpr FaultKind kKinds[] = {
    {"src0_block_stride_in_elements", FaultClass::kUnit,
     "takes the block stride as one of elements",
     "like https://github.com/hw-native-sys/PTOAS/pull/1080", kStrided, read_as<block_in_elements>},
    {"src0_block_stride_in_bytes", FaultClass::kUnit, "takes the block stride as one of bytes",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/3102", kStrided,
     read_as<block_in_bytes>},
    {"src0_repeat_stride_in_elements", FaultClass::kUnit,
     "takes the repeat stride of the source as one of elements",
     "https://github.com/hw-native-sys/PTOAS/pull/1080", kStrided, read_as<repeat_in_elements>},
    {"src0_repeat_stride_in_bytes", FaultClass::kUnit,
     "takes the repeat stride of the source as one of bytes",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/3102", kStrided,
     read_as<repeat_in_bytes>},
    {"src0_repeat_by_block_stride", FaultClass::kStride,
     "takes 8 block strides for the repeat stride of the source",
     "like https://github.com/hw-native-sys/PTOAS/pull/971", kStrided,
     read_as<repeat_by_block_stride>},
    {"src0_strides_exchanged", FaultClass::kOperandOrder,
     "takes block and repeat stride of the source for each other",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/4352", kStrided,
     read_as<block_and_repeat>},
    {"repeat_strides_exchanged", FaultClass::kOperandOrder,
     "takes the repeat strides of source and selection bits for each other",
     "like "
     "https://github.com/hw-native-sys/pto-isa/commit/7e67a8845509982d0d92f82f2dd5ca8fe42369c5",
     kStrided, read_as<source_and_mask>},
    {"src1_stride_in_bytes", FaultClass::kUnit,
     "takes the stride of the selection bits as one of bytes",
     "https://github.com/hw-native-sys/PTOAS/pull/1134", kStrided, read_as<mask_in_bytes>},
    {"src1_stride_in_elements", FaultClass::kUnit,
     "takes the stride of the selection bits as one of elements",
     "like https://github.com/hw-native-sys/PTOAS/pull/1134", kStrided, read_as<mask_in_elements>},
    {"src1_restarts", FaultClass::kTail, "takes the first selection bits again in every repeat",
     "https://gitcode.com/cann/asc-devkit/merge_requests/1419", kStrided, read_as<mask_restarts>},
    {"src1_contiguous", FaultClass::kStride,
     "takes the selection bits of all repeats as back to back",
     "like https://github.com/hw-native-sys/PTOAS/pull/971", kStrided, read_as<mask_contiguous>},
    {"src1_always_next", FaultClass::kStride,
     "takes for each repeat the selection bits of the next DataBlock",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/2046", kStrided,
     read_as<mask_always_next>},
    {"src1_stride_0_is_1", FaultClass::kZero, "takes a stride of the selection bits of 0 as 1",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/3742", kStrided,
     read_as<mask_zero_is_next>},
    {"src1_stride_as_gap", FaultClass::kStride,
     "takes the stride of the selection bits as the gap behind those of a repeat",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/1110", kStrided,
     read_as<mask_as_gap>},
    {"bits_inverted", FaultClass::kMaskOrder, "takes the elements whose selection bit is 0",
     "https://github.com/hw-native-sys/simpler/pull/1156", kAny, read_as<bits_inverted>},
    {"bits_reversed", FaultClass::kMaskOrder,
     "takes the selection bits of each byte from the highest on",
     "https://github.com/llvm/llvm-project/pull/224328", kAny,
     read_as<bits_at<most_significant_first>>},
    {"bits_word_bytes_reversed", FaultClass::kMaskOrder,
     "takes the bytes of each word of selection bits in the opposite order",
     "like https://github.com/rust-lang/portable-simd/issues/379", kAny,
     read_as<bits_at<word_reversed>>},
    {"bits_word_reversed", FaultClass::kMaskOrder,
     "takes the selection bits of each word from the highest on",
     "like https://github.com/llvm/llvm-project/pull/224328", kAny,
     read_as<bits_at<word_most_significant_first>>},
    {"bits_one_late", FaultClass::kMaskOrder,
     "takes for each element the selection bit of the next", "bits numbered from 1", kAny,
     read_as<bits_at<next_bit>>},
    {"bit_a_data_byte", FaultClass::kMaskGranularity,
     "takes one selection bit for each byte of data, as mask registers have it",
     "like https://github.com/hw-native-sys/PTOAS/issues/1381", kAny, read_as<bits_at<bit_a_byte>>},
    {"byte_an_element", FaultClass::kMaskGranularity,
     "takes the lowest bit of one byte of selection for each element",
     "https://github.com/PTO-ISA/SuperNPUBench/pull/155", kAny, read_as<bits_at<byte_an_element>>},
    {"bits_of_other_width", FaultClass::kWidth,
     "takes 8 bytes of selection for a register of 16-bit elements too",
     "https://github.com/tile-ai/tilelang-ascend/issues/1395", kAny, read_as<bits_at<eight_bytes>>},
    {"bits_restart", FaultClass::kTail,
     "takes the first selection bits again for every register of a long count",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/1419", kCount,
     read_as<bits_at<of_first_register>>},
    {"bits_register_apart", FaultClass::kStride,
     "takes the selection bits of a long count as 256 bytes apart for each register",
     "https://github.com/hw-native-sys/PTOAS/pull/971", kCount,
     read_as<bits_at<register_of_bytes>>},
    {"bits_datablock_apart", FaultClass::kStride,
     "takes the selection bits of a long count as a DataBlock apart for each register",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/2046", kCount,
     read_as<bits_at<datablock_a_register>>},
    {"patterns_mirrored", FaultClass::kMaskOrder,
     "takes the fixed patterns with the last element as the first",
     "like https://github.com/llvm/llvm-project/pull/224328", kStrided,
     read_as<other_pattern<mirrored>>},
    {"pattern_following", FaultClass::kIndex,
     "takes the fixed pattern that follows the one asked for", "patterns numbered from 0", kStrided,
     read_as<other_pattern<following>>},
    {"pattern_all_is_none", FaultClass::kZero,
     "takes the pattern of all elements as one that selects nothing",
     "https://github.com/hw-native-sys/PTOAS/issues/113", kStrided,
     read_as<other_pattern<all_as_nothing>>},
    {"pattern_user_is_all", FaultClass::kZero,
     "takes the user mode as the selection of all elements",
     "a mode left unimplemented, https://github.com/hw-native-sys/PTOAS/pull/362", kStrided,
     read_as<other_pattern<user_as_all>>},
    {"pattern_always_user", FaultClass::kStaleState,
     "takes the selection bits with a fixed pattern too",
     "like https://github.com/hw-native-sys/PTOAS/issues/117", kStrided,
     read_as<other_pattern<always_user>>},
    {"pattern_2_bits", FaultClass::kIndex, "takes the lower 2 bits of the pattern alone",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/277", kStrided,
     read_as<other_pattern<two_bits>>},
    {"pattern_one_of_two", FaultClass::kUnit,
     "takes the patterns of one in four as those of one in two",
     "like https://github.com/hw-native-sys/PTOAS/issues/1477", kStrided,
     read_as<other_pattern<one_of_two>>},
    {"own_slots", FaultClass::kCompaction, "takes 256 bytes of the destination for each repeat",
     "https://github.com/gem5/gem5/issues/2907", kStrided, read_as<own_slots>},
    {"repeats_over_each_other", FaultClass::kCompaction,
     "takes the start of the destination for every repeat",
     "https://gitcode.com/cann/asc-devkit/merge_requests/3493", kStrided, read_as<restarts>},
    {"repeats_padded", FaultClass::kCompaction,
     "takes a new DataBlock of the destination for each repeat",
     "like "
     "https://github.com/hw-native-sys/pto-isa/commit/2c79aa1c815b54ffc2abddad91c465f4ae2eb70f",
     kStrided, read_as<padded>},
    {"datablocks_padded", FaultClass::kCompaction,
     "takes a new DataBlock of the destination for each one of the source",
     "like "
     "https://github.com/hw-native-sys/pto-isa/commit/2c79aa1c815b54ffc2abddad91c465f4ae2eb70f",
     kAny, read_as<datablocks_padded>},
    {"unpacked", FaultClass::kCompaction, "takes the selected elements to their own places",
     "like https://github.com/gem5/gem5/issues/2907", kAny, read_as<unpacked>},
    {"seven_blocks", FaultClass::kTail, "takes 7 DataBlocks of a repeat",
     "like https://github.com/VectorCamp/vectorscan/pull/378", kStrided, read_as<seven_blocks>},
    {"four_blocks", FaultClass::kWidth, "takes 4 DataBlocks of a repeat",
     "https://github.com/facebookincubator/velox/pull/8415", kStrided, read_as<four_blocks>},
    {"packed_from_the_end", FaultClass::kLaneOrder,
     "takes the selected elements from the last to the first",
     "like https://github.com/llvm/llvm-project/issues/65884", kAny, after<from_the_end>},
    {"last_element_lost", FaultClass::kTail, "takes the last selected element as written",
     "a pending element never flushed, https://github.com/gem5/gem5/issues/2907", kAny,
     after<last_element_lost>},
    {"all_writes_nothing", FaultClass::kZero, "takes a selection of all elements as one of none",
     "https://github.com/bochs-emu/Bochs/pull/850", kAny, after<all_writes_nothing>},
    {"none_writes_one", FaultClass::kZero, "takes the first element where none is selected",
     "https://github.com/OpenXiangShan/XiangShan/issues/6627", kAny, after<none_writes_one>,
     Visibility::kOpenAnswer, "vector/asc_reduce.tail=unspecified"},
    {"tail_zero", FaultClass::kMaskPolicy, "takes the destination behind the packed elements as 0",
     "https://github.com/hw-native-sys/PTOAS/pull/1080", kAny, after<tail_zero>,
     Visibility::kOpenAnswer, "vector/asc_reduce.tail=unspecified"},
    {"tail_zero_to_datablock", FaultClass::kMaskPolicy,
     "takes the rest of the last DataBlock behind the packed elements as 0",
     "like https://github.com/hw-native-sys/PTOAS/pull/1080", kAny, after<tail_zero_to_datablock>,
     Visibility::kOpenAnswer, "vector/asc_reduce.tail=zero_to_datablock"},
    {"tail_from_source", FaultClass::kCompaction,
     "takes the destination behind the packed elements from the source",
     "https://github.com/gem5/gem5/issues/2907", kAny, after<tail_from_source>,
     Visibility::kOpenAnswer, "vector/asc_reduce.tail=unspecified"},
    {"sees_results", FaultClass::kOverlap,
     "takes overlapping operands, and earlier results as later sources",
     "like https://github.com/hw-native-sys/pypto/pull/1812", kAny, read_as<sees_results>,
     Visibility::kIllegalCall},
    {"limited_by_count", FaultClass::kStaleState,
     "takes the count of the call before as the lanes of a repeat",
     "https://github.com/hw-native-sys/pto-isa/issues/256", kStrided, limited_by_count,
     Visibility::kSecondCall},
};

}  // namespace

Table reduce_faults() { return kKinds; }

}  // namespace assay::faults
