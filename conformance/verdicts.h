// The verdict on a whole run: counts, answers, tripwires, and every case that is not a pass.
#ifndef ASSAY_CONFORMANCE_VERDICTS_H_
#define ASSAY_CONFORMANCE_VERDICTS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "oracle/judge/answer_book.h"
#include "oracle/judge/judge.h"
#include "oracle/judge/tripwire.h"
#include "spec/model/catalog.h"

namespace assay {

// A case that did not pass. The case itself and what the target did are kept for the first few
// failures only, for a diagnosis; a run may have millions.
struct NotPassed {
  std::string id;
  std::string name;
  std::string file;  // FILE of the reference FILE#ID; empty for a case made in memory
  Judgement judgement;
  std::optional<Case> call;
};

class Verdicts {
 public:
  static constexpr std::size_t kMaxKeptCases = 32;

  Verdicts(const Catalog& catalog, JudgeOptions options)
      : catalog_(&catalog), options_(std::move(options)) {}

  // Judges one case; `result` null: no answer. Precondition: the case is a call of a cell and has
  // an expectation.
  const Judgement& add(const Case& c, const Result* result, const std::string& file);

  // Gives the case of the last add() an id after all, where it did not pass.
  void set_last_id(std::string id);

  // Adds what another thread has judged. Order of the calls is the order of the failures.
  void merge(Verdicts&& other);

  std::uint64_t total(Verdict v) const { return totals_[static_cast<std::size_t>(v)]; }
  std::uint64_t cases() const;
  std::uint64_t judged() const;  // pass, fail or known: something was promised and compared
  std::size_t cells() const { return cells_.size(); }
  const std::vector<NotPassed>& not_passed() const { return not_passed_; }
  AnswerBook::Counts answers() const { return answers_.counts(); }
  std::vector<AnswerBook::Inconsistency> inconsistent() const { return answers_.inconsistent(); }
  std::uint64_t tripwires_planted() const { return tripwires_.planted(); }
  std::uint64_t tripwires_missed() const { return tripwires_.missed(); }

  // 0 all well; 1 a fail, crash, timeout or inconsistent answer; 3 incomplete. A missed tripwire
  // voids everything else.
  int exit_code(bool allow_unsupported) const;

 private:
  const Catalog* catalog_;
  JudgeOptions options_;
  std::array<std::uint64_t, std::size(kVerdicts)> totals_{};
  std::set<std::string> cells_;
  AnswerBook answers_;
  Tripwires tripwires_;
  std::vector<NotPassed> not_passed_;
  std::size_t kept_ = 0;
  Judgement last_;
};

}  // namespace assay

#endif  // ASSAY_CONFORMANCE_VERDICTS_H_
