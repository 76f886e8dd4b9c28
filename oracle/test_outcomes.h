// For tests: what legality and the oracle say of a case, and the parts of an expectation.
#ifndef ASSAY_ORACLE_TEST_OUTCOMES_H_
#define ASSAY_ORACLE_TEST_OUTCOMES_H_

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "oracle/evaluate.h"
#include "oracle/legality.h"
#include "oracle/test_calls.h"

namespace assay::test_calls {

inline Legality legality_of(const Case& c) { return check_legality(Call(catalog(), c)); }

inline Names broken_rows(const Case& c) {
  Names ids;
  for (const BrokenRule& b : legality_of(c).broken) ids.push_back(b.constraint->id);
  return ids;
}

// The row that the verdict names, or "".
inline std::string clause_of(const Case& c) {
  const Legality legality = legality_of(c);
  return legality.clause() == nullptr ? "" : legality.clause()->id;
}

inline Expectation expectation(const Case& c) { return Evaluator(catalog()).expect(c); }

// The bytes that a call leaves at `address`; 0 where nothing is promised.
inline Bytes memory_after(const Expectation& e, std::uint64_t address, std::size_t bytes) {
  for (const ExpectedSegment& s : e.outputs.ub) {
    if (address < s.addr || address + bytes > s.addr + s.data.size()) continue;
    const auto from = s.data.begin() + static_cast<std::ptrdiff_t>(address - s.addr);
    return Bytes(from, from + static_cast<std::ptrdiff_t>(bytes));
  }
  return {};
}

// The care bits of those bytes.
inline Bytes memory_care(const Expectation& e, std::uint64_t address, std::size_t bytes) {
  for (const ExpectedSegment& s : e.outputs.ub) {
    if (address < s.addr || address + bytes > s.addr + s.data.size()) continue;
    if (s.care.empty()) return Bytes(bytes, 0xff);
    const auto from = s.care.begin() + static_cast<std::ptrdiff_t>(address - s.addr);
    return Bytes(from, from + static_cast<std::ptrdiff_t>(bytes));
  }
  return {};
}

// The register "dst" or "return" that a call leaves, under the primary answers.
inline const ExpectedRegister& register_after(const Expectation& e) {
  const auto& registers = e.outputs.vreg.empty() ? e.outputs.mreg : e.outputs.vreg;
  ASSAY_CHECK(registers.size() == 1);
  return registers.front();
}

// The alternative with exactly these options. Throws where none is listed.
inline const Alternative& alternative(const Expectation& e, const Names& options) {
  for (const Alternative& a : e.alternatives) {
    Names named;
    for (const auto& [question, option] : a.options) named.push_back(option);
    if (named == options) return a;
  }
  throw std::out_of_range("no alternative " + options.front());
}

// The whole outputs under these options: what the alternative replaces, and the rest of the
// primary ones.
inline Expectation under(const Expectation& e, const Names& options) {
  const Alternative& a = alternative(e, options);
  Expectation whole = e;
  whole.options = a.options;
  whole.alternatives.clear();
  for (ExpectedSegment& s : whole.outputs.ub) {
    for (const ExpectedSegment& other : a.outputs.ub) {
      if (other.addr == s.addr) s = other;
    }
  }
  const auto replace = [](auto& outputs, const auto& others) {
    for (auto& o : outputs) {
      for (const auto& other : others) {
        if (other.name == o.name) o = other;
      }
    }
  };
  replace(whole.outputs.vreg, a.outputs.vreg);
  replace(whole.outputs.mreg, a.outputs.mreg);
  replace(whole.outputs.scalar, a.outputs.scalar);
  return whole;
}

// The id of the BadInput that `f` throws, or "" if it throws none.
template <typename F>
std::string bad_input_of(F f) {
  try {
    f();
  } catch (const BadInput& e) {
    return e.id;
  }
  return "";
}

}  // namespace assay::test_calls

#endif  // ASSAY_ORACLE_TEST_OUTCOMES_H_
