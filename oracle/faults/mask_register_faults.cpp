// Mask registers read at the wrong granularity, and inactive lanes of registers treated wrongly.
//
// A lane's group has as many bits as the lane has bytes, or as the op says; its lowest bit counts.
#include "oracle/faults/lanes.h"
#include "oracle/faults/tables.h"

namespace assay::faults {
namespace {

// bool active(const Bytes& bits, std::size_t lane, std::size_t group)
template <auto active>
void by_bits(const Call& call, Case& changed) {
  const Bytes bits = mask_bytes(call);
  const std::size_t group = mask_group_bits(call);
  std::vector<bool> lanes = active_lanes(call);
  for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] = active(bits, i, group);
  set_active_lanes(call, changed, lanes);
}

template <std::size_t bits_a_lane>
bool every(const Bytes& bits, std::size_t lane, std::size_t) {
  return bit_of(bits, bits_a_lane * lane);
}

std::size_t ones_of_group(const Bytes& bits, std::size_t lane, std::size_t group) {
  std::size_t ones = 0;
  for (std::size_t k = 0; k < group; ++k) ones += bit_of(bits, group * lane + k);
  return ones;
}

bool any_of_group(const Bytes& bits, std::size_t lane, std::size_t group) {
  return ones_of_group(bits, lane, group) > 0;
}
bool all_of_group(const Bytes& bits, std::size_t lane, std::size_t group) {
  return ones_of_group(bits, lane, group) == group;
}
bool highest_of_group(const Bytes& bits, std::size_t lane, std::size_t group) {
  return bit_of(bits, group * lane + group - 1);
}

// Each mask bit decides on one byte of the register, so that a lane may be moved in part.
Result by_byte(const Call& call, const Pristine& pristine, FaultState&) {
  Case changed = inputs_of(call.record());
  set_active_lanes(call, changed, std::vector<bool>(active_lanes(call).size(), true));
  Result result = run_changed(call, changed, pristine);
  Bytes* out = output_register(call, result);
  if (out == nullptr) return result;
  const Bytes bits = mask_bytes(call), old = initial_output(call);
  for (std::size_t j = 0; j < out->size(); ++j) {
    if (!bit_of(bits, j)) (*out)[j] = old[j];
  }
  return result;
}

// Bits of the output register that one lane of the mask controls.
std::size_t controlled_bits(const Call& call, const Bytes& out) {
  return 8 * out.size() / active_lanes(call).size();
}

// What the bits of inactive lanes become.
template <bool value>
void inactive_becomes(const Call& call, Result& result) {
  Bytes* out = output_register(call, result);
  if (out == nullptr) return;
  const std::vector<bool> active = active_lanes(call);
  const std::size_t bits = controlled_bits(call, *out);
  for (std::size_t k = 0; k < 8 * out->size(); ++k) {
    if (!active[k / bits]) set_bit(*out, k, value);
  }
}

// Active lanes in the places of the first ones; what is behind them stays.
Result packed(const Call& call, const Pristine& pristine, FaultState&) {
  Case changed = inputs_of(call.record());
  const std::vector<bool> active = active_lanes(call);
  set_active_lanes(call, changed, std::vector<bool>(active.size(), true));
  Result result = run_changed(call, changed, pristine);
  Bytes* out = output_register(call, result);
  if (out == nullptr) return result;
  const std::size_t bits = controlled_bits(call, *out);
  const Bytes all = *out;
  *out = initial_output(call);
  std::size_t to = 0;
  for (std::size_t i = 0; i < active.size(); ++i) {
    if (!active[i]) continue;
    for (std::size_t k = 0; k < bits; ++k) set_bit(*out, to++, bit_of(all, bits * i + k));
  }
  return result;
}

bool of_dtype_width(const OpSpec&, const Form& form) {
  const Param* p = find_role(form, ParamRole::kMask);
  return p != nullptr && p->kind == ParamKind::kMreg && p->bits_per_lane == 0;
}

bool by_mask_register(const OpSpec& op, const Form& form) {
  return has_mask_bits(op, form) && writes_register(op, form);
}

constexpr Applies* kGrouped = has_mask_register;
constexpr Applies* kDtypeWidth = of_dtype_width;
constexpr Applies* kToRegister = by_mask_register;

constexpr FaultKind kKinds[] = {
    {"mask_bit_a_lane", FaultClass::kMaskGranularity,
     "takes bit i of the mask for lane i, whatever the width of the lane",
     "like https://github.com/hw-native-sys/PTOAS/issues/1511", kGrouped,
     before<by_bits<every<1>>>},
    {"mask_two_bits_a_lane", FaultClass::kMaskGranularity,
     "takes bit 2i of the mask for lane i, whatever the width of the lane",
     "https://github.com/hw-native-sys/PTOAS/issues/1381", kGrouped, before<by_bits<every<2>>>},
    {"mask_four_bits_a_lane", FaultClass::kMaskGranularity,
     "takes bit 4i of the mask for lane i, whatever the width of the lane",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/1292", kDtypeWidth,
     before<by_bits<every<4>>>},
    {"mask_any_bit", FaultClass::kMaskOrder,
     "takes a lane as active if any bit of its group is set",
     "https://github.com/dotnet/runtime/pull/116991", kGrouped, before<by_bits<any_of_group>>},
    {"mask_all_bits", FaultClass::kMaskOrder,
     "takes a lane as active if all bits of its group are set",
     "like https://github.com/rust-lang/stdarch/commit/f4528dd6e85d97bb802240d7cd048b6e1bf72540",
     kGrouped, before<by_bits<all_of_group>>},
    {"mask_highest_bit", FaultClass::kMaskOrder,
     "takes the highest bit of a lane's group instead of the lowest",
     "sign-bit masks of other instruction sets, as in "
     "https://github.com/dotnet/runtime/pull/116991",
     kGrouped, before<by_bits<highest_of_group>>},
    {"mask_by_byte", FaultClass::kMaskGranularity,
     "takes each mask bit for one byte, and moves lanes in part",
     "https://github.com/hw-native-sys/PTOAS/issues/1067", kGrouped, by_byte},
    {"inactive_zeroed", FaultClass::kMaskPolicy,
     "takes inactive lanes as 0 instead of keeping them",
     "https://github.com/simd-everywhere/simde/issues/1204", kDtypeWidth,
     after<inactive_becomes<false>>},
    {"inactive_all_ones", FaultClass::kMaskPolicy, "takes inactive lanes as all ones",
     "the agnostic mask policy of RISC-V vectors, https://github.com/OpenXiangShan/GEM5/pull/1035",
     kToRegister, after<inactive_becomes<true>>},
    {"active_packed", FaultClass::kCompaction,
     "takes the results of active lanes to the front of the register",
     "compressing and masking taken for each other, as in https://github.com/gem5/gem5/issues/2907",
     kToRegister, packed},
};

}  // namespace

Table mask_register_faults() { return kKinds; }

}  // namespace assay::faults
