// Generate, run and judge in one go, in memory, nothing written.
#ifndef ASSAY_CONFORMANCE_CHECK_H_
#define ASSAY_CONFORMANCE_CHECK_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "conformance/verdicts.h"
#include "fuzz/generate/generator.h"
#include "fuzz/targets/target.h"

namespace assay {

struct CheckOptions {
  std::vector<Cell> cells;
  std::uint64_t cases_per_cell = 0;
  std::uint64_t seed = 1;
  unsigned jobs = 1;
  GeneratorOptions generator;
  JudgeOptions judge;
  std::function<std::unique_ptr<Target>()> make_target;  // called once for each job
  std::function<void(std::uint64_t)> progress;           // cases judged so far; may be empty
};

// The verdict does not depend on `jobs`. Throws what a target throws (target-dead).
Verdicts check(const Catalog& catalog, const CheckOptions& options);

}  // namespace assay

#endif  // ASSAY_CONFORMANCE_CHECK_H_
