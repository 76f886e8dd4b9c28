// For tests: cases through the files that users see, from vectors to the verdict.
#ifndef ASSAY_CONFORMANCE_EMULATED_RUN_H_
#define ASSAY_CONFORMANCE_EMULATED_RUN_H_

#include <memory>
#include <string>
#include <vector>

#include "conformance/diff.h"
#include "fuzz/emulator/emulator.h"
#include "fuzz/targets/run_engine.h"
#include "spec/record/test_files.h"

namespace assay {

// A vectors file of cases with their expectations, and what the built-in emulator answers to it.
//
//   EmulatedRun run(catalog);
//   DiffReport report = run.judge(cases);
class EmulatedRun {
 public:
  explicit EmulatedRun(const Catalog& catalog) : catalog_(catalog) {}

  DiffReport judge(const std::vector<Case>& cases) const {
    write_vectors(cases);
    const auto make_target = [] { return std::make_unique<emulator::EmulatorTarget>(); };
    run_vectors(vectors(), results(), make_target, RunOptions());
    DiffOptions options;
    options.vectors = {vectors()};
    options.results = {results()};
    return diff(catalog_, options);
  }

 private:
  void write_vectors(const std::vector<Case>& cases) const {
    VectorsHeader header;
    header.generator_name = "test";
    header.generator_version = "1";
    header.spec_sha256 = catalog_.sha256();
    VectorsWriter writer(vectors(), header);
    for (const Case& c : cases) writer.add(c);
    writer.finish();
  }

  std::string vectors() const { return folder_.path("vectors.jsonl"); }
  std::string results() const { return folder_.path("results.jsonl"); }

  const Catalog& catalog_;
  ScratchFolder folder_;
};

}  // namespace assay

#endif  // ASSAY_CONFORMANCE_EMULATED_RUN_H_
