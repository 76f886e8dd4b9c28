// Runs a vectors file on targets and writes what they answered.
//
//   RunSummary s = run_vectors("smoke.jsonl", "smoke.results.jsonl",
//                              [] { return std::make_unique<EmulatorTarget>(); }, {.jobs = 2});
//   return s.exit_code();
//
// Results come in the order of the vectors, the same bytes for any number of jobs as long as
// the target's answer to a case depends on nothing but the case and its chain. Work is handed
// out in small blocks of neighbours that never split a chain, so memory does not grow with the
// number of cases (the longest chain and the largest window count).
//
// The results are written to RESULTS.partial as they come, which is renamed at the end. It
// stays, for RunOptions::resume, when the run is stopped or ends in an exception.
#ifndef ASSAY_FUZZ_TARGETS_RUN_ENGINE_H_
#define ASSAY_FUZZ_TARGETS_RUN_ENGINE_H_

#include <functional>
#include <memory>
#include <string>

#include "fuzz/targets/run_options.h"
#include "fuzz/targets/target.h"

namespace assay {

// Called from several threads at once when there are several jobs; at most `jobs` targets are
// made, each used and destroyed by one thread. Should share RunOptions::stop with the targets.
using TargetFactory = std::function<std::unique_ptr<Target>()>;

// The whole vectors file is checked before the first target is made; with no case left to run
// none is made. Cases with the expected verdict `undefined` are executed twice, and get
// `stable` false where the two answers differ (free text aside).
// BadInput: empty-selection, resume-mismatch, target-dead, no-hello, and those of VectorsReader
// and ResultsWriter.
RunSummary run_vectors(const std::string& vectors, const std::string& results,
                       const TargetFactory& make_target, const RunOptions& options);

}  // namespace assay

#endif  // ASSAY_FUZZ_TARGETS_RUN_ENGINE_H_
