// One function with external linkage, on purpose: a test links a dead comparator in its place and
// expects the tripwires to notice.
#include "oracle/judge/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace assay {
namespace {

struct Expected {
  std::string output;
  const Bytes* data;
  const Bytes* care;
};

Bytes lane_at(const Bytes& data, std::uint64_t byte, std::uint32_t lane_bytes) {
  const std::uint64_t begin = byte / lane_bytes * lane_bytes;
  const std::uint64_t end = std::min<std::uint64_t>(begin + lane_bytes, data.size());
  return Bytes(data.begin() + static_cast<std::ptrdiff_t>(begin),
               data.begin() + static_cast<std::ptrdiff_t>(end));
}

std::optional<Difference> compare_bytes(const Expected& want, const Bytes* got,
                                        std::uint32_t lane_bytes) {
  Difference d;
  d.output = want.output;
  if (got == nullptr) {
    d.problem = "missing";
    return d;
  }
  const Bytes& data = *want.data;
  if (got->size() != data.size()) {
    d.problem = fmt::format("{} bytes instead of {}", got->size(), data.size());
    return d;
  }
  const Bytes& care = *want.care;
  if (care.empty() && std::memcmp(got->data(), data.data(), data.size()) == 0) return {};
  std::uint64_t first = data.size();
  for (std::size_t i = 0; i < data.size(); ++i) {
    unsigned wrong = static_cast<unsigned>(data[i] ^ (*got)[i]);
    if (!care.empty()) wrong &= care[i];
    if (wrong == 0) continue;
    if (d.wrong_bits == 0) {
      first = i;
      d.bit = 8 * i + static_cast<unsigned>(std::countr_zero(wrong));
    }
    d.wrong_bits += static_cast<unsigned>(std::popcount(wrong));
  }
  if (d.wrong_bits == 0) return {};
  d.expected = lane_at(data, first, lane_bytes);
  d.actual = lane_at(*got, first, lane_bytes);
  return d;
}

template <typename Outputs>
auto find_named(const Outputs& outputs, const std::string& name) {
  return std::find_if(outputs.begin(), outputs.end(),
                      [&](const auto& o) { return o.name == name; });
}

std::optional<Difference> compare_registers(const std::vector<ExpectedRegister>& want,
                                            const std::vector<ExpectedRegister>* replaced,
                                            const std::vector<Register>& got,
                                            std::uint32_t lane_bytes) {
  for (const ExpectedRegister& primary : want) {
    const ExpectedRegister* e = &primary;
    if (replaced != nullptr) {
      const auto other = find_named(*replaced, primary.name);
      if (other != replaced->end()) e = &*other;
    }
    const Register* r = find_register(got, e->name);
    const Bytes* bytes = r == nullptr ? nullptr : &r->data;
    if (auto d = compare_bytes({e->name, &e->data, &e->care}, bytes, lane_bytes)) return d;
  }
  return {};
}

Bytes pointer_bytes(std::int64_t address) {
  Bytes bytes;
  for (int k = 0; k < 8; ++k) {
    bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(address) >> (8 * k)));
  }
  return bytes;
}

std::optional<Difference> compare_memory(const std::vector<ExpectedSegment>& want,
                                         const std::vector<ExpectedSegment>* replaced,
                                         const std::vector<Segment>& got,
                                         std::uint32_t lane_bytes) {
  const auto by_address = [](const auto& segments, std::uint64_t addr) {
    return std::find_if(segments.begin(), segments.end(),
                        [&](const auto& s) { return s.addr == addr; });
  };
  for (const ExpectedSegment& primary : want) {
    const ExpectedSegment* e = &primary;
    if (replaced != nullptr) {
      const auto other = by_address(*replaced, primary.addr);
      if (other != replaced->end()) e = &*other;
    }
    const auto s = by_address(got, e->addr);
    const Bytes* bytes = s == got.end() ? nullptr : &s->data;
    const std::string output = "ub@" + std::to_string(e->addr);
    if (auto d = compare_bytes({output, &e->data, &e->care}, bytes, lane_bytes)) return d;
  }
  return {};
}

std::optional<Difference> compare_pointers(const std::vector<UpdatedPointer>& want,
                                           const std::vector<UpdatedPointer>* replaced,
                                           const std::vector<UpdatedPointer>& got) {
  for (const UpdatedPointer& primary : want) {
    UpdatedPointer e = primary;
    if (replaced != nullptr) {
      const auto other = find_named(*replaced, primary.name);
      if (other != replaced->end()) e = *other;
    }
    Difference d;
    d.output = "scalar." + e.name;
    const auto p = find_named(got, e.name);
    if (p == got.end()) {
      d.problem = "missing";
      return d;
    }
    if (p->address == e.address) continue;
    const auto wrong = static_cast<std::uint64_t>(p->address ^ e.address);
    d.bit = static_cast<unsigned>(std::countr_zero(wrong));
    d.wrong_bits = static_cast<unsigned>(std::popcount(wrong));
    d.expected = pointer_bytes(e.address);
    d.actual = pointer_bytes(p->address);
    return d;
  }
  return {};
}

}  // namespace

std::optional<Difference> compare(const ExpectedOutputs& want, const ExpectedOutputs* replaced,
                                  const Result& got, std::uint32_t lane_bytes) {
  const bool r = replaced != nullptr;
  if (auto d = compare_memory(want.ub, r ? &replaced->ub : nullptr, got.ub, lane_bytes)) return d;
  if (auto d = compare_registers(want.vreg, r ? &replaced->vreg : nullptr, got.vreg, lane_bytes)) {
    return d;
  }
  if (auto d = compare_registers(want.mreg, r ? &replaced->mreg : nullptr, got.mreg, lane_bytes)) {
    return d;
  }
  return compare_pointers(want.scalar, r ? &replaced->scalar : nullptr, got.scalar);
}

}  // namespace assay
