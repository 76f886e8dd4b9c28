#include "oracle/judge/tripwire.h"

#include <bit>

namespace assay {
namespace {

// The first cases of a run, then those whose number is a power of two: about thirty a run.
constexpr std::uint64_t kAlways = 8;

// Flips one bit that every reading of the case compares. False if there is none.
bool spoil(Bytes& got, const Bytes& data, const Bytes& care, bool whole) {
  if (!whole || got.size() != data.size()) return false;
  for (std::size_t i = 0; i < data.size(); ++i) {
    const std::uint8_t cared = care.empty() ? 0xff : care[i];
    if (cared == 0) continue;
    got[i] = static_cast<std::uint8_t>(got[i] ^ (cared & -cared));
    return true;
  }
  return false;
}

bool has_output(const ExpectedOutputs& outputs, const std::string& name) {
  for (const auto& r : outputs.vreg) {
    if (r.name == name) return true;
  }
  for (const auto& r : outputs.mreg) {
    if (r.name == name) return true;
  }
  return false;
}

bool has_segment(const ExpectedOutputs& outputs, std::uint64_t addr) {
  for (const auto& s : outputs.ub) {
    if (s.addr == addr) return true;
  }
  return false;
}

// Is the output the same under every answer to the open questions? Only then is a flipped bit
// certainly wrong.
template <typename Has>
bool settled(const Expectation& e, Has has) {
  for (const Alternative& a : e.alternatives) {
    if (has(a.outputs)) return false;
  }
  return true;
}

}  // namespace

void Tripwires::plant(const Case& c, const Result& spoilt, std::uint32_t lane_bytes,
                      const JudgeOptions& options) {
  ++planted_;
  if (judge(c, &spoilt, lane_bytes, options).verdict != Verdict::kFail) ++missed_;
}

void Tripwires::try_case(const Case& c, const Result& passed, std::uint32_t lane_bytes,
                         const JudgeOptions& options) {
  ++passed_;
  if (passed_ > kAlways && !std::has_single_bit(passed_)) return;
  const Expectation& e = *c.expect;
  Result spoilt = passed;
  if (e.verdict != ExpectedVerdict::kOk) {
    spoilt.status = Status::kOk;
    return plant(c, spoilt, lane_bytes, options);
  }
  spoilt.status = Status::kRejected;
  plant(c, spoilt, lane_bytes, options);
  for (std::size_t i = 0; i < e.outputs.ub.size() && i < passed.ub.size(); ++i) {
    spoilt = passed;
    const ExpectedSegment& s = e.outputs.ub[i];
    const bool whole = settled(e, [&](const auto& o) { return has_segment(o, s.addr); });
    if (passed.ub[i].addr == s.addr && spoil(spoilt.ub[i].data, s.data, s.care, whole)) {
      plant(c, spoilt, lane_bytes, options);
    }
  }
  const auto try_registers = [&](const std::vector<ExpectedRegister>& want,
                                 std::vector<Register> Result::*member) {
    for (std::size_t i = 0; i < want.size() && i < (passed.*member).size(); ++i) {
      spoilt = passed;
      Register& r = (spoilt.*member)[i];
      const bool whole = settled(e, [&](const auto& o) { return has_output(o, r.name); });
      if (r.name == want[i].name && spoil(r.data, want[i].data, want[i].care, whole)) {
        plant(c, spoilt, lane_bytes, options);
      }
    }
  };
  try_registers(e.outputs.vreg, &Result::vreg);
  try_registers(e.outputs.mreg, &Result::mreg);
  for (UpdatedPointer& p : (spoilt = passed).scalar) {
    p.address ^= 32;
    plant(c, spoilt, lane_bytes, options);
  }
}

}  // namespace assay
