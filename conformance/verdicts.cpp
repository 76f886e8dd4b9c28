#include "conformance/verdicts.h"

#include <algorithm>

#include "spec/bad_input.h"

namespace assay {

const Judgement& Verdicts::add(const Case& c, const Result* result, const std::string& file) {
  const Dtype* dtype = catalog_->find_dtype(c.dtype);
  ASSAY_CHECK(dtype != nullptr);
  last_ = judge(c, result, dtype->lane_bytes, options_);
  ++totals_[static_cast<std::size_t>(last_.verdict)];
  cells_.insert(c.op + "." + c.form + "." + c.product + "." + c.dtype);
  answers_.add(last_, c.product + "/" + std::to_string(dtype->lane_bytes));
  if (last_.verdict == Verdict::kPass) {
    tripwires_.try_case(c, *result, dtype->lane_bytes, options_);
    return last_;
  }
  NotPassed entry{c.id, c.name, file, last_, {}};
  if (last_.verdict == Verdict::kFail && kept_ < kMaxKeptCases) {
    entry.call = c;
    ++kept_;
  }
  not_passed_.push_back(std::move(entry));
  return last_;
}

void Verdicts::set_last_id(std::string id) {
  if (last_.verdict == Verdict::kPass || not_passed_.empty()) return;
  if (not_passed_.back().call) not_passed_.back().call->id = id;
  not_passed_.back().id = std::move(id);
}

void Verdicts::merge(Verdicts&& other) {
  for (std::size_t i = 0; i < totals_.size(); ++i) totals_[i] += other.totals_[i];
  cells_.merge(other.cells_);
  answers_.merge(other.answers_);
  tripwires_.merge(other.tripwires_);
  for (NotPassed& entry : other.not_passed_) {
    if (entry.call && kept_++ >= kMaxKeptCases) entry.call.reset();
    not_passed_.push_back(std::move(entry));
  }
}

std::uint64_t Verdicts::cases() const {
  std::uint64_t sum = 0;
  for (const std::uint64_t n : totals_) sum += n;
  return sum;
}

std::uint64_t Verdicts::judged() const {
  return total(Verdict::kPass) + total(Verdict::kFail) + total(Verdict::kKnown);
}

int Verdicts::exit_code(bool allow_unsupported) const {
  if (tripwires_missed() > 0) return 3;
  const bool wrong = total(Verdict::kFail) + total(Verdict::kCrash) + total(Verdict::kTimeout) > 0;
  if (wrong || !inconsistent().empty()) return 1;
  const bool incomplete = total(Verdict::kMissing) + total(Verdict::kError) > 0 ||
                          (!allow_unsupported && total(Verdict::kUnsupported) > 0) || judged() == 0;
  return incomplete ? 3 : 0;
}

}  // namespace assay
