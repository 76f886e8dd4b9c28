// Results in registers: halves, lanes and old contents mixed up.
#include "oracle/faults/change.h"
#include "oracle/faults/tables.h"

namespace assay::faults {
namespace {

// void change(Bytes& out, const Bytes& old): of the output register.
template <auto change>
void of_output(const Call& call, Result& result) {
  if (Bytes* out = output_register(call, result)) change(*out, initial_output(call));
}

std::ptrdiff_t half(const Bytes& out) { return static_cast<std::ptrdiff_t>(out.size() / 2); }

void upper_zero(Bytes& out, const Bytes&) { std::fill(out.begin() + half(out), out.end(), 0); }
void upper_kept(Bytes& out, const Bytes& old) {
  std::copy(old.begin() + half(out), old.end(), out.begin() + half(out));
}
void lower_kept(Bytes& out, const Bytes& old) {
  std::copy(old.begin(), old.begin() + half(out), out.begin());
}
void halves_swapped(Bytes& out, const Bytes&) {
  std::rotate(out.begin(), out.begin() + half(out), out.end());
}
void lower_twice(Bytes& out, const Bytes&) {
  std::copy(out.begin(), out.begin() + half(out), out.begin() + half(out));
}
void merged(Bytes& out, const Bytes& old) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] |= old[i];
}
void kept(Bytes& out, const Bytes& old) { out = old; }
void zeroed(Bytes& out, const Bytes&) { std::fill(out.begin(), out.end(), 0); }
void words_reversed(Bytes& out, const Bytes&) {
  for (auto word = out.begin(); word != out.end(); word += 8) std::reverse(word, word + 8);
}

// std::size_t from(std::size_t lane, std::size_t lanes): which lane's result lane i gets; a lane
// of a mask register is a bit.
template <auto from>
void lanes_moved(const Call& call, Result& result) {
  Bytes* out = output_register(call, result);
  if (out == nullptr) return;
  const std::size_t bits = std::max<std::size_t>(1, 8 * output_lane_bytes(call));
  const std::size_t lanes = 8 * out->size() / bits;
  const Bytes given = *out;
  for (std::size_t i = 0; i < lanes; ++i) {
    for (std::size_t k = 0; k < bits; ++k) {
      set_bit(*out, bits * i + k, bit_of(given, bits * from(i, lanes) + k));
    }
  }
}

std::size_t from_the_end(std::size_t lane, std::size_t lanes) { return lanes - 1 - lane; }
std::size_t one_before(std::size_t lane, std::size_t lanes) { return (lane + lanes - 1) % lanes; }
std::size_t pair_partner(std::size_t lane, std::size_t) { return lane ^ 1; }

void last_lane_kept(const Call& call, Result& result) {
  Bytes* out = output_register(call, result);
  if (out == nullptr) return;
  const std::size_t bits = std::max<std::size_t>(1, 8 * output_lane_bytes(call));
  const Bytes old = initial_output(call);
  for (std::size_t k = 8 * out->size() - bits; k < 8 * out->size(); ++k) {
    set_bit(*out, k, bit_of(old, k));
  }
}

// The register that the call before would have given.
Result one_call_late(const Call& call, const Pristine& pristine, FaultState& state) {
  Result result = pristine(call.record());
  Bytes* out = output_register(call, result);
  if (out == nullptr || !state.previous || state.previous->form != call.record().form) {
    return result;
  }
  Result previous = pristine(*state.previous);
  if (const Bytes* stale = output_register(call, previous)) *out = *stale;
  return result;
}

constexpr Applies* kToRegister = writes_register;
// Where pairs of lanes are equal, nothing shows that they are exchanged.
constexpr Applies* kDistinct = all_of<writes_register, never<has<ParamRole::kStep>>>;
constexpr Applies* kByReference = all_of<writes_register, never<by_return>>;

constexpr FaultKind kKinds[] = {
    {"upper_half_zero", FaultClass::kWidth, "takes the upper half of the register as 0",
     "https://github.com/intel/intel-xpu-backend-for-triton/issues/7593", kToRegister,
     after<of_output<upper_zero>>},
    {"upper_half_kept", FaultClass::kWidth, "takes the upper half of the register as written",
     "https://github.com/facebookincubator/velox/pull/8415", kByReference,
     after<of_output<upper_kept>>},
    {"lower_half_kept", FaultClass::kWidth, "takes the lower half of the register as written",
     "like https://github.com/ptitSeb/box64/pull/3185", kByReference, after<of_output<lower_kept>>},
    {"halves_swapped", FaultClass::kLaneOrder, "takes the halves of the register for each other",
     "like https://github.com/llvm/llvm-project/issues/61275", kToRegister,
     after<of_output<halves_swapped>>},
    {"lower_half_twice", FaultClass::kWidth,
     "takes the lower half of the register for the upper one too",
     "like https://github.com/xtensor-stack/xsimd/issues/825", kToRegister,
     after<of_output<lower_twice>>},
    {"lanes_reversed", FaultClass::kLaneOrder, "takes the lanes from the last to the first",
     "like https://github.com/llvm/llvm-project/issues/65884", kToRegister,
     after<lanes_moved<from_the_end>>},
    {"lanes_rotated", FaultClass::kLaneOrder, "takes each lane for the one behind it",
     "like https://github.com/hw-native-sys/PTOAS/pull/1471", kToRegister,
     after<lanes_moved<one_before>>},
    {"lane_pairs_exchanged", FaultClass::kLaneOrder,
     "takes each two neighbouring lanes for each other",
     "like https://github.com/pulp-platform/ara/issues/453", kDistinct,
     after<lanes_moved<pair_partner>>},
    {"words_reversed", FaultClass::kMaskOrder,
     "takes the bytes of each 64-bit word of the result in the opposite order",
     "https://github.com/rust-lang/portable-simd/issues/379", kToRegister,
     after<of_output<words_reversed>>},
    {"last_lane_kept", FaultClass::kTail, "takes the last lane of the register as written",
     "a loop that ends one too early", kByReference, after<last_lane_kept>},
    {"merged_into_old", FaultClass::kStaleState,
     "takes the result together with what the register held, by a bitwise or",
     "like https://github.com/unicorn-engine/unicorn/issues/1852", kByReference,
     after<of_output<merged>>},
    {"result_lost", FaultClass::kOperandOrder, "takes the result into a register of its own",
     "a destination passed by value, as the first prototypes of the upsample load did",
     kByReference, after<of_output<kept>>},
    {"returns_zeros", FaultClass::kOperandOrder,
     "takes the result into a register of its own, and returns another",
     "a wrapper that returns the variable it never passed on", by_return, after<of_output<zeroed>>},
    {"one_call_late", FaultClass::kStaleState, "takes the result of the call before",
     "like https://github.com/hw-native-sys/PTOAS/issues/117", kToRegister, one_call_late,
     Visibility::kSecondCall},
};

}  // namespace

Table register_faults() { return kKinds; }

}  // namespace assay::faults
