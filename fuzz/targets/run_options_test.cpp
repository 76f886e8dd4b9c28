#include "fuzz/targets/run_options.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace assay {
namespace {

TEST(RunSummary, ExitCodes) {
  const auto code = [](std::initializer_list<Status> statuses, std::uint64_t missing = 0) {
    RunSummary summary;
    for (Status s : statuses) {
      Result r;
      r.status = s;
      summary.add(r);
    }
    summary.selected = statuses.size() + missing;
    return summary.exit_code();
  };
  EXPECT_EQ(code({Status::kOk, Status::kRejected}), 0);
  EXPECT_EQ(code({Status::kOk, Status::kUnsupported}), 3);
  EXPECT_EQ(code({Status::kOk, Status::kError}), 3);
  EXPECT_EQ(code({Status::kOk}, 1), 3);
  EXPECT_EQ(code({Status::kUnsupported, Status::kCrash}), 1);
  EXPECT_EQ(code({Status::kError, Status::kTimeout}), 1);
}

}  // namespace
}  // namespace assay
