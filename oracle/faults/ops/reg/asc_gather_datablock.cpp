// Faults of asc_gather_datablock: which mask bit belongs to a block, and blocks filled in part.
#include "oracle/faults/lanes.h"
#include "oracle/faults/tables.h"

namespace assay::faults {
namespace {

constexpr std::size_t kBlocks = 8;
constexpr std::size_t kBlockBytes = 32;

// bool active(const Bytes& bits, std::size_t block)
template <auto active>
void blocks_by_bits(const Call& call, Case& changed) {
  const Bytes bits = mask_bytes(call);
  std::vector<bool> blocks(kBlocks);
  for (std::size_t b = 0; b < kBlocks; ++b) blocks[b] = active(bits, b);
  set_active_lanes(call, changed, blocks);
}

bool first_byte_lane(const Bytes& bits, std::size_t block) {
  return bit_of(bits, kBlockBytes * block);
}
bool any_byte_lane(const Bytes& bits, std::size_t block) {
  bool any = false;
  for (std::size_t k = 0; k < kBlockBytes; ++k) any = any || bit_of(bits, kBlockBytes * block + k);
  return any;
}

bool is_active(const Call& call, std::size_t block) {
  return !is_masked(call.op(), call.form()) || active_lanes(call)[block];
}

// void change(std::span<std::uint8_t> block, std::span<const std::uint8_t> old, lane bytes)
template <auto change>
void each_active_block(const Call& call, Result& result) {
  Bytes* out = output_register(call, result);
  if (out == nullptr) return;
  const Bytes old = initial_output(call);
  for (std::size_t b = 0; b < kBlocks; ++b) {
    if (!is_active(call, b)) continue;
    change(std::span(*out).subspan(kBlockBytes * b, kBlockBytes),
           std::span(old).subspan(kBlockBytes * b, kBlockBytes), call.lane_bytes());
  }
}

void one_element(std::span<std::uint8_t> block, std::span<const std::uint8_t> old,
                 std::size_t lane_bytes) {
  for (std::size_t k = lane_bytes; k < block.size(); ++k) block[k] = old[k];
}
void element_repeated(std::span<std::uint8_t> block, std::span<const std::uint8_t>,
                      std::size_t lane_bytes) {
  for (std::size_t k = lane_bytes; k < block.size(); ++k) block[k] = block[k - lane_bytes];
}
void half_of_block(std::span<std::uint8_t> block, std::span<const std::uint8_t> old, std::size_t) {
  for (std::size_t k = block.size() / 2; k < block.size(); ++k) block[k] = old[k];
}

void inactive_zeroed(const Call& call, Result& result) {
  Bytes* out = output_register(call, result);
  if (out == nullptr) return;
  for (std::size_t b = 0; b < kBlocks; ++b) {
    if (!is_active(call, b))
      std::fill_n(out->begin() + static_cast<std::ptrdiff_t>(kBlockBytes * b), kBlockBytes, 0);
  }
}

// Offsets in the lanes that begin the DataBlocks of the index register.
void offset_of_own_block(const Call& call, Case& changed) {
  const auto index = call.register_bytes(call.operand("index").operand);
  std::optional<IndexList> list = index_list(call);
  if (!list) return;
  for (std::size_t b = 0; b < kBlocks; ++b) {
    const auto word = index.subspan(kBlockBytes * b, 4);
    list->entries[b] = static_cast<std::uint32_t>(number_of(word));
  }
  set_index_list(call, changed, *list);
}

// Blocks that would end beyond the buffer stay as they were.
void outside_skipped(const Call& call, Result& result) {
  Bytes* out = output_register(call, result);
  const std::optional<IndexList> list = index_list(call);
  if (out == nullptr || !list) return;
  const Bytes old = initial_output(call);
  for (std::size_t b = 0; b < kBlocks; ++b) {
    const std::int64_t end = address_of(call, "src") + list->entries[b] + 32;
    if (end <= static_cast<std::int64_t>(call.record().ub_bytes)) continue;
    const auto at = static_cast<std::ptrdiff_t>(kBlockBytes * b);
    std::copy_n(old.begin() + at, kBlockBytes, out->begin() + at);
  }
}

// The unmasked forms with the mask that a call left in its register.
Result stale_mask(const Call& call, const Pristine& pristine, FaultState& state) {
  Result result = pristine(call.record());
  Bytes* out = output_register(call, result);
  const Register* mask = state.previous ? find_register(state.previous->mreg, "mask") : nullptr;
  if (out == nullptr || mask == nullptr) return result;
  const Bytes old = initial_output(call);
  for (std::size_t j = 0; j < out->size(); ++j) {
    if (!bit_of(mask->data, j / kBlockBytes * 4)) (*out)[j] = old[j];
  }
  return result;
}

bool is_op(const OpSpec& op, const Form&) { return op.id == "reg/asc_gather_datablock"; }

constexpr Applies* kAny = is_op;
constexpr Applies* kMasked = all_of<is_op, is_masked>;
constexpr Applies* kMaskedByReference = all_of<is_op, is_masked, never<by_return>>;
constexpr Applies* kUnmasked = all_of<is_op, never<is_masked>>;

constexpr FaultKind kKinds[] = {
    {"mask_of_first_byte", FaultClass::kMaskGranularity,
     "takes for each DataBlock the mask bit of its first byte",
     "https://github.com/llvm/llvm-project/pull/101464", kMasked,
     before<blocks_by_bits<first_byte_lane>>},
    {"mask_of_any_byte", FaultClass::kMaskGranularity,
     "takes a DataBlock as active if the mask bit of any of its bytes is set",
     "https://github.com/hw-native-sys/PTOAS/issues/1376", kMasked,
     before<blocks_by_bits<any_byte_lane>>},
    {"one_element_a_block", FaultClass::kScalar,
     "takes one element for each offset instead of a DataBlock",
     "https://github.com/hw-native-sys/pto-isa/pull/166", kAny,
     after<each_active_block<one_element>>},
    {"element_fills_block", FaultClass::kScalar,
     "takes one element for each offset, and fills the DataBlock with it",
     "like https://github.com/hw-native-sys/pto-isa/pull/166", kAny,
     after<each_active_block<element_repeated>>},
    {"half_a_block", FaultClass::kWidth, "takes 16 bytes for each offset instead of 32",
     "like https://github.com/tile-ai/tilelang-ascend/issues/1395", kAny,
     after<each_active_block<half_of_block>>},
    {"offset_of_own_block", FaultClass::kLaneOrder,
     "takes for each DataBlock the offset at the start of that DataBlock of the index register",
     "like https://github.com/hw-native-sys/PTOAS/pull/911", kAny, before<offset_of_own_block>},
    {"inactive_blocks_zeroed", FaultClass::kMaskPolicy, "takes inactive DataBlocks as 0",
     "https://github.com/AcademySoftwareFoundation/OpenImageIO/pull/4183", kMaskedByReference,
     after<inactive_zeroed>, Visibility::kOpenAnswer,
     "reg/asc_gather_datablock.inactive_blocks=zero"},
    {"outside_skipped", FaultClass::kRefusal,
     "takes DataBlocks beyond the buffer as inactive instead of refusing them",
     "https://github.com/hw-native-sys/pto-isa/commit/bb6adc59cfe3eddf463bcaaab5338b756ec466dd",
     kAny, after<outside_skipped>, Visibility::kIllegalCall},
    {"stale_mask", FaultClass::kStaleState,
     "takes the mask of the call before where the call itself has none",
     "https://github.com/hw-native-sys/PTOAS/issues/117", kUnmasked, stale_mask,
     Visibility::kSecondCall},
};

}  // namespace

Table gather_datablock_faults() { return kKinds; }

}  // namespace assay::faults
