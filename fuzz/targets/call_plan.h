// The calls that answer the wanted cases of some chains.
//
// A case means something only directly after the one that its `after` names, so whatever has to
// stand before it is called again where something else was called last; and a case of which
// nothing is promised is called twice, to see whether the target answers it in one way. With
// b undefined, the chain a <- b <- c becomes the calls a, b, a again, b again, c.
#ifndef ASSAY_FUZZ_TARGETS_CALL_PLAN_H_
#define ASSAY_FUZZ_TARGETS_CALL_PLAN_H_

#include <functional>
#include <vector>

#include "fuzz/targets/selection.h"
#include "spec/record/case.h"
#include "spec/record/result.h"

namespace assay {

enum class CallUse {
  kDiscard,  // called for the state that it leaves
  kAnswer,   // its answer is the result
  kFirst,    // of two answers
  kSecond,
};

struct PlannedCall {
  const Case* c = nullptr;  // in the chain given
  CallUse use = CallUse::kDiscard;
};

// Precondition: each `after` names an earlier case of the chain, as VectorsReader checks.
void append_calls(std::vector<PlannedCall>& calls, const Chain& chain);

// Turns the answers to calls, in their order, into the results of the wanted cases.
class AnswerCollector {
 public:
  AnswerCollector(const std::vector<PlannedCall>& calls, std::function<void(const Result&)> emit)
      : calls_(calls), emit_(std::move(emit)) {}

  void add(Result&& answer);
  bool is_complete() const { return next_ == calls_.size(); }

 private:
  const std::vector<PlannedCall>& calls_;
  std::function<void(const Result&)> emit_;
  std::size_t next_ = 0;
  Result first_;
};

}  // namespace assay

#endif  // ASSAY_FUZZ_TARGETS_CALL_PLAN_H_
