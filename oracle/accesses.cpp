#include "oracle/accesses.h"

#include <algorithm>

namespace assay {
namespace {

// Illegal calls can name more memory than any product has; runs beyond this need no detail.
constexpr std::uint64_t kMaxRuns = 1u << 17;

void add_extent(std::int64_t address, const Extent& e, bool hull_only, std::vector<Run>& runs) {
  if (e.hull_bytes() == 0) return;
  if (hull_only || e.repeats > kMaxRuns / e.blocks) {
    runs.push_back({address, address + static_cast<std::int64_t>(e.hull_bytes())});
    return;
  }
  for (std::uint64_t r = 0; r < e.repeats; ++r) {
    for (std::uint64_t b = 0; b < e.blocks; ++b) {
      const auto begin =
          address + static_cast<std::int64_t>(r * e.repeat_stride + b * e.block_stride);
      runs.push_back({begin, begin + static_cast<std::int64_t>(e.bytes)});
    }
  }
}

// What the entries of index parameter `index` select in operand `param`.
void add_indexed(const Call& call, std::size_t param, std::size_t index,
                 const std::vector<Extent>& extents, std::vector<Run>& runs) {
  const auto entries = index_entries(call, index, extents);
  if (!entries) return;
  std::int64_t base = static_cast<std::int64_t>(call.address(param));
  const std::vector<Param>& params = call.form().params;
  for (std::size_t i = 0; i < params.size(); ++i) {
    if (params[i].role == ParamRole::kBase && params[i].into == params[param].name) {
      base += static_cast<std::int64_t>(call.scalar_bits(i));
    }
  }
  const std::uint32_t width =
      params[index].block_bytes == kLaneBytes ? call.lane_bytes() : params[index].block_bytes;
  for (const std::uint32_t entry : *entries) {
    runs.push_back({base + entry, base + entry + width});
  }
}

}  // namespace

const Segment* CaseMemory::find(std::uint64_t address) const {
  const std::vector<Segment>& ub = case_->ub;
  auto it = std::upper_bound(ub.begin(), ub.end(), address,
                             [](std::uint64_t a, const Segment& s) { return a < s.addr; });
  if (it == ub.begin()) return nullptr;
  --it;
  return address - it->addr < it->data.size() ? &*it : nullptr;
}

bool CaseMemory::holds(std::uint64_t address, std::uint64_t bytes) const {
  const std::uint64_t end = address + bytes;
  while (address < end) {
    const Segment* s = find(address);
    if (s == nullptr) return false;
    address = s->addr + s->data.size();  // segments may touch
  }
  return true;
}

std::optional<std::uint32_t> CaseMemory::u32(std::uint64_t address) const {
  std::uint32_t value = 0;
  for (std::uint64_t k = 0; k < 4; ++k) {
    const Segment* s = find(address + k);
    if (s == nullptr) return std::nullopt;
    value |= static_cast<std::uint32_t>(s->data[address + k - s->addr]) << (8 * k);
  }
  return value;
}

namespace {

void append_u32s(std::span<const std::uint8_t> bytes, std::vector<std::uint32_t>& out) {
  out.reserve(out.size() + bytes.size() / 4);
  for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
    std::uint32_t value = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      value |= static_cast<std::uint32_t>(bytes[at + k]) << (8 * k);
    }
    out.push_back(value);
  }
}

}  // namespace

std::optional<std::vector<std::uint32_t>> index_entries(const Call& call, std::size_t param,
                                                        const std::vector<Extent>& extents) {
  const Param& p = call.form().params[param];
  std::vector<std::uint32_t> entries;
  if (p.kind == ParamKind::kVreg) {
    append_u32s(call.register_bytes(param).first(4 * p.entries), entries);
    return entries;
  }
  const CaseMemory memory(call.record());
  const std::uint64_t address = call.address(param);
  for (const Extent& e : extents) {
    if (e.operand != param || e.hull_bytes() == 0) continue;
    if (!memory.holds(address, e.hull_bytes())) return std::nullopt;
    const Segment& s = *memory.find(address);
    if (address - s.addr + e.hull_bytes() <= s.data.size()) {
      append_u32s(std::span(s.data).subspan(address - s.addr, e.hull_bytes()), entries);
      continue;
    }
    for (std::uint64_t at = 0; at + 4 <= e.hull_bytes(); at += 4) {  // segments that touch
      entries.push_back(*memory.u32(address + at));
    }
  }
  return entries;
}

std::vector<Run> accesses(const Call& call, std::size_t param, const std::vector<Extent>& extents,
                          bool hull_only) {
  std::vector<Run> runs;
  for (const Extent& e : extents) {
    if (e.operand == param) {
      add_extent(static_cast<std::int64_t>(call.address(param)), e, hull_only, runs);
    }
  }
  const std::vector<Param>& params = call.form().params;
  for (std::size_t i = 0; i < params.size(); ++i) {
    if (params[i].role == ParamRole::kIndex && params[i].into == params[param].name) {
      add_indexed(call, param, i, extents, runs);
    }
  }
  if (!hull_only || runs.empty()) return runs;
  Run hull = runs.front();
  for (const Run& run : runs) {
    hull.begin = std::min(hull.begin, run.begin);
    hull.end = std::max(hull.end, run.end);
  }
  return {hull};
}

}  // namespace assay
