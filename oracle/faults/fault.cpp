#include "oracle/faults/fault.h"

#include <algorithm>
#include <array>

#include "oracle/faults/change.h"
#include "oracle/faults/tables.h"
#include "spec/bad_input.h"

namespace assay {
namespace {

using TableOf = faults::Table();

constexpr std::array<TableOf*, 18> kTables = {
    faults::index_faults,         faults::base_faults,     faults::mask_faults,
    faults::mask_register_faults, faults::stride_faults,   faults::count_faults,
    faults::repeat_faults,        faults::memory_faults,   faults::value_faults,
    faults::register_faults,      faults::core_faults,     faults::pointer_faults,
    faults::refusal_faults,       faults::gather_faults,   faults::gather_datablock_faults,
    faults::copy_faults,          faults::upsample_faults, faults::reduce_faults,
};

}  // namespace

std::string_view to_text(FaultClass c) {
  switch (c) {
    case FaultClass::kUnit: return "unit";
    case FaultClass::kBase: return "base";
    case FaultClass::kIndex: return "index";
    case FaultClass::kMaskOrder: return "mask-order";
    case FaultClass::kMaskGranularity: return "mask-granularity";
    case FaultClass::kMaskPolicy: return "mask-policy";
    case FaultClass::kMaskedAccess: return "masked-access";
    case FaultClass::kTail: return "tail";
    case FaultClass::kZero: return "zero";
    case FaultClass::kStride: return "stride";
    case FaultClass::kStaleState: return "stale-state";
    case FaultClass::kCompaction: return "compaction";
    case FaultClass::kWidth: return "width";
    case FaultClass::kScalar: return "scalar";
    case FaultClass::kAlignment: return "alignment";
    case FaultClass::kOverlap: return "overlap";
    case FaultClass::kOperandOrder: return "operand-order";
    case FaultClass::kPostUpdate: return "post-update";
    case FaultClass::kLaneOrder: return "lane-order";
    case FaultClass::kValue: return "value";
    case FaultClass::kRefusal: return "refusal";
    case FaultClass::kOverRead: return "over-read";
  }
  return "";
}

// On a core without vector unit the ops that have one do nothing, and so does a fault in them.
Result Fault::run(const Call& call, const Pristine& pristine, FaultState& state) const {
  const bool shown = applies(call.op(), call.form()) && (call.aiv() || kind->on_other_cores);
  Result result = shown ? kind->run(call, pristine, state) : pristine(call.record());
  if (kind->visibility == Visibility::kSecondCall)
    state.previous = faults::inputs_of(call.record());
  return result;
}

std::vector<Fault> all_faults(const Catalog& catalog) {
  std::vector<Fault> all;
  for (const OpSpec& op : catalog.ops()) {
    for (TableOf* table : kTables) {
      for (const FaultKind& kind : table()) {
        const bool bound = std::any_of(op.forms.begin(), op.forms.end(),
                                       [&](const Form& form) { return kind.applies(op, form); });
        if (bound) all.push_back({op.id + "." + std::string(kind.name), op.id, &kind});
      }
    }
  }
  return all;
}

Fault find_fault(const Catalog& catalog, std::string_view id) {
  std::string ops, of_this_op;
  for (Fault& fault : all_faults(catalog)) {
    if (fault.id == id) return fault;
    if (ops.find(fault.op) == std::string::npos) ops += (ops.empty() ? "" : ", ") + fault.op;
    if (!id.starts_with(fault.op)) continue;
    of_this_op += (of_this_op.empty() ? "" : ", ") + fault.id.substr(fault.op.size() + 1);
  }
  throw BadInput("", "", "unknown-fault", "no fault '" + std::string(id) + "'",
                 of_this_op.empty() ? "an id is OP.NAME; name one of " + ops + " to see its faults"
                                    : "those of this op are " + of_this_op);
}

}  // namespace assay
