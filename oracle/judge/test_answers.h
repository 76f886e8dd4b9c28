// For tests of the judge: small expectations, and results that fit them.
#ifndef ASSAY_ORACLE_JUDGE_TEST_ANSWERS_H_
#define ASSAY_ORACLE_JUDGE_TEST_ANSWERS_H_

#include <string>
#include <utility>
#include <vector>

#include "spec/record/case.h"
#include "spec/record/result.h"

namespace assay::test_answers {

// A result that gives exactly what is expected, with zeros where nothing is promised.
inline Result right_answer(const ExpectedOutputs& want) {
  Result r;
  r.id = "case";
  for (const ExpectedSegment& s : want.ub) r.ub.push_back({s.addr, s.data});
  for (const ExpectedRegister& v : want.vreg) r.vreg.push_back({v.name, v.data});
  for (const ExpectedRegister& m : want.mreg) r.mreg.push_back({m.name, m.data});
  r.scalar = want.scalar;
  return r;
}

inline Result with_status(Status status) {
  Result r;
  r.id = "case";
  r.status = status;
  return r;
}

// One output of each kind.
inline ExpectedOutputs one_of_each() {
  ExpectedOutputs o;
  o.ub = {{64, {1, 2, 3, 4}, {}}, {128, {5, 6, 7, 8}, {0xff, 0x0f, 0x80, 0x00}}};
  o.vreg = {{"dst", Bytes(256, 0x21), {}}};
  o.mreg = {{"flags", Bytes(32, 0x43), Bytes(32, 0x55)}};
  o.scalar = {{"src", 4096}};
  return o;
}

inline Case case_with(Expectation e) {
  Case c;
  c.id = "case";
  c.expect = std::move(e);
  return c;
}

// A case whose one output byte tells the options of question "q" apart: option k gives byte
// values[k], and "unspecified" promises nothing.
inline Case asking(const std::vector<std::pair<std::string, std::uint8_t>>& options) {
  Expectation e;
  for (std::size_t k = 0; k < options.size(); ++k) {
    const bool anything = options[k].first == "unspecified";
    ExpectedOutputs outputs;
    outputs.vreg = {{"dst", {anything ? std::uint8_t{0} : options[k].second}, {}}};
    if (anything) outputs.vreg[0].care = {0};
    if (k == 0) {
      e.options = {{"q", options[k].first}};
      e.outputs = outputs;
    } else {
      e.alternatives.push_back({{{"q", options[k].first}}, outputs});
    }
  }
  return case_with(std::move(e));
}

inline Result byte_answer(std::uint8_t value) {
  Result r;
  r.id = "case";
  r.vreg = {{"dst", {value}}};
  return r;
}

}  // namespace assay::test_answers

#endif  // ASSAY_ORACLE_JUDGE_TEST_ANSWERS_H_
