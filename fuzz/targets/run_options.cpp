#include "fuzz/targets/run_options.h"

#include <numeric>

namespace assay {

std::uint64_t RunSummary::answered() const {
  return std::accumulate(by_status.begin(), by_status.end(), std::uint64_t{0});
}

int RunSummary::exit_code() const {
  if (count(Status::kCrash) + count(Status::kTimeout) > 0) return 1;
  const std::uint64_t answers = count(Status::kOk) + count(Status::kRejected);
  return answers < selected ? 3 : 0;
}

}  // namespace assay
