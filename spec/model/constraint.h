// One row of an op's constraints: flat data, acted upon by kind.
#ifndef ASSAY_SPEC_MODEL_CONSTRAINT_H_
#define ASSAY_SPEC_MODEL_CONSTRAINT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/model/source.h"

namespace assay {

enum class ConstraintKind {
  // Checked on every case.
  kAligned,      // params: pointers whose address is a multiple of `bytes`
  kNextAligned,  // params: updated pointers; the address after the call likewise
  kMultipleOf,   // params: scalars or index entries that are multiples of `bytes`
  kRange,        // params: scalars or index entries within the `ranges` row that applies
  kInUb,         // params: every access (kUb operands) inside `limit` bytes of the buffer
  kPointerInUb,  // params: updated pointers; 0 <= address after the call <= usable bytes
  kDisjoint,     // params[0] shares no byte with any other of params; see `same_start`, `when`
  kMaskLanes,    // params: mask words with no bit above the lanes of a repeat
  // Used to decide what a call may be or does.
  kZeroWork,          // params: counts that may be 0; effect in `violation` or `question`
  kRepeatDatablocks,  // `bytes` / 32 DataBlocks are processed in each repeat
  kCore,              // what happens on a core without vector unit; see `violation`
  kProduct,           // which products have the op
  kDtype,             // which dtypes or overloads exist
  kConstant,          // params: compile-time constants; travels as an ordinary value
  // Said for the record: nothing in a single call's inputs and outputs can break it.
  kIgnored,     // params: input that has no effect
  kPermission,  // something explicitly allowed
  kSemantics,   // a behaviour that the page lists among its constraints
  kContext,     // where a call may stand (vector function, pipeline, synchronisation, state)
};

enum class Violation {
  kReject,       // the page promises an error
  kUndefined,    // nothing is promised
  kWrongResult,  // runs, result not as expected; judged like kUndefined
  kNop,          // legal: nothing is written
  kIgnored,      // legal: no effect
  kOpen,         // legal: an open question decides
  kNotCallable,  // no such overload or product: not a cell, so never a case
  kNone,         // cannot be violated
};

// One line of a kRange row: applies where every non-empty selector matches.
struct Range {
  std::vector<std::string> products;
  std::vector<std::uint32_t> lane_bytes;
  std::int64_t min = 0;
  std::int64_t max = 0;
  bool operator==(const Range&) const = default;
};

struct Constraint {
  std::string id;  // "GAT-C05"
  ConstraintKind kind = ConstraintKind::kSemantics;
  std::string text;                       // our words
  std::vector<std::string> forms;         // empty: all
  std::vector<std::string> products;      // empty: all
  std::vector<std::uint32_t> lane_bytes;  // empty: all widths
  std::vector<std::string> params;
  std::optional<std::uint32_t> bytes;  // kLaneBytes: the lane width
  std::vector<Range> ranges;
  std::string limit;                    // kInUb: "usable" or "physical"
  std::vector<std::string> same_start;  // kDisjoint: may share their whole range with params[0]
  std::string when;                     // kDisjoint: "" or "several_repeats"
  std::string question;                 // kOpen: the question
  Violation violation = Violation::kNone;
  bool observable = true;  // false: no case can show it; `text` says why
  Source source;
  bool operator==(const Constraint&) const = default;
};

std::string_view to_text(ConstraintKind kind);
std::string_view to_text(Violation violation);

}  // namespace assay

#endif  // ASSAY_SPEC_MODEL_CONSTRAINT_H_
