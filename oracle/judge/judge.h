// The verdict on one case.
#ifndef ASSAY_ORACLE_JUDGE_JUDGE_H_
#define ASSAY_ORACLE_JUDGE_JUDGE_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/judge/compare.h"
#include "spec/record/case.h"
#include "spec/record/result.h"

namespace assay {

enum class Verdict {
  kPass,
  kFail,
  kKnown,     // a fail that a registered deviation predicts
  kRecorded,  // nothing was promised; what the target did is noted
  kUnsupported,
  kMissing,  // no answer
  kCrash,
  kTimeout,
  kError,
};

inline constexpr Verdict kVerdicts[] = {
    Verdict::kPass,     Verdict::kFail,        Verdict::kKnown,
    Verdict::kRecorded, Verdict::kUnsupported, Verdict::kMissing,
    Verdict::kCrash,    Verdict::kTimeout,     Verdict::kError};

std::string_view to_text(Verdict verdict);

struct JudgeOptions {
  Answers answers;               // answers fixed by the user: question, option
  bool strict_legality = false;  // judge undefined cases like rejected ones
};

struct Judgement {
  Verdict verdict = Verdict::kPass;
  std::string why;                       // one clause, for everything that is not kPass
  std::optional<Difference> difference;  // kFail by comparison: against the primary expectation
  // kPass of a case that distinguishes open questions: for each question the options that
  // explain the outcome, never empty.
  std::vector<std::pair<std::string, std::vector<std::string>>> answers;
};

// Precondition: `c` has an expectation. `result` null: the target gave no answer. `lane_bytes`
// is the width in which a difference is reported.
Judgement judge(const Case& c, const Result* result, std::uint32_t lane_bytes,
                const JudgeOptions& options = {});

}  // namespace assay

#endif  // ASSAY_ORACLE_JUDGE_JUDGE_H_
