// The value that a bit pattern stands for, as text for reports.
//
//   value_text(half, bytes_of(0x3e00))      "1.5"
//   value_text(half, bytes_of(0x7e01))      "nan(0x7e01)": the pattern tells NaNs apart
//   value_text(fp4x2_e2m1, bytes_of(0xd1))  "low 0.5, high -3": packed elements, even one first
//   value_text(mask, {0x0f, 0x80})          "0f80": bits have no value; hex in memory order
#ifndef ASSAY_SPEC_MODEL_DTYPE_TEXT_H_
#define ASSAY_SPEC_MODEL_DTYPE_TEXT_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "spec/model/catalog.h"

namespace assay {

std::string_view to_text(DtypeKind kind);

// `lane_bytes` is one lane in memory order: Dtype::lane_bytes bytes, for a mask any number.
// Floats have the fewest digits that give the value back as a binary32, which holds every value of
// every dtype; "-0", "inf", "-inf". The same text under any locale.
std::string value_text(const Dtype& dtype, std::span<const std::uint8_t> lane_bytes);

}  // namespace assay

#endif  // ASSAY_SPEC_MODEL_DTYPE_TEXT_H_
