// Memory operands confused with each other, and bytes written that are none of the result.
#include "oracle/accesses.h"
#include "oracle/faults/change.h"
#include "oracle/faults/tables.h"
#include "oracle/program.h"

namespace assay::faults {
namespace {

const std::string& output_name(const Call& call) {
  return call.form().params[call.output().operand].name;
}

// The inputs in memory that hold data, in the order of the prototype.
std::vector<const Param*> data_inputs(const Call& call) {
  std::vector<const Param*> inputs;
  for (const Param& p : call.form().params) {
    const bool data = p.kind == ParamKind::kUb && p.role == ParamRole::kData;
    if (data && p.io == ParamIo::kIn) inputs.push_back(&p);
  }
  return inputs;
}

void destination_16_bits(const Call& call, Case& changed) {
  const std::string& dst = output_name(call);
  set_pointer(changed, dst, address_of(call, dst) & 0xffff);
}

void source_16_bits(const Call& call, Case& changed) {
  for (const Param* p : data_inputs(call)) {
    set_pointer(changed, p->name, address_of(call, p->name) & 0xffff);
  }
}

void destination_one_further(const Call& call, Case& changed) {
  const std::string& dst = output_name(call);
  set_pointer(changed, dst, address_of(call, dst) + call.lane_bytes());
}

void source_one_further(const Call& call, Case& changed) {
  for (const Param* p : data_inputs(call)) {
    set_pointer(changed, p->name, address_of(call, p->name) + call.lane_bytes());
  }
}

void destination_to_64_bytes(const Call& call, Case& changed) {
  const std::string& dst = output_name(call);
  set_pointer(changed, dst, address_of(call, dst) & ~63);
}

void source_to_64_bytes(const Call& call, Case& changed) {
  for (const Param* p : data_inputs(call)) {
    set_pointer(changed, p->name, address_of(call, p->name) & ~63);
  }
}

void exchange(const Call& call, Case& changed, const std::string& a, const std::string& b) {
  set_pointer(changed, a, address_of(call, b));
  set_pointer(changed, b, address_of(call, a));
}

void destination_and_source(const Call& call, Case& changed) {
  exchange(call, changed, output_name(call), data_inputs(call).front()->name);
}

// The source and the operand that says what to take of it.
void source_and_control(const Call& call, Case& changed) {
  for (const Param& p : call.form().params) {
    const bool control = p.role == ParamRole::kIndex || p.role == ParamRole::kBits;
    if (!control || p.kind != ParamKind::kUb) continue;
    exchange(call, changed, data_inputs(call).front()->name, p.name);
  }
}

// The bytes that the call may write, whatever its masks say.
Run written(const Call& call) {
  const std::size_t dst = call.output().operand;
  const auto runs = accesses(call, dst, find_program(call.op().id).extents(call), true);
  const auto start = static_cast<std::int64_t>(call.address(dst));
  return runs.empty() ? Run{start, start} : runs.front();
}

void zero(Result& result, std::int64_t begin, std::int64_t end) {
  for (std::int64_t at = begin; at < end; ++at) poke(result.ub, at, 0);
}

void zeroes_behind(const Call& call, Result& result) {
  const Run out = written(call);
  if (out.begin < out.end) zero(result, out.end, out.end + 32);
}

void zeroes_before(const Call& call, Result& result) {
  const Run out = written(call);
  if (out.begin < out.end) zero(result, out.begin - 32, out.begin);
}

void zeroes_to_datablock(const Call& call, Result& result) {
  const Run out = written(call);
  zero(result, out.end, (out.end + 31) / 32 * 32);
}

void last_datablock_kept(const Call& call, Result& result) {
  const Run out = written(call);
  if (out.begin == out.end) return;
  for (std::int64_t at = (out.end - 1) / 32 * 32; at < out.end; ++at) {
    poke(result.ub, at, peek(call.record().ub, at));
  }
}

// The offsets become element numbers where they lie.
void scales_offsets_in_place(const Call& call, Result& result) {
  const std::optional<IndexList> list = index_list(call);
  if (!list) return;
  for (std::size_t k = 0; k < list->entries.size(); ++k) {
    const auto at = static_cast<std::int64_t>(call.address(list->param) + 4 * k);
    poke_number(result.ub, at, 4, list->entries[k] / call.lane_bytes());
  }
}

bool with_control_in_memory(const OpSpec&, const Form& form) {
  return std::any_of(form.params.begin(), form.params.end(), [](const Param& p) {
    const bool control = p.role == ParamRole::kIndex || p.role == ParamRole::kBits;
    return control && p.kind == ParamKind::kUb;
  });
}

bool with_offsets_in_memory(const OpSpec& op, const Form& form) {
  return with_control_in_memory(op, form) && has<ParamRole::kIndex>(op, form);
}

constexpr Applies* kWrites = writes_memory;
constexpr Applies* kReads = reads_memory;
constexpr Applies* kControlled = with_control_in_memory;
constexpr Applies* kOffsets = with_offsets_in_memory;
constexpr Applies* kOffsetCount = all_of<with_offsets_in_memory, has<ParamRole::kCount>>;

constexpr FaultKind kKinds[] = {
    {"destination_16_bits", FaultClass::kIndex,
     "takes the lower 16 bits of the destination address alone",
     "like https://github.com/microsoft/onnxruntime/pull/27444", kWrites,
     before<destination_16_bits>},
    {"source_16_bits", FaultClass::kIndex, "takes the lower 16 bits of the source address alone",
     "like https://github.com/microsoft/onnxruntime/pull/27444", kReads, before<source_16_bits>},
    {"destination_one_further", FaultClass::kBase,
     "takes the destination as starting one element further on",
     "like https://github.com/hw-native-sys/PTOAS/pull/1471", kWrites,
     before<destination_one_further>},
    {"source_one_further", FaultClass::kBase, "takes the source as starting one element further on",
     "like https://github.com/opencv/opencv/pull/10078", kReads, before<source_one_further>},
    {"destination_to_64_bytes", FaultClass::kAlignment,
     "takes the destination address rounded down to 64 bytes",
     "like https://github.com/tile-ai/tilelang-ascend/issues/1773", kWrites,
     before<destination_to_64_bytes>},
    {"source_to_64_bytes", FaultClass::kAlignment,
     "takes the source address rounded down to 64 bytes",
     "like https://github.com/tile-ai/tilelang-ascend/issues/1773", kReads,
     before<source_to_64_bytes>},
    {"destination_and_source", FaultClass::kOperandOrder,
     "takes destination and source for each other",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/4352", kWrites,
     before<destination_and_source>},
    {"source_and_control", FaultClass::kOperandOrder,
     "takes the source and what selects from it for each other",
     "like https://github.com/hw-native-sys/PTOAS/pull/676", kControlled,
     before<source_and_control>},
    {"zeroes_behind", FaultClass::kTail, "takes one DataBlock more, and fills it with zeros",
     "like https://github.com/hw-native-sys/PTOAS/pull/1080", kWrites, after<zeroes_behind>},
    {"zeroes_before", FaultClass::kTail,
     "takes one DataBlock before the destination, and fills it with zeros",
     "an address rounded down before it is used", kWrites, after<zeroes_before>},
    {"zeroes_to_datablock", FaultClass::kTail,
     "takes the DataBlock of the last element as a whole, and fills it up with zeros",
     "https://github.com/tile-ai/tilelang-ascend/issues/1717", kOffsetCount,
     after<zeroes_to_datablock>},
    {"last_datablock_kept", FaultClass::kTail, "takes the last DataBlock of the result as written",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/1106", kWrites,
     after<last_datablock_kept>},
    {"scales_offsets_in_place", FaultClass::kOverlap,
     "takes the list of offsets as its own work space",
     "like "
     "https://github.com/hw-native-sys/pto-isa/commit/a5abc3ffae6ecc8f9558b769b52a870c9bc03972",
     kOffsets, after<scales_offsets_in_place>},
};

}  // namespace

Table memory_faults() { return kKinds; }

}  // namespace assay::faults
