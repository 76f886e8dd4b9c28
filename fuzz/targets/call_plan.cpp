#include "fuzz/targets/call_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "spec/bad_input.h"

namespace assay {
namespace {

bool is_undefined(const Case& c) {
  return c.expect && c.expect->verdict == ExpectedVerdict::kUndefined;
}

// The index of the case that has to run directly before chain[index].
std::size_t index_before(const Chain& chain, std::size_t index) {
  std::size_t i = index;
  do {
    ASSAY_CHECK(i > 0);
    --i;
  } while (chain[i].c.id != chain[index].c.after);
  return i;
}

void append_call(std::vector<PlannedCall>& calls, const Chain& chain, std::size_t index,
                 CallUse use) {
  std::vector<std::size_t> path{index};
  for (;;) {
    const std::string& after = chain[path.back()].c.after;
    if (after.empty() || (!calls.empty() && calls.back().c->id == after)) break;
    path.push_back(index_before(chain, path.back()));
  }
  for (std::size_t i = path.size() - 1; i > 0; --i) {
    calls.push_back({&chain[path[i]].c, CallUse::kDiscard});
  }
  calls.push_back({&chain[index].c, use});
}

// The free text may hold a time or an address, and is no answer.
bool same_answer(const Result& a, const Result& b) {
  Result other = b;
  other.detail = a.detail;
  other.stable = a.stable;
  return a == other;
}

}  // namespace

void append_calls(std::vector<PlannedCall>& calls, const Chain& chain) {
  for (std::size_t i = 0; i < chain.size(); ++i) {
    if (!chain[i].wanted) continue;
    if (is_undefined(chain[i].c)) {
      append_call(calls, chain, i, CallUse::kFirst);
      append_call(calls, chain, i, CallUse::kSecond);
    } else {
      append_call(calls, chain, i, CallUse::kAnswer);
    }
  }
}

void AnswerCollector::add(Result&& answer) {
  ASSAY_CHECK(!is_complete());
  switch (calls_[next_++].use) {
    case CallUse::kDiscard: break;
    case CallUse::kAnswer: emit_(answer); break;
    case CallUse::kFirst: first_ = std::move(answer); break;
    case CallUse::kSecond:
      if (!same_answer(first_, answer)) {
        first_.stable = false;
        if (first_.status != answer.status) {
          first_.detail +=
              fmt::format("{}the second time: {}{}{}", first_.detail.empty() ? "" : "; ",
                          to_text(answer.status), answer.detail.empty() ? "" : ", ", answer.detail);
        }
      }
      emit_(first_);
      break;
  }
}

}  // namespace assay
