// Faults: named wrong behaviours, as data.
//
// A fault changes the call before a pristine implementation runs it, or the outcome after; op
// sources and emulators know nothing of it. Run over a suite, faults say what the suite would
// catch; run over a failure, they say what a target does instead.
#ifndef ASSAY_ORACLE_FAULTS_FAULT_H_
#define ASSAY_ORACLE_FAULTS_FAULT_H_

#include <string>
#include <string_view>
#include <vector>

#include "oracle/call.h"
#include "spec/model/catalog.h"
#include "spec/record/result.h"

namespace assay {

// A wrong behaviour that any op with the right parameters can show.
struct GenericFault {
  std::string_view name;      // "offset_in_elements"
  std::string_view sentence;  // what the faulty target does
  // Can a form show it at all? Decided by its parameters.
  bool (*applies)(const Form&);
  // Changes the inputs, given the call as it was meant; may be null.
  void (*before)(const Call& call, Case& changed);
  // Changes the outcome of a run that went through; may be null.
  void (*after)(const Call& call, Result& outcome);
};

extern const std::vector<GenericFault> kGenericFaults;

// A generic fault bound to one op: "basic/Gather.offset_in_elements".
struct Fault {
  std::string id;
  std::string op;
  const GenericFault* fault = nullptr;
};

// Every fault of every op, sorted by op, then as in kGenericFaults.
std::vector<Fault> all_faults(const Catalog& catalog);

// Throws BadInput "unknown-fault" with the ids that exist.
Fault find_fault(const Catalog& catalog, std::string_view id);

}  // namespace assay

#endif  // ASSAY_ORACLE_FAULTS_FAULT_H_
