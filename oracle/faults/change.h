// What faults are written in: changes of a call, changes of an outcome, and who can show them.
//
// A kind of fault is one small function and one row of a table:
//
//   void base_dropped(const Call& call, Case& changed) {
//     change_scalars(call, changed, ParamRole::kBase, [](std::int64_t) { return 0; });
//   }
//   {"base_dropped", FaultClass::kBase, "leaves the base offset out", "https://...",
//    has<ParamRole::kBase>, before<base_dropped>},
//
// Everything here is safe for every call, legal or not: memory that the case does not hold reads
// as 0 and swallows what is written.
#ifndef ASSAY_ORACLE_FAULTS_CHANGE_H_
#define ASSAY_ORACLE_FAULTS_CHANGE_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/faults/fault.h"

namespace assay::faults {

// --- Can a call of the form show it? -------------------------------------------------------

using Applies = bool(const OpSpec&, const Form&);

template <ParamRole role>
bool has(const OpSpec&, const Form& form) {
  return std::any_of(form.params.begin(), form.params.end(),
                     [](const Param& p) { return p.role == role; });
}

template <Applies*... conditions>
bool all_of(const OpSpec& op, const Form& form) {
  return (conditions(op, form) && ...);
}

template <Applies* condition>
bool never(const OpSpec& op, const Form& form) {
  return !condition(op, form);
}

bool writes_memory(const OpSpec& op, const Form& form);
bool writes_register(const OpSpec& op, const Form& form);
bool reads_memory(const OpSpec& op, const Form& form);
bool moves_typed_data(const OpSpec& op, const Form& form);  // some operand has lanes of a dtype
bool by_return(const OpSpec& op, const Form& form);

// --- Around the pristine run ---------------------------------------------------------------

// The inputs of a case alone: no expectation, tags or name.
Case inputs_of(const Case& c);

// What `pristine` answers to `changed`, a copy of the call's inputs with the same segments. Inputs
// that the fault rewrote in memory are the target's view and nothing it wrote: bytes that came
// through as changed are reported with their original contents.
Result run_changed(const Call& call, const Case& changed, const Pristine& pristine);

// A fault that rewrites the call: void change(const Call&, Case&).
template <auto change>
Result before(const Call& call, const Pristine& pristine, FaultState&) {
  Case changed = inputs_of(call.record());
  change(call, changed);
  return run_changed(call, changed, pristine);
}

// A fault that rewrites the outcome: void change(const Call&, Result&).
template <auto change>
Result after(const Call& call, const Pristine& pristine, FaultState&) {
  Result result = pristine(call.record());
  if (result.status == Status::kOk) change(call, result);
  return result;
}

// A fault that ends some calls: std::optional<Result> stop(const Call&).
template <auto stop>
Result refusing(const Call& call, const Pristine& pristine, FaultState&) {
  if (std::optional<Result> refusal = stop(call)) return *refusal;
  return pristine(call.record());
}

Result rejected(const Call& call, std::string detail);
Result crashed(const Call& call, std::string detail);

// --- Arguments -----------------------------------------------------------------------------

// By name. Scalars are cut to the parameter's C type, as storing them there would.
void set_scalar(const Call& call, Case& changed, std::string_view name, std::int64_t value);
void set_pointer(Case& changed, std::string_view name, std::int64_t address);

// Rewrites every scalar of a role.
void change_scalars(const Call& call, Case& changed, ParamRole role,
                    const std::function<std::int64_t(std::int64_t)>& change);

// The first parameter of a role, or null.
const Param* find_role(const Form& form, ParamRole role);
// The sum of the scalars of a role.
std::int64_t sum_of(const Call& call, ParamRole role);
std::int64_t address_of(const Call& call, std::string_view name);
bool is_several_repeats(const Call& call);

// --- Memory and registers ------------------------------------------------------------------

std::uint8_t peek(const std::vector<Segment>& ub, std::int64_t address);
void poke(std::vector<Segment>& ub, std::int64_t address, std::uint8_t value);
std::uint64_t peek_number(const std::vector<Segment>& ub, std::int64_t address,
                          std::uint32_t bytes);
void poke_number(std::vector<Segment>& ub, std::int64_t address, std::uint32_t bytes,
                 std::uint64_t value);

inline bool bit_of(std::span<const std::uint8_t> bytes, std::size_t k) {
  return k / 8 < bytes.size() && ((bytes[k / 8] >> (k % 8)) & 1) != 0;
}
void set_bit(std::span<std::uint8_t> bytes, std::size_t k, bool value);

std::uint64_t number_of(std::span<const std::uint8_t> bytes);
void store_number(std::span<std::uint8_t> bytes, std::uint64_t value);

// The register that the call writes, and what it held before; zeros for a by-return result.
// Precondition: writes_register.
Bytes* output_register(const Call& call, Result& result);
Bytes initial_output(const Call& call);

// Bytes of one lane of the output register; 0 for a mask register, whose lanes are bits.
std::uint32_t output_lane_bytes(const Call& call);

// --- Offsets -------------------------------------------------------------------------------

struct IndexList {
  std::size_t param = 0;
  std::vector<std::uint32_t> entries;
};
// The byte offsets that the call uses; nothing where they are not in the case.
std::optional<IndexList> index_list(const Call& call);
void set_index_list(const Call& call, Case& changed, const IndexList& list);
// Makes offset k lead to the absolute address_of_entry[k], modulo 2^32: source and base become 0.
void set_absolute(const Call& call, Case& changed, IndexList list,
                  const std::vector<std::int64_t>& address_of_entry);

}  // namespace assay::faults

#endif  // ASSAY_ORACLE_FAULTS_CHANGE_H_
