#include "conformance/verdicts.h"

#include <gtest/gtest.h>

#include "fuzz/generate/test_cases.h"
#include "oracle/judge/test_answers.h"

namespace assay {
namespace {

using test_answers::right_answer;
using test_answers::with_status;
using test_cases::catalog;

// A legal case without open questions.
Case some_case(std::uint64_t index = 0) {
  const Cell cell = test_cases::cells_of("reg/asc_loadalign_upsample_postupdate").back();
  return Generator(catalog()).random_case(cell, 1, index);
}

Case undefined_case() {
  Case c = some_case();
  c.expect = Expectation{ExpectedVerdict::kUndefined, "", {}, {}, {}};
  return c;
}

int code_after(const std::vector<std::pair<Case, std::optional<Result>>>& judged,
               bool allow_unsupported = false) {
  Verdicts v(catalog(), {});
  for (const auto& [c, r] : judged) v.add(c, r ? &*r : nullptr, "v.jsonl");
  return v.exit_code(allow_unsupported);
}

Result wrong_answer(const Case& c) {
  Result r = right_answer(c.expect->outputs);
  r.mreg[0].data[3] ^= 1;
  return r;
}

TEST(Verdicts, ExitCodesFollowTheTable) {
  const Case c = some_case();
  const Result right = right_answer(c.expect->outputs);
  EXPECT_EQ(code_after({{c, right}}), 0);
  EXPECT_EQ(code_after({{c, right}, {undefined_case(), with_status(Status::kCrash)}}), 0);
  EXPECT_EQ(code_after({{c, right}, {c, wrong_answer(c)}}), 1);
  EXPECT_EQ(code_after({{c, right}, {c, with_status(Status::kCrash)}}), 1);
  EXPECT_EQ(code_after({{c, right}, {c, with_status(Status::kTimeout)}}), 1);
  EXPECT_EQ(code_after({{c, right}, {c, with_status(Status::kRejected)}}), 1);
  EXPECT_EQ(code_after({{c, right}, {c, with_status(Status::kError)}}), 3);
  EXPECT_EQ(code_after({{c, right}, {c, {}}}), 3);
  EXPECT_EQ(code_after({{c, right}, {c, with_status(Status::kUnsupported)}}), 3);
  EXPECT_EQ(code_after({{c, right}, {c, with_status(Status::kUnsupported)}}, true), 0);
  EXPECT_EQ(code_after({{c, {}}, {c, wrong_answer(c)}}), 1) << "a fail goes before a gap";
}

TEST(Verdicts, NothingJudgedIsNeverAPass) {
  EXPECT_EQ(code_after({}), 3);
  EXPECT_EQ(code_after({{undefined_case(), with_status(Status::kOk)}}), 3);
  EXPECT_EQ(code_after({{some_case(), with_status(Status::kUnsupported)}}, true), 3);
}

TEST(Verdicts, InconsistentAnswersFail) {
  Case c = some_case();
  c.expect->options = {{"toy.q", "a"}};
  ExpectedOutputs other;
  other.mreg = c.expect->outputs.mreg;
  other.mreg[0].data[0] ^= 0xff;
  c.expect->alternatives = {{{{"toy.q", "b"}}, other}};
  Result as_b = right_answer(c.expect->outputs);
  as_b.mreg[0].data[0] ^= 0xff;
  const Result as_a = right_answer(c.expect->outputs);
  EXPECT_EQ(code_after({{c, as_b}, {c, as_b}}), 0);
  EXPECT_EQ(code_after({{c, as_a}, {c, as_b}}), 1);
}

TEST(Verdicts, CountsCellsAndCasesAndMergesThem) {
  Verdicts all(catalog(), {}), part(catalog(), {});
  const Case c = some_case();
  const Cell other = test_cases::cells_of("reg/asc_copy").front();
  const Case d = Generator(catalog()).random_case(other, 1, 0);
  const Result right_c = right_answer(c.expect->outputs), wrong_c = wrong_answer(c);
  const Result right_d = right_answer(d.expect->outputs);
  all.add(c, &right_c, "");
  part.add(d, &right_d, "");
  part.add(c, &wrong_c, "");
  all.merge(std::move(part));
  EXPECT_EQ(all.cases(), 3u);
  EXPECT_EQ(all.judged(), 3u);
  EXPECT_EQ(all.cells(), 2u);
  EXPECT_EQ(all.total(Verdict::kPass), 2u);
  EXPECT_EQ(all.total(Verdict::kFail), 1u);
  ASSERT_EQ(all.not_passed().size(), 1u);
  EXPECT_EQ(all.not_passed()[0].id, c.id);
  EXPECT_TRUE(all.not_passed()[0].call.has_value());
  EXPECT_GT(all.tripwires_planted(), 0u);
  EXPECT_EQ(all.tripwires_missed(), 0u);
}

TEST(Verdicts, KeepsOnlyTheFirstFailuresWhole) {
  Verdicts v(catalog(), {});
  const Case c = some_case();
  const Result wrong = wrong_answer(c);
  for (std::size_t i = 0; i < Verdicts::kMaxKeptCases + 5; ++i) v.add(c, &wrong, "");
  ASSERT_EQ(v.not_passed().size(), Verdicts::kMaxKeptCases + 5);
  EXPECT_TRUE(v.not_passed()[Verdicts::kMaxKeptCases - 1].call.has_value());
  EXPECT_FALSE(v.not_passed()[Verdicts::kMaxKeptCases].call.has_value());
}

TEST(Verdicts, RenamesTheLastCaseThatDidNotPass) {
  Verdicts v(catalog(), {});
  const Case c = some_case();
  const Result wrong = wrong_answer(c), right = right_answer(c.expect->outputs);
  v.add(c, &wrong, "");
  v.set_last_id("other");
  EXPECT_EQ(v.not_passed()[0].id, "other");
  EXPECT_EQ(v.not_passed()[0].call->id, "other");
  v.add(c, &right, "");
  v.set_last_id("never");
  EXPECT_EQ(v.not_passed()[0].id, "other");
}

}  // namespace
}  // namespace assay
