// For tests: does a computed expectation promise what a fixed one, from elsewhere, demands?
#ifndef ASSAY_CONFORMANCE_AGREEMENT_H_
#define ASSAY_CONFORMANCE_AGREEMENT_H_

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "spec/record/case.h"

namespace assay {

inline std::uint8_t care_of(const Bytes& care, std::size_t byte) {
  return care.empty() ? std::uint8_t{0xff} : care[byte];
}

// `fixed` and `computed` are ExpectedSegment or ExpectedRegister of the same output.
template <typename Output>
std::string output_disagreement(const Output& fixed, const Output& computed) {
  if (fixed.data.size() != computed.data.size()) {
    return fmt::format("{} bytes, computed {}", fixed.data.size(), computed.data.size());
  }
  for (std::size_t i = 0; i < fixed.data.size(); ++i) {
    const unsigned demanded = care_of(fixed.care, i), promised = care_of(computed.care, i);
    if ((demanded & ~promised) != 0) return fmt::format("byte {}: nothing is computed", i);
    if (((fixed.data[i] ^ computed.data[i]) & demanded) != 0) {
      return fmt::format("byte {}: {:02x}, computed {:02x}", i, fixed.data[i], computed.data[i]);
    }
  }
  return "";
}

// Empty: both name the same outputs, every bit that `fixed` cares for is promised by `computed`
// with the same value, and pointers are equal. Else the first point of disagreement.
inline std::string disagreement(const ExpectedOutputs& fixed, const ExpectedOutputs& computed) {
  if (fixed.ub.size() != computed.ub.size() || fixed.vreg.size() != computed.vreg.size() ||
      fixed.mreg.size() != computed.mreg.size()) {
    return "other numbers of outputs";
  }
  for (std::size_t i = 0; i < fixed.ub.size(); ++i) {
    if (fixed.ub[i].addr != computed.ub[i].addr) return "segments of other addresses";
    const std::string text = output_disagreement(fixed.ub[i], computed.ub[i]);
    if (!text.empty()) return fmt::format("ub@{} {}", fixed.ub[i].addr, text);
  }
  for (const auto registers : {&ExpectedOutputs::vreg, &ExpectedOutputs::mreg}) {
    for (std::size_t i = 0; i < (fixed.*registers).size(); ++i) {
      const ExpectedRegister& want = (fixed.*registers)[i];
      if (want.name != (computed.*registers)[i].name) return "registers of other names";
      const std::string text = output_disagreement(want, (computed.*registers)[i]);
      if (!text.empty()) return want.name + " " + text;
    }
  }
  if (fixed.scalar != computed.scalar) return "other pointers";
  return "";
}

}  // namespace assay

#endif  // ASSAY_CONFORMANCE_AGREEMENT_H_
