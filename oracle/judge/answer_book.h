// What a target answers to the open questions, over a whole run.
//
// Each case says which options explain its outcome; a target that means one thing has at least
// one option left that explains all its cases of a product and lane width.
#ifndef ASSAY_ORACLE_JUDGE_ANSWER_BOOK_H_
#define ASSAY_ORACLE_JUDGE_ANSWER_BOOK_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "oracle/judge/judge.h"

namespace assay {

class AnswerBook {
 public:
  // `where` is "product/lane bytes", e.g. "ascend950/1".
  void add(const Judgement& judgement, const std::string& where);
  void merge(const AnswerBook& other);

  // question -> where -> option -> cases. A consistent target has one option in each place.
  using Counts = std::map<std::string, std::map<std::string, std::map<std::string, std::uint64_t>>>;
  Counts counts() const;

  struct Inconsistency {
    std::string question;
    std::string where;
    std::map<std::string, std::uint64_t> options;  // what was answered how often
  };
  std::vector<Inconsistency> inconsistent() const;

 private:
  // For each question and place: how many cases left exactly this list of options.
  using Tally = std::map<std::vector<std::string>, std::uint64_t>;
  std::map<std::string, std::map<std::string, Tally>> tallies_;
};

}  // namespace assay

#endif  // ASSAY_ORACLE_JUDGE_ANSWER_BOOK_H_
