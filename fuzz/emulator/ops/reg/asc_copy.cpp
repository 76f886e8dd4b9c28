// asc_copy moves one register into another: vector to vector under a mask, mask to mask, or a
// piece of a vector register, bit by bit, into a mask register.
//
// Source: vendor page asc_copy.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/emulator/machine.h"

namespace assay::emulator {
namespace {

constexpr std::uint32_t kMaskBits = 8 * kMaskRegisterBytes;

bool one_of_the_vector_types(std::string_view dtype) {
  return dtype == "int8" || dtype == "uint8" || dtype == "int16" || dtype == "uint16" ||
         dtype == "half" || dtype == "bfloat16" || dtype == "int32" || dtype == "uint32" ||
         dtype == "float";
}

// A lane of n bytes has n bits of the mask, of which the lowest counts. Lanes that the mask does
// not select keep what dst held (table 1).
void vector_to_vector(Machine& m) {
  if (!one_of_the_vector_types(m.dtype())) m.refuse();
  const std::uint32_t width = m.lane_bytes();
  const Bytes& src = m.vreg("src");
  const Bytes& mask = m.mreg("mask");
  Bytes& dst = m.output_vreg("dst");
  if (!m.is_aiv()) return;
  for (std::uint32_t lane = 0; lane < kVectorRegisterBytes / width; ++lane) {
    if (!bit(mask, lane * width)) continue;
    for (std::uint32_t j = lane * width; j < (lane + 1) * width; ++j) dst[j] = src[j];
  }
}

// The prototype has no lane width, so a mask can only act bit by bit; what it does not select
// becomes 0 (table 2).
void mask_to_mask(Machine& m, bool masked) {
  if (m.dtype() != "mask") m.refuse();
  const Bytes& src = m.mreg("src");
  const Bytes* mask = masked ? &m.mreg("mask") : nullptr;
  Bytes& dst = m.output_mreg("dst");
  if (!m.is_aiv()) return;
  for (std::uint32_t k = 0; k < kMaskBits; ++k) {
    const bool selected = mask == nullptr || bit(*mask, k);
    set_bit(dst, k, selected && bit(src, k));
  }
}

// "Key features": each bit of the chosen piece of src becomes 2 (uint16) or 4 (uint32) equal
// bits, which together fill the mask register. uint16: pieces of 16 bytes; uint32: of 8.
void vector_to_mask(Machine& m) {
  if (m.dtype() != "uint16" && m.dtype() != "uint32") m.refuse();
  const std::uint32_t copies = m.lane_bytes();
  const std::int64_t part_bytes = kMaskRegisterBytes / copies;
  const std::int64_t first_bit = 8 * part_bytes * m.signed_arg("part", INT16_MIN, INT16_MAX);
  const Bytes& src = m.vreg("src");
  Bytes& dst = m.output_mreg("dst");
  if (!m.is_aiv()) return;
  for (std::uint32_t k = 0; k < kMaskBits; ++k) {
    // A part out of its range would read beyond the register: nothing is there, so 0.
    const std::int64_t from = first_bit + k / copies;
    const bool inside = from >= 0 && from < 8 * std::int64_t{kVectorRegisterBytes};
    set_bit(dst, k, inside && bit(src, static_cast<std::size_t>(from)));
  }
}

}  // namespace

void reg_asc_copy(Machine& m) {
  if (m.product() != "ascend950") m.refuse();
  if (m.form() == "vreg") return vector_to_vector(m);
  if (m.form() == "mreg_masked") return mask_to_mask(m, true);
  if (m.form() == "mreg") return mask_to_mask(m, false);
  if (m.form() == "vreg_to_mreg") return vector_to_mask(m);
  m.refuse();
}

}  // namespace assay::emulator
