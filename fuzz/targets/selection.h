// Which cases of a vectors file a run wants answers to, and what has to run before them.
//
// Of the chain a <- b <- c (each `after` the one before) with only b wanted, a has to run and
// c has not. The cases of a chain stay together:
//   ChainReader chains("smoke.jsonl", {"mask:alternating"}, 0);
//   while (std::optional<Chain> chain = chains.next()) ...
#ifndef ASSAY_FUZZ_TARGETS_SELECTION_H_
#define ASSAY_FUZZ_TARGETS_SELECTION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "fuzz/targets/run_options.h"
#include "spec/record/vectors_file.h"

namespace assay {

struct PlannedCase {
  Case c;
  bool wanted = false;  // false: runs only for the state that it leaves
};

// A case without `after` and those that continue it, in the file's order, up to the last wanted
// one. Never empty.
using Chain = std::vector<PlannedCase>;

class ChainReader {
 public:
  // The first `skip` selected cases are not wanted: they have been answered before.
  // BadInput, here and from next(): as VectorsReader.
  ChainReader(const std::string& vectors, const std::vector<std::string>& only, std::uint64_t skip);

  // The next chain that has a wanted case.
  std::optional<Chain> next();

  const std::optional<VectorsHeader>& header() const { return reader_.header(); }

 private:
  bool is_wanted(const Case& c);

  VectorsReader reader_;
  std::unordered_set<std::string> only_;
  std::uint64_t skip_;
  std::optional<Case> head_;  // of the next chain, once its first case has been read
  bool begun_ = false;
};

// A first pass over a vectors file, so that nothing is run of a file that turns out broken, and
// over RESULTS.partial where the run is to be resumed.
struct Survey {
  RunSummary summary;      // what is kept, and how much is selected
  std::uint64_t kept = 0;  // the first so many selected cases are answered in RESULTS.partial
};

// BadInput: empty-selection; resume-mismatch, where RESULTS.partial is of another run; and those
// of VectorsReader and read_partial_results().
Survey survey_run(const std::string& vectors, const std::string& results,
                  const RunOptions& options);

}  // namespace assay

#endif  // ASSAY_FUZZ_TARGETS_SELECTION_H_
