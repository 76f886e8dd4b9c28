// What the operands hold: data that encodes its position, sentinels where outputs go, masks and
// indices, and the scalars that depend on where everything lies.
#include <algorithm>

#include "fuzz/generate/draft.h"
#include "fuzz/generate/fill.h"
#include "spec/bad_input.h"

namespace assay {

void Draft::choose_offsets() {
  for (std::size_t i = 0; i < params(); ++i) {
    if (param(i).role == ParamRole::kBase) choose_base(i);
  }
  for (std::size_t i = 0; i < params(); ++i) {
    if (param(i).role == ParamRole::kIndex) choose_entries(i);
    if (param(i).role == ParamRole::kStep) choose_step(i);
  }
}

void Draft::choose_base(std::size_t i) {
  const std::uint64_t unit = static_cast<std::uint64_t>(limits_[i].multiple_of);
  const std::uint64_t slots = (hulls_[index_of(param(i).into)] - dtype_.lane_bytes) / unit;
  std::uint64_t slot = 0;
  switch (choices_.pick("base", {{"small", 6}, {"zero", 2}, {"largest", 1}, {"any", 3}})) {
    case 0: slot = std::min<std::uint64_t>(slots, 1 + choices_.below(16)); break;
    case 1: slot = 0; break;
    case 2: slot = slots; break;
    default: slot = choices_.below(slots + 1); break;
  }
  set_arg(i, static_cast<std::int64_t>(slot * unit));
}

void Draft::choose_entries(std::size_t i) {
  const Param& p = param(i);
  const std::size_t target = index_of(p.into);
  const std::uint64_t block = p.block_bytes == kLaneBytes ? dtype_.lane_bytes : p.block_bytes;
  std::uint64_t base = 0;
  for (std::size_t k = 0; k < params(); ++k) {
    if (param(k).role == ParamRole::kBase && param(k).into == p.into) {
      base += static_cast<std::uint64_t>(scalar(k));
    }
  }
  const std::uint64_t most =
      std::min(hulls_[target] - base - block, static_cast<std::uint64_t>(limits_[i].max));
  const std::size_t count = p.kind == ParamKind::kVreg ? p.entries : hulls_[i] / 4;
  entries_[i] =
      choose_indices(choices_, count, static_cast<std::uint64_t>(limits_[i].multiple_of), most);
}

// Where the pointer goes next: anywhere from 0 to the end of the buffer, inclusive.
void Draft::choose_step(std::size_t i) {
  const std::size_t target = index_of(param(i).into);
  const auto unit = static_cast<std::int64_t>(
      param(i).unit_bytes == kLaneBytes ? dtype_.lane_bytes : param(i).unit_bytes);
  const auto align = static_cast<std::int64_t>(limits_[target].alignment);
  const auto here = static_cast<std::int64_t>(address_[target]);
  const auto read = static_cast<std::int64_t>(hulls_[target]);
  const std::int64_t slots = static_cast<std::int64_t>(case_.ub_bytes) / align;
  const std::int64_t slot = here / align;
  std::int64_t next = slot;
  switch (choices_.pick("step", {{"natural", 4},
                                 {"zero", 2},
                                 {"one-alignment", 2},
                                 {"register", 2},
                                 {"backwards", 3},
                                 {"any", 4},
                                 {"first-byte", 1},
                                 {"end-of-ub", 2}})) {
    case 0: next = slot + read / align; break;
    case 1: next = slot; break;
    case 2: next = slot + 1; break;
    case 3: next = slot + 2 * read / align; break;
    case 4: next = slot - choices_.between(0, std::min<std::int64_t>(slot, 64)); break;
    case 5: next = choices_.between(0, slots); break;
    case 6: next = 0; break;
    default: next = slots; break;
  }
  next = std::min(next, slots) * align;
  ASSAY_CHECK((next - here) % unit == 0);
  set_arg(i, (next - here) / unit);
}

// Every operand's bytes, and guards around the outputs; what meets becomes one segment.
void Draft::add_segments() {
  struct Bounds {
    std::uint64_t begin, end;
  };
  std::vector<Bounds> ranges;
  for (std::size_t i = 0; i < params(); ++i) {
    if (param(i).kind != ParamKind::kUb || hulls_[i] == 0) continue;
    const std::uint64_t guard = param(i).io == ParamIo::kIn ? 0 : kGuardBytes;
    ranges.push_back({address_[i] - std::min(guard, address_[i]),
                      std::min(address_[i] + hulls_[i] + guard, case_.ub_bytes)});
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const Bounds& a, const Bounds& b) { return a.begin < b.begin; });
  for (std::size_t i = 0; i < ranges.size();) {
    Bounds merged = ranges[i];
    for (++i; i < ranges.size() && ranges[i].begin < merged.end; ++i) {
      merged.end = std::max(merged.end, ranges[i].end);
    }
    case_.ub.push_back({merged.begin, Bytes(merged.end - merged.begin)});
  }
}

std::span<std::uint8_t> Draft::memory(std::uint64_t address, std::uint64_t bytes) {
  for (Segment& s : case_.ub) {
    if (address >= s.addr && address + bytes <= s.addr + s.data.size()) {
      return std::span(s.data).subspan(address - s.addr, bytes);
    }
  }
  check_failed("operand outside the segments", __FILE__, __LINE__);
}

void Draft::fill_memory() {
  add_segments();
  const std::uint64_t sentinel = choices_.seed();
  for (Segment& s : case_.ub) fill_positions(sentinel, s.addr, s.data);
  for (std::size_t i = 0; i < params(); ++i) {
    const Param& p = param(i);
    if (p.kind != ParamKind::kUb || p.io == ParamIo::kOut || hulls_[i] == 0) continue;
    const std::span<std::uint8_t> bytes = memory(address_[i], hulls_[i]);
    if (p.role == ParamRole::kBits) {
      fill_bits(choices_, bytes);
    } else if (p.role != ParamRole::kIndex) {
      fill_data(choices_, dtype_, address_[i], bytes);
    }
    for (std::size_t k = 0; k < entries_[i].size(); ++k) {
      for (std::size_t b = 0; b < 4; ++b) {
        bytes[4 * k + b] = static_cast<std::uint8_t>(entries_[i][k] >> (8 * b));
      }
    }
  }
}

void Draft::fill_registers() {
  for (std::size_t i = 0; i < params(); ++i) {
    const Param& p = param(i);
    if (p.kind != ParamKind::kVreg && p.kind != ParamKind::kMreg) continue;
    for (Register& r : p.kind == ParamKind::kVreg ? case_.vreg : case_.mreg) {
      if (r.name != p.name) continue;
      if (p.role == ParamRole::kMask) {
        const std::uint32_t group = p.bits_per_lane == 0 ? dtype_.lane_bytes : p.bits_per_lane;
        const std::size_t lanes = p.lanes == 0 ? 8 * r.data.size() / group : p.lanes;
        fill_mask_register(choices_, choose_lanes(choices_, lanes), group, r.data);
      } else if (p.role == ParamRole::kIndex || p.io != ParamIo::kIn) {
        fill_positions(choices_.seed(), 0, r.data);  // junk after the entries; sentinels
      } else {
        fill_data(choices_, dtype_, 0, r.data);
      }
      for (std::size_t k = 0; k < entries_[i].size(); ++k) {
        for (std::size_t b = 0; b < 4; ++b) {
          r.data[4 * k + b] = static_cast<std::uint8_t>(entries_[i][k] >> (8 * b));
        }
      }
    }
  }
}

}  // namespace assay
