// A progress line on stderr for work longer than two seconds, on a terminal only.
#ifndef ASSAY_TOOLS_COMMANDS_PROGRESS_H_
#define ASSAY_TOOLS_COMMANDS_PROGRESS_H_

#include <chrono>
#include <cstdint>
#include <string>

namespace assay {

bool stdout_is_terminal();

class Progress {
 public:
  // `total` 0: unknown.
  Progress(std::string what, std::uint64_t total);
  ~Progress();  // wipes the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void update(std::uint64_t done);

 private:
  std::string what_;
  std::uint64_t total_;
  bool on_terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace assay

#endif  // ASSAY_TOOLS_COMMANDS_PROGRESS_H_
