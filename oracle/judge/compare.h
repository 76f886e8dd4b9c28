// Bit-exact comparison of what a target returned with what was expected.
#ifndef ASSAY_ORACLE_JUDGE_COMPARE_H_
#define ASSAY_ORACLE_JUDGE_COMPARE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "spec/record/case.h"
#include "spec/record/result.h"

namespace assay {

// The first wrong output, in the order memory, vector registers, mask registers, pointers.
struct Difference {
  std::string output;            // register name, "scalar.NAME", or "ub@ADDRESS" of the segment
  std::string problem;           // "missing", "200 bytes instead of 256", or empty: wrong bits
  std::uint64_t bit = 0;         // first wrong bit of that output
  std::uint64_t wrong_bits = 0;  // in that output
  Bytes expected;                // the lane around `bit`, memory order; pointers: 8 bytes
  Bytes actual;
  bool operator==(const Difference&) const = default;
};

// Nothing: every cared-for bit of every expected output is there and right. `replaced`, if not
// null, stands in for the outputs of the same name. Lanes are `lane_bytes` wide, for the report.
std::optional<Difference> compare(const ExpectedOutputs& want, const ExpectedOutputs* replaced,
                                  const Result& got, std::uint32_t lane_bytes);

}  // namespace assay

#endif  // ASSAY_ORACLE_JUDGE_COMPARE_H_
