// Faults: named wrong behaviours, as data.
//
// A fault changes the call before a pristine implementation runs it, or the outcome after; op
// sources and emulators know nothing of it. Run over a suite, faults say what the suite would
// catch; run over a failure, they say what a target does instead.
//
//   Fault f = find_fault(catalog, "basic/Gather.offset_in_elements");
//   FaultState state;
//   Result r = f.run(Call(catalog, c), [&](const Case& x) { return emulator.run(x); }, state);
#ifndef ASSAY_ORACLE_FAULTS_FAULT_H_
#define ASSAY_ORACLE_FAULTS_FAULT_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/call.h"
#include "spec/model/catalog.h"
#include "spec/record/result.h"

namespace assay {

// The classes of wrong behaviour that public bug reports show.
enum class FaultClass {
  kUnit,             // bytes, elements, DataBlocks mixed up
  kBase,             // base address dropped or doubled
  kIndex,            // index width or sign
  kMaskOrder,        // bit or mask order
  kMaskGranularity,  // one mask bit for how many bytes
  kMaskPolicy,       // what inactive lanes hold
  kMaskedAccess,     // inactive lanes still access memory
  kTail,             // tail or count
  kZero,             // zero or full boundary
  kStride,
  kStaleState,
  kCompaction,
  kWidth,   // dtype width
  kScalar,  // one element instead of a block
  kAlignment,
  kOverlap,
  kOperandOrder,
  kPostUpdate,
  kLaneOrder,
  kValue,    // data passed through a number
  kRefusal,  // a legal call refused, or an illegal one accepted
  kOverRead,
};

std::string_view to_text(FaultClass c);

// Where a fault can be seen.
enum class Visibility {
  kLegalCall,    // in some legal call
  kSecondCall,   // in a legal call that directly follows another one
  kOpenAnswer,   // never a failure: it is an answer to an open question
  kIllegalCall,  // only in a call that breaks a rule: where the page promises an error always,
                 // elsewhere under strict legality
};

// What a faulty target remembers between calls.
struct FaultState {
  std::optional<Case> previous;
};

// The implementation that the fault is planted into.
using Pristine = std::function<Result(const Case&)>;

// What the faulty target answers to `call`.
using FaultyRun = Result (*)(const Call& call, const Pristine& pristine, FaultState& state);

// A wrong behaviour, written once and bound to every op that can show it.
struct FaultKind {
  std::string_view name;  // "offset_in_elements"
  FaultClass fault_class = FaultClass::kUnit;
  std::string_view sentence;  // "takes offsets as element indices instead of bytes"
  std::string_view evidence;  // a public report's address, or the reasoning
  bool (*applies)(const OpSpec&, const Form&);  // can a call of the form show it?
  FaultyRun run = nullptr;
  Visibility visibility = Visibility::kLegalCall;
  std::string_view answer = "";  // kOpenAnswer: "question=option"
  bool on_other_cores = false;   // also where the core has no vector unit and the op does nothing
};

// A kind of fault bound to one op: id "basic/Gather.offset_in_elements".
struct Fault {
  std::string id;
  std::string op;
  const FaultKind* kind = nullptr;

  bool applies(const OpSpec& op_spec, const Form& form) const {
    return op_spec.id == op && kind->applies(op_spec, form);
  }
  Result run(const Call& call, const Pristine& pristine, FaultState& state) const;
};

// Every fault of every op, sorted by op, then in the order of the kinds. `catalog` is not kept.
std::vector<Fault> all_faults(const Catalog& catalog);

// Throws BadInput "unknown-fault".
Fault find_fault(const Catalog& catalog, std::string_view id);

}  // namespace assay

#endif  // ASSAY_ORACLE_FAULTS_FAULT_H_
