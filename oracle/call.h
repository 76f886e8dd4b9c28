// A case bound to its rows of the spec: the view that op programs, legality and reports work on.
//
//   Call call(catalog, a_case);           // throws BadInput if the case is no call of a cell
//   Place src = call.operand("src");      // byte 0 of what `src` points to
//   std::int64_t n = call.scalar("count");
#ifndef ASSAY_ORACLE_CALL_H_
#define ASSAY_ORACLE_CALL_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "spec/model/catalog.h"
#include "spec/record/case.h"

namespace assay {

// A bit of an operand: bit 0 is the first bit of a register, or of the byte a pointer points to.
// Negative bits and bits past the operand are places in memory too; who uses them checks.
struct Place {
  std::uint32_t operand = 0;  // index into Form::params
  std::int64_t bit = 0;
  Place bytes(std::int64_t n) const { return {operand, bit + 8 * n}; }
  Place bits(std::int64_t n) const { return {operand, bit + n}; }
  bool operator==(const Place&) const = default;
};

class Call {
 public:
  static constexpr std::size_t kMaxParams = 16;
  static constexpr std::size_t kMaxQuestions = 16;

  // `catalog` and `c` must outlive the call. Throws BadInput: "not-a-cell", "missing-operand",
  // "unknown-operand", "bad-argument" (wrong kind, or outside the parameter's C type).
  Call(const Catalog& catalog, const Case& c);

  const Case& record() const { return *case_; }
  const OpSpec& op() const { return *op_; }
  const Form& form() const { return *form_; }
  const Product& product() const { return *product_; }
  const Dtype& dtype() const { return *dtype_; }

  bool aiv() const { return case_->core == Core::kAiv; }
  std::uint32_t lane_bytes() const { return dtype_->lane_bytes; }
  // Bytes of one operand that a repeat processes, and the lanes that they hold.
  std::uint32_t repeat_bytes() const { return repeat_bytes_; }
  std::uint32_t repeat_lanes() const { return repeat_bytes_ / dtype_->lane_bytes; }

  // Operands and arguments by parameter name. Precondition: the form has it, with that kind.
  Place operand(std::string_view name) const;
  std::optional<Place> find_operand(std::string_view name) const;
  Place output() const;  // the register or memory that is written: "return" or "dst"
  std::int64_t scalar(std::string_view name) const;
  std::uint64_t unsigned_scalar(std::string_view name) const;
  std::span<const std::uint64_t> words(std::string_view name) const;
  // By index into Form::params: the pointer's address; the register's initial contents (empty
  // for a by-return result); the scalar.
  std::uint64_t address(std::size_t param) const { return address_[param]; }
  std::span<const std::uint8_t> register_bytes(std::size_t param) const;
  std::uint64_t scalar_bits(std::size_t param) const { return address_[param]; }

  // Does this row bind the call's form, product and lane width?
  bool binds(const Constraint& row) const;
  bool binds(const Question& question) const;

  // The option in force for the op's question "family/op.<short_name>", and a note that the
  // outcome depends on it. All questions start at their first option.
  // Precondition: is_open(short_name).
  std::string_view answer(std::string_view short_name) const;
  // Is this question of the op open for the call's form and product?
  bool is_open(std::string_view short_name) const { return find_question(short_name).has_value(); }
  void set_answer(std::size_t question, std::size_t option) { chosen_[question] = option; }
  std::uint32_t asked() const { return asked_; }  // bit q: question q was asked
  void forget_asked() { asked_ = 0; }

 private:
  std::optional<std::size_t> find_question(std::string_view short_name) const;
  void bind_param(std::size_t index);

  const Case* case_;
  const OpSpec* op_ = nullptr;
  const Form* form_ = nullptr;
  const Product* product_ = nullptr;
  const Dtype* dtype_ = nullptr;
  std::uint32_t repeat_bytes_ = 0;
  std::array<std::uint64_t, kMaxParams> address_{};  // kUb: address; kScalar: two's complement
  std::array<const Register*, kMaxParams> register_{};
  std::array<const MaskWords*, kMaxParams> words_{};
  std::array<std::size_t, kMaxQuestions> chosen_{};
  mutable std::uint32_t asked_ = 0;
};

}  // namespace assay

#endif  // ASSAY_ORACLE_CALL_H_
