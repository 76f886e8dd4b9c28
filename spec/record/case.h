// One call of one operation: what goes in, and what must come out.
//
// A Case is the in-memory form of a case object of a vectors file. All byte strings are in
// memory order, byte 0 first; registers of vectors are 256 bytes, mask registers 32 bytes, and
// bit k of either is bit (k mod 8) of byte k / 8.
#ifndef ASSAY_SPEC_RECORD_CASE_H_
#define ASSAY_SPEC_RECORD_CASE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace assay {

using Bytes = std::vector<std::uint8_t>;

inline constexpr std::uint32_t kVectorRegisterBytes = 256;
inline constexpr std::uint32_t kMaskRegisterBytes = 32;

// Contiguous bytes of the Unified Buffer from byte address `addr` on.
struct Segment {
  std::uint64_t addr = 0;
  Bytes data;
  bool operator==(const Segment&) const = default;
};

// A vector or mask register, called by its parameter's name ("return" for a by-return result).
struct Register {
  std::string name;
  Bytes data;
  bool operator==(const Register&) const = default;
};

// A pointer argument: a byte address in the Unified Buffer.
struct Pointer {
  std::uint64_t address = 0;
  bool operator==(const Pointer&) const = default;
};

// Mask words of the bit-mask forms: bit i of word i / 64 is lane i.
using MaskWords = std::vector<std::uint64_t>;

// An argument. std::uint64_t holds only values above INT64_MAX, so that equal values compare
// equal; make scalars with scalar_arg().
using ArgValue = std::variant<Pointer, std::int64_t, std::uint64_t, MaskWords>;
ArgValue scalar_arg(std::uint64_t value);

struct Arg {
  std::string name;
  ArgValue value;
  bool operator==(const Arg&) const = default;
};

enum class Core { kAiv, kAic };

// Bytes and which of their bits are compared. An empty `care` means all of them; otherwise it
// is as long as `data`.
struct ExpectedSegment {
  std::uint64_t addr = 0;
  Bytes data;
  Bytes care;
  bool operator==(const ExpectedSegment&) const = default;
};

struct ExpectedRegister {
  std::string name;
  Bytes data;
  Bytes care;
  bool operator==(const ExpectedRegister&) const = default;
};

// A pointer that the call updates, by parameter name, and its new address.
struct UpdatedPointer {
  std::string name;
  std::int64_t address = 0;
  bool operator==(const UpdatedPointer&) const = default;
};

struct ExpectedOutputs {
  std::vector<ExpectedSegment> ub;  // ascending, never overlapping
  std::vector<ExpectedRegister> vreg;
  std::vector<ExpectedRegister> mreg;
  std::vector<UpdatedPointer> scalar;
  bool operator==(const ExpectedOutputs&) const = default;
};

// One answer to each open question named: question id, option id.
using Answers = std::vector<std::pair<std::string, std::string>>;

// What the call yields under other answers. Each output here replaces the whole output of the
// same name (segment: the same address) of the primary expectation.
struct Alternative {
  Answers options;
  ExpectedOutputs outputs;
  bool operator==(const Alternative&) const = default;
};

enum class ExpectedVerdict { kOk, kReject, kUndefined };

struct Expectation {
  ExpectedVerdict verdict = ExpectedVerdict::kOk;
  std::string clause;  // kReject only: the constraint whose violation is reported
  Answers options;     // the primary answers; empty where the case distinguishes none
  ExpectedOutputs outputs;
  std::vector<Alternative> alternatives;
  bool operator==(const Expectation&) const = default;
};

struct Case {
  std::string id;
  std::string name;
  std::string op;  // "family/name"
  std::string form;
  std::string product;
  std::string dtype;
  Core core = Core::kAiv;
  std::uint64_t ub_bytes = 0;  // usable bytes of the Unified Buffer
  std::vector<Segment> ub;     // ascending, never overlapping
  std::vector<Register> vreg;
  std::vector<Register> mreg;
  std::vector<Arg> args;
  std::vector<std::string> tags;
  std::vector<std::string> clauses;
  std::string after;  // id of the case that must run directly before; empty: none
  std::optional<Expectation> expect;
  bool operator==(const Case&) const = default;
};

const Register* find_register(const std::vector<Register>& registers, std::string_view name);
const ArgValue* find_arg(const Case& c, std::string_view name);

std::string_view to_text(Core core);
std::string_view to_text(ExpectedVerdict verdict);

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_CASE_H_
