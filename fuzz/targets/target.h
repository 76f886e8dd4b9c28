// An implementation under test. The one interface of the project.
#ifndef ASSAY_FUZZ_TARGETS_TARGET_H_
#define ASSAY_FUZZ_TARGETS_TARGET_H_

#include "spec/record/case.h"
#include "spec/record/result.h"

namespace assay {

// Not thread-safe: one Target per thread. State that a call leaves behind in the target is seen
// by the next run() on the same object, as `after` of a case asks for.
class Target {
 public:
  virtual ~Target() = default;

  virtual TargetInfo info() const = 0;

  // Runs one case; never looks at its name, tags, clauses or expectation. Trouble with the
  // target is a Status (crash, timeout, error), never an exception, except when the target can
  // no longer be started at all: BadInput "target-dead".
  virtual Result run(const Case& c) = 0;
};

}  // namespace assay

#endif  // ASSAY_FUZZ_TARGETS_TARGET_H_
