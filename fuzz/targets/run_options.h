// What a run of a vectors file on a target is asked for, and what came of it.
#ifndef ASSAY_FUZZ_TARGETS_RUN_OPTIONS_H_
#define ASSAY_FUZZ_TARGETS_RUN_OPTIONS_H_

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "spec/record/result.h"

namespace assay {

// Longer time limits of targets are cut to this, so that adding them to a clock is safe.
inline constexpr std::chrono::milliseconds kLongestTimeout = std::chrono::hours{24 * 30};

struct RunOptions {
  unsigned jobs = 1;  // at least 1: targets at the same time

  // Ids and tags: a case is selected when one of them is its id or among its tags. Empty: all.
  std::vector<std::string> only;

  // Keeps the results that an earlier run of the same selection left in RESULTS.partial.
  bool resume = false;

  // Where given: once true, the run ends soon and RESULTS.partial stays for `resume`.
  const std::atomic<bool>* stop = nullptr;

  // Where given: called now and then, on the thread that called the run.
  std::function<void(std::uint64_t done, std::uint64_t selected)> progress;
};

struct RunSummary {
  std::array<std::uint64_t, 6> by_status{};  // results in the file, kept ones included
  std::uint64_t selected = 0;                // cases
  bool stopped = false;                      // by the stop flag

  std::uint64_t count(Status s) const { return by_status[static_cast<std::size_t>(s)]; }
  std::uint64_t answered() const;
  void add(const Result& r) { ++by_status[static_cast<std::size_t>(r.status)]; }

  // Of `assay run`: 1 any crash or timeout; 3 any unsupported, error or missing result; else 0.
  int exit_code() const;
  bool operator==(const RunSummary&) const = default;
};

}  // namespace assay

#endif  // ASSAY_FUZZ_TARGETS_RUN_OPTIONS_H_
