#include "tools/commands/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace assay {

bool stdout_is_terminal() { return isatty(STDOUT_FILENO) == 1; }

Progress::Progress(std::string what, std::uint64_t total)
    : what_(std::move(what)),
      total_(total),
      on_terminal_(isatty(STDERR_FILENO) == 1),
      start_(std::chrono::steady_clock::now()),
      last_(start_) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void Progress::update(std::uint64_t done) {
  using namespace std::chrono_literals;
  if (!on_terminal_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - start_ < 2s || now - last_ < 200ms) return;
  last_ = now;
  shown_ = true;
  const std::string text = total_ == 0 ? fmt::format("\r\033[K{}: {} cases", what_, done)
                                       : fmt::format("\r\033[K{}: {} of {} cases ({}%)", what_,
                                                     done, total_, 100 * done / total_);
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace assay
