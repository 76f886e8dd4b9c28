// Offsets misread: their unit, width, sign, order, and where they count from.
#include "oracle/faults/change.h"
#include "oracle/faults/tables.h"

namespace assay::faults {
namespace {

using Offsets = std::vector<std::uint32_t>;

// Bytes that one offset fetches.
std::uint32_t fetched_bytes(const Call& call) {
  const std::uint32_t bytes = find_role(call.form(), ParamRole::kIndex)->block_bytes;
  return bytes == kLaneBytes ? call.lane_bytes() : bytes;
}

std::int64_t source(const Call& call) {
  return address_of(call, find_role(call.form(), ParamRole::kIndex)->into);
}

// std::uint32_t change(const Call&, std::uint32_t offset)
template <auto change>
void each_offset(const Call& call, Case& changed) {
  std::optional<IndexList> list = index_list(call);
  if (!list) return;
  for (std::uint32_t& offset : list->entries) offset = change(call, offset);
  set_index_list(call, changed, *list);
}

// std::size_t place(const Call&, std::size_t k, std::size_t entries): whose offset k is taken.
template <auto place>
void other_offset(const Call& call, Case& changed) {
  std::optional<IndexList> list = index_list(call);
  if (!list) return;
  const Offsets given = list->entries;
  for (std::size_t k = 0; k < given.size(); ++k) {
    const std::size_t taken = place(call, k, given.size());
    list->entries[k] = taken < given.size() ? given[taken] : 0;
  }
  set_index_list(call, changed, *list);
}

// std::int64_t address(const Call&, std::int64_t offset): where an offset leads.
template <auto address>
void each_address(const Call& call, Case& changed) {
  const std::optional<IndexList> list = index_list(call);
  if (!list) return;
  std::vector<std::int64_t> addresses;
  for (const std::uint32_t offset : list->entries) addresses.push_back(address(call, offset));
  set_absolute(call, changed, *list, addresses);
}

std::uint32_t in_elements(const Call& call, std::uint32_t offset) {
  return offset * call.lane_bytes();
}
std::uint32_t in_datablocks(const Call&, std::uint32_t offset) { return offset * 32; }
std::uint32_t lower_16_bits(const Call&, std::uint32_t offset) { return offset & 0xffff; }
std::uint32_t at_most_16_bits(const Call& call, std::uint32_t offset) {
  return offset > 0xffff ? 0x10000 - fetched_bytes(call) : offset;
}
std::uint32_t number_in_16_bits(const Call& call, std::uint32_t offset) {
  return (offset / fetched_bytes(call) & 0xffff) * fetched_bytes(call);
}
std::uint32_t number_in_8_bits(const Call& call, std::uint32_t offset) {
  return (offset / fetched_bytes(call) & 0xff) * fetched_bytes(call);
}
std::uint32_t to_datablock(const Call&, std::uint32_t offset) { return offset & ~31u; }
std::uint32_t to_unit(const Call& call, std::uint32_t offset) {
  return offset - offset % fetched_bytes(call);
}
std::uint32_t one_further(const Call& call, std::uint32_t offset) {
  return offset + fetched_bytes(call);
}
std::uint32_t bytes_reversed(const Call&, std::uint32_t offset) {
  return __builtin_bswap32(offset);
}

std::int64_t signed_16_bits(const Call& call, std::int64_t offset) {
  return source(call) + sum_of(call, ParamRole::kBase) + static_cast<std::int16_t>(offset);
}
std::int64_t address_16_bits(const Call& call, std::int64_t offset) {
  return (source(call) + sum_of(call, ParamRole::kBase) + offset) & 0xffff;
}
std::int64_t from_address_0(const Call& call, std::int64_t offset) {
  return sum_of(call, ParamRole::kBase) + offset;
}
std::int64_t source_twice(const Call& call, std::int64_t offset) {
  return 2 * source(call) + sum_of(call, ParamRole::kBase) + offset;
}
std::int64_t downwards(const Call& call, std::int64_t offset) {
  return source(call) + sum_of(call, ParamRole::kBase) - offset;
}

std::size_t first_one(const Call&, std::size_t, std::size_t) { return 0; }
std::size_t next_one(const Call&, std::size_t k, std::size_t entries) {
  return std::min(k + 1, entries - 1);
}
std::size_t from_the_end(const Call&, std::size_t k, std::size_t entries) {
  return entries - 1 - k;
}
std::size_t even_one(const Call&, std::size_t k, std::size_t) { return k - k % 2; }
std::size_t of_first_repeat(const Call& call, std::size_t k, std::size_t) {
  return k % call.repeat_lanes();
}
std::size_t of_repeat_before(const Call& call, std::size_t k, std::size_t entries) {
  const std::size_t repeats = entries / call.repeat_lanes(), repeat = k / call.repeat_lanes();
  const bool last_odd = repeats > 1 && repeats % 2 == 1 && repeat + 1 == repeats;
  return last_odd ? k - call.repeat_lanes() : k;
}
std::size_t tail_from_start(const Call& call, std::size_t k, std::size_t entries) {
  const std::size_t full = entries - entries % call.repeat_lanes();
  return k < full ? k : k - full;
}
std::size_t one_register_a_repeat(const Call& call, std::size_t k, std::size_t) {
  constexpr std::size_t kOffsetsOfRegister = kVectorRegisterBytes / 4;
  return k / call.repeat_lanes() * kOffsetsOfRegister + k % call.repeat_lanes();
}

void as_16_bits_each(const Call& call, Case& changed) {
  std::optional<IndexList> list = index_list(call);
  if (!list) return;
  const Offsets given = list->entries;
  for (std::size_t k = 0; k < given.size(); ++k) {
    list->entries[k] = (given[k / 2] >> (16 * (k % 2))) & 0xffff;
  }
  set_index_list(call, changed, *list);
}

// The offsets of the call before, as far as they go.
Result with_previous_offsets(const Call& call, const Pristine& pristine, FaultState& state) {
  std::optional<IndexList> list = index_list(call);
  if (!list || !state.previous) return pristine(call.record());
  const std::string& name = call.form().params[list->param].name;
  const Case& previous = *state.previous;
  const Register* r = find_register(previous.vreg, name);
  const ArgValue* pointer = find_arg(previous, name);
  for (std::size_t k = 0; k < list->entries.size(); ++k) {
    if (r != nullptr && 4 * k + 4 <= r->data.size()) {
      list->entries[k] =
          static_cast<std::uint32_t>(number_of(std::span(r->data).subspan(4 * k, 4)));
    } else if (pointer != nullptr && std::holds_alternative<Pointer>(*pointer)) {
      const auto at = static_cast<std::int64_t>(std::get<Pointer>(*pointer).address + 4 * k);
      list->entries[k] = static_cast<std::uint32_t>(peek_number(previous.ub, at, 4));
    }
  }
  Case changed = inputs_of(call.record());
  set_index_list(call, changed, *list);
  return run_changed(call, changed, pristine);
}

bool of_elements(const OpSpec&, const Form& form) {
  const Param* p = find_role(form, ParamRole::kIndex);
  return p != nullptr && p->block_bytes == kLaneBytes;
}

constexpr Applies* kIndexed = has<ParamRole::kIndex>;
constexpr Applies* kElements = of_elements;
constexpr Applies* kBlocks = all_of<has<ParamRole::kIndex>, never<of_elements>>;
constexpr Applies* kRepeated = all_of<has<ParamRole::kIndex>, has<ParamRole::kRepeat>>;
constexpr Applies* kCounted = all_of<has<ParamRole::kIndex>, has<ParamRole::kCount>>;

constexpr FaultKind kKinds[] = {
    {"offset_in_elements", FaultClass::kUnit, "takes offsets as element indices instead of bytes",
     "https://github.com/PTO-ISA/SuperNPUBench/pull/134", kIndexed,
     before<each_offset<in_elements>>},
    {"offset_in_datablocks", FaultClass::kUnit,
     "takes offsets as DataBlock numbers instead of bytes",
     "https://github.com/hw-native-sys/PTOAS/pull/1134", kIndexed,
     before<each_offset<in_datablocks>>},
    {"offset_16_bits", FaultClass::kIndex, "takes the lower 16 bits of an offset alone",
     "https://github.com/hw-native-sys/pypto/pull/2074", kIndexed,
     before<each_offset<lower_16_bits>>},
    {"offset_signed_16_bits", FaultClass::kIndex, "takes offsets as signed 16-bit numbers",
     "https://github.com/llvm/llvm-project/pull/82506", kIndexed,
     before<each_address<signed_16_bits>>},
    {"offset_saturated_16_bits", FaultClass::kIndex,
     "takes offsets above 65535 as the last place below that",
     "packing 32-bit offsets to 16 bits with saturation, the usual packing instruction", kIndexed,
     before<each_offset<at_most_16_bits>>},
    {"element_number_16_bits", FaultClass::kIndex,
     "takes the element that an offset means by its number in 16 bits",
     "https://github.com/hw-native-sys/pypto/pull/2074", kElements,
     before<each_offset<number_in_16_bits>>},
    {"datablock_number_8_bits", FaultClass::kIndex,
     "takes the DataBlock that an offset means by its number in 8 bits",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/277", kBlocks,
     before<each_offset<number_in_8_bits>>},
    {"address_16_bits", FaultClass::kIndex, "takes the sum of source and offset modulo 65536",
     "like https://github.com/microsoft/onnxruntime/pull/27444", kIndexed,
     before<each_address<address_16_bits>>},
    {"offsets_downwards", FaultClass::kIndex, "takes offsets as distances downwards",
     "a sign lost in the address sum, as in https://github.com/apache/arrow/pull/42188", kIndexed,
     before<each_address<downwards>>},
    {"source_dropped", FaultClass::kBase, "takes offsets as absolute addresses, without the source",
     "https://github.com/tile-ai/tilelang-ascend/pull/955", kIndexed,
     before<each_address<from_address_0>>},
    {"source_twice", FaultClass::kBase, "takes the source address into the sum twice",
     "https://github.com/llvm/llvm-project/issues/223754", kIndexed,
     before<each_address<source_twice>>},
    {"offset_to_datablock", FaultClass::kAlignment,
     "takes offsets rounded down to whole DataBlocks",
     "like https://github.com/tile-ai/tilelang-ascend/issues/1773", kElements,
     before<each_offset<to_datablock>>},
    {"misaligned_offset_rounded", FaultClass::kAlignment,
     "takes a misaligned offset rounded down instead of refusing it",
     "https://github.com/apache/tvm/pull/9731", kIndexed, before<each_offset<to_unit>>,
     Visibility::kIllegalCall},
    {"one_further", FaultClass::kIndex, "takes what lies behind the place that an offset means",
     "indices counted from 1, as in array languages", kIndexed, before<each_offset<one_further>>},
    {"offset_bytes_reversed", FaultClass::kIndex,
     "takes the bytes of an offset in the opposite order",
     "like https://github.com/rust-lang/portable-simd/issues/379", kIndexed,
     before<each_offset<bytes_reversed>>},
    {"offsets_16_bits_apart", FaultClass::kWidth,
     "takes the list of offsets as one of 16-bit numbers",
     "like https://github.com/hw-native-sys/PTOAS/pull/911", kIndexed, before<as_16_bits_each>},
    {"first_offset_for_all", FaultClass::kScalar, "takes the first offset for every place",
     "like https://github.com/hw-native-sys/pto-isa/pull/166", kIndexed,
     before<other_offset<first_one>>},
    {"next_offset", FaultClass::kIndex, "takes the offset of the following place",
     "like https://github.com/hw-native-sys/PTOAS/pull/1471", kIndexed,
     before<other_offset<next_one>>},
    {"offsets_from_the_end", FaultClass::kLaneOrder,
     "takes the offsets from the end of the list on",
     "like https://github.com/llvm/llvm-project/issues/65884", kIndexed,
     before<other_offset<from_the_end>>},
    {"every_second_offset", FaultClass::kLaneOrder,
     "takes the offset of each even place for the odd one behind it too",
     "offsets read as 64-bit numbers, as in https://github.com/hw-native-sys/PTOAS/pull/1471",
     kIndexed, before<other_offset<even_one>>},
    {"offsets_restart", FaultClass::kTail, "takes the first offsets again in every repeat",
     "https://gitcode.com/cann/asc-devkit/merge_requests/1419", kRepeated,
     before<other_offset<of_first_repeat>>},
    {"odd_repeat_reuses_offsets", FaultClass::kTail,
     "takes the offsets of the repeat before in the last of an odd number of repeats",
     "https://github.com/hw-native-sys/pto-isa/commit/265f481019f2fdd005af6541604f41932ca238d4",
     kRepeated, before<other_offset<of_repeat_before>>},
    {"offsets_advance_by_register", FaultClass::kUnit,
     "takes one register of offsets for each repeat, whatever its lanes",
     "https://gitcode.com/cann/asc-devkit/merge_requests/2911", kRepeated,
     before<other_offset<one_register_a_repeat>>},
    {"tail_restarts_offsets", FaultClass::kTail,
     "takes the first offsets again for the tail behind the full repeats",
     "https://github.com/hw-native-sys/PTOAS/pull/981", kCounted,
     before<other_offset<tail_from_start>>},
    {"previous_offsets", FaultClass::kStaleState, "takes the offsets of the call before",
     "like https://github.com/hw-native-sys/PTOAS/issues/117", kIndexed, with_previous_offsets,
     Visibility::kSecondCall},
};

}  // namespace

Table index_faults() { return kKinds; }

}  // namespace assay::faults
