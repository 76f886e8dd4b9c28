// Vectors against results: the verdict on what a target did, from files.
#ifndef ASSAY_CONFORMANCE_DIFF_H_
#define ASSAY_CONFORMANCE_DIFF_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conformance/verdicts.h"
#include "spec/record/results_file.h"
#include "spec/record/vectors_file.h"

namespace assay {

struct DiffOptions {
  std::vector<std::string> vectors;
  std::vector<std::string> results;
  std::string only_id;               // judge this case alone; empty: all
  std::vector<std::string> against;  // results of a second target, or none
  JudgeOptions judge;
  std::function<void(std::uint64_t)> progress;  // cases judged so far; may be empty
};

// How two targets compare, case by case.
struct Against {
  std::uint64_t both_pass = 0;
  std::uint64_t only_first_passes = 0;
  std::uint64_t only_second_passes = 0;
  std::uint64_t fail_alike = 0;        // neither passes, and they answer the same
  std::uint64_t fail_differently = 0;  // neither passes
  std::uint64_t unjudged_alike = 0;    // nothing promised; same answer
  std::uint64_t unjudged_differently = 0;
  struct Split {
    std::string id;
    std::string name;
    Verdict first;
    Verdict second;
  };
  std::vector<Split> splits;  // cases that tell the targets apart
};

struct DiffReport {
  Verdicts verdicts;
  std::optional<VectorsHeader> header;  // of the first vectors file
  TargetInfo target;
  bool other_spec = false;  // the vectors were made from another version of the spec
  std::optional<Against> against;
};

// Streams the vectors; results may come in any order and in several files. Throws BadInput for
// anything wrong with a file, for a case that is no call of a cell, for results of unknown cases.
DiffReport diff(const Catalog& catalog, const DiffOptions& options);

}  // namespace assay

#endif  // ASSAY_CONFORMANCE_DIFF_H_
