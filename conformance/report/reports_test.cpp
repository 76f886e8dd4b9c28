#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "conformance/report/json_report.h"
#include "conformance/report/text_report.h"
#include "fuzz/generate/test_cases.h"
#include "oracle/judge/test_answers.h"

namespace assay {
namespace {

using test_cases::catalog;

// One case that passes and tells a question's answer, one whose register is wrong, one missing.
DiffReport report() {
  DiffReport r{
      Verdicts(catalog(), {}), VectorsHeader{}, {"my \"target\"", "2", "emulator"}, false, {}};
  r.header->seed = 0x1f;
  Generator generator(catalog());
  const Cell cell = test_cases::cells_of("reg/asc_copy").front();
  Case c = generator.random_case(cell, 1, 1);
  c.core = Core::kAiv;
  c.expect = Evaluator(catalog()).expect(c);
  Result right = test_answers::right_answer(c.expect->outputs);
  r.verdicts.add(c, &right, "v.jsonl");
  right.vreg[0].data[5] ^= 0xff;
  r.verdicts.add(c, &right, "v.jsonl");
  r.verdicts.add(c, nullptr, "v.jsonl");
  return r;
}

TEST(JsonReport, HasEveryFieldOfTheFormat) {
  const auto j = nlohmann::json::parse(json_report(report()));
  EXPECT_EQ(j["format"], "assay-report");
  EXPECT_EQ(j["version"], 1);
  EXPECT_EQ(j["vectors"]["seed"], "0x1f");
  EXPECT_EQ(j["target"]["name"], "my \"target\"");
  EXPECT_EQ(j["totals"]["pass"], 1);
  EXPECT_EQ(j["totals"]["fail"], 1);
  EXPECT_EQ(j["totals"]["missing"], 1);
  EXPECT_EQ(j["totals"].size(), std::size(kVerdicts));
  EXPECT_TRUE(j["answers"].is_object());
  EXPECT_TRUE(j["inconsistent"].is_array());
  EXPECT_TRUE(j["groups"].is_array());
  ASSERT_EQ(j["cases"].size(), 2u) << "cases that passed are not listed";
  const auto& first = j["cases"][0];
  EXPECT_EQ(first["verdict"], "fail");
  EXPECT_EQ(first["first"]["output"], "dst");
  EXPECT_EQ(first["first"]["bit"], 40);
  EXPECT_NE(first["first"]["expected"], first["first"]["actual"]);
  EXPECT_FALSE(j["cases"][1].contains("first"));
}

TEST(TextReport, TellsAFailureInFull) {
  const DiffReport r = report();
  TextOptions options;
  options.repeat_command = "assay check '{}' --target CMD";
  const std::string text = text_report(catalog(), r.verdicts, options);
  for (const std::string part :
       {"FAIL reg/asc_copy.vreg.", "op reg/asc_copy, form vreg", "byte 5", "expected", "actual",
        "rule        CPY-B0", "vendor page asc_copy", "assay check 'v.jsonl#", "missing ",
        "3 cases in 1 cells: 1 pass, 1 fail, 1 missing"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\nin\n" << text;
  }
  EXPECT_EQ(text.find('\033'), std::string::npos) << "colour only where it is asked for";
  options.colour = true;
  EXPECT_NE(text_report(catalog(), r.verdicts, options).find('\033'), std::string::npos);
}

TEST(TextReport, SaysThatNothingWasJudged) {
  EXPECT_NE(text_report(catalog(), Verdicts(catalog(), {}), {}).find("nothing was judged"),
            std::string::npos);
}

TEST(TextReport, ListsHowTwoTargetsDiffer) {
  Against a;
  a.only_first_passes = 3;
  a.splits.push_back({"id", "name", Verdict::kPass, Verdict::kCrash});
  const std::string text = against_text(a);
  EXPECT_NE(text.find("3 only on the first"), std::string::npos);
  EXPECT_NE(text.find("name: pass on the first, crash on the second"), std::string::npos);
}

}  // namespace
}  // namespace assay
