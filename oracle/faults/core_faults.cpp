// Cores without vector unit, on which some ops must do nothing.
#include "oracle/faults/change.h"
#include "oracle/faults/tables.h"

namespace assay::faults {
namespace {

bool row_binds(const Constraint& row, const Form& form) {
  return row.kind == ConstraintKind::kCore &&
         (row.forms.empty() ||
          std::find(row.forms.begin(), row.forms.end(), form.id) != row.forms.end());
}

// The op has a rule for other cores.
bool has_core_rule(const OpSpec& op, const Form& form) {
  return std::any_of(op.constraints.begin(), op.constraints.end(),
                     [&form](const Constraint& row) { return row_binds(row, form); });
}

// The rule is to do nothing.
bool is_idle(const OpSpec& op, const Form& form) {
  return std::any_of(op.constraints.begin(), op.constraints.end(), [&form](const Constraint& row) {
    return row_binds(row, form) && row.violation == Violation::kNop;
  });
}

void as_aiv(const Call&, Case& changed) { changed.core = Core::kAiv; }
void as_the_other(const Call& call, Case& changed) {
  changed.core = call.aiv() ? Core::kAic : Core::kAiv;
}

std::optional<Result> refused_elsewhere(const Call& call) {
  if (call.aiv()) return std::nullopt;
  return rejected(call, "not on a core without vector unit");
}

void zeroes_elsewhere(const Call& call, Result& result) {
  if (call.aiv()) return;
  if (Bytes* out = output_register(call, result)) std::fill(out->begin(), out->end(), 0);
}

constexpr FaultKind kKinds[] = {
    {"runs_on_other_cores", FaultClass::kRefusal,
     "takes the call as one to execute on a core without vector unit too",
     "a core check left out, as the pages ask the implementation for it", is_idle, before<as_aiv>,
     Visibility::kLegalCall, "", true},
    {"core_check_inverted", FaultClass::kRefusal,
     "takes the vector core as one on which nothing is to be done, and the others as vector cores",
     "a condition written the wrong way round", is_idle, before<as_the_other>,
     Visibility::kLegalCall, "", true},
    {"refused_on_other_cores", FaultClass::kRefusal,
     "takes the call as an error on a core without vector unit",
     "a core check that reports instead of returning at once", has_core_rule,
     refusing<refused_elsewhere>, Visibility::kLegalCall, "", true},
    {"zeroes_on_other_cores", FaultClass::kMaskPolicy,
     "takes the destination as 0 on a core without vector unit",
     "like https://github.com/simd-everywhere/simde/issues/1204", is_idle, after<zeroes_elsewhere>,
     Visibility::kLegalCall, "", true},
};

}  // namespace

Table core_faults() { return kKinds; }

}  // namespace assay::faults
