// For tests: RapidCheck generators of arbitrary records. They hold what the codec asks of a
// record and nothing that an operation asks.
#ifndef ASSAY_SPEC_RECORD_RANDOM_CASE_H_
#define ASSAY_SPEC_RECORD_RANDOM_CASE_H_

#include <rapidcheck.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "spec/record/case.h"
#include "spec/record/result.h"

namespace assay {

// Text with all that JSON treats in a special way.
inline std::string random_text() {
  const auto parts = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "a", "Z", "0", ".", "/", "\"", "\\", "\n", "\t", std::string(1, '\0'), "\x1f", "{", "]",
      "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xef\xbf\xbf", "\xc2\x80"));
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

inline std::string random_filled_text() { return "x" + random_text(); }

inline std::vector<std::string> random_texts() {
  std::vector<std::string> texts(*rc::gen::inRange<std::size_t>(0, 3));
  for (std::string& text : texts) text = random_text();
  return texts;
}

inline std::vector<std::string> random_names() {
  const auto texts = random_texts();
  const std::set<std::string> names(texts.begin(), texts.end());
  return {names.rbegin(), names.rend()};  // not sorted as an id sorts them
}

inline std::uint64_t random_u64() {
  const auto bits = *rc::gen::inRange(0, 65);
  const auto value = *rc::gen::arbitrary<std::uint64_t>() * 0x9e3779b97f4a7c15u;
  return bits == 0 ? 0 : value >> (64 - bits);
}

inline Bytes random_bytes(std::size_t count) {
  Bytes bytes(count);
  std::uint64_t state = random_u64();
  for (std::uint8_t& byte : bytes) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    byte = static_cast<std::uint8_t>(state >> 56);
  }
  return bytes;
}

inline Bytes random_care(std::size_t count) {
  return *rc::gen::arbitrary<bool>() ? random_bytes(count) : Bytes();
}

inline ArgValue random_arg() {
  switch (*rc::gen::inRange(0, 4)) {
    case 0: return Pointer{random_u64()};
    case 1: return scalar_arg(random_u64());
    case 2: return static_cast<std::int64_t>(random_u64());
    default: break;
  }
  MaskWords words(*rc::gen::inRange<std::size_t>(0, 3));
  for (std::uint64_t& word : words) word = random_u64();
  return words;
}

// Ascending pairs of address and length below `limit`.
inline std::vector<std::pair<std::uint64_t, std::size_t>> random_ranges(std::uint64_t limit) {
  std::vector<std::pair<std::uint64_t, std::size_t>> ranges;
  auto addr = *rc::gen::inRange<std::uint64_t>(0, 3);
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    const auto length = *rc::gen::inRange<std::size_t>(1, 20);
    if (limit < length || addr > limit - length) break;
    ranges.emplace_back(addr, length);
    const std::uint64_t gap = *rc::gen::inRange<std::uint64_t>(0, 3) * (limit / 8);
    if (gap > limit - addr - length) break;
    addr += length + gap;
  }
  return ranges;
}

inline ExpectedOutputs random_outputs(std::uint64_t ub_bytes) {
  ExpectedOutputs outputs;
  for (const auto& [addr, length] : random_ranges(ub_bytes)) {
    outputs.ub.push_back({addr, random_bytes(length), random_care(length)});
  }
  for (const std::string& name : random_names()) {
    outputs.vreg.push_back(
        {name, random_bytes(kVectorRegisterBytes), random_care(kVectorRegisterBytes)});
  }
  for (const std::string& name : random_names()) {
    outputs.mreg.push_back(
        {name, random_bytes(kMaskRegisterBytes), random_care(kMaskRegisterBytes)});
  }
  for (const std::string& name : random_names()) {
    outputs.scalar.push_back({name, static_cast<std::int64_t>(random_u64())});
  }
  return outputs;
}

inline Answers random_answers() {
  Answers answers;
  for (const std::string& name : random_names()) answers.emplace_back(name, random_text());
  return answers;
}

inline Expectation random_expectation(std::uint64_t ub_bytes) {
  Expectation e;
  e.verdict = *rc::gen::element(ExpectedVerdict::kOk, ExpectedVerdict::kReject,
                                ExpectedVerdict::kUndefined);
  if (e.verdict == ExpectedVerdict::kReject) e.clause = random_text();
  if (e.verdict != ExpectedVerdict::kOk) return e;
  e.options = random_answers();
  e.outputs = random_outputs(ub_bytes);
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i) {
    e.alternatives.push_back({random_answers(), random_outputs(ub_bytes)});
  }
  return e;
}

inline Case random_case() {
  Case c;
  c.id = random_filled_text();
  c.name = random_text();
  c.op = random_text();
  c.form = random_text();
  c.product = random_text();
  c.dtype = random_text();
  c.core = *rc::gen::element(Core::kAiv, Core::kAic);
  c.ub_bytes = random_u64();
  for (const auto& [addr, length] : random_ranges(c.ub_bytes)) {
    c.ub.push_back({addr, random_bytes(length)});
  }
  for (const std::string& name : random_names()) {
    c.vreg.push_back({name, random_bytes(kVectorRegisterBytes)});
  }
  for (const std::string& name : random_names()) {
    c.mreg.push_back({name, random_bytes(kMaskRegisterBytes)});
  }
  for (const std::string& name : random_names()) c.args.push_back({name, random_arg()});
  c.tags = random_texts();
  c.clauses = random_texts();
  c.after = random_text();
  if (*rc::gen::arbitrary<bool>()) c.expect = random_expectation(c.ub_bytes);
  return c;
}

inline Result random_result() {
  Result r;
  r.id = random_filled_text();
  r.status = *rc::gen::element(Status::kOk, Status::kRejected, Status::kUnsupported, Status::kCrash,
                               Status::kTimeout, Status::kError);
  r.clause = random_text();
  r.detail = random_text();
  if (*rc::gen::arbitrary<bool>()) r.stable = *rc::gen::arbitrary<bool>();
  for (const auto& [addr, length] : random_ranges(~std::uint64_t{0})) {
    r.ub.insert(r.ub.begin(), {addr, random_bytes(length)});  // in no order
  }
  for (const std::string& name : random_names()) {
    r.vreg.push_back({name, random_bytes(*rc::gen::inRange<std::size_t>(0, 9))});
  }
  for (const std::string& name : random_names()) {
    r.mreg.push_back({name, random_bytes(*rc::gen::inRange<std::size_t>(0, 9))});
  }
  for (const std::string& name : random_names()) {
    r.scalar.push_back({name, static_cast<std::int64_t>(random_u64())});
  }
  return r;
}

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_RANDOM_CASE_H_
