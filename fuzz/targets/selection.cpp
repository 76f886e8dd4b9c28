#include "fuzz/targets/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "spec/bad_input.h"
#include "spec/record/codec.h"
#include "spec/record/results_file.h"

namespace assay {

ChainReader::ChainReader(const std::string& vectors, const std::vector<std::string>& only,
                         std::uint64_t skip)
    : reader_(vectors), only_(only.begin(), only.end()), skip_(skip) {}

bool ChainReader::is_wanted(const Case& c) {
  const bool selected =
      only_.empty() || only_.contains(c.id) ||
      std::any_of(c.tags.begin(), c.tags.end(), [&](const auto& t) { return only_.contains(t); });
  if (selected && skip_ > 0) {
    --skip_;
    return false;
  }
  return selected;
}

std::optional<Chain> ChainReader::next() {
  if (!begun_) {
    begun_ = true;
    head_ = reader_.next();
  }
  while (head_) {
    Chain chain;
    std::size_t needed = 0;
    do {
      const bool wanted = is_wanted(*head_);
      chain.push_back({std::move(*head_), wanted});
      if (wanted) needed = chain.size();
      head_ = reader_.next();
    } while (head_ && !head_->after.empty());
    chain.resize(needed);
    if (needed > 0) return chain;
  }
  return std::nullopt;
}

Survey survey_run(const std::string& vectors, const std::string& results,
                  const RunOptions& options) {
  std::unordered_map<std::string, std::string> partial;
  if (options.resume) partial = read_partial_results(results);
  Survey survey;
  ChainReader chains(vectors, options.only, 0);
  while (const std::optional<Chain> chain = chains.next()) {
    for (const PlannedCase& planned : *chain) {
      if (!planned.wanted) continue;
      const auto found = partial.find(planned.c.id);
      if (found != partial.end() && survey.kept == survey.summary.selected) {
        survey.summary.add(parse_result(found->second));
        ++survey.kept;
      }
      ++survey.summary.selected;
    }
  }
  if (survey.summary.selected == 0) {
    throw BadInput(vectors, "", "empty-selection", "there is no case to run",
                   options.only.empty() ? "generate vectors with another selection"
                                        : "see the ids and tags of its cases for --only");
  }
  if (survey.kept != partial.size()) {
    throw BadInput(partial_results_path(results), "", "resume-mismatch",
                   fmt::format("{} of its {} results are not those this run would begin with",
                               partial.size() - survey.kept, partial.size()),
                   "resume with the vectors and options of the stopped run, or delete it");
  }
  return survey;
}

}  // namespace assay
