// asc_reduce keeps the elements of src0 that a gather mask selects and writes them to dst one
// behind the other:
//
//   pattern_mode 2 (odd elements), src0 = 1 2 3 4 5 6 ...   ->   dst = 2 4 6 ...
//
// Source: vendor page asc_reduce. How the bits of src1 are consumed it leaves to the vendor's
// page on GatherMask: LSB first, contiguous inside a repeat.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "fuzz/emulator/machine.h"

namespace assay::emulator {
namespace {

constexpr std::uint32_t kRepeatBytes = 8 * kDataBlockBytes;

// Selected elements in order. They are collected first and written last, so that dst may lie on
// src0. `limit` is how many the memory behind dst could hold: more would be lost anyway.
struct Packed {
  std::vector<std::uint64_t> elements;
  std::uint64_t limit;

  bool full() const { return elements.size() >= limit; }
};

Packed room_behind(std::uint64_t dst, std::uint32_t width) {
  if (dst >= kPhysicalUbBytes) return {{}, 0};
  return {{}, (kPhysicalUbBytes - dst + width - 1) / width};
}

void write(Machine& m, std::uint64_t dst, std::uint32_t width, const Packed& packed) {
  for (std::size_t i = 0; i < packed.elements.size(); ++i) {
    m.store(dst + width * i, width, packed.elements[i]);
  }
}

bool bit_in_memory(const Machine& m, std::uint64_t address, std::uint64_t k) {
  return ((m.load(address + k / 8, 1) >> (k % 8)) & 1) != 0;
}

// The forms with a count always take their mask from src1: they have no pattern_mode.
void reduce_count(Machine& m) {
  const std::uint32_t width = m.lane_bytes();
  const std::uint64_t dst = m.pointer("dst");
  const std::uint64_t src0 = m.pointer("src0");
  const std::uint64_t src1 = m.pointer("src1");
  const std::uint64_t count = m.unsigned_arg("count", UINT32_MAX);
  Packed packed = room_behind(dst, width);
  for (std::uint64_t k = 0; k < count && !packed.full(); ++k) {
    if (src1 + k / 8 >= kPhysicalUbBytes) break;  // no mask bits any more
    if (bit_in_memory(m, src1, k)) packed.elements.push_back(m.load(src0 + width * k, width));
  }
  write(m, dst, width, packed);
}

// Table 1, pattern_mode. The printed strings have element 0 on the right, and start anew with
// every repeat. A mode that is not in the table selects nothing.
bool pattern_selects(std::uint64_t mode, std::uint32_t i) {
  switch (mode) {
    case 1: return i % 2 == 0;
    case 2: return i % 2 == 1;
    case 3: return i % 4 == 0;
    case 4: return i % 4 == 1;
    case 5: return i % 4 == 2;
    case 6: return i % 4 == 3;
    case 7: return true;
    default: return false;
  }
}

struct Strides {  // in DataBlocks
  std::uint64_t src0_block;
  std::uint64_t src0_repeat;
  std::uint64_t src1_repeat;
};

void reduce_strided(Machine& m) {
  const std::uint32_t width = m.lane_bytes();
  const std::uint64_t dst = m.pointer("dst");
  const std::uint64_t src0 = m.pointer("src0");
  const std::uint64_t repeats = m.unsigned_arg("repeat", UINT16_MAX);
  const std::uint64_t mode = m.unsigned_arg("pattern_mode", UINT8_MAX);
  const bool by_user = mode == 0;
  const std::uint64_t src1 = by_user ? m.pointer("src1") : 0;  // a fixed pattern ignores it
  const Strides stride = {m.unsigned_arg("src0_block_stride", UINT8_MAX),
                          m.unsigned_arg("src0_repeat_stride", UINT16_MAX),
                          by_user ? m.unsigned_arg("src1_repeat_stride", UINT8_MAX) : 0};
  const std::uint32_t datablock_elements = kDataBlockBytes / width;
  Packed packed = room_behind(dst, width);
  for (std::uint64_t r = 0; r < repeats; ++r) {
    const std::uint64_t mask_start = src1 + kDataBlockBytes * stride.src1_repeat * r;
    for (std::uint32_t i = 0; i < kRepeatBytes / width && !packed.full(); ++i) {
      const bool selected = by_user ? bit_in_memory(m, mask_start, i) : pattern_selects(mode, i);
      if (!selected) continue;
      const std::uint64_t datablock =
          stride.src0_repeat * r + stride.src0_block * (i / datablock_elements);
      const std::uint64_t inside = width * (i % datablock_elements);
      packed.elements.push_back(m.load(src0 + kDataBlockBytes * datablock + inside, width));
    }
  }
  write(m, dst, width, packed);
}

}  // namespace

void vector_asc_reduce(Machine& m) {
  if (m.product() != "atlas_a3" && m.product() != "atlas_a2") m.refuse();
  if (m.dtype() != "uint16" && m.dtype() != "uint32") m.refuse();
  if (!m.is_aiv()) m.refuse();  // the page says nothing about a core without vector unit
  // asc_reduce_sync differs from asc_reduce only in waiting until it is done.
  if (m.form() == "count" || m.form() == "count_sync") return reduce_count(m);
  if (m.form() == "strided") return reduce_strided(m);
  m.refuse();
}

}  // namespace assay::emulator
