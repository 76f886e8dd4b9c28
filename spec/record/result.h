// What a target did with one case: the in-memory form of a line of a results file.
#ifndef ASSAY_SPEC_RECORD_RESULT_H_
#define ASSAY_SPEC_RECORD_RESULT_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/record/case.h"

namespace assay {

enum class Status { kOk, kRejected, kUnsupported, kCrash, kTimeout, kError };

struct Result {
  std::string id;
  Status status = Status::kOk;
  std::string clause;          // kRejected: the constraint the target names; may be empty
  std::string detail;          // free text
  std::optional<bool> stable;  // false: two runs of an undefined case differed
  std::vector<Segment> ub;     // outputs; only kOk has any that are judged
  std::vector<Register> vreg;
  std::vector<Register> mreg;
  std::vector<UpdatedPointer> scalar;
  bool operator==(const Result&) const = default;
};

// Who answered: from a results header or a hello. All fields may be empty.
struct TargetInfo {
  std::string name;
  std::string version;
  std::string kind;
  bool operator==(const TargetInfo&) const = default;
};

std::string_view to_text(Status status);
std::optional<Status> status_from_text(std::string_view text);

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_RESULT_H_
