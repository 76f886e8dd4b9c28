// A program at the other end of pipes, that may do anything: die, hang, flood, fork.
//
//   ChildProcess child("my-emulator --quiet");
//   child.send("ping\n");
//   std::string line;
//   if (child.read_line(line, ChildProcess::Clock::now() + 1s) == ChildProcess::Event::kLine) ...
//
// No call blocks beyond its deadline, whatever the child does with its pipes: writing, reading
// and the draining of stderr share one poll loop, which runs inside read_line() and wait_exit().
// The child leads a process group of its own; kill() ends the whole group, so a forked
// grandchild cannot outlive it (one that leaves the group can, but is never waited for).
// A broken pipe is no signal to this program, whatever its handling of SIGPIPE is.
// Not thread-safe; any number of children may live in different threads.
#ifndef ASSAY_FUZZ_TARGETS_CHILD_PROCESS_H_
#define ASSAY_FUZZ_TARGETS_CHILD_PROCESS_H_

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "spec/record/file_descriptor.h"

namespace assay {

class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  enum class Event {
    kLine,     // a line has come
    kEnd,      // the child has exited or closed its stdout; no further line will come
    kTimeout,  // the deadline has passed
    kTooLong,  // a line has more than kMaxLineBytes
    kStopped,  // *stop is true
  };

  static constexpr std::size_t kMaxLineBytes = std::size_t{16} << 20;  // without the line end
  static constexpr std::size_t kStderrTailBytes = 4096;

  // Starts `/bin/sh -c command`. Where `stop` is given it is looked at every few hundredths of
  // a second while waiting, and must outlive the child. BadInput: cannot-start.
  explicit ChildProcess(const std::string& command, const std::atomic<bool>* stop = nullptr);
  ~ChildProcess() { kill(); }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Queues text for the child's stdin and writes what fits. Text for a child that has closed its
  // stdin is dropped.
  void send(std::string_view text);

  // The child reads the end of its stdin once all that was queued has been written.
  void close_stdin();

  // The next line of the child's stdout without its line end. A last line without line end is
  // no line.
  Event read_line(std::string& line, Clock::time_point deadline);

  // Waits for the child's exit and throws its stdout away: kEnd, kTimeout or kStopped.
  Event wait_exit(Clock::time_point deadline);

  // SIGKILL to the group, then reaps the child. Closes the pipes, but what has been read of
  // stderr stays. May be called again.
  void kill();

  // How the child ended of its own accord: "exit code 3", "killed by SIGSEGV"; empty where it
  // did not. Known after kEnd, unless the child lives on after closing its stdout.
  std::string fate() const;
  bool exited_with_success() const;

  // The last bytes of stderr since the start or forget_stderr().
  std::string_view stderr_tail() const;
  void forget_stderr();

 private:
  bool take_line(std::string& line);
  bool pump(std::chrono::milliseconds wait);
  void write_some();
  bool read_stdout();
  bool read_stderr();
  void drain_stderr();
  bool has_exited();
  bool is_stopped() const { return stop_ != nullptr && stop_->load(); }
  std::chrono::milliseconds slice_until(Clock::time_point deadline) const;

  const std::atomic<bool>* stop_;
  pid_t pid_ = -1;  // -1: reaped
  struct Exit {
    bool by_signal = false;
    int value = 0;  // signal or exit code; -1: not known
  };
  std::optional<Exit> exit_;
  FileDescriptor stdin_, stdout_, stderr_;
  bool close_stdin_wanted_ = false;
  std::string unwritten_;  // for stdin, from written_ on
  std::size_t written_ = 0;
  std::string lines_;  // of stdout, from taken_ on
  std::size_t taken_ = 0;
  std::size_t searched_ = 0;  // no line end in [taken_, searched_)
  std::string errors_;        // of stderr; only the end counts
};

}  // namespace assay

#endif  // ASSAY_FUZZ_TARGETS_CHILD_PROCESS_H_
