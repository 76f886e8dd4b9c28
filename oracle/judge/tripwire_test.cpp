// Tripwires are planted where a flipped bit is certainly wrong, and a living judge catches all.
#include "oracle/judge/tripwire.h"

#include <gtest/gtest.h>

#include "oracle/judge/test_answers.h"

namespace assay {
namespace {

using namespace test_answers;

Case expecting(const ExpectedOutputs& outputs) {
  Expectation e;
  e.outputs = outputs;
  return case_with(std::move(e));
}

std::uint64_t planted(const Case& c, const Result& passed, const JudgeOptions& options = {}) {
  Tripwires wires;
  wires.try_case(c, passed, 1, options);
  EXPECT_EQ(wires.missed(), 0u);
  return wires.planted();
}

TEST(Tripwires, OneForTheStatusAndOneForEachOutput) {
  const ExpectedOutputs o = one_of_each();
  EXPECT_EQ(planted(expecting(o), right_answer(o)), 1u + 2 + 1 + 1 + 1);
  ExpectedOutputs two;
  two.vreg = {{"dst", Bytes(256), {}}};
  two.scalar = {{"src", 0}};
  EXPECT_EQ(planted(expecting(two), right_answer(two)), 3u);
}

TEST(Tripwires, NotInBitsThatNobodyCompares) {
  ExpectedOutputs o;
  o.vreg = {{"return", Bytes(256), Bytes(256)}};
  EXPECT_EQ(planted(expecting(o), right_answer(o)), 1u) << "the status alone";
  o.vreg[0].care[255] = 0x80;  // one promised bit
  EXPECT_EQ(planted(expecting(o), right_answer(o)), 2u);
}

TEST(Tripwires, NotWhereAnotherAnswerMightExplainTheFlip) {
  Case c = asking({{"keep", 1}, {"zero", 2}});
  EXPECT_EQ(planted(c, byte_answer(1)), 1u);
  c.expect->outputs.mreg = {{"other", Bytes(32), {}}};  // the same under both answers
  Result r = byte_answer(1);
  r.mreg = {{"other", Bytes(32)}};
  EXPECT_EQ(planted(c, r), 2u);
}

TEST(Tripwires, AnExpectedRefusalIsSpoiltIntoAnAnswer) {
  for (const ExpectedVerdict verdict : {ExpectedVerdict::kReject, ExpectedVerdict::kUndefined}) {
    Expectation e;
    e.verdict = verdict;
    JudgeOptions options;
    options.strict_legality = true;
    EXPECT_EQ(planted(case_with(e), with_status(Status::kRejected), options), 1u);
  }
}

TEST(Tripwires, TheFirstCasesThenEverRarerOnes) {
  const ExpectedOutputs o = one_of_each();
  Tripwires wires;
  std::vector<int> planted_at;
  for (int n = 1; n <= 1000; ++n) {
    const std::uint64_t before = wires.planted();
    wires.try_case(expecting(o), right_answer(o), 1, {});
    if (wires.planted() != before) planted_at.push_back(n);
  }
  EXPECT_EQ(planted_at, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 64, 128, 256, 512}));
  EXPECT_EQ(wires.missed(), 0u);
}

TEST(Tripwires, CountsAddUp) {
  const ExpectedOutputs o = one_of_each();
  Tripwires a, b;
  a.try_case(expecting(o), right_answer(o), 1, {});
  b.try_case(expecting(o), right_answer(o), 1, {});
  a.merge(b);
  EXPECT_EQ(a.planted(), 12u);
  EXPECT_EQ(a.missed(), 0u);
}

TEST(Tripwires, OneThatTheJudgeDoesNotFlagIsMissed) {
  // A case that promises nothing lets every spoilt answer through: as a dead judge would.
  Expectation anything;
  anything.verdict = ExpectedVerdict::kUndefined;
  Tripwires wires;
  wires.try_case(case_with(anything), with_status(Status::kRejected), 1, {});
  EXPECT_EQ(wires.planted(), 1u);
  EXPECT_EQ(wires.missed(), 1u);
}

TEST(Tripwires, LeaveTheResultAlone) {
  const ExpectedOutputs o = one_of_each();
  const Result r = right_answer(o);
  Result kept = r;
  Tripwires wires;
  wires.try_case(expecting(o), kept, 1, {});
  EXPECT_EQ(kept, r);
}

}  // namespace
}  // namespace assay
