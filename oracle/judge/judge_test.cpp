// The verdict table, and how answers to open questions are admitted and counted.
#include "oracle/judge/judge.h"

#include <gtest/gtest.h>

#include <set>

#include "oracle/judge/test_answers.h"

namespace assay {
namespace {

using namespace test_answers;
using Given = std::vector<std::pair<std::string, std::vector<std::string>>>;

Case expecting(ExpectedVerdict verdict) {
  Expectation e;
  e.verdict = verdict;
  if (verdict == ExpectedVerdict::kReject) e.clause = "UPS-C07";
  if (verdict == ExpectedVerdict::kOk) e.outputs = one_of_each();
  return case_with(std::move(e));
}

Verdict verdict_of(ExpectedVerdict expected, const Result* result, bool strict = false) {
  JudgeOptions options;
  options.strict_legality = strict;
  const Judgement j = judge(expecting(expected), result, 1, options);
  EXPECT_EQ(j.why.empty(), j.verdict == Verdict::kPass);
  EXPECT_TRUE(j.answers.empty());
  return j.verdict;
}

TEST(Judge, TheVerdictTable) {
  struct Row {
    Status status;
    Verdict ok, reject, undefined, strict;
  };
  using enum Verdict;
  for (const Row& row :
       {Row{Status::kRejected, kFail, kPass, kRecorded, kPass},
        Row{Status::kUnsupported, kUnsupported, kUnsupported, kRecorded, kUnsupported},
        Row{Status::kCrash, kCrash, kCrash, kRecorded, kCrash},
        Row{Status::kTimeout, kTimeout, kTimeout, kRecorded, kTimeout},
        Row{Status::kError, kError, kError, kRecorded, kError},
        Row{Status::kOk, kFail, kFail, kRecorded, kFail}}) {
    const Result r = with_status(row.status);  // kOk: without outputs
    EXPECT_EQ(verdict_of(ExpectedVerdict::kOk, &r), row.ok) << to_text(row.status);
    EXPECT_EQ(verdict_of(ExpectedVerdict::kReject, &r), row.reject) << to_text(row.status);
    EXPECT_EQ(verdict_of(ExpectedVerdict::kUndefined, &r), row.undefined) << to_text(row.status);
    EXPECT_EQ(verdict_of(ExpectedVerdict::kUndefined, &r, true), row.strict) << to_text(row.status);
    // Strictness is about undefined calls alone.
    EXPECT_EQ(verdict_of(ExpectedVerdict::kOk, &r, true), row.ok);
    EXPECT_EQ(verdict_of(ExpectedVerdict::kReject, &r, true), row.reject);
  }
  const Result right = right_answer(one_of_each());
  EXPECT_EQ(verdict_of(ExpectedVerdict::kOk, &right), kPass);
  EXPECT_EQ(verdict_of(ExpectedVerdict::kReject, &right), kFail);
  EXPECT_EQ(verdict_of(ExpectedVerdict::kUndefined, &right), kRecorded);
  for (const ExpectedVerdict expected :
       {ExpectedVerdict::kOk, ExpectedVerdict::kReject, ExpectedVerdict::kUndefined}) {
    EXPECT_EQ(verdict_of(expected, nullptr), kMissing);
    EXPECT_EQ(verdict_of(expected, nullptr, true), kMissing);
  }
}

TEST(Judge, ARefusalMayNameAnyClause) {
  Result r = with_status(Status::kRejected);
  for (const char* clause : {"", "UPS-C07", "GAT-C01"}) {
    r.clause = clause;
    EXPECT_EQ(verdict_of(ExpectedVerdict::kReject, &r), Verdict::kPass);
  }
}

TEST(Judge, SaysWhatIsWrong) {
  Result r = right_answer(one_of_each());
  r.vreg[0].data[7] ^= 0x18;
  const Judgement j = judge(expecting(ExpectedVerdict::kOk), &r, 2);
  EXPECT_EQ(j.why, "dst: 2 wrong bits");
  ASSERT_TRUE(j.difference.has_value());
  EXPECT_EQ(j.difference->bit, 59u);
  r.vreg.clear();
  EXPECT_EQ(judge(expecting(ExpectedVerdict::kOk), &r, 2).why, "dst: missing");
  r = with_status(Status::kCrash);
  r.detail = "signal 11";
  EXPECT_NE(judge(expecting(ExpectedVerdict::kOk), &r, 2).why.find("signal 11"), std::string::npos);
  r = with_status(Status::kOk);
  EXPECT_NE(judge(expecting(ExpectedVerdict::kReject), &r, 2).why.find("UPS-C07"),
            std::string::npos);
}

TEST(Judge, AnUnstableUndefinedAnswerIsNoted) {
  Result r = with_status(Status::kOk);
  r.stable = false;
  const std::string why = judge(expecting(ExpectedVerdict::kUndefined), &r, 1).why;
  r.stable = true;
  EXPECT_NE(judge(expecting(ExpectedVerdict::kUndefined), &r, 1).why, why);
}

Judgement answer(const Case& c, std::uint8_t value, const Answers& fixed = {}) {
  const Result r = byte_answer(value);
  JudgeOptions options;
  options.answers = fixed;
  return judge(c, &r, 1, options);
}

TEST(Judge, AnyListedAnswerPassesAndIsNamed) {
  const Case c = asking({{"keep", 1}, {"zero", 2}, {"more", 3}});
  EXPECT_EQ(answer(c, 1).answers, (Given{{"q", {"keep"}}}));
  EXPECT_EQ(answer(c, 2).answers, (Given{{"q", {"zero"}}}));
  EXPECT_EQ(answer(c, 3).answers, (Given{{"q", {"more"}}}));
  for (const std::uint8_t value : Bytes{1, 2, 3}) {
    EXPECT_EQ(answer(c, value).verdict, Verdict::kPass);
    EXPECT_FALSE(answer(c, value).difference.has_value());
    EXPECT_EQ(answer(c, value).why, "");
  }
  const Judgement j = answer(c, 4);
  EXPECT_EQ(j.verdict, Verdict::kFail);
  EXPECT_TRUE(j.answers.empty());
  EXPECT_EQ(j.difference->expected, Bytes{1}) << "against the primary answer";
}

TEST(Judge, OptionsThatCannotBeToldApartAreAllNamed) {
  const Case c = asking({{"keep", 1}, {"zero", 2}, {"more", 1}});
  EXPECT_EQ(answer(c, 1).answers, (Given{{"q", {"keep", "more"}}}));
}

TEST(Judge, PrimaryUnspecifiedAcceptsAnythingAndCountsTheSpecificAnswers) {
  const Case c = asking({{"unspecified", 0}, {"keep", 1}, {"zero", 2}});
  EXPECT_EQ(answer(c, 1).answers, (Given{{"q", {"keep"}}}));
  EXPECT_EQ(answer(c, 2).answers, (Given{{"q", {"zero"}}}));
  EXPECT_EQ(answer(c, 77).answers, (Given{{"q", {"unspecified"}}})) << "none of them";
  EXPECT_EQ(answer(c, 77).verdict, Verdict::kPass);
}

TEST(Judge, UnspecifiedBehindThePrimaryIsAcceptedOnRequestOnly) {
  const Case c = asking({{"keep", 1}, {"unspecified", 0}});
  EXPECT_EQ(answer(c, 1).verdict, Verdict::kPass);
  EXPECT_EQ(answer(c, 77).verdict, Verdict::kFail);
  EXPECT_EQ(answer(c, 77, {{"q", "unspecified"}}).verdict, Verdict::kPass);
  EXPECT_EQ(answer(c, 77, {{"q", "unspecified"}}).answers, (Given{{"q", {"unspecified"}}}));
  EXPECT_EQ(answer(c, 77, {{"other", "unspecified"}}).verdict, Verdict::kFail);
}

TEST(Judge, AFixedAnswerIsTheOnlyOne) {
  const Case c = asking({{"keep", 1}, {"zero", 2}});
  EXPECT_EQ(answer(c, 1, {{"q", "zero"}}).verdict, Verdict::kFail);
  EXPECT_EQ(answer(c, 2, {{"q", "zero"}}).verdict, Verdict::kPass);
  EXPECT_EQ(answer(c, 1, {{"q", "keep"}}).verdict, Verdict::kPass);
  EXPECT_EQ(answer(c, 2, {{"q", "keep"}}).verdict, Verdict::kFail);
  const Judgement none = answer(c, 1, {{"q", "no-such-option"}});
  EXPECT_EQ(none.verdict, Verdict::kFail);
  EXPECT_NE(none.why, "");
  const Case open = asking({{"unspecified", 0}, {"keep", 1}});
  EXPECT_EQ(answer(open, 77, {{"q", "keep"}}).verdict, Verdict::kFail);
}

// Two questions, four combinations, one output byte each.
Case asking_twice(std::uint8_t keep_up, std::uint8_t zero_up, std::uint8_t keep_down,
                  std::uint8_t zero_down) {
  const auto byte = [](std::uint8_t value) {
    ExpectedOutputs o;
    o.vreg = {{"dst", {value}, {}}};
    return o;
  };
  Expectation e;
  e.options = {{"a", "keep"}, {"b", "up"}};
  e.outputs = byte(keep_up);
  e.alternatives = {{{{"a", "zero"}, {"b", "up"}}, byte(zero_up)},
                    {{{"a", "keep"}, {"b", "down"}}, byte(keep_down)},
                    {{{"a", "zero"}, {"b", "down"}}, byte(zero_down)}};
  return case_with(std::move(e));
}

TEST(Judge, SeveralQuestionsAreCountedOneByOne) {
  const Case c = asking_twice(1, 2, 3, 4);
  EXPECT_EQ(answer(c, 4).answers, (Given{{"a", {"zero"}}, {"b", {"down"}}}));
  EXPECT_EQ(answer(c, 3).answers, (Given{{"a", {"keep"}}, {"b", {"down"}}}));
  const Case alike = asking_twice(1, 1, 3, 4);
  EXPECT_EQ(answer(alike, 1).answers, (Given{{"a", {"keep", "zero"}}, {"b", {"up"}}}));
  EXPECT_EQ(answer(c, 4, {{"a", "zero"}}).verdict, Verdict::kPass);
  EXPECT_EQ(answer(c, 4, {{"b", "up"}}).verdict, Verdict::kFail);
}

TEST(Judge, EveryVerdictHasItsWord) {
  std::set<std::string_view> words;
  for (const Verdict v : kVerdicts) words.insert(to_text(v));
  EXPECT_EQ(words, (std::set<std::string_view>{"pass", "fail", "known", "recorded", "unsupported",
                                               "missing", "crash", "timeout", "error"}));
}

}  // namespace
}  // namespace assay
