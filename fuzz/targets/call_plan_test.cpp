#include "fuzz/targets/call_plan.h"

#include <gtest/gtest.h>

#include <string>

namespace assay {
namespace {

// "a b* c?" is a chain: * is not wanted, ? undefined.
Chain make_chain(const std::string& text) {
  Chain chain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    PlannedCase planned{{}, true};
    planned.c.id = text.substr(i, 1);
    if (!chain.empty()) planned.c.after = chain.back().c.id;
    for (; i + 1 < text.size() && text[i + 1] != ' '; ++i) {
      if (text[i + 1] == '*') planned.wanted = false;
      if (text[i + 1] == '?') planned.c.expect.emplace().verdict = ExpectedVerdict::kUndefined;
    }
    ++i;
    chain.push_back(planned);
  }
  return chain;
}

// Lower case: an answer; "-a": discarded; "a1", "a2": first and second.
std::string calls_of(const Chain& chain) {
  std::vector<PlannedCall> calls;
  append_calls(calls, chain);
  std::string text;
  for (const PlannedCall& call : calls) {
    if (!text.empty()) text += ' ';
    if (call.use == CallUse::kDiscard) text += '-';
    text += call.c->id;
    if (call.use == CallUse::kFirst) text += '1';
    if (call.use == CallUse::kSecond) text += '2';
  }
  return text;
}

TEST(CallPlan, AChainIsCalledInOrder) {
  EXPECT_EQ(calls_of(make_chain("a")), "a");
  EXPECT_EQ(calls_of(make_chain("a b c")), "a b c");
}

TEST(CallPlan, WhatIsNotWantedIsCalledOnlyForItsState) {
  EXPECT_EQ(calls_of(make_chain("a* b* c")), "-a -b c");
  EXPECT_EQ(calls_of(make_chain("a b* c")), "a -b c");
}

TEST(CallPlan, AnUndefinedCaseIsCalledTwiceInTheSameState) {
  EXPECT_EQ(calls_of(make_chain("a?")), "a1 a2");
  EXPECT_EQ(calls_of(make_chain("a? b")), "a1 a2 b");
  EXPECT_EQ(calls_of(make_chain("a b? c")), "a b1 -a b2 c");
  EXPECT_EQ(calls_of(make_chain("a? b? c")), "a1 a2 b1 -a b2 c");
  EXPECT_EQ(calls_of(make_chain("a*? b")), "-a b");
}

TEST(CallPlan, TwoCasesAfterTheSameOneEachGetIt) {
  Chain chain = make_chain("a b c");
  chain[2].c.after = "a";
  EXPECT_EQ(calls_of(chain), "a b -a c");
}

std::vector<Result> collect(const Chain& chain, const std::vector<Result>& answers) {
  std::vector<PlannedCall> calls;
  append_calls(calls, chain);
  std::vector<Result> results;
  AnswerCollector collector(calls, [&](const Result& r) { results.push_back(r); });
  for (Result answer : answers) collector.add(std::move(answer));
  EXPECT_TRUE(collector.is_complete());
  return results;
}

Result answer(const std::string& id, std::uint8_t byte, const std::string& detail = "") {
  Result r;
  r.id = id;
  r.detail = detail;
  r.vreg = {{"dst", {byte}}};
  return r;
}

TEST(CallPlan, UnequalAnswersToAnUndefinedCaseAreUnstable) {
  const Chain chain = make_chain("a?");
  EXPECT_EQ(collect(chain, {answer("a", 1, "at 12:00"), answer("a", 1, "at 12:01")}),
            std::vector{answer("a", 1, "at 12:00")});
  Result unstable = answer("a", 1);
  unstable.stable = false;
  EXPECT_EQ(collect(chain, {answer("a", 1), answer("a", 2)}), std::vector{unstable});

  Result crash;
  crash.id = "a";
  crash.status = Status::kCrash;
  crash.detail = "exit code 1";
  unstable.detail = "the second time: crash, exit code 1";
  EXPECT_EQ(collect(chain, {answer("a", 1), crash}), std::vector{unstable});
}

TEST(CallPlan, OnlyTheWantedGetAResult) {
  EXPECT_EQ(collect(make_chain("a* b c?"), {answer("a", 1), answer("b", 2), answer("c", 3),
                                            answer("a", 4), answer("b", 5), answer("c", 3)}),
            (std::vector{answer("b", 2), answer("c", 3)}));
}

}  // namespace
}  // namespace assay
