// What the constraint rows of a cell allow each parameter to be, folded for the generator.
#ifndef ASSAY_FUZZ_GENERATE_LIMITS_H_
#define ASSAY_FUZZ_GENERATE_LIMITS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "oracle/call.h"

namespace assay {

struct ParamLimits {
  std::int64_t min = 0;  // of a scalar, or of an index entry
  std::int64_t max = 0;
  std::int64_t multiple_of = 1;
  std::uint64_t alignment = 1;    // of a pointer, and of an updated pointer after the call
  std::string may_coincide_with;  // an input that may start at the same address, or empty
  bool coincide_needs_one_repeat = false;
};

// One entry for each parameter of the form, in order.
std::vector<ParamLimits> limits_of(const Call& call);

}  // namespace assay

#endif  // ASSAY_FUZZ_GENERATE_LIMITS_H_
