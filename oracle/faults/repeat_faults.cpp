// The number of repeats misread, and work where there is none to do.
#include "oracle/faults/change.h"
#include "oracle/faults/tables.h"

namespace assay::faults {
namespace {

// std::int64_t change(std::int64_t repeats)
template <auto change>
void other_repeats(const Call& call, Case& changed) {
  change_scalars(call, changed, ParamRole::kRepeat, change);
}

std::int64_t one_less(std::int64_t n) { return std::max<std::int64_t>(0, n - 1); }
std::int64_t one_more(std::int64_t n) { return n == 0 ? 0 : n + 1; }
std::int64_t first_alone(std::int64_t n) { return std::min<std::int64_t>(n, 1); }
std::int64_t to_even(std::int64_t n) { return n - n % 2; }
std::int64_t lower_7_bits(std::int64_t n) { return n & 0x7f; }
std::int64_t lower_8_bits(std::int64_t n) { return n & 0xff; }
std::int64_t signed_8_bits(std::int64_t n) {
  return std::max<std::int64_t>(0, static_cast<std::int8_t>(n));
}
std::int64_t at_most_255(std::int64_t n) { return std::min<std::int64_t>(n, 255); }

// Takes 0 elements or repeats as `least`.
template <std::int64_t least>
void zero_as(const Call& call, Case& changed) {
  const auto at_least = [](std::int64_t n) { return n == 0 ? least : n; };
  change_scalars(call, changed, ParamRole::kCount, at_least);
  change_scalars(call, changed, ParamRole::kRepeat, at_least);
}

// Somewhere 0 is promised to do nothing.
bool may_be_idle(const OpSpec& op, const Form& form) {
  return std::any_of(op.constraints.begin(), op.constraints.end(), [&form](const Constraint& c) {
    if (c.kind != ConstraintKind::kZeroWork || c.violation != Violation::kNop) return false;
    return std::any_of(c.params.begin(), c.params.end(), [&form](const std::string& name) {
      return form.find_param(name) != nullptr;
    });
  });
}

// The repeat parameter has more than 8 bits.
bool with_many_repeats(const OpSpec&, const Form& form) {
  const Param* p = find_role(form, ParamRole::kRepeat);
  return p != nullptr && p->type != "uint8_t";
}

constexpr Applies* kRepeated = has<ParamRole::kRepeat>;

constexpr FaultKind kKinds[] = {
    {"repeat_one_less", FaultClass::kTail, "takes one repeat less than asked",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/1419", kRepeated,
     before<other_repeats<one_less>>},
    {"repeat_one_more", FaultClass::kTail, "takes one repeat more than asked",
     "like https://github.com/OpenXiangShan/GEM5/pull/1035", kRepeated,
     before<other_repeats<one_more>>},
    {"repeat_first_alone", FaultClass::kTail, "takes the first repeat alone",
     "like https://github.com/intel/intel-xpu-backend-for-triton/issues/7593", kRepeated,
     before<other_repeats<first_alone>>},
    {"repeat_to_even", FaultClass::kTail, "takes the last of an odd number of repeats as absent",
     "like "
     "https://github.com/hw-native-sys/pto-isa/commit/265f481019f2fdd005af6541604f41932ca238d4",
     kRepeated, before<other_repeats<to_even>>},
    {"repeat_7_bits", FaultClass::kIndex, "takes the lower 7 bits of the number of repeats alone",
     "like https://github.com/bochs-emu/Bochs/pull/850", kRepeated,
     before<other_repeats<lower_7_bits>>},
    {"repeat_signed_8_bits", FaultClass::kIndex,
     "takes the number of repeats as a signed 8-bit number, of which a negative one does nothing",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/277", kRepeated,
     before<other_repeats<signed_8_bits>>},
    {"repeat_8_bits", FaultClass::kIndex, "takes the lower 8 bits of the number of repeats alone",
     "https://github.com/hw-native-sys/pto-isa/commit/265f481019f2fdd005af6541604f41932ca238d4",
     with_many_repeats, before<other_repeats<lower_8_bits>>},
    {"repeat_at_most_255", FaultClass::kTail, "takes 255 repeats at most",
     "the general limit on repeats, which the parameter's 16 bits exceed", with_many_repeats,
     before<other_repeats<at_most_255>>},
    {"nothing_is_one", FaultClass::kZero, "takes 0 elements or repeats as 1",
     "https://github.com/OpenXiangShan/XiangShan/issues/6627", may_be_idle, before<zero_as<1>>},
    {"nothing_is_255", FaultClass::kZero, "takes 0 elements or repeats as 255",
     "like https://github.com/pulp-platform/ara/pull/29", may_be_idle, before<zero_as<255>>},
};

}  // namespace

Table repeat_faults() { return kKinds; }

}  // namespace assay::faults
