#include "fuzz/targets/selection.h"

#include <gtest/gtest.h>

#include "fuzz/targets/test_folder.h"
#include "spec/bad_input.h"

namespace assay {
namespace {

class SelectionTest : public testing::Test {
 protected:
  // Cases a to f: b and c continue a, f continues e. Each has its id in upper case as a tag.
  SelectionTest() {
    VectorsHeader header;
    header.spec_sha256 = std::string(64, '0');
    VectorsWriter writer(folder_.file("v.jsonl"), header);
    for (const char id : std::string("abcdef")) {
      Case c;
      c.id = std::string(1, id);
      c.op = "reg/asc_copy";
      c.form = "mreg";
      c.product = "ascend950";
      c.dtype = "mask";
      c.ub_bytes = 1024;
      c.tags = {std::string(1, static_cast<char>(id - 'a' + 'A')), "all"};
      if (id == 'b' || id == 'c' || id == 'f') c.after = std::string(1, static_cast<char>(id - 1));
      c.expect.emplace();
      writer.add(c);
    }
    writer.finish();
  }

  // "a(b)c d": two chains; what is in brackets is not wanted.
  std::string chains(const std::vector<std::string>& only, std::uint64_t skip = 0) {
    ChainReader reader(folder_.file("v.jsonl"), only, skip);
    std::string text;
    while (const std::optional<Chain> chain = reader.next()) {
      if (!text.empty()) text += ' ';
      for (const PlannedCase& p : *chain) text += p.wanted ? p.c.id : "(" + p.c.id + ")";
    }
    return text;
  }

  std::string error_of(const RunOptions& options) {
    try {
      survey_run(folder_.file("v.jsonl"), folder_.file("r.jsonl"), options);
    } catch (const BadInput& e) {
      return e.id;
    }
    return "";
  }

  TestFolder folder_;
};

TEST_F(SelectionTest, ChainsStayTogether) { EXPECT_EQ(chains({}), "abc d ef"); }

TEST_F(SelectionTest, AChainEndsWithItsLastWantedCase) {
  EXPECT_EQ(chains({"b"}), "(a)b");
  EXPECT_EQ(chains({"a", "F"}), "a (e)f");
  EXPECT_EQ(chains({"all"}), "abc d ef");
  EXPECT_EQ(chains({"nothing"}), "");
}

TEST_F(SelectionTest, WhatIsAnsweredAlreadyIsNotWanted) {
  EXPECT_EQ(chains({}, 1), "(a)bc d ef");
  EXPECT_EQ(chains({}, 4), "ef");
  EXPECT_EQ(chains({"a", "c", "f"}, 1), "(a)(b)c (e)f");
  EXPECT_EQ(chains({}, 6), "");
}

TEST_F(SelectionTest, ASurveyCountsWhatIsSelectedAndKept) {
  RunOptions options;
  options.only = {"a", "c", "d"};
  folder_.write("r.jsonl.partial",
                "{\"id\":\"a\",\"status\":\"ok\"}\n{\"id\":\"c\",\"status\":\"crash\"}\n");
  Survey survey = survey_run(folder_.file("v.jsonl"), folder_.file("r.jsonl"), options);
  EXPECT_EQ(survey.summary.selected, 3u);
  EXPECT_EQ(survey.kept, 0u);
  options.resume = true;
  survey = survey_run(folder_.file("v.jsonl"), folder_.file("r.jsonl"), options);
  EXPECT_EQ(survey.kept, 2u);
  EXPECT_EQ(survey.summary.count(Status::kCrash), 1u);
  options.only = {"a", "b", "c"};
  EXPECT_EQ(error_of(options), "resume-mismatch");
  options.only = {"nothing"};
  EXPECT_EQ(error_of(options), "empty-selection");
}

}  // namespace
}  // namespace assay
