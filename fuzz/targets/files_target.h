// A target that is one run of a command on files: vectors in, results out.
//
//   run_files({.command = "my-runner --in {in} --out {out}"}, "smoke.jsonl", "out.jsonl", {});
//
// The cases that are wanted, without expectations, and those that have to run before them are
// written to a temporary folder; the command reads {in} and writes {out}, both put in as quoted
// words of the shell, once. Each case is executed once, an undefined one too.
#ifndef ASSAY_FUZZ_TARGETS_FILES_TARGET_H_
#define ASSAY_FUZZ_TARGETS_FILES_TARGET_H_

#include <chrono>
#include <string>

#include "fuzz/targets/run_options.h"

namespace assay {

struct FilesOptions {
  std::string command;  // for /bin/sh -c, with {in} and {out}

  // For each case; together at least a minute.
  std::chrono::milliseconds timeout{10'000};
};

// Writes the answers in the vectors' order, as run_vectors() does, once the command has ended
// well. A case that it did not answer is left out (RunSummary counts it as selected only), and
// so are answers to cases that were not wanted. RunOptions::jobs has no meaning here.
// BadInput: no-placeholder, target-failed (an exit code but 0, or a signal), target-timeout,
// unknown-id (a result for none of the cases), what is wrong with {out} as ResultsIndex says it,
// cannot-open, empty-selection, resume-mismatch, and those of VectorsReader and ResultsWriter.
RunSummary run_files(const FilesOptions& target, const std::string& vectors,
                     const std::string& results, const RunOptions& options);

}  // namespace assay

#endif  // ASSAY_FUZZ_TARGETS_FILES_TARGET_H_
