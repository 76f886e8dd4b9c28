#include "fuzz/targets/files_target.h"

#include <gtest/gtest.h>

#include "fuzz/targets/test_folder.h"
#include "spec/bad_input.h"
#include "spec/record/vectors_file.h"

namespace assay {
namespace {

// Answers every request with ok, from its own small reading of {in}.
constexpr std::string_view kAnswerAll =
    R"x(grep '"op"' {in} | sed 's/^{"id":"\([^"]*\)".*/{"id":"\1","status":"ok"}/' > {out})x";

class FilesTargetTest : public testing::Test {
 protected:
  FilesTargetTest() {
    VectorsHeader header;
    header.spec_sha256 = std::string(64, '0');
    VectorsWriter writer(folder_.file("v.jsonl"), header);
    for (int i = 0; i < 10; ++i) {
      Case c;
      c.id = "c" + std::to_string(i);
      c.name = "a name";
      c.op = "reg/asc_copy";
      c.form = "mreg";
      c.product = "ascend950";
      c.dtype = "mask";
      c.ub_bytes = 253952;
      if (i == 6 || i == 7) c.after = "c" + std::to_string(i - 1);
      if (i == 7) c.tags = {"seven"};
      c.expect.emplace();
      writer.add(c);
    }
    writer.finish();
  }
  ~FilesTargetTest() override { EXPECT_EQ(folder_.processes_left(), 0); }

  RunSummary run(const std::string& command, const RunOptions& options = {}) {
    return run_files({"cd '" + folder_.file("") + "' && " + command}, folder_.file("v.jsonl"),
                     folder_.file("r.jsonl"), options);
  }

  std::string error_of(const std::string& command) {
    try {
      run(command);
    } catch (const BadInput& e) {
      message_ = e.what();
      EXPECT_FALSE(folder_.exists("r.jsonl"));
      EXPECT_FALSE(folder_.exists("r.jsonl.partial"));
      return e.id;
    }
    return "";
  }

  // The ids of the results file, in order.
  std::string ids() const {
    std::string text = folder_.read("r.jsonl"), ids;
    for (std::size_t at = 0; (at = text.find("{\"id\":\"", at)) != std::string::npos; ++at) {
      ids += (ids.empty() ? "" : " ") + text.substr(at + 7, text.find('"', at + 7) - at - 7);
    }
    return ids;
  }

  TestFolder folder_;
  std::string message_;
};

TEST_F(FilesTargetTest, RunsOnceAndWritesInTheOrderOfTheVectors) {
  const RunSummary summary = run("echo run >> log && cp {in} seen && " + std::string(kAnswerAll) +
                                 ".rev && tac {out}.rev > {out}");
  EXPECT_EQ(summary.exit_code(), 0);
  EXPECT_EQ(summary.count(Status::kOk), 10u);
  EXPECT_EQ(ids(), "c0 c1 c2 c3 c4 c5 c6 c7 c8 c9");
  EXPECT_EQ(folder_.read("log"), "run\n");
  const std::string seen = folder_.read("seen");
  EXPECT_EQ(seen.find("expect"), std::string::npos) << seen;
  EXPECT_EQ(seen.find("a name"), std::string::npos) << seen;
  VectorsReader reader(folder_.file("seen"));
  std::size_t count = 0;
  while (reader.next()) ++count;
  EXPECT_EQ(count, 10u);
}

TEST_F(FilesTargetTest, ATargetThatNamesItselfIsNamedInTheResults) {
  run(R"(printf '%s\n' '{"format":"assay-results","version":1,"target":{"name":"batch"}}' > {out})"
      " && " +
      std::string(kAnswerAll) + "2; cat {out}2 >> {out}");
  EXPECT_NE(folder_.read("r.jsonl").find(R"("name":"batch")"), std::string::npos);
}

TEST_F(FilesTargetTest, WhatIsNotAnsweredIsLeftOut) {
  const RunSummary summary =
      run(std::string(kAnswerAll) + ".all && grep -v '\"c3\"' {out}.all > {out}");
  EXPECT_EQ(summary.answered(), 9u);
  EXPECT_EQ(summary.exit_code(), 3);
  EXPECT_EQ(ids(), "c0 c1 c2 c4 c5 c6 c7 c8 c9");
  EXPECT_EQ(run("touch {in} {out}").answered(), 0u);
}

TEST_F(FilesTargetTest, OnlyGivesTheSelectedAndWhatTheyNeed) {
  RunOptions options;
  options.only = {"c1", "seven"};
  EXPECT_EQ(run("cp {in} seen && " + std::string(kAnswerAll), options).exit_code(), 0);
  EXPECT_EQ(ids(), "c1 c7");
  VectorsReader reader(folder_.file("seen"));
  std::string seen;
  while (const std::optional<Case> c = reader.next()) seen += c->id + " ";
  EXPECT_EQ(seen, "c1 c5 c6 c7 ");

  options.only = {"c6"};
  run("cp {in} seen && " + std::string(kAnswerAll), options);
  EXPECT_EQ(folder_.read("seen").find("\"c7\""), std::string::npos);
}

TEST_F(FilesTargetTest, ResumeAsksForTheRest) {
  folder_.write("r.jsonl.partial",
                "{\"id\":\"c0\",\"status\":\"ok\"}\n{\"id\":\"c1\",\"status\":\"rejected\"}\n");
  RunOptions options;
  options.resume = true;
  const RunSummary summary = run("cp {in} seen && " + std::string(kAnswerAll), options);
  EXPECT_EQ(summary.count(Status::kRejected), 1u);
  EXPECT_EQ(summary.count(Status::kOk), 9u);
  EXPECT_EQ(ids(), "c0 c1 c2 c3 c4 c5 c6 c7 c8 c9");
  EXPECT_EQ(folder_.read("seen").find("\"c1\""), std::string::npos);
}

TEST_F(FilesTargetTest, ADeadCommandOrABadResultsFileNamesTheCommand) {
  EXPECT_EQ(error_of("echo no licence >&2; exit 5 # {in} {out}"), "target-failed");
  EXPECT_NE(message_.find("exit code 5; stderr: no licence"), std::string::npos) << message_;
  EXPECT_NE(message_.find("target `cd "), std::string::npos) << message_;
  EXPECT_EQ(error_of("kill -SEGV $$ # {in} {out}"), "target-failed");
  EXPECT_NE(message_.find("killed by SIGSEGV"), std::string::npos) << message_;
  EXPECT_EQ(error_of("true {in} {out}"), "cannot-open");
  EXPECT_NE(message_.find("target `cd "), std::string::npos) << message_;
  EXPECT_EQ(error_of("echo '{\"id\":' > {out}; : {in}"), "bad-json");
  EXPECT_NE(message_.find("its {out}, line "), std::string::npos) << message_;
  EXPECT_EQ(error_of(std::string(kAnswerAll) + "; sed -i '$s/ok/fine/' {out}"), "unknown-status");
  EXPECT_EQ(error_of(std::string(kAnswerAll) + "; cat {out} > {in}; cat {in} >> {out}"),
            "double-id");
  EXPECT_EQ(error_of(std::string(kAnswerAll) + "; sed -i 's/\"c4\"/\"d4\"/' {out}"), "unknown-id");
  EXPECT_NE(message_.find("`d4`"), std::string::npos) << message_;
}

TEST_F(FilesTargetTest, BothFilesHaveToBeNamed) {
  EXPECT_EQ(error_of("true {in}"), "no-placeholder");
  EXPECT_EQ(error_of("true {out}"), "no-placeholder");
}

TEST_F(FilesTargetTest, PathsAreQuotedForTheShell) {
  const char* old = std::getenv("TMPDIR");
  const std::string before = old == nullptr ? "/tmp" : old;
  const std::string odd = folder_.file("it's a $(folder) {out}");
  std::filesystem::create_directory(odd);
  ::setenv("TMPDIR", odd.c_str(), 1);
  const RunSummary summary = run(std::string(kAnswerAll));
  ::setenv("TMPDIR", before.c_str(), 1);
  EXPECT_EQ(summary.exit_code(), 0);
  EXPECT_TRUE(std::filesystem::is_empty(odd));  // nothing is left behind
}

TEST_F(FilesTargetTest, TheStopFlagKillsTheCommand) {
  const std::atomic<bool> stop = true;
  RunOptions options;
  options.stop = &stop;
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(run("sleep 1000 # {in} {out}", options).stopped);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

}  // namespace
}  // namespace assay
