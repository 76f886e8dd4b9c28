#include "fuzz/targets/child_process.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <memory>

#include "fuzz/targets/test_folder.h"

namespace assay {
namespace {

using namespace std::chrono_literals;
using Clock = ChildProcess::Clock;
using Event = ChildProcess::Event;

Clock::time_point in(Clock::duration time) { return Clock::now() + time; }

TEST(ChildProcess, LinesThereAndBack) {
  ChildProcess child("cat");
  child.send("one\ntwo\nthr");
  std::string line;
  ASSERT_EQ(child.read_line(line, in(5s)), Event::kLine);
  EXPECT_EQ(line, "one");
  ASSERT_EQ(child.read_line(line, in(5s)), Event::kLine);
  EXPECT_EQ(line, "two");
  EXPECT_EQ(child.read_line(line, in(20ms)), Event::kTimeout);
  child.send("ee\n");
  ASSERT_EQ(child.read_line(line, in(5s)), Event::kLine);
  EXPECT_EQ(line, "three");
  child.close_stdin();
  EXPECT_EQ(child.read_line(line, in(5s)), Event::kEnd);
  EXPECT_TRUE(child.exited_with_success());
}

// Each way alone is more than a pipe holds: whoever wrote all before reading would hang.
TEST(ChildProcess, WritesAndReadsAtOnce) {
  ChildProcess child("cat");
  const std::string text = std::string(1'000'000, 'x') + "\n";
  for (int i = 0; i < 4; ++i) child.send(text);
  child.close_stdin();
  std::string line;
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(child.read_line(line, in(10s)), Event::kLine);
    EXPECT_EQ(line.size(), text.size() - 1);
  }
  EXPECT_EQ(child.read_line(line, in(5s)), Event::kEnd);
}

TEST(ChildProcess, LineLimit) {
  const auto first_line_of = [](std::size_t bytes) {
    ChildProcess child("head -c " + std::to_string(bytes) + " /dev/zero; echo");
    std::string line;
    const Event event = child.read_line(line, in(10s));
    return std::pair(event, line.size());
  };
  EXPECT_EQ(first_line_of(16 << 20), std::pair(Event::kLine, ChildProcess::kMaxLineBytes));
  EXPECT_EQ(first_line_of((16 << 20) + 1).first, Event::kTooLong);

  ChildProcess endless("cat /dev/zero");
  std::string line;
  EXPECT_EQ(endless.read_line(line, in(10s)), Event::kTooLong);
}

TEST(ChildProcess, TellsHowItEnded) {
  const auto fate_of = [](const std::string& command) {
    ChildProcess child(command);
    EXPECT_EQ(child.wait_exit(in(5s)), Event::kEnd);
    child.kill();
    return child.fate();
  };
  EXPECT_EQ(fate_of("exit 0"), "exit code 0");
  EXPECT_EQ(fate_of("exit 3"), "exit code 3");
  EXPECT_EQ(fate_of("kill -SEGV $$"), "killed by SIGSEGV");
  EXPECT_EQ(fate_of("sh -c 'kill -ABRT $$'; exit $?"), "exit code 134 (128 + SIGABRT)");
  EXPECT_EQ(fate_of("exec /no/such/program"), "exit code 127");

  ChildProcess alive("sleep 1000");
  EXPECT_EQ(alive.wait_exit(in(20ms)), Event::kTimeout);
  alive.kill();
  EXPECT_EQ(alive.fate(), "");
}

TEST(ChildProcess, AnExitIsSeenThroughAPipeThatAGrandchildHolds) {
  TestFolder folder;
  const auto begin = Clock::now();
  {
    ChildProcess child(folder.target("sleep 1000 & echo last; exit 5"));
    std::string line;
    ASSERT_EQ(child.read_line(line, in(10s)), Event::kLine);
    EXPECT_EQ(line, "last");
    EXPECT_EQ(child.read_line(line, in(10s)), Event::kEnd);
    EXPECT_EQ(child.fate(), "exit code 5");
  }
  EXPECT_LT(Clock::now() - begin, 5s);
  EXPECT_EQ(folder.processes_left(), 0);
}

TEST(ChildProcess, KeepsTheEndOfStderrAndNeverBlocksIt) {
  ChildProcess child("head -c 1000000 /dev/zero | tr '\\0' e >&2; echo END >&2; echo done");
  std::string line;
  ASSERT_EQ(child.read_line(line, in(10s)), Event::kLine);
  EXPECT_EQ(child.read_line(line, in(10s)), Event::kEnd);
  child.kill();
  EXPECT_EQ(child.stderr_tail(), std::string(ChildProcess::kStderrTailBytes - 4, 'e') + "END\n");
}

TEST(ChildProcess, WritingToOneThatDoesNotReadIsNoSignalAndNoWait) {
  ASSERT_EQ(::signal(SIGPIPE, SIG_DFL), SIG_DFL);
  ChildProcess child("exec <&-; echo closed; sleep 1000");
  std::string line;
  ASSERT_EQ(child.read_line(line, in(5s)), Event::kLine);
  child.send("x\n");  // would end this program
  EXPECT_EQ(child.read_line(line, in(20ms)), Event::kTimeout);
  sigset_t pending;
  ::sigpending(&pending);
  EXPECT_EQ(::sigismember(&pending, SIGPIPE), 0);

  ChildProcess deaf("sleep 1000");
  deaf.send(std::string(1'000'000, 'x'));  // more than the pipe holds
  EXPECT_EQ(deaf.read_line(line, in(20ms)), Event::kTimeout);
}

// If a later child inherited the pipes of an earlier one, that one would never see the end.
TEST(ChildProcess, ChildrenDoNotHoldEachOthersPipes) {
  ChildProcess first("cat");
  ChildProcess second("cat");
  first.close_stdin();
  EXPECT_EQ(first.wait_exit(in(5s)), Event::kEnd);
  EXPECT_TRUE(first.exited_with_success());
}

TEST(ChildProcess, TheStopFlagEndsAWait) {
  std::atomic<bool> stop = false;
  ChildProcess child("sleep 1000", &stop);
  std::jthread stopper([&] {
    std::this_thread::sleep_for(50ms);
    stop = true;
  });
  const auto begin = Clock::now();
  std::string line;
  EXPECT_EQ(child.read_line(line, in(20s)), Event::kStopped);
  EXPECT_EQ(child.wait_exit(in(20s)), Event::kStopped);
  EXPECT_LT(Clock::now() - begin, 5s);
}

TEST(ChildProcess, KillEndsTheWholeGroupAndReaps) {
  TestFolder folder;
  {
    ChildProcess child(folder.target("trap '' TERM INT; sleep 1000 & sleep 1000 & echo up; wait"));
    std::string line;
    ASSERT_EQ(child.read_line(line, in(5s)), Event::kLine);
    child.kill();
    child.kill();
  }
  EXPECT_EQ(folder.processes_left(), 0);
}

}  // namespace
}  // namespace assay
