// The words for the enumerators, as the spec's JSON has them.
#include "spec/model/op_spec.h"

namespace assay {

std::string_view to_text(ParamKind kind) {
  switch (kind) {
    case ParamKind::kUb: return "ub";
    case ParamKind::kVreg: return "vreg";
    case ParamKind::kMreg: return "mreg";
    case ParamKind::kScalar: return "scalar";
    case ParamKind::kMaskWords: return "mask_words";
  }
  return "";
}

std::string_view to_text(ParamIo io) {
  switch (io) {
    case ParamIo::kIn: return "in";
    case ParamIo::kOut: return "out";
    case ParamIo::kInOut: return "inout";
  }
  return "";
}

std::string_view to_text(ParamRole role) {
  switch (role) {
    case ParamRole::kData: return "data";
    case ParamRole::kMask: return "mask";
    case ParamRole::kIndex: return "index";
    case ParamRole::kBits: return "bits";
    case ParamRole::kCount: return "count";
    case ParamRole::kRepeat: return "repeat";
    case ParamRole::kStrideDatablocks: return "stride_datablocks";
    case ParamRole::kBase: return "base";
    case ParamRole::kSelector: return "selector";
    case ParamRole::kStep: return "step";
  }
  return "";
}

std::string_view to_text(ConstraintKind kind) {
  switch (kind) {
    case ConstraintKind::kAligned: return "aligned";
    case ConstraintKind::kNextAligned: return "next_aligned";
    case ConstraintKind::kMultipleOf: return "multiple_of";
    case ConstraintKind::kRange: return "range";
    case ConstraintKind::kInUb: return "in_ub";
    case ConstraintKind::kPointerInUb: return "pointer_in_ub";
    case ConstraintKind::kDisjoint: return "disjoint";
    case ConstraintKind::kMaskLanes: return "mask_lanes";
    case ConstraintKind::kZeroWork: return "zero_work";
    case ConstraintKind::kRepeatDatablocks: return "repeat_datablocks";
    case ConstraintKind::kCore: return "core";
    case ConstraintKind::kProduct: return "product";
    case ConstraintKind::kDtype: return "dtype";
    case ConstraintKind::kConstant: return "constant";
    case ConstraintKind::kIgnored: return "ignored";
    case ConstraintKind::kPermission: return "permission";
    case ConstraintKind::kSemantics: return "semantics";
    case ConstraintKind::kContext: return "context";
  }
  return "";
}

std::string_view to_text(Violation violation) {
  switch (violation) {
    case Violation::kReject: return "reject";
    case Violation::kUndefined: return "undefined";
    case Violation::kWrongResult: return "wrong_result";
    case Violation::kNop: return "nop";
    case Violation::kIgnored: return "ignored";
    case Violation::kOpen: return "open";
    case Violation::kNotCallable: return "not_callable";
    case Violation::kNone: return "none";
  }
  return "";
}

std::string_view to_text(Availability availability) {
  switch (availability) {
    case Availability::kSupported: return "supported";
    case Availability::kUnsupported: return "unsupported";
    case Availability::kNotListed: return "not_listed";
  }
  return "";
}

}  // namespace assay
