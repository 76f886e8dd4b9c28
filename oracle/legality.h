// Which rules of the page does a call break?
//
// Decided from the constraint rows of the op's JSON, the op's extents and the case's own bytes;
// nothing is shared with the generator, so each checks the other.
#ifndef ASSAY_ORACLE_LEGALITY_H_
#define ASSAY_ORACLE_LEGALITY_H_

#include <string>
#include <vector>

#include "oracle/call.h"

namespace assay {

struct BrokenRule {
  const Constraint* constraint = nullptr;
  std::string detail;  // "srcOffset[3] = 5 is no multiple of 2"
};

struct Legality {
  // kReject where a broken row promises an error, else kUndefined where any row is broken.
  ExpectedVerdict verdict = ExpectedVerdict::kOk;
  std::vector<BrokenRule> broken;  // in the order of the JSON; the first is the one to name
  // True where the call, legal or not, needs memory that the case does not hold: it says nothing
  // then and must not be judged.
  bool incomplete = false;

  // kReject: the row that promises the error. kUndefined: the first. kOk: null.
  const Constraint* clause() const;
};

Legality check_legality(const Call& call);

}  // namespace assay

#endif  // ASSAY_ORACLE_LEGALITY_H_
