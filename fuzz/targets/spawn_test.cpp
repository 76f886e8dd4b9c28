#include "fuzz/targets/spawn.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>

namespace assay {
namespace {

// Up to a line end, for at most ten seconds.
std::string read_line(const FileDescriptor& file) {
  std::string line;
  pollfd readable{file.number(), POLLIN, 0};
  char c = 0;
  while (::poll(&readable, 1, 10'000) == 1 && ::read(file.number(), &c, 1) == 1 && c != '\n') {
    line += c;
  }
  return line;
}

TEST(Spawn, TheStandardStreamsArePipesAndTheGroupIsNew) {
  const SpawnedShell shell =
      spawn_shell("read -r word; echo \"$word\"; echo oops >&2; read -r word; exit 0");
  ASSERT_EQ(::write(shell.stdin_writer.number(), "hi\n", 3), 3);
  EXPECT_EQ(read_line(shell.stdout_reader), "hi");
  EXPECT_EQ(read_line(shell.stderr_reader), "oops");
  EXPECT_EQ(::getpgid(shell.pid), shell.pid);
  ::kill(shell.pid, SIGKILL);
  EXPECT_EQ(::waitpid(shell.pid, nullptr, 0), shell.pid);
}

// Then pipes would get the numbers 0 to 2, to which programs write.
TEST(Spawn, AProgramWithoutStandardStreamsCanStartOne) {
  std::array<int, 3> saved{};
  for (int fd = 0; fd < 3; ++fd) {
    saved[static_cast<std::size_t>(fd)] = ::fcntl(fd, F_DUPFD_CLOEXEC, 3);
  }
  for (int fd = 0; fd < 3; ++fd) ::close(fd);
  SpawnedShell shell = spawn_shell("read -r word; echo \"$word\"; echo oops >&2");
  const ssize_t written = ::write(shell.stdin_writer.number(), "hi\n", 3);
  const std::string said = read_line(shell.stdout_reader);
  const std::string complained = read_line(shell.stderr_reader);
  const int lowest = std::min(
      {shell.stdin_writer.number(), shell.stdout_reader.number(), shell.stderr_reader.number()});
  ::kill(shell.pid, SIGKILL);
  ::waitpid(shell.pid, nullptr, 0);
  shell = {};
  for (int fd = 0; fd < 3; ++fd) {
    ::dup2(saved[static_cast<std::size_t>(fd)], fd);
    ::close(saved[static_cast<std::size_t>(fd)]);
  }
  EXPECT_GT(lowest, 2);
  EXPECT_EQ(written, 3);
  EXPECT_EQ(said, "hi");
  EXPECT_EQ(complained, "oops");
}

}  // namespace
}  // namespace assay
