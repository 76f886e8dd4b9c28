#include "oracle/judge/answer_book.h"

#include <algorithm>

namespace assay {
namespace {

using Tally = std::map<std::vector<std::string>, std::uint64_t>;

// The options that explain every case, in the order in which some case listed them. A target that
// once did what no specific option says does as it pleases, which then is its answer throughout,
// also where it happened to look like one of them.
std::vector<std::string> common_options(const Tally& tally) {
  const std::vector<std::string> as_it_pleases = {"unspecified"};
  if (tally.contains(as_it_pleases)) return as_it_pleases;
  std::vector<std::string> common = tally.begin()->first;
  for (const auto& [options, cases] : tally) {
    std::erase_if(common, [&o = options](const std::string& option) {
      return std::find(o.begin(), o.end(), option) == o.end();
    });
  }
  return common;
}

std::map<std::string, std::uint64_t> resolve(const Tally& tally) {
  const std::vector<std::string> common = common_options(tally);
  std::map<std::string, std::uint64_t> counts;
  for (const auto& [options, cases] : tally) {
    counts[common.empty() ? options.front() : common.front()] += cases;
  }
  return counts;
}

}  // namespace

void AnswerBook::add(const Judgement& judgement, const std::string& where) {
  for (const auto& [question, options] : judgement.answers) {
    ++tallies_[question][where][options];
  }
}

void AnswerBook::merge(const AnswerBook& other) {
  for (const auto& [question, places] : other.tallies_) {
    for (const auto& [where, tally] : places) {
      for (const auto& [options, cases] : tally) tallies_[question][where][options] += cases;
    }
  }
}

AnswerBook::Counts AnswerBook::counts() const {
  Counts counts;
  for (const auto& [question, places] : tallies_) {
    for (const auto& [where, tally] : places) counts[question][where] = resolve(tally);
  }
  return counts;
}

std::vector<AnswerBook::Inconsistency> AnswerBook::inconsistent() const {
  std::vector<Inconsistency> all;
  for (const auto& [question, places] : tallies_) {
    for (const auto& [where, tally] : places) {
      if (common_options(tally).empty()) all.push_back({question, where, resolve(tally)});
    }
  }
  return all;
}

}  // namespace assay
