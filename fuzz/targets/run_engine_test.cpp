#include "fuzz/targets/run_engine.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "fuzz/targets/process_target.h"
#include "fuzz/targets/test_folder.h"
#include "spec/bad_input.h"
#include "spec/record/vectors_file.h"

namespace assay {
namespace {

using namespace std::chrono_literals;

Case make_case(const std::string& id) {
  Case c;
  c.id = id;
  c.op = "reg/asc_copy";
  c.form = "mreg";
  c.product = "ascend950";
  c.dtype = "mask";
  c.ub_bytes = 253952;
  c.mreg = {{"dst", Bytes(32, 0)}, {"src", Bytes(32, 0xa5)}};
  c.expect.emplace();
  c.expect->outputs.mreg = {{"dst", Bytes(32, 0xa5), {}}};
  return c;
}

// What all targets of a run share.
struct Shared {
  std::atomic<int> targets = 0, calls = 0;
  int stop_at = -1;  // the call at which the user presses Ctrl-C
  std::atomic<bool> stop = false;
};

// Answers at once with the ids called so far since the last head of a chain, so that an answer
// shows the state it was given in.
class StateTarget : public Target {
 public:
  explicit StateTarget(Shared& shared) : shared_(shared) { ++shared.targets; }
  TargetInfo info() const override { return {"state", "1", "test"}; }
  Result run(const Case& c) override {
    if (++shared_.calls == shared_.stop_at) shared_.stop = true;
    if (c.name == "slow") {
      while (shared_.calls < 60) std::this_thread::sleep_for(1ms);
      shared_.stop = true;
    }
    state_ = c.after.empty() ? c.id : state_ + "," + c.id;
    Result r;
    r.id = c.id;
    r.detail = state_;
    r.scalar = {{"n", c.name == "shaky" ? ++shakes_ : 0}};
    return r;
  }

 private:
  Shared& shared_;
  std::string state_;
  std::int64_t shakes_ = 0;
};

class RunEngineTest : public testing::Test {
 protected:
  ~RunEngineTest() override { EXPECT_EQ(folder_.processes_left(), 0); }

  std::string write_vectors(const std::vector<Case>& cases) {
    VectorsHeader header;
    header.spec_sha256 = std::string(64, '0');
    VectorsWriter writer(folder_.file("v.jsonl"), header);
    for (const Case& c : cases) writer.add(c);
    writer.finish();
    return folder_.file("v.jsonl");
  }

  // 100 cases c0 to c99: chains of 1 to 5, every seventh undefined, every tenth tagged.
  std::vector<Case> mixed_cases() {
    std::vector<Case> cases;
    for (int i = 0; i < 100; ++i) {
      Case c = make_case("c" + std::to_string(i));
      if (i % 5 > i / 20) c.after = cases.back().id;
      if (i % 7 == 3) c.expect = Expectation{ExpectedVerdict::kUndefined, {}, {}, {}, {}};
      if (i % 10 == 4) c.tags = {"tenth"};
      cases.push_back(c);
    }
    return cases;
  }

  RunSummary run(const RunOptions& options) {
    return run_vectors(
        folder_.file("v.jsonl"), folder_.file("r.jsonl"),
        [&] { return std::make_unique<StateTarget>(shared_); }, options);
  }

  RunSummary run_process(std::string_view script, const RunOptions& options,
                         std::chrono::milliseconds timeout = 5s) {
    const std::string command = folder_.target(script);
    return run_vectors(
        folder_.file("v.jsonl"), folder_.file("r.jsonl"),
        [&] {
          return std::make_unique<ProcessTarget>(ProcessOptions{command, timeout, options.stop});
        },
        options);
  }

  std::string results() const { return folder_.read("r.jsonl"); }

  TestFolder folder_;
  Shared shared_;
};

constexpr std::string_view kHeader = R"({"format":"assay-results","version":1,)"
                                     R"("target":{"name":"state","version":"1","kind":"test"}})"
                                     "\n";

TEST_F(RunEngineTest, ResultsComeInTheOrderOfTheVectorsForAnyNumberOfJobs) {
  write_vectors(mixed_cases());
  const RunSummary alone = run({});
  EXPECT_EQ(alone.selected, 100u);
  EXPECT_EQ(alone.count(Status::kOk), 100u);
  EXPECT_EQ(alone.exit_code(), 0);
  EXPECT_EQ(shared_.targets, 1);
  const std::string expected = results();
  EXPECT_TRUE(expected.starts_with(std::string(kHeader) + R"({"id":"c0",)")) << expected;
  EXPECT_FALSE(folder_.exists("r.jsonl.partial"));
  for (unsigned jobs : {2u, 4u}) {
    RunOptions options;
    options.jobs = jobs;
    shared_.targets = 0;
    EXPECT_EQ(run(options), alone);
    EXPECT_EQ(results(), expected);
    EXPECT_LE(shared_.targets, static_cast<int>(jobs));
  }
  // c23 is undefined and the fourth of its chain: its state is built twice.
  EXPECT_NE(expected.find(R"("detail":"c21,c22,c23")"), std::string::npos) << expected;
}

TEST_F(RunEngineTest, UndefinedCasesRunTwiceAndUnequalAnswersAreUnstable) {
  std::vector<Case> cases = {make_case("a"), make_case("b"), make_case("c")};
  cases[1].name = cases[2].name = "shaky";
  cases[1].expect->verdict = ExpectedVerdict::kUndefined;
  cases[1].expect->outputs = {};
  write_vectors(cases);
  // The target does not get to see the name of a case; this one cheats to be shaky.
  EXPECT_EQ(run({}).exit_code(), 0);
  EXPECT_EQ(shared_.calls, 4);
  EXPECT_NE(results().find(R"({"id":"b","status":"ok","detail":"b","stable":false,)"),
            std::string::npos)
      << results();
  EXPECT_EQ(results().find("stable"), results().rfind("stable"));
}

TEST_F(RunEngineTest, OnlySelectsByIdAndTagAndRunsWhatHasToRunBefore) {
  write_vectors(mixed_cases());
  RunOptions options;
  options.only = {"tenth", "c2"};
  const RunSummary summary = run(options);
  EXPECT_EQ(summary.selected, 11u);
  EXPECT_EQ(summary.answered(), 11u);
  const std::string text = results();
  EXPECT_NE(text.find(R"({"id":"c2","status":"ok","detail":"c0,c1,c2")"), std::string::npos);
  EXPECT_NE(text.find(R"("detail":"c0,c1,c2,c3,c4")"), std::string::npos) << text;
  EXPECT_EQ(text.find(R"("id":"c3")"), std::string::npos);
}

std::string id_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const BadInput& e) {
    return e.id;
  }
  return "";
}

TEST_F(RunEngineTest, NothingSelectedIsAnErrorAndStartsNothing) {
  write_vectors(mixed_cases());
  RunOptions options;
  options.only = {"no-such-tag"};
  EXPECT_EQ(id_of([&] { run(options); }), "empty-selection");
  write_vectors({});
  EXPECT_EQ(id_of([&] { run({}); }), "empty-selection");
  EXPECT_EQ(shared_.calls, 0);
}

TEST_F(RunEngineTest, NothingIsRunOfATruncatedFile) {
  write_vectors(mixed_cases());
  const std::string whole = folder_.read("v.jsonl");
  folder_.write("v.jsonl", whole.substr(0, whole.rfind("{\"footer\"")));
  EXPECT_EQ(id_of([&] { run({}); }), "missing-footer");
  EXPECT_EQ(shared_.calls, 0);
}

// Whatever line a run was cut in, going on gives the file of an undisturbed run.
TEST_F(RunEngineTest, ResumeGivesTheFileOfAnUndisturbedRun) {
  write_vectors(mixed_cases());
  run({});
  const std::string whole = results();
  RunOptions options;
  options.resume = true;
  for (std::size_t cut = 1; cut < whole.size(); cut += 397) {
    folder_.write("r.jsonl.partial", whole.substr(0, cut));
    std::filesystem::remove(folder_.file("r.jsonl"));
    shared_.calls = 0;
    options.jobs = static_cast<unsigned>(1 + cut % 3);
    const RunSummary summary = run(options);
    EXPECT_EQ(summary.count(Status::kOk), 100u);
    EXPECT_EQ(results(), whole) << cut;
    if (cut > whole.size() / 2) {
      EXPECT_LT(shared_.calls, 90);
    }
    EXPECT_FALSE(folder_.exists("r.jsonl.partial"));
  }
  folder_.write("r.jsonl.partial", whole);
  shared_.calls = 0;
  EXPECT_EQ(run(options).exit_code(), 0);
  EXPECT_EQ(results(), whole);
  EXPECT_EQ(shared_.calls, 0);
}

TEST_F(RunEngineTest, ResumeRefusesTheResultsOfAnotherRun) {
  write_vectors(mixed_cases());
  RunOptions options;
  options.resume = true;
  folder_.write("r.jsonl.partial", R"({"id":"c7","status":"ok"})"
                                   "\n");
  EXPECT_EQ(id_of([&] { run(options); }), "resume-mismatch");
  folder_.write("r.jsonl.partial", R"({"id":"stranger","status":"ok"})"
                                   "\n");
  EXPECT_EQ(id_of([&] { run(options); }), "resume-mismatch");
  options.resume = false;
  EXPECT_EQ(run(options).exit_code(), 0);
}

TEST_F(RunEngineTest, TheStopFlagLeavesWhatIsDoneForResume) {
  write_vectors(mixed_cases());
  run({});
  const std::string whole = results();
  std::filesystem::remove(folder_.file("r.jsonl"));
  for (unsigned jobs : {1u, 2u}) {
    shared_.calls = 0;
    shared_.stop = false;
    shared_.stop_at = 70;
    std::uint64_t progress = 0;
    RunOptions options;
    options.stop = &shared_.stop;
    options.jobs = jobs;
    options.progress = [&](std::uint64_t done, std::uint64_t selected) {
      EXPECT_EQ(selected, 100u);
      EXPECT_GE(done, progress);
      progress = done;
    };
    const RunSummary summary = run(options);
    EXPECT_TRUE(summary.stopped);
    EXPECT_EQ(summary.exit_code(), 3);
    EXPECT_GT(summary.answered(), 0u);
    EXPECT_EQ(summary.answered(), progress);
    EXPECT_FALSE(folder_.exists("r.jsonl"));
    const std::string partial = folder_.read("r.jsonl.partial");
    EXPECT_EQ(partial, whole.substr(0, partial.size()));
  }
  RunOptions options;
  options.resume = true;
  EXPECT_FALSE(run(options).stopped);
  EXPECT_EQ(results(), whole);
}

// When the stop comes, one of two jobs is long past the case that the other is at.
TEST_F(RunEngineTest, AStoppedRunLeavesNoGap) {
  std::vector<Case> cases = mixed_cases();
  cases[2].name = "slow";
  write_vectors(cases);
  RunOptions options;
  options.stop = &shared_.stop;
  options.jobs = 2;
  EXPECT_TRUE(run(options).stopped);
  const std::string partial = folder_.read("r.jsonl.partial");
  EXPECT_EQ(std::count(partial.begin(), partial.end(), '\n'), 1 + 3) << partial;
  EXPECT_NE(partial.find(R"({"id":"c2")"), std::string::npos) << partial;
}

// Crashes and hangs that depend on the case alone, seen through real processes.
TEST_F(RunEngineTest, AHostileProcessGivesTheSameBytesForAnyNumberOfJobs) {
  write_vectors(mixed_cases());
  const std::string script = R"(
read -r line; echo '{"hello":{"protocol":1,"name":"hostile","version":"1","window":3}}'
while next; do
  case $id in
    c5|c50) echo "bad $id" >&2; kill -SEGV $$;;
    c26) printf '\377\001' >&2; exit 3;;
    c45) sleep 1000;;
    c71) id=c72;;
    c9?) echo "{\"id\":\"$id\",\"status\":\"unsupported\"}"; continue;;
  esac
  ok
done)";
  const RunSummary alone = run_process(script, {}, 500ms);
  const std::string expected = results();
  EXPECT_EQ(alone.count(Status::kUnsupported), 10u);
  EXPECT_EQ(alone.count(Status::kTimeout), 1u);
  EXPECT_EQ(alone.count(Status::kCrash), 3u);
  // c71 itself, and what is not run behind c5 and c26 in their chains.
  EXPECT_EQ(alone.count(Status::kError), 8u) << expected;
  EXPECT_EQ(alone.exit_code(), 1);
  RunOptions options;
  options.jobs = 4;
  EXPECT_EQ(run_process(script, options, 500ms), alone);
  EXPECT_EQ(results(), expected);
}

TEST_F(RunEngineTest, ADeadTargetLeavesItsResultsForResume) {
  write_vectors(mixed_cases());
  const std::string script =
      "[ -e broken ] && exit 1; hello; while next; do "
      "[ $id = c40 ] && [ ! -e mended ] && touch broken && exit 1; ok; done";
  EXPECT_EQ(id_of([&] { run_process(script, {}); }), "target-dead");
  EXPECT_TRUE(folder_.read("r.jsonl.partial").ends_with("\n"));
  EXPECT_NE(folder_.read("r.jsonl.partial").find(R"("id":"c39","status":"ok"})"),
            std::string::npos);
  std::filesystem::remove(folder_.file("broken"));
  folder_.write("mended", "");
  RunOptions options;
  options.resume = true;
  const RunSummary summary = run_process(script, options);
  EXPECT_EQ(summary.count(Status::kOk), 99u);
  EXPECT_EQ(summary.count(Status::kCrash), 1u);
}

TEST_F(RunEngineTest, WithoutAHelloNothingIsWritten) {
  write_vectors(mixed_cases());
  EXPECT_EQ(id_of([&] { run_process("exit 1", {}); }), "no-hello");
  EXPECT_FALSE(folder_.exists("r.jsonl"));
  EXPECT_FALSE(folder_.exists("r.jsonl.partial"));
}

TEST_F(RunEngineTest, StoppingKillsTargetsThatHang) {
  write_vectors(mixed_cases());
  std::atomic<bool> stop = false;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(200ms);
    stop = true;
  });
  RunOptions options;
  options.stop = &stop;
  options.jobs = 2;
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(run_process("hello; next; ok; exec sleep 1000", options, 60s).stopped);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
}

}  // namespace
}  // namespace assay
