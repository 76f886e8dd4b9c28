// A run proves that its judge is alive: right answers, spoilt in memory, must be flagged.
#ifndef ASSAY_ORACLE_JUDGE_TRIPWIRE_H_
#define ASSAY_ORACLE_JUDGE_TRIPWIRE_H_

#include <cstdint>

#include "oracle/judge/judge.h"

namespace assay {

class Tripwires {
 public:
  // Called with every case that passed; spoils a copy of some of the results (the first few, then
  // ever rarer ones) and asks the judge again.
  void try_case(const Case& c, const Result& passed, std::uint32_t lane_bytes,
                const JudgeOptions& options);

  void merge(const Tripwires& other) {
    passed_ += other.passed_;
    planted_ += other.planted_;
    missed_ += other.missed_;
  }

  std::uint64_t planted() const { return planted_; }
  std::uint64_t missed() const { return missed_; }

 private:
  void plant(const Case& c, const Result& spoilt, std::uint32_t lane_bytes,
             const JudgeOptions& options);

  std::uint64_t passed_ = 0;
  std::uint64_t planted_ = 0;
  std::uint64_t missed_ = 0;
};

}  // namespace assay

#endif  // ASSAY_ORACLE_JUDGE_TRIPWIRE_H_
