// The base offset, added to every offset of an operand, misread.
#include "oracle/faults/change.h"
#include "oracle/faults/tables.h"

namespace assay::faults {
namespace {

// std::int64_t change(const Call&, std::int64_t base)
template <auto change>
void each_base(const Call& call, Case& changed) {
  change_scalars(call, changed, ParamRole::kBase,
                 [&call](std::int64_t base) { return change(call, base); });
}

std::int64_t none(const Call&, std::int64_t) { return 0; }
std::int64_t in_elements(const Call& call, std::int64_t base) { return base * call.lane_bytes(); }
std::int64_t in_datablocks(const Call&, std::int64_t base) { return base * 32; }
std::int64_t twice(const Call&, std::int64_t base) { return 2 * base; }
std::int64_t lower_8_bits(const Call&, std::int64_t base) { return base & 0xff; }
std::int64_t lower_16_bits(const Call&, std::int64_t base) { return base & 0xffff; }
std::int64_t to_datablock(const Call&, std::int64_t base) { return base - base % 32; }

// std::int64_t times(std::int64_t repeat): how often the base is added in a repeat.
template <auto times>
void by_repeat(const Call& call, Case& changed) {
  const std::optional<IndexList> list = index_list(call);
  if (!list) return;
  const std::int64_t base = sum_of(call, ParamRole::kBase);
  const std::int64_t source = address_of(call, call.form().params[list->param].into);
  std::vector<std::int64_t> addresses;
  for (std::size_t k = 0; k < list->entries.size(); ++k) {
    const auto repeat = static_cast<std::int64_t>(k / call.repeat_lanes());
    addresses.push_back(source + list->entries[k] + base * times(repeat));
  }
  set_absolute(call, changed, *list, addresses);
}

std::int64_t in_the_first(std::int64_t repeat) { return repeat == 0 ? 1 : 0; }
std::int64_t once_more_each(std::int64_t repeat) { return repeat + 1; }

void moves_destination(const Call& call, Case& changed) {
  const std::string& dst = call.form().params[call.output().operand].name;
  set_pointer(changed, dst, address_of(call, dst) + sum_of(call, ParamRole::kBase));
  change_scalars(call, changed, ParamRole::kBase, [](std::int64_t) { return 0; });
}

constexpr Applies* kBased = has<ParamRole::kBase>;

constexpr FaultKind kKinds[] = {
    {"base_dropped", FaultClass::kBase, "takes the base offset as 0",
     "https://github.com/hw-native-sys/PTOAS/pull/1047", kBased, before<each_base<none>>},
    {"base_twice", FaultClass::kBase, "takes the base offset into the sum twice",
     "https://github.com/iree-org/iree/issues/19749", kBased, before<each_base<twice>>},
    {"base_in_elements", FaultClass::kUnit,
     "takes the base offset as a number of elements instead of bytes",
     "https://gitcode.com/cann/asc-devkit/merge_requests/1707", kBased,
     before<each_base<in_elements>>},
    {"base_in_datablocks", FaultClass::kUnit,
     "takes the base offset as a number of DataBlocks instead of bytes",
     "like https://github.com/hw-native-sys/PTOAS/pull/1134", kBased,
     before<each_base<in_datablocks>>},
    {"base_8_bits", FaultClass::kIndex, "takes the lower 8 bits of the base offset alone",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/277", kBased,
     before<each_base<lower_8_bits>>},
    {"base_16_bits", FaultClass::kIndex, "takes the lower 16 bits of the base offset alone",
     "like https://github.com/microsoft/onnxruntime/pull/27444", kBased,
     before<each_base<lower_16_bits>>},
    {"base_to_datablock", FaultClass::kAlignment,
     "takes the base offset rounded down to whole DataBlocks",
     "like https://github.com/tile-ai/tilelang-ascend/issues/1773", kBased,
     before<each_base<to_datablock>>},
    {"base_in_first_repeat", FaultClass::kStaleState,
     "takes the base offset into account in the first repeat alone",
     "like https://github.com/hw-native-sys/PTOAS/issues/1329", kBased,
     before<by_repeat<in_the_first>>},
    {"base_added_each_repeat", FaultClass::kBase,
     "takes the base offset into the sum once more in every repeat",
     "like https://github.com/llvm/llvm-project/issues/223754", kBased,
     before<by_repeat<once_more_each>>},
    {"base_moves_destination", FaultClass::kOperandOrder,
     "takes the base offset as one into the destination",
     "like https://github.com/hw-native-sys/PTOAS/pull/676", kBased, before<moves_destination>},
};

}  // namespace

Table base_faults() { return kKinds; }

}  // namespace assay::faults
