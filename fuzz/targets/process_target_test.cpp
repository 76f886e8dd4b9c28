#include "fuzz/targets/process_target.h"

#include <gtest/gtest.h>

#include <thread>

#include "fuzz/targets/test_folder.h"
#include "spec/bad_input.h"

namespace assay {
namespace {

using namespace std::chrono_literals;

Case make_case(const std::string& id, const std::string& after = "") {
  Case c;
  c.id = id;
  c.op = "reg/asc_copy";
  c.form = "mreg";
  c.product = "ascend950";
  c.dtype = "mask";
  c.ub_bytes = 253952;
  c.mreg = {{"dst", Bytes(32, 0)}, {"src", Bytes(32, 0xa5)}};
  c.tags = {"secret"};
  c.after = after;
  return c;
}

std::vector<Case> make_cases(int count) {
  std::vector<Case> cases;
  for (int i = 1; i <= count; ++i) cases.push_back(make_case("c" + std::to_string(i)));
  return cases;
}

std::vector<Result> run_all(ProcessTarget& target, const std::vector<Case>& cases) {
  std::vector<const Case*> pointers;
  for (const Case& c : cases) pointers.push_back(&c);
  std::vector<Result> results;
  target.run_all(pointers, [&](Result&& r) {
    results.push_back(std::move(r));
    return true;
  });
  for (std::size_t i = 0; i < results.size(); ++i) EXPECT_EQ(results[i].id, cases[i].id);
  return results;
}

// "ok ok crash ok"
std::string statuses(const std::vector<Result>& results) {
  std::string text;
  for (const Result& r : results)
    text += (text.empty() ? "" : " ") + std::string(to_text(r.status));
  return text;
}

class ProcessTargetTest : public testing::Test {
 protected:
  ~ProcessTargetTest() override { EXPECT_EQ(folder_.processes_left(), 0); }

  std::vector<Result> run(std::string_view script, int count,
                          std::chrono::milliseconds timeout = 5s) {
    ProcessTarget target({folder_.target(script), timeout});
    return run_all(target, make_cases(count));
  }

  std::string error_of(std::string_view script, int count = 9,
                       std::chrono::milliseconds timeout = 5s) {
    try {
      run(script, count, timeout);
    } catch (const BadInput& e) {
      message_ = e.what();
      return e.id;
    }
    return "";
  }

  TestFolder folder_;
  std::string message_;
};

TEST_F(ProcessTargetTest, AGoodOne) {
  {
    ProcessTarget target({folder_.target("hello; serve")});
    EXPECT_EQ(target.info(), (TargetInfo{"t", "1", "process"}));
    EXPECT_EQ(target.window(), 1u);
    EXPECT_EQ(target.run(make_case("a")).status, Status::kOk);
    EXPECT_EQ(statuses(run_all(target, make_cases(20))),
              "ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok");
  }
}

TEST_F(ProcessTargetTest, ATargetIsAskedOnlyWhatItMaySee) {
  ProcessTarget target({folder_.target("hello; next; echo \"$line\" > seen; ok; serve")});
  target.run(make_case("a", "b"));
  const std::string seen = folder_.read("seen");
  EXPECT_TRUE(seen.starts_with(R"({"run":{"id":"a",)")) << seen;
  EXPECT_NE(seen.find(R"("after":"b")"), std::string::npos) << seen;
  EXPECT_EQ(seen.find("secret"), std::string::npos) << seen;
}

TEST_F(ProcessTargetTest, ByeIsSaidAndAStubbornOneIsKilled) {
  { ProcessTarget target({folder_.target("hello; read -r line; echo \"$line\" > bye")}); }
  EXPECT_EQ(folder_.read("bye"), "{\"bye\":true}\n");
  const auto begin = std::chrono::steady_clock::now();
  { ProcessTarget target({folder_.target("hello; trap '' TERM; sleep 1000 & sleep 1000")}); }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 3s);
}

// It answers the first only when it has seen all four, so one at a time would hang.
TEST_F(ProcessTargetTest, AWindowOfRequestsIsInFlight) {
  const std::string script = R"(
read -r line; echo '{"hello":{"protocol":1,"window":4}}'
next; a=$id; next; b=$id; next; c=$id; next; d=$id
for id in $a $b $c $d; do ok; done
serve)";
  EXPECT_EQ(statuses(run(script, 6, 2s)), "ok ok ok ok ok ok");
}

TEST_F(ProcessTargetTest, ACrashCostsOneCase) {
  const std::string script = "hello; while next; do [ $id = c3 ] && echo ouch >&2 && WAY; ok; done";
  const auto with = [&](const std::string& way) {
    std::string text = script;
    return text.replace(text.find("WAY"), 3, way);
  };
  std::vector<Result> results = run(with("kill -SEGV $$"), 5);
  EXPECT_EQ(statuses(results), "ok ok crash ok ok");
  EXPECT_EQ(results[2].detail, "it ended without an answer (killed by SIGSEGV); stderr: ouch");
  results = run(with("exit 7"), 5);
  EXPECT_EQ(statuses(results), "ok ok crash ok ok");
  EXPECT_EQ(results[2].detail, "it ended without an answer (exit code 7); stderr: ouch");
  results = run(with("exec >&- && sleep 1000"), 5);
  EXPECT_EQ(statuses(results), "ok ok crash ok ok");
  EXPECT_EQ(results[2].detail, "it ended without an answer; stderr: ouch");
}

// The stderr of a case is shown with it, not that of the cases before it.
TEST_F(ProcessTargetTest, StderrBelongsToItsCase) {
  const std::vector<Result> results =
      run("hello; while next; do echo about $id >&2; [ $id = c2 ] && exit 1; ok; done", 2);
  EXPECT_EQ(results[1].detail, "it ended without an answer (exit code 1); stderr: about c2");
}

TEST_F(ProcessTargetTest, ACrashWithAWindowSendsTheRestAgain) {
  const std::string script = R"(
read -r line; echo '{"hello":{"protocol":1,"window":4}}'
while next; do echo $id >> log; [ $id = c2 ] && exit 1; ok; done)";
  EXPECT_EQ(statuses(run(script, 5)), "ok crash ok ok ok");
  EXPECT_EQ(folder_.read("log"), "c1\nc2\nc3\nc4\nc5\n");
}

TEST_F(ProcessTargetTest, AHangCostsItsTimeLimitAndOneCase) {
  const std::vector<Result> results =
      run("hello; while next; do [ $id = c2 ] && sleep 1000; ok; done", 3, 500ms);
  EXPECT_EQ(statuses(results), "ok timeout ok");
  EXPECT_EQ(results[1].detail, "no answer within 500 ms");
}

TEST_F(ProcessTargetTest, OneThatNeverReadsHangs) {
  EXPECT_EQ(statuses(run("hello; exec sleep 1000", 4, 500ms)), "timeout timeout timeout timeout");
}

TEST_F(ProcessTargetTest, OneThatClosesItsStdinHangs) {
  EXPECT_EQ(statuses(run("hello; while next; do [ $id = c2 ] && exec <&- && sleep 1000; ok; done",
                         3, 500ms)),
            "ok timeout ok");
}

TEST_F(ProcessTargetTest, AnUntrustworthyAnswerIsAnErrorOfTheFirstUnanswered) {
  std::vector<Result> results =
      run("hello; while next; do [ $id = c2 ] && echo 'Segmentation fault?'; ok; done", 4);
  EXPECT_EQ(statuses(results), "ok error ok ok");
  EXPECT_TRUE(results[1].detail.starts_with("an answer that cannot be read ("))
      << results[1].detail;
  EXPECT_TRUE(results[1].detail.ends_with("): Segmentation fault?")) << results[1].detail;

  results = run("hello; while next; do [ $id = c2 ] && id=c3; ok; done", 4);
  EXPECT_EQ(statuses(results), "ok error ok ok");
  EXPECT_EQ(results[1].detail, R"(an answer for another case: {"id":"c3","status":"ok"})");

  results = run(R"(hello; while next; do [ $id = c2 ] && echo '{"id":"c2","status":"fine"}'
                   ok; done)",
                4);
  EXPECT_EQ(statuses(results), "ok error ok ok");

  // The second answer to c2 comes where that to c3 should.
  results = run("hello; while next; do [ $id = c2 ] && ok; ok; done", 4);
  EXPECT_EQ(statuses(results), "ok ok error ok");
}

TEST_F(ProcessTargetTest, OneThatOnlyTalksNonsenseGoesOnToTheEnd) {
  EXPECT_EQ(statuses(run("hello; while next; do echo; done", 5)), "error error error error error");
}

TEST_F(ProcessTargetTest, FloodsAreBoundedAndDoNotBlock) {
  const std::vector<Result> results = run(
      "hello; while next; do [ $id = c2 ] && head -c 100000000 /dev/zero | tr '\\0' x; ok; done",
      3);
  EXPECT_EQ(statuses(results), "ok error ok");
  EXPECT_EQ(results[1].detail, "an answer of more than 16 MiB");
  EXPECT_EQ(statuses(run("hello; while next; do head -c 1000000 /dev/zero >&2; ok; done", 3)),
            "ok ok ok");
}

TEST_F(ProcessTargetTest, AGrandchildThatKeepsThePipesIsNoHang) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(statuses(run("sleep 1000 & hello; while next; do [ $id = c2 ] && exit 1; ok; done", 3)),
            "ok crash ok");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 3s);
}

TEST_F(ProcessTargetTest, WithoutAValidHelloThereIsNoRun) {
  EXPECT_EQ(error_of("exit 0"), "no-hello");
  EXPECT_NE(message_.find("exit code 0"), std::string::npos) << message_;
  EXPECT_EQ(error_of("echo no licence >&2; exit 9"), "no-hello");
  EXPECT_NE(message_.find("(exit code 9); stderr: no licence"), std::string::npos) << message_;
  EXPECT_EQ(error_of("sleep 1000", 1, 200ms), "no-hello");
  EXPECT_NE(message_.find("no hello within 200 ms"), std::string::npos) << message_;
  EXPECT_EQ(error_of("echo welcome; serve"), "no-hello");
  EXPECT_EQ(error_of(R"(echo '{"hello":{"protocol":2,"name":"t"}}'; serve)"), "no-hello");
  EXPECT_NE(message_.find("speaks another protocol than 1"), std::string::npos) << message_;
  EXPECT_EQ(error_of(R"(echo '{"hello":{"protocol":1,"window":0}}'; serve)"), "no-hello");
  EXPECT_EQ(error_of(R"(echo '{"hello":{"name":"t","version":"1"}}'; serve)"), "no-hello");
  EXPECT_EQ(error_of(R"(echo '{"hello":{"protocol":1,"name":7}}'; serve)"), "no-hello");
  EXPECT_EQ(error_of(R"(echo '{"hello":[]}'; serve)"), "no-hello");
  EXPECT_EQ(error_of("head -c 100000000 /dev/zero; serve"), "no-hello");
}

TEST_F(ProcessTargetTest, AShortHelloAndOneThatComesInTimeAreEnough) {
  const std::string hello = R"(read -r line; echo '{"hello":{"protocol":1,"mood":"fine"}}';)";
  EXPECT_EQ(statuses(run(hello + "serve", 1)), "ok");
  EXPECT_EQ(statuses(run("sleep 0.2; hello; serve", 1)), "ok");
}

TEST_F(ProcessTargetTest, ThreeStartsThatDieBeforeAnAnswerEndIt) {
  EXPECT_EQ(error_of("echo start >> log; hello; next; echo no device >&2; exit 4"), "target-dead");
  EXPECT_EQ(folder_.read("log"), "start\nstart\nstart\n");
  EXPECT_NE(message_.find("(exit code 4); stderr: no device"), std::string::npos) << message_;
}

TEST_F(ProcessTargetTest, ATargetThatCannotBeStartedAgainEndsIt) {
  const std::string script =
      "echo start >> log; [ -e broken ] && exit 4; hello; next; ok; next; touch broken; exit 1";
  EXPECT_EQ(error_of(script), "target-dead");
  EXPECT_EQ(folder_.read("log"), "start\nstart\nstart\nstart\n");
  EXPECT_NE(message_.find("ended without a hello (exit code 4)"), std::string::npos) << message_;
}

// The third start in a row is asked c1 first, whose answer shows that only the cases are bad.
TEST_F(ProcessTargetTest, CasesThatKillSideBySideDoNotEndIt) {
  const std::string script =
      "hello; while next; do echo $id >> log; case $id in c[2-6]) exit 1;; esac; ok; done";
  EXPECT_EQ(statuses(run(script, 7)), "ok crash crash crash crash crash ok");
  EXPECT_EQ(folder_.read("log"), "c1\nc2\nc3\nc4\nc1\nc5\nc6\nc7\n");
}

TEST_F(ProcessTargetTest, OneThatNoLongerAnswersWhatItDidIsDead) {
  const std::string script = R"(
echo start >> log; hello
while next; do [ $id = c2 ] && touch broken; [ -e broken ] && exit 1; ok; done)";
  EXPECT_EQ(error_of(script), "target-dead");
  EXPECT_EQ(folder_.read("log"), "start\nstart\nstart\nstart\n");
}

// c and d mean something only in the state that a, b and c leave.
TEST_F(ProcessTargetTest, AChainIsRunAgainAfterACrashInIt) {
  const std::string script = R"(
hello
while next; do
  echo $id >> log
  [ $id = c ] && [ ! -e crashed ] && touch crashed && exit 1
  ok
done)";
  const std::vector<Case> cases = {make_case("x"),      make_case("a"),      make_case("b", "a"),
                                   make_case("c", "b"), make_case("d", "c"), make_case("y")};
  for (const char* window : {"", R"(,"window":3)"}) {
    std::string text = script;
    text.replace(text.find("hello"), 5,
                 R"(read -r line; echo '{"hello":{"protocol":1)" + std::string(window) + "}}'");
    ProcessTarget target({folder_.target("rm -f log; " + text)});
    std::filesystem::remove(folder_.file("crashed"));
    EXPECT_EQ(statuses(run_all(target, cases)), "ok ok ok crash ok ok");
    EXPECT_EQ(folder_.read("log"), "a\nb\nc\nd\ny\n");
  }
  ProcessTarget target({folder_.target("rm -f log; " + script)});
  std::filesystem::remove(folder_.file("crashed"));
  std::vector<Result> results;
  for (const Case& c : cases) results.push_back(target.run(c));
  EXPECT_EQ(statuses(results), "ok ok ok crash ok ok");
  EXPECT_EQ(folder_.read("log"), "a\nb\nc\nd\ny\n");
}

TEST_F(ProcessTargetTest, WhatFollowsACaseThatAlwaysCrashesIsNotRun) {
  ProcessTarget target(
      {folder_.target("hello; while next; do echo $id >> log; [ $id = b ] && exit 1; ok; done")});
  const std::vector<Result> results =
      run_all(target, {make_case("a"), make_case("b", "a"), make_case("c", "b"),
                       make_case("d", "c"), make_case("y")});
  EXPECT_EQ(statuses(results), "ok crash error error ok");
  EXPECT_EQ(results[3].detail,
            "not run: case b has to run before it, and again gave: it ended without an answer "
            "(exit code 1)");
  EXPECT_EQ(folder_.read("log"), "a\nb\na\nb\ny\n");
}

TEST_F(ProcessTargetTest, TheStopFlagEndsARunEarly) {
  std::atomic<bool> stop = false;
  const auto begin = std::chrono::steady_clock::now();
  {
    ProcessTarget target(
        {folder_.target("hello; while next; do [ $id = c2 ] && sleep 1000; ok; done"), 20s, &stop});
    std::jthread stopper([&] {
      std::this_thread::sleep_for(100ms);
      stop = true;
    });
    EXPECT_EQ(statuses(run_all(target, make_cases(5))), "ok");
    EXPECT_EQ(target.run(make_case("a")).detail, "stopped before its answer");
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
}

TEST_F(ProcessTargetTest, ASinkMayEndARunWithRequestsInFlight) {
  ProcessTarget target(
      {folder_.target(R"(read -r line; echo '{"hello":{"protocol":1,"window":4}}'; serve)")});
  const std::vector<Case> cases = make_cases(4);
  std::vector<const Case*> pointers;
  for (const Case& c : cases) pointers.push_back(&c);
  target.run_all(pointers, [](Result&&) { return false; });
  EXPECT_EQ(target.run(make_case("a")).status, Status::kOk);
}

}  // namespace
}  // namespace assay
