// One failed case, told so that its reader knows where to look.
#ifndef ASSAY_CONFORMANCE_DIAGNOSIS_H_
#define ASSAY_CONFORMANCE_DIAGNOSIS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "oracle/evaluate.h"
#include "oracle/judge/compare.h"
#include "spec/model/catalog.h"

namespace assay {

// Where the first wrong bit lies, in the units that engineers count in.
struct WrongPlace {
  std::string operand;    // "dst", "return", "src" (its pointer), or "" outside of operands
  bool is_guard = false;  // memory that the call has no business with
  std::int64_t byte = 0;  // from the operand's start
  std::int64_t bit = 0;   // from the operand's start
  std::int64_t element = 0;
  std::int64_t datablock = 0;
  std::int64_t repeat = 0;
  std::int64_t lane = 0;  // within the repeat
};

struct Diagnosis {
  WrongPlace place;
  std::string expected;  // decoded in the dtype; addresses as numbers
  std::string actual;
  std::string origin;  // "src + 0x60 (0x2060)", "its value before the call", "zero"
  std::string rule;    // constraint or behaviour id; may be empty
  std::string rule_text;
  std::string source;  // "page Gather, 功能说明, lines 31-34"
};

// Precondition: the case is a legal call and `difference` is of its primary expectation.
Diagnosis diagnose(const Catalog& catalog, Evaluator& oracle, const Case& c,
                   const Difference& difference);

// "vendor page X, section Y, lines Z", "vendor kit T, ...", "decision of this project: ..."
std::string source_text(const OpSpec& op, const Source& source);

}  // namespace assay

#endif  // ASSAY_CONFORMANCE_DIAGNOSIS_H_
