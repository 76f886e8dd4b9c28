#include "conformance/diff.h"

#include <gtest/gtest.h>

#include "fuzz/generate/test_cases.h"
#include "oracle/judge/test_answers.h"
#include "spec/record/test_files.h"

namespace assay {
namespace {

using test_answers::right_answer;
using test_cases::catalog;

std::vector<Case> some_cases(std::size_t count) {
  Generator generator(catalog());
  const Cell cell = test_cases::cells_of("reg/asc_loadalign_upsample_postupdate").back();
  std::vector<Case> cases;
  for (std::size_t i = 0; i < count; ++i) cases.push_back(generator.random_case(cell, 1, i));
  return cases;
}

Result right_result(const Case& c) {
  Result r = right_answer(c.expect->outputs);
  r.id = c.id;
  return r;
}

Result wrong_result(const Case& c) {
  Result r = right_result(c);
  r.mreg[0].data[0] ^= 1;
  return r;
}

class Diff : public testing::Test {
 protected:
  std::string vectors(const std::string& name, const std::vector<Case>& cases,
                      const std::string& spec = catalog().sha256()) {
    VectorsWriter writer(folder_.path(name), {"test", "1", spec, 1, "{}"});
    for (const Case& c : cases) writer.add(c);
    writer.finish();
    return folder_.path(name);
  }
  std::string results(const std::string& name, const std::vector<Result>& all) {
    ResultsWriter writer(folder_.path(name), {"t", "1", "emulator"});
    for (const Result& r : all) writer.add(r);
    writer.finish();
    return folder_.path(name);
  }
  std::string error(const DiffOptions& options) {
    try {
      diff(catalog(), options);
    } catch (const BadInput& e) {
      last_ = e.what();
      return e.id;
    }
    return "none";
  }
  DiffOptions options(const std::string& v, const std::string& r) {
    DiffOptions o;
    o.vectors = {v};
    o.results = {r};
    return o;
  }
  ScratchFolder folder_;
  std::string last_;
};

TEST_F(Diff, JudgesResultsInAnyOrderAndSeveralFiles) {
  const std::vector<Case> c = some_cases(4);
  DiffOptions o;
  o.vectors = {vectors("a.jsonl", {c[0], c[1]}), vectors("b.jsonl", {c[2], c[3]})};
  o.results = {results("r1.jsonl", {right_result(c[3]), wrong_result(c[0])}),
               results("r2.jsonl", {right_result(c[2])})};
  const DiffReport report = diff(catalog(), o);
  EXPECT_EQ(report.verdicts.total(Verdict::kPass), 2u);
  EXPECT_EQ(report.verdicts.total(Verdict::kFail), 1u);
  EXPECT_EQ(report.verdicts.total(Verdict::kMissing), 1u);
  ASSERT_EQ(report.verdicts.not_passed().size(), 2u);
  EXPECT_EQ(report.verdicts.not_passed()[0].id, c[0].id) << "in the order of the vectors";
  EXPECT_EQ(report.verdicts.not_passed()[0].file, o.vectors[0]);
  EXPECT_EQ(report.target.name, "t");
  EXPECT_FALSE(report.other_spec);
}

TEST_F(Diff, RefusesResultsOfUnknownCases) {
  const std::vector<Case> c = some_cases(2);
  const auto o = options(vectors("v.jsonl", {c[0]}),
                         results("r.jsonl", {right_result(c[0]), right_result(c[1])}));
  EXPECT_EQ(error(o), "unknown-id");
  EXPECT_NE(last_.find("line 3"), std::string::npos) << last_;
}

TEST_F(Diff, RefusesACaseThatIsInTwoVectorsFiles) {
  const std::vector<Case> c = some_cases(2);
  DiffOptions o;
  o.vectors = {vectors("a.jsonl", {c[0]}), vectors("b.jsonl", {c[0], c[1]})};
  o.results = {results("r.jsonl", {right_result(c[0]), right_result(c[1])})};
  EXPECT_EQ(error(o), "double-id");
}

TEST_F(Diff, RefusesCasesThatAreNoCallsOrSayNothing) {
  std::vector<Case> c = some_cases(2);
  c[1].dtype = "half";  // the mask form has no such cell
  const std::string r = results("r.jsonl", {right_result(c[0])});
  EXPECT_EQ(error(options(vectors("v.jsonl", c), r)), "not-a-cell");
  EXPECT_NE(last_.find("line 3"), std::string::npos) << last_;
  c = some_cases(1);
  c[0].expect.reset();
  EXPECT_EQ(error(options(vectors("w.jsonl", c), r)), "no-expectation");
}

TEST_F(Diff, NotesAnotherSpecButNotAnUnknownOne) {
  const std::vector<Case> c = some_cases(1);
  const std::string r = results("r.jsonl", {right_result(c[0])});
  EXPECT_TRUE(diff(catalog(), options(vectors("a.jsonl", c, std::string(64, '1')), r)).other_spec);
  EXPECT_FALSE(diff(catalog(), options(vectors("b.jsonl", c, std::string(64, '0')), r)).other_spec);
}

TEST_F(Diff, JudgesOneCaseWhenAskedTo) {
  const std::vector<Case> c = some_cases(3);
  DiffOptions o =
      options(vectors("v.jsonl", c), results("r.jsonl", {wrong_result(c[0]), right_result(c[1])}));
  o.only_id = c[1].id;
  const DiffReport report = diff(catalog(), o);
  EXPECT_EQ(report.verdicts.cases(), 1u);
  EXPECT_EQ(report.verdicts.exit_code(false), 0);
}

TEST_F(Diff, ComparesTwoTargetsWithEachOther) {
  const std::vector<Case> c = some_cases(5);
  Result other_wrong = wrong_result(c[4]);
  other_wrong.mreg[0].data[1] ^= 1;
  DiffOptions o =
      options(vectors("v.jsonl", c),
              results("r.jsonl", {right_result(c[0]), right_result(c[1]), wrong_result(c[2]),
                                  wrong_result(c[3]), wrong_result(c[4])}));
  o.against = {results("s.jsonl", {right_result(c[0]), wrong_result(c[1]), right_result(c[2]),
                                   wrong_result(c[3]), other_wrong})};
  const DiffReport report = diff(catalog(), o);
  ASSERT_TRUE(report.against.has_value());
  EXPECT_EQ(report.against->both_pass, 1u);
  EXPECT_EQ(report.against->only_first_passes, 1u);
  EXPECT_EQ(report.against->only_second_passes, 1u);
  EXPECT_EQ(report.against->fail_alike, 1u);
  EXPECT_EQ(report.against->fail_differently, 1u);
  ASSERT_EQ(report.against->splits.size(), 2u);
  EXPECT_EQ(report.against->splits[0].id, c[1].id);
}

}  // namespace
}  // namespace assay
