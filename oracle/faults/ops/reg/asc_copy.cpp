// Faults of asc_copy: masks combined wrongly, and blocks of a vector register expanded wrongly.
#include "oracle/faults/lanes.h"
#include "oracle/faults/tables.h"

namespace assay::faults {
namespace {

constexpr std::size_t kMaskBits = 8 * kMaskRegisterBytes;

std::span<const std::uint8_t> source(const Call& call) {
  return call.register_bytes(call.operand("src").operand);
}

// bool bit(const Call&, std::size_t k): bit k of dst.
template <auto bit>
void dst_bits(const Call& call, Result& result) {
  Bytes* out = output_register(call, result);
  if (out == nullptr) return;
  for (std::size_t k = 0; k < kMaskBits; ++k) set_bit(*out, k, bit(call, k));
}

std::span<const std::uint8_t> mask(const Call& call) {
  return call.register_bytes(call.operand("mask").operand);
}

bool source_or_mask(const Call& call, std::size_t k) {
  return bit_of(source(call), k) || bit_of(mask(call), k);
}
bool source_xor_mask(const Call& call, std::size_t k) {
  return bit_of(source(call), k) != bit_of(mask(call), k);
}
bool mask_alone(const Call& call, std::size_t k) { return bit_of(mask(call), k); }
bool inactive_kept(const Call& call, std::size_t k) {
  const auto old = call.register_bytes(call.output().operand);
  return bit_of(bit_of(mask(call), k) ? source(call) : old, k);
}

// The lowest bit of a group decides: for itself, or for the whole group.
template <std::size_t bits, bool whole>
bool grouped(const Call& call, std::size_t k) {
  const std::size_t lowest = k - k % bits;
  return (whole || k == lowest) && bit_of(mask(call), lowest) && bit_of(source(call), k);
}

// Without a mask: the source brought to lanes of a width.
template <std::size_t bits>
bool lowest_of_group(const Call& call, std::size_t k) {
  return k % bits == 0 && bit_of(source(call), k);
}
template <std::size_t bits>
bool any_of_group(const Call& call, std::size_t k) {
  bool any = false;
  for (std::size_t i = 0; i < bits; ++i) any = any || bit_of(source(call), k - k % bits + i);
  return any;
}

// A block of the vector register, every bit several times.
struct Expansion {
  std::size_t times;  // 2 for 16-bit lanes, 4 for 32-bit
  std::size_t first;  // bit of src at which the block starts
  std::size_t block_bits;
};

Expansion expansion(const Call& call) {
  const std::size_t times = call.lane_bytes(), bits = kMaskBits / times;
  return {times, bits * static_cast<std::size_t>(call.scalar("part")), bits};
}

std::size_t part(const Call& call) { return static_cast<std::size_t>(call.scalar("part")); }
std::size_t parts(const Call& call) {
  return kVectorRegisterBytes * 8 / expansion(call).block_bits;
}

template <auto first>
bool block_at(const Call& call, std::size_t k) {
  return bit_of(source(call), first(call) + k / expansion(call).times);
}
std::size_t part_in_bytes(const Call& call) { return 8 * part(call); }
std::size_t part_in_lanes(const Call& call) { return 8 * call.lane_bytes() * part(call); }
std::size_t part_from_the_end(const Call& call) {
  return expansion(call).block_bits * (parts(call) - 1 - part(call));
}
std::size_t part_of_other_width(const Call& call) {
  return (call.lane_bytes() == 2 ? 64 : 128) * part(call);
}
std::size_t next_part(const Call& call) {
  return expansion(call).block_bits * ((part(call) + 1) % parts(call));
}
std::size_t no_part(const Call&) { return 0; }
std::size_t part_of_8(const Call& call) { return expansion(call).block_bits * (part(call) % 8); }

bool bit_once(const Call& call, std::size_t k) {
  const Expansion e = expansion(call);
  return k % e.times == 0 && bit_of(source(call), e.first + k / e.times);
}
bool block_repeated(const Call& call, std::size_t k) {
  const Expansion e = expansion(call);
  return bit_of(source(call), e.first + k % e.block_bits);
}
bool bits_reversed(const Call& call, std::size_t k) {
  const Expansion e = expansion(call);
  return bit_of(source(call), e.first + (k / e.times ^ 7));
}
bool bytes_expanded(const Call& call, std::size_t k) {
  const Expansion e = expansion(call);
  return bit_of(source(call), e.first + k / 8 / e.times * 8 + k % 8);
}
bool half_the_times(const Call& call, std::size_t k) {
  const Expansion e = expansion(call);
  return bit_of(source(call), e.first + k / (e.times / 2));
}
bool lane_not_zero(const Call& call, std::size_t k) {
  const std::size_t w = call.lane_bytes(), lane = k / w;
  return number_of(source(call).subspan(w * lane, w)) != 0;
}
bool lane_sign(const Call& call, std::size_t k) {
  const std::size_t w = call.lane_bytes(), lane = k / w;
  return bit_of(source(call), 8 * (w * lane + w) - 1);
}
bool lane_odd(const Call& call, std::size_t k) {
  const std::size_t w = call.lane_bytes(), lane = k / w;
  return bit_of(source(call), 8 * w * lane);
}

bool is_op(const OpSpec& op, const Form&) { return op.id == "reg/asc_copy"; }
bool between_masks(const OpSpec& op, const Form& form) {
  return is_op(op, form) && !moves_typed_data(op, form);
}
bool expands(const OpSpec& op, const Form& form) {
  return is_op(op, form) && has<ParamRole::kSelector>(op, form);
}

constexpr Applies* kMasked = all_of<between_masks, is_masked>;
constexpr Applies* kUnmasked = all_of<between_masks, never<is_masked>>;
constexpr Applies* kExpands = expands;

constexpr FaultKind kKinds[] = {
    {"source_or_mask", FaultClass::kOperandOrder, "takes the union of source and mask",
     "https://github.com/hw-native-sys/PTOAS/pull/676", kMasked, after<dst_bits<source_or_mask>>},
    {"source_xor_mask", FaultClass::kOperandOrder, "takes the difference of source and mask",
     "like https://github.com/unicorn-engine/unicorn/issues/1852", kMasked,
     after<dst_bits<source_xor_mask>>},
    {"mask_alone", FaultClass::kOperandOrder, "takes the mask as the source",
     "like https://github.com/hw-native-sys/PTOAS/pull/676", kMasked, after<dst_bits<mask_alone>>},
    {"inactive_bits_kept", FaultClass::kMaskPolicy,
     "takes inactive bits of a mask register as written",
     "like https://github.com/hw-native-sys/PTOAS/pull/1360", kMasked,
     after<dst_bits<inactive_kept>>},
    {"mask_lowest_of_2", FaultClass::kMaskGranularity,
     "takes of each 2 bits the lowest, and the other as 0",
     "like https://github.com/hw-native-sys/PTOAS/issues/1510", kMasked,
     after<dst_bits<grouped<2, false>>>, Visibility::kOpenAnswer,
     "reg/asc_copy.mask_group=lsb_only_b16"},
    {"mask_lowest_of_4", FaultClass::kMaskGranularity,
     "takes of each 4 bits the lowest, and the others as 0",
     "like https://github.com/hw-native-sys/PTOAS/issues/1510", kMasked,
     after<dst_bits<grouped<4, false>>>, Visibility::kOpenAnswer,
     "reg/asc_copy.mask_group=lsb_only_b32"},
    {"mask_for_2", FaultClass::kMaskGranularity,
     "takes the lowest mask bit of each 2 for both bits of the source",
     "like https://github.com/hw-native-sys/PTOAS/pull/910", kMasked,
     after<dst_bits<grouped<2, true>>>, Visibility::kOpenAnswer,
     "reg/asc_copy.mask_group=group_b16"},
    {"mask_for_4", FaultClass::kMaskGranularity,
     "takes the lowest mask bit of each 4 for all four bits of the source",
     "https://github.com/hw-native-sys/PTOAS/pull/910", kMasked, after<dst_bits<grouped<4, true>>>,
     Visibility::kOpenAnswer, "reg/asc_copy.mask_group=group_b32"},
    {"source_lowest_of_2", FaultClass::kMaskOrder,
     "takes of each 2 bits the lowest, and the other as 0",
     "like https://github.com/hw-native-sys/PTOAS/issues/1067", kUnmasked,
     after<dst_bits<lowest_of_group<2>>>},
    {"source_lowest_of_4", FaultClass::kMaskOrder,
     "takes of each 4 bits the lowest, and the others as 0",
     "https://github.com/dotnet/runtime/pull/116991", kUnmasked,
     after<dst_bits<lowest_of_group<4>>>},
    {"source_any_of_4", FaultClass::kMaskOrder, "takes 4 bits as set if any of them is",
     "like https://github.com/dotnet/runtime/pull/116991", kUnmasked,
     after<dst_bits<any_of_group<4>>>},
    {"part_in_bytes", FaultClass::kUnit, "takes the part as a number of bytes",
     "https://github.com/PTO-ISA/SuperNPUBench/pull/134", kExpands,
     after<dst_bits<block_at<part_in_bytes>>>},
    {"part_in_lanes", FaultClass::kUnit, "takes the part as a number of lanes",
     "like https://github.com/iree-org/iree/issues/14481", kExpands,
     after<dst_bits<block_at<part_in_lanes>>>},
    {"part_from_the_end", FaultClass::kLaneOrder, "takes the parts from the end of the register on",
     "https://github.com/rust-lang/stdarch/pull/1485", kExpands,
     after<dst_bits<block_at<part_from_the_end>>>},
    {"part_of_other_width", FaultClass::kWidth, "takes parts as wide as those of the other dtype",
     "https://github.com/tile-ai/tilelang-ascend/issues/1395", kExpands,
     after<dst_bits<block_at<part_of_other_width>>>},
    {"next_part", FaultClass::kIndex, "takes the part behind the one asked for",
     "parts counted from 1", kExpands, after<dst_bits<block_at<next_part>>>},
    {"part_ignored", FaultClass::kBase, "takes the first part, whatever is asked for",
     "like https://github.com/hw-native-sys/PTOAS/pull/1047", kExpands,
     after<dst_bits<block_at<no_part>>>},
    {"part_3_bits", FaultClass::kIndex, "takes the lower 3 bits of the part alone",
     "an immediate field sized for DataBlocks, of which a register has 8", kExpands,
     after<dst_bits<block_at<part_of_8>>>},
    {"bit_once", FaultClass::kMaskGranularity,
     "takes each bit once for its group, and the rest of the group as 0",
     "https://github.com/hw-native-sys/PTOAS/issues/1067", kExpands, after<dst_bits<bit_once>>},
    {"block_repeated", FaultClass::kLaneOrder,
     "takes the block as a whole several times instead of each bit",
     "like https://github.com/xtensor-stack/xsimd/issues/825", kExpands,
     after<dst_bits<block_repeated>>},
    {"block_bits_reversed", FaultClass::kMaskOrder,
     "takes the bits of each byte of the block in the opposite order",
     "like https://github.com/llvm/llvm-project/pull/224328", kExpands,
     after<dst_bits<bits_reversed>>},
    {"block_by_bytes", FaultClass::kUnit,
     "takes each byte of the block several times instead of each bit",
     "like https://github.com/llvm/llvm-project/issues/140707", kExpands,
     after<dst_bits<bytes_expanded>>},
    {"half_the_times", FaultClass::kMaskGranularity,
     "takes each bit half as often as it should, and twice as many bits",
     "like https://github.com/hw-native-sys/PTOAS/issues/1477", kExpands,
     after<dst_bits<half_the_times>>},
    {"lane_not_zero", FaultClass::kMaskOrder,
     "takes a lane of the source that is not 0 for an active one",
     "https://github.com/dotnet/runtime/pull/116991", kExpands, after<dst_bits<lane_not_zero>>},
    {"lane_sign", FaultClass::kMaskOrder,
     "takes the highest bit of each lane of the source for its mask",
     "like https://github.com/rust-lang/stdarch/commit/f4528dd6e85d97bb802240d7cd048b6e1bf72540",
     kExpands, after<dst_bits<lane_sign>>},
    {"lane_odd", FaultClass::kMaskOrder,
     "takes the lowest bit of each lane of the source for its mask",
     "like https://github.com/rust-lang/stdarch/commit/f4528dd6e85d97bb802240d7cd048b6e1bf72540",
     kExpands, after<dst_bits<lane_odd>>},
};

}  // namespace

Table copy_faults() { return kKinds; }

}  // namespace assay::faults
