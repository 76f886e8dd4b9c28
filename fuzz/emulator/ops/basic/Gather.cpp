// Gather fetches single elements from anywhere behind `src`, by byte offset:
//
//   dst[i] = the element at src + srcBaseAddr + srcOffset[i]
//
// Source: vendor page Gather; for the bits and the clamping of a mask, the vendor's page on mask
// operations to which it refers.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "fuzz/emulator/machine.h"

namespace assay::emulator {
namespace {

constexpr std::uint32_t kOffsetBytes = 4;  // srcOffset holds uint32_t

bool one_of(std::string_view text, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// "Data types": what every product has, and what only some have.
bool listed(std::string_view product, std::string_view dtype) {
  const bool on_950 = product == "ascend950";
  const bool on_a2_a3 = one_of(product, {"atlas_a3", "atlas_a2"});
  const bool on_200i = product == "atlas_200i_500_a2";
  if (!on_950 && !on_a2_a3 && !on_200i && product != "atlas_inference_aicore") return false;
  if (one_of(dtype, {"int16", "uint16", "half", "int32", "uint32", "float"})) return true;
  if (dtype == "bfloat16") return on_950 || on_a2_a3;
  if (one_of(dtype, {"int8", "uint8"})) return on_950 || on_200i;
  return on_950 && one_of(dtype, {"int64", "uint64"});
}

// What every form has.
struct Operands {
  std::uint32_t width;  // bytes of a lane
  std::uint64_t dst;
  std::uint64_t src;  // with srcBaseAddr added
  std::uint64_t offsets;
};

Operands operands(const Machine& m) {
  return {m.lane_bytes(), m.pointer("dst"),
          m.pointer("src") + m.unsigned_arg("srcBaseAddr", UINT32_MAX), m.pointer("srcOffset")};
}

// Moves one element to byte address `to`, from where entry `entry` of the offsets says.
void gather_element(Machine& m, const Operands& o, std::uint64_t to, std::uint64_t entry) {
  const std::uint64_t offset = m.load(o.offsets + kOffsetBytes * entry, kOffsetBytes);
  m.store(to, o.width, m.load(o.src + offset, o.width));
}

void gather_count(Machine& m) {
  const Operands o = operands(m);
  const std::uint64_t count = m.unsigned_arg("count", UINT32_MAX);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t to = o.dst + o.width * i;
    if (to >= kPhysicalUbBytes) break;  // nothing from here on can be written
    gather_element(m, o, to, i);
  }
}

// Which lanes of a repeat take part, the same ones in every repeat.
using ActiveLanes = std::array<bool, 128>;

// Bits and entries that no lane of this width has are ignored.
ActiveLanes lanes_by_bits(const MaskWords& words) {
  ActiveLanes active{};
  for (std::size_t lane = 0; lane < active.size() && lane / 64 < words.size(); ++lane) {
    active[lane] = ((words[lane / 64] >> (lane % 64)) & 1) != 0;
  }
  return active;
}

ActiveLanes lanes_by_count(std::uint64_t mask) {
  ActiveLanes active{};
  for (std::size_t lane = 0; lane < active.size(); ++lane) active[lane] = lane < mask;
  return active;
}

void gather_repeats(Machine& m, const ActiveLanes& active) {
  // "Data types": the 950 has its 8-bit types in the count form only.
  if (m.product() == "ascend950" && m.lane_bytes() == 1) m.refuse();
  const Operands o = operands(m);
  const std::uint64_t repeats = m.unsigned_arg("repeatTime", UINT8_MAX);
  const std::uint64_t stride_datablocks = m.unsigned_arg("dstRepStride", UINT16_MAX);
  // "Constraints": a repeat fills 8 DataBlocks, but with 8-bit elements 4.
  const std::uint32_t datablocks = o.width == 1 ? 4 : 8;
  const std::uint32_t lanes = datablocks * kDataBlockBytes / o.width;
  for (std::uint64_t r = 0; r < repeats; ++r) {
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      // A lane that does not take part keeps dst, and still owns its entry of the offsets.
      if (!active[lane]) continue;
      const std::uint64_t to = o.dst + kDataBlockBytes * stride_datablocks * r + o.width * lane;
      gather_element(m, o, to, r * lanes + lane);
    }
  }
}

}  // namespace

void basic_Gather(Machine& m) {
  if (!listed(m.product(), m.dtype())) m.refuse();
  if (!m.is_aiv()) m.refuse();  // the page says nothing about a core without vector unit
  if (m.form() == "count") return gather_count(m);
  if (m.form() == "mask_bits") return gather_repeats(m, lanes_by_bits(m.mask_words("mask")));
  if (m.form() == "mask_count") {
    return gather_repeats(m, lanes_by_count(m.unsigned_arg("mask", UINT64_MAX)));
  }
  m.refuse();
}

}  // namespace assay::emulator
