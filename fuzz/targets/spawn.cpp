#include "fuzz/targets/spawn.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "spec/bad_input.h"

namespace assay {
namespace {

[[noreturn]] void cannot_start(int error) {
  throw BadInput("", "", "cannot-start",
                 fmt::format("cannot start a process: {}", std::generic_category().message(error)),
                 "look at the limits of processes and open files (ulimit -a), or lower --jobs");
}

struct Pipe {
  FileDescriptor read_end;
  FileDescriptor write_end;
};

// In a program started without standard streams a pipe would take their numbers, and what it then
// prints would go to the child.
FileDescriptor above_standard(FileDescriptor fd) {
  if (fd.number() > STDERR_FILENO) return fd;
  FileDescriptor moved(::fcntl(fd.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (!moved.is_open()) cannot_start(errno);
  return moved;
}

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) cannot_start(errno);
  Pipe pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
  pipe.read_end = above_standard(std::move(pipe.read_end));
  pipe.write_end = above_standard(std::move(pipe.write_end));
  return pipe;
}

// O_NONBLOCK belongs to one end of a pipe, so the child's end stays as programs expect it.
FileDescriptor non_blocking(FileDescriptor fd) {
  ::fcntl(fd.number(), F_SETFL, ::fcntl(fd.number(), F_GETFL) | O_NONBLOCK);
  return fd;
}

struct SpawnSetup {
  SpawnSetup() {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    // A group of its own, no blocked signals, and the usual death by SIGPIPE.
    ::posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    sigset_t signals;
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes, &signals);
    ::sigaddset(&signals, SIGPIPE);
    ::posix_spawnattr_setsigdefault(&attributes, &signals);
  }
  ~SpawnSetup() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

}  // namespace

SpawnedShell spawn_shell(const std::string& command) {
  Pipe in = make_pipe();
  Pipe out = make_pipe();
  Pipe err = make_pipe();
  SpawnSetup setup;
  ::posix_spawn_file_actions_adddup2(&setup.actions, in.read_end.number(), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&setup.actions, out.write_end.number(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&setup.actions, err.write_end.number(), STDERR_FILENO);
  std::string name = "sh", option = "-c", text = command;
  std::array<char*, 4> arguments{name.data(), option.data(), text.data(), nullptr};
  pid_t pid = -1;
  const int error =
      ::posix_spawn(&pid, "/bin/sh", &setup.actions, &setup.attributes, arguments.data(), environ);
  if (error != 0) cannot_start(error);
  return {pid, non_blocking(std::move(in.write_end)), non_blocking(std::move(out.read_end)),
          non_blocking(std::move(err.read_end))};
}

}  // namespace assay
