// The typed form of spec/ops/<family>/<op>.json: what the vendor's page says of one operation.
//
// Flat data. A consumer asks "which rows bind this form, product and dtype" and acts by the
// row's kind; nothing here is an expression. spec/README.md describes the JSON itself.
#ifndef ASSAY_SPEC_MODEL_OP_SPEC_H_
#define ASSAY_SPEC_MODEL_OP_SPEC_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/record/case.h"

namespace assay {

// Where a statement comes from. `document` is "page" (the op's own vendor page), "vendor" (another
// page or guide of the vendor), "kit" (the vendor's public headers, samples or tests) or
// "assay" (this project's decision, with the reasoning in `section`).
struct Source {
  std::string document;
  std::string title;    // which page, guide or file; empty for "page"
  std::string section;  // heading, or the reasoning
  std::string lines;    // "138" or "162-165" of the page as archived; may be empty
  bool operator==(const Source&) const = default;
};

enum class ParamKind {
  kUb,         // pointer or tensor: an address in the Unified Buffer
  kVreg,       // vector register, 256 bytes
  kMreg,       // mask register, 32 bytes
  kScalar,     // integer of the C type `type`
  kMaskWords,  // array of 64-bit mask words
};

enum class ParamIo {
  kIn,
  kOut,    // written; what the call does not write keeps its initial contents
  kInOut,  // read and written
};

// What a parameter means; drives generation, legality and reports. An op with a new meaning adds
// a role here, never a special case elsewhere.
enum class ParamRole {
  kData,            // operand that is moved
  kMask,            // selects lanes (kMreg, kMaskWords) or, as kScalar, the first `value` lanes
  kIndex,           // byte offsets into the operand `into`, one u32 an entry
  kBits,            // kUb: packed selection bits, least significant bit first
  kCount,           // elements to process
  kRepeat,          // iterations
  kStrideDatablocks,  // distance in DataBlocks
  kBase,            // byte offset added to every index of the operand `into`
  kSelector,        // picks one of a few behaviours or blocks
  kStep,            // post-update step of the pointer `into`; unit in `unit_bytes`
};

// 0 stands for "the lane width of the dtype" wherever a width in bytes may be given.
inline constexpr std::uint32_t kLaneBytes = 0;

struct Param {
  std::string name;     // as in the prototype; "return" for a by-return result
  std::string type;     // C++ type as printed, e.g. "uint16_t" or "vector_<dtype>&"
  ParamKind kind = ParamKind::kScalar;
  ParamIo io = ParamIo::kIn;
  ParamRole role = ParamRole::kData;
  std::string into;                       // kIndex, kBase, kStep: the operand it refers to
  std::uint32_t entries = 0;              // kIndex in a register: entries that count
  std::uint32_t block_bytes = kLaneBytes;  // kIndex: bytes fetched for each entry
  std::uint32_t unit_bytes = 1;           // kStep: bytes of one unit; kLaneBytes: an element
  std::uint32_t bits_per_lane = 0;        // kMask in a register: bits of a lane's group;
                                          // 0: as many as the dtype's lane has bytes
  std::uint32_t lanes = 0;                // kMask in a register: lanes that count; 0: all
  bool updated = false;                   // kUb: the call changes the pointer itself
  std::string stride;                     // kUb output: its repeat stride parameter, for reports
  std::string text;                       // one sentence, our words
  Source source;
  bool operator==(const Param&) const = default;
};

// The dtypes of a form on some products. Every (product, dtype) pair of it is a cell.
struct Support {
  std::vector<std::string> products;
  std::vector<std::string> dtypes;
  Source source;
  bool operator==(const Support&) const = default;
};

struct Form {
  std::string id;
  std::string title;
  std::string prototype;
  std::vector<Param> params;
  std::vector<Support> support;
  bool by_return() const;
  const Param* find_param(std::string_view name) const;
  bool operator==(const Form&) const = default;
};

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
  kZeroWork,     // params: counts that may be 0; effect in `violation` or `question`
  kRepeatDatablocks,  // `bytes` / 32 DataBlocks are processed in each repeat
  kCore,         // what happens on a core without vector unit; see `violation`
  kProduct,      // which products have the op
  kDtype,        // which dtypes or overloads exist
  kConstant,     // params: compile-time constants; travels as an ordinary value
  // Said for the record: nothing in a single call's inputs and outputs can break it.
  kIgnored,      // params: input that has no effect
  kPermission,   // something explicitly allowed
  kSemantics,    // a behaviour that the page lists among its constraints
  kContext,      // where a call may stand (vector function, pipeline, synchronisation, state)
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
  std::optional<std::uint32_t> bytes;     // kLaneBytes: the lane width
  std::vector<Range> ranges;
  std::string limit;                      // kInUb: "usable" or "physical"
  std::vector<std::string> same_start;    // kDisjoint: may share their whole range with params[0]
  std::string when;                       // kDisjoint: "" or "several_repeats"
  std::string question;                   // kOpen: the question
  Violation violation = Violation::kNone;
  bool observable = true;                 // false: no case can show it; `text` says why
  Source source;
  bool operator==(const Constraint&) const = default;
};

// A numbered statement of what the op does; op sources name the row that each move follows.
struct Behaviour {
  std::string id;  // "GAT-B01"
  std::string text;
  std::vector<std::string> forms;  // empty: all
  bool observable = true;
  Source source;
  bool operator==(const Behaviour&) const = default;
};

struct Option {
  std::string id;
  std::string text;
  Source source;  // who says so
  bool operator==(const Option&) const = default;
};

// A point on which the documents are silent or disagree. The first option is the primary one.
struct Question {
  std::string id;  // "family/op.short_name"
  std::string text;
  std::vector<std::string> forms;     // empty: all
  std::vector<std::string> products;  // empty: all
  std::vector<Option> options;        // at least two
  bool operator==(const Question&) const = default;
};

// A worked example with the numbers of a document. Inputs and outputs are complete; `expect` of
// the case holds the bytes that the document gives, with care 0 where it is silent.
struct Example {
  std::string title;
  Case call;
  Source source;
  bool operator==(const Example&) const = default;
};

enum class Availability { kSupported, kUnsupported, kNotListed };

struct ProductRow {
  std::string product;
  Availability availability = Availability::kNotListed;
  bool operator==(const ProductRow&) const = default;
};

struct OpSpec {
  std::string id;     // "family/name"
  std::string title;
  std::string page;   // name of the vendor's page
  std::string header;  // include path that the page names; empty: none named
  std::string untouched;  // behaviour id: bytes that no rule writes stay as they are
  std::vector<ProductRow> products;  // all products, in catalog order
  std::vector<Form> forms;
  std::vector<Constraint> constraints;
  std::vector<Behaviour> behaviours;
  std::vector<Question> questions;
  std::vector<Example> examples;
  const Form* find_form(std::string_view id) const;
  bool operator==(const OpSpec&) const = default;
};

std::string_view to_text(ParamKind kind);
std::string_view to_text(ParamIo io);
std::string_view to_text(ParamRole role);
std::string_view to_text(ConstraintKind kind);
std::string_view to_text(Violation violation);
std::string_view to_text(Availability availability);

}  // namespace assay

#endif  // ASSAY_SPEC_MODEL_OP_SPEC_H_
