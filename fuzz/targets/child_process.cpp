#include "fuzz/targets/child_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <utility>

#include "fuzz/targets/spawn.h"

namespace assay {
namespace {

using std::chrono::milliseconds;

// How long a wait may be blind to the stop flag and to an exit that no pipe tells of (because a
// grandchild holds the other end).
constexpr milliseconds kSlice{30};
// Between a dying program's closing of its pipes and its exit.
constexpr milliseconds kDyingTime{500};
constexpr std::size_t kReadBytes = std::size_t{64} << 10;

// Keeps a SIGPIPE of this thread's write() from reaching the program: blocked before, and taken
// off the queue afterwards unless one was pending already. Works in any thread and leaves the
// program's own handling of the signal alone.
class SigpipeGuard {
 public:
  SigpipeGuard() {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    ::sigpending(&pending);
    was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~SigpipeGuard() {
    if (broken && !was_pending_) {
      const timespec at_once{};
      while (::sigtimedwait(&pipe_, nullptr, &at_once) < 0 && errno == EINTR) {
      }
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  SigpipeGuard(const SigpipeGuard&) = delete;
  SigpipeGuard& operator=(const SigpipeGuard&) = delete;

  bool broken = false;  // write() said EPIPE

 private:
  sigset_t pipe_, before_;
  bool was_pending_ = false;
};

// As read(), but -1 always means "nothing there now".
ssize_t read_available(int fd, char* to, std::size_t size) {
  for (;;) {
    const ssize_t n = ::read(fd, to, size);
    if (n >= 0) return n;
    if (errno == EINTR) continue;
    return errno == EAGAIN ? -1 : 0;
  }
}

std::string signal_name(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

}  // namespace

ChildProcess::ChildProcess(const std::string& command, const std::atomic<bool>* stop)
    : stop_(stop) {
  SpawnedShell shell = spawn_shell(command);
  pid_ = shell.pid;
  stdin_ = std::move(shell.stdin_writer);
  stdout_ = std::move(shell.stdout_reader);
  stderr_ = std::move(shell.stderr_reader);
}

void ChildProcess::send(std::string_view text) {
  if (!stdin_.is_open() || close_stdin_wanted_) return;
  unwritten_.append(text);
  write_some();
}

void ChildProcess::close_stdin() {
  close_stdin_wanted_ = true;
  write_some();
}

void ChildProcess::write_some() {
  if (stdin_.is_open() && written_ < unwritten_.size()) {
    SigpipeGuard guard;
    while (written_ < unwritten_.size()) {
      const ssize_t n =
          ::write(stdin_.number(), unwritten_.data() + written_, unwritten_.size() - written_);
      if (n >= 0) {
        written_ += static_cast<std::size_t>(n);
      } else if (errno != EINTR) {
        if (errno == EAGAIN) return;
        guard.broken = errno == EPIPE;
        stdin_.close();
        break;
      }
    }
  }
  unwritten_.clear();
  written_ = 0;
  if (close_stdin_wanted_) stdin_.close();
}

bool ChildProcess::take_line(std::string& line) {
  const std::size_t end = lines_.find('\n', searched_);
  if (end == std::string::npos) {
    searched_ = lines_.size();
    return false;
  }
  line.assign(lines_, taken_, end - taken_);
  taken_ = searched_ = end + 1;
  if (taken_ == lines_.size()) {
    lines_.clear();
    taken_ = searched_ = 0;
  }
  return true;
}

bool ChildProcess::read_stdout() {
  std::array<char, kReadBytes> bytes;
  const ssize_t n = read_available(stdout_.number(), bytes.data(), bytes.size());
  if (n < 0) return false;
  if (n == 0) stdout_.close();
  lines_.erase(0, taken_);
  searched_ -= taken_;
  taken_ = 0;
  lines_.append(bytes.data(), static_cast<std::size_t>(n));
  return true;
}

bool ChildProcess::read_stderr() {
  std::array<char, kReadBytes> bytes;
  const ssize_t n = read_available(stderr_.number(), bytes.data(), bytes.size());
  if (n < 0) return false;
  if (n == 0) stderr_.close();
  const auto size = static_cast<std::size_t>(n);
  if (size >= kStderrTailBytes) errors_.clear();
  errors_.append(bytes.data(), size);
  if (errors_.size() > kStderrTailBytes) errors_.erase(0, errors_.size() - kStderrTailBytes);
  return true;
}

// What is in the pipe by now; bounded, because the writer may be at work.
void ChildProcess::drain_stderr() {
  for (int i = 0; i < 32 && stderr_.is_open() && read_stderr(); ++i) {
  }
}

// Writes and reads what can be without blocking, after waiting up to `wait` for anything.
// False: nothing came.
bool ChildProcess::pump(milliseconds wait) {
  std::array<pollfd, 3> fds{};
  fds[0] = {stdout_.number(), POLLIN, 0};  // a closed one is -1, which poll() skips
  fds[1] = {stderr_.number(), POLLIN, 0};
  fds[2] = {unwritten_.empty() ? -1 : stdin_.number(), POLLOUT, 0};
  if (::poll(fds.data(), fds.size(), static_cast<int>(wait.count())) <= 0) return false;
  bool some = false;
  if (fds[2].revents != 0) write_some();
  if (fds[1].revents != 0) some = read_stderr();
  if (fds[0].revents != 0) some = read_stdout() || some;
  return some;
}

milliseconds ChildProcess::slice_until(Clock::time_point deadline) const {
  const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
  return std::clamp(left, milliseconds{0}, kSlice);
}

ChildProcess::Event ChildProcess::read_line(std::string& line, Clock::time_point deadline) {
  Clock::time_point look_again = Clock::now() + slice_until(deadline);
  for (;;) {
    if (take_line(line)) return line.size() > kMaxLineBytes ? Event::kTooLong : Event::kLine;
    if (lines_.size() - taken_ > kMaxLineBytes) return Event::kTooLong;
    if (!stdout_.is_open()) {
      wait_exit(std::min(deadline, Clock::now() + kDyingTime));  // for its exit code
      return Event::kEnd;
    }
    if (Clock::now() >= look_again) {
      if (is_stopped()) return Event::kStopped;
      // What an exited child wrote is in the pipe by now; only a grandchild could add to it.
      if (has_exited() && !pump(milliseconds{0})) return Event::kEnd;
      if (Clock::now() >= deadline) {
        pump(milliseconds{0});  // this thread may have slept while the line came in time
        return take_line(line) && line.size() <= kMaxLineBytes ? Event::kLine : Event::kTimeout;
      }
      look_again = Clock::now() + slice_until(deadline);
      continue;
    }
    pump(std::min(slice_until(deadline), slice_until(look_again)));
  }
}

ChildProcess::Event ChildProcess::wait_exit(Clock::time_point deadline) {
  while (!has_exited()) {
    if (is_stopped()) return Event::kStopped;
    if (Clock::now() >= deadline) return Event::kTimeout;
    const milliseconds wait = slice_until(deadline);
    // With both pipes closed there is nothing to wait for but the exit itself.
    pump(stdout_.is_open() || stderr_.is_open() ? wait : std::min(wait, milliseconds{1}));
    lines_.clear();
    taken_ = searched_ = 0;
  }
  drain_stderr();
  return Event::kEnd;
}

// Leaves the zombie in place: as long as it is there the number of its group stays its own, and
// kill() cannot hit a stranger.
bool ChildProcess::has_exited() {
  if (exit_ || pid_ < 0) return true;
  siginfo_t info{};
  const int result = ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
  if (result != 0 && errno == ECHILD) {
    exit_ = Exit{false, -1};  // somebody ignores SIGCHLD
  } else if (result == 0 && info.si_pid != 0) {
    exit_ = Exit{info.si_code != CLD_EXITED, info.si_status};
  }
  return exit_.has_value();
}

void ChildProcess::kill() {
  if (pid_ < 0) return;
  has_exited();  // notes an end of its own before the forced one
  ::kill(-pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  drain_stderr();
  stdin_.close();
  stdout_.close();
  stderr_.close();
}

std::string ChildProcess::fate() const {
  if (!exit_) return "";
  if (exit_->by_signal) return "killed by " + signal_name(exit_->value);
  if (exit_->value < 0) return "exit code not known";
  std::string text = fmt::format("exit code {}", exit_->value);
  // A shell reports so what it saw its own child die of.
  if (exit_->value > 128 && exit_->value <= 128 + SIGSYS) {
    text += fmt::format(" (128 + {})", signal_name(exit_->value - 128));
  }
  return text;
}

bool ChildProcess::exited_with_success() const {
  return exit_ && !exit_->by_signal && exit_->value == 0;
}

std::string_view ChildProcess::stderr_tail() const { return errors_; }

void ChildProcess::forget_stderr() {
  drain_stderr();
  errors_.clear();
}

}  // namespace assay
