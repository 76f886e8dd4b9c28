// Which fields go with a kind. A field that its kind does not use would be read by nobody, so it is
// refused like a misspelt one.
#include <fmt/format.h>

#include "spec/model/op_codec.h"

namespace assay {
namespace {

void need(bool fulfilled, const JsonPlace& place, std::string_view key, std::string_view kind) {
  if (fulfilled) return;
  place.refuse("missing-key", fmt::format("key \"{}\" is missing, which {} needs", key, kind),
               "add it; spec/model/op_spec.h says what it means");
}

void refuse_field(bool present, const JsonPlace& place, std::string_view key,
                  std::string_view kind) {
  if (!present) return;
  place.at(key).refuse("bad-value", fmt::format("\"{}\" means nothing for {}", key, kind),
                       "leave it out, or correct the kind or role");
}

// True where a parameter of this kind can have the role.
bool kind_suits_role(ParamKind kind, ParamRole role) {
  const bool ub = kind == ParamKind::kUb;
  const bool vreg = kind == ParamKind::kVreg;
  const bool mreg = kind == ParamKind::kMreg;
  const bool scalar = kind == ParamKind::kScalar;
  switch (role) {
    case ParamRole::kData: return ub || vreg || mreg;
    case ParamRole::kMask: return mreg || scalar || kind == ParamKind::kMaskWords;
    case ParamRole::kIndex: return ub || vreg;
    case ParamRole::kBits: return ub;
    case ParamRole::kCount:
    case ParamRole::kRepeat:
    case ParamRole::kStrideDatablocks:
    case ParamRole::kBase:
    case ParamRole::kSelector:
    case ParamRole::kStep: return scalar;
  }
  return false;
}

void check_param_io(const Param& p, const JsonPlace& place) {
  const bool by_value = p.kind == ParamKind::kScalar || p.kind == ParamKind::kMaskWords;
  if (by_value && p.io != ParamIo::kIn) {
    place.at("io").refuse("bad-value", fmt::format("{} \"{}\" is written", to_text(p.kind), p.name),
                          "only pointers and registers can be \"out\" or \"inout\"");
  }
  const bool is_register = p.kind == ParamKind::kVreg || p.kind == ParamKind::kMreg;
  if (p.name == "return" && (p.io != ParamIo::kOut || !is_register)) {
    place.refuse("bad-value", "\"return\" is no register of io \"out\"",
                 "a by-return result is a vreg or mreg that the call writes");
  }
}

// What legality can check of a parameter, by the kind of the row.
bool is_checked(ConstraintKind kind) {
  switch (kind) {
    case ConstraintKind::kAligned:
    case ConstraintKind::kNextAligned:
    case ConstraintKind::kMultipleOf:
    case ConstraintKind::kRange:
    case ConstraintKind::kInUb:
    case ConstraintKind::kPointerInUb:
    case ConstraintKind::kDisjoint:
    case ConstraintKind::kMaskLanes: return true;
    case ConstraintKind::kZeroWork:
    case ConstraintKind::kRepeatDatablocks:
    case ConstraintKind::kCore:
    case ConstraintKind::kProduct:
    case ConstraintKind::kDtype:
    case ConstraintKind::kConstant:
    case ConstraintKind::kIgnored:
    case ConstraintKind::kPermission:
    case ConstraintKind::kSemantics:
    case ConstraintKind::kContext: return false;
  }
  return false;
}

void check_violation(const Constraint& c, const JsonPlace& place, const std::string& kind) {
  const Violation v = c.violation;
  const bool breaks =
      v == Violation::kReject || v == Violation::kUndefined || v == Violation::kWrongResult;
  const auto refuse = [&](const char* advice) {
    place.at("violation")
        .refuse("bad-value", fmt::format("{} with violation \"{}\"", kind, to_text(v)), advice);
  };
  if (is_checked(c.kind) && !breaks) {
    refuse("a rule that every case is checked for is broken as reject, undefined or wrong_result");
  }
  const bool decides = c.kind == ConstraintKind::kZeroWork || c.kind == ConstraintKind::kCore;
  if (decides && !breaks && v != Violation::kNop && v != Violation::kOpen) {
    refuse("say what such a call does: nop, open, reject, undefined or wrong_result");
  }
  const bool no_case = c.kind == ConstraintKind::kProduct || c.kind == ConstraintKind::kDtype;
  if (no_case != (v == Violation::kNotCallable)) {
    refuse("rows of kind product and dtype are not_callable, and no others");
  }
}

}  // namespace

void check_param(const Param& p, const JsonPlace& place) {
  const std::string what =
      fmt::format("kind \"{}\" with role \"{}\"", to_text(p.kind), to_text(p.role));
  if (!kind_suits_role(p.kind, p.role)) {
    place.refuse("bad-value", fmt::format("parameter \"{}\" has {}", p.name, what),
                 "correct its kind (scalar where none is given) or its role (data)");
  }
  check_param_io(p, place);
  const bool index = p.role == ParamRole::kIndex;
  const bool refers = index || p.role == ParamRole::kBase || p.role == ParamRole::kStep;
  need(!refers || !p.into.empty(), place, "into", what);
  refuse_field(!refers && !p.into.empty(), place, "into", what);
  const bool index_register = index && p.kind == ParamKind::kVreg;
  need(!index_register || p.entries != 0, place, "entries", what);
  refuse_field(!index_register && p.entries != 0, place, "entries", what);
  if (p.entries > kVectorRegisterBytes / 4) {
    place.at("entries").refuse("bad-value", "more entries than a register has", "64 at most");
  }
  refuse_field(!index && p.block_bytes != kLaneBytes, place, "block_bytes", what);
  refuse_field(p.role != ParamRole::kStep && p.unit_bytes != 1, place, "unit_bytes", what);
  const bool mask_register = p.role == ParamRole::kMask && p.kind == ParamKind::kMreg;
  refuse_field(!mask_register && p.bits_per_lane != 0, place, "bits_per_lane", what);
  refuse_field(!mask_register && p.lanes != 0, place, "lanes", what);
  refuse_field(p.kind != ParamKind::kUb && p.updated, place, "updated", what);
  const bool output = p.kind == ParamKind::kUb && p.io != ParamIo::kIn;
  refuse_field(!output && !p.stride.empty(), place, "stride", what);
}

void check_constraint(const Constraint& c, const JsonPlace& place) {
  const ConstraintKind k = c.kind;
  const std::string kind = fmt::format("kind \"{}\"", to_text(k));
  const bool disjoint = k == ConstraintKind::kDisjoint;
  const bool with_bytes = k == ConstraintKind::kAligned || k == ConstraintKind::kNextAligned ||
                          k == ConstraintKind::kMultipleOf ||
                          k == ConstraintKind::kRepeatDatablocks;
  need(!with_bytes || c.bytes.has_value(), place, "bytes", kind);
  refuse_field(!with_bytes && c.bytes.has_value(), place, "bytes", kind);
  const bool range = k == ConstraintKind::kRange;
  need(!range || !c.ranges.empty(), place, "ranges", kind);
  refuse_field(!range && !c.ranges.empty(), place, "ranges", kind);
  const bool in_ub = k == ConstraintKind::kInUb;
  need(!in_ub || !c.limit.empty(), place, "limit", kind);
  const bool pointer_limit = k == ConstraintKind::kPointerInUb && c.limit == "usable";
  refuse_field(!in_ub && !pointer_limit && !c.limit.empty(), place, "limit", kind);
  const bool with_params = is_checked(k) || k == ConstraintKind::kZeroWork;
  need(!with_params || !c.params.empty(), place, "params", kind);
  const bool no_params = k == ConstraintKind::kRepeatDatablocks || k == ConstraintKind::kCore ||
                         k == ConstraintKind::kProduct || k == ConstraintKind::kDtype;
  refuse_field(no_params && !c.params.empty(), place, "params", kind);
  if (disjoint && c.params.size() < 2) {
    place.at("params").refuse("bad-value", "one operand alone is disjoint from nothing",
                              "name the operands that it must not share a byte with");
  }
  refuse_field(!disjoint && !c.same_start.empty(), place, "same_start", kind);
  refuse_field(!disjoint && !c.when.empty(), place, "when", kind);
  const bool open = c.violation == Violation::kOpen;
  need(!open || !c.question.empty(), place, "question", "violation \"open\"");
  refuse_field(!open && !c.question.empty(), place, "question", "a violation that is not \"open\"");
  check_violation(c, place, kind);
}

}  // namespace assay
