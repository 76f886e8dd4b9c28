// asc_gather_datablock collects eight DataBlocks from anywhere above `src`:
//
//   index = {224, 192, 160, ...}   ->   DataBlock 0 of dst = the 32 bytes at src + 224, and so on
//
// Source: vendor page asc_gather_datablock. The dtype changes nothing but which forms there are.
#include <cstdint>

#include "fuzz/emulator/machine.h"

namespace assay::emulator {
namespace {

constexpr std::uint32_t kBlocks = 8;

struct Shape {
  bool masked;
  bool by_return;
};

Shape shape_of(const Machine& m) {
  if (m.form() == "ref_masked") return {true, false};
  if (m.form() == "ref") return {false, false};
  if (m.form() == "ret_masked") return {true, true};
  if (m.form() == "ret") return {false, true};
  m.refuse();
}

std::uint32_t word(const Bytes& reg, std::uint32_t lane) {
  std::uint32_t value = 0;
  for (std::uint32_t i = 0; i < 4; ++i) value |= std::uint32_t{reg[4 * lane + i]} << (8 * i);
  return value;
}

}  // namespace

void reg_asc_gather_datablock(Machine& m) {
  const Shape shape = shape_of(m);
  if (m.product() != "ascend950") m.refuse();
  // Tables 1 and 2: the 64-bit types are emulated by the compiler and have no by-return form.
  if (m.lane_bytes() == 8 && shape.by_return) m.refuse();

  const std::uint64_t src = m.pointer("src");
  const Bytes& index = m.vreg("index");
  const Bytes* mask = shape.masked ? &m.mreg("mask") : nullptr;
  Bytes& dst = shape.by_return ? m.return_vreg() : m.output_vreg("dst");
  // "Constraints": elsewhere than on an AIV the call returns at once, or a default value, which
  // we take to be zeros.
  if (!m.is_aiv()) return;

  for (std::uint32_t block = 0; block < kBlocks; ++block) {
    // Table 3: the mask is read as b32 whatever the dtype, so block b listens to bit 4b alone. A
    // block that is not updated keeps what dst held; a returned register held zeros.
    if (mask != nullptr && !bit(*mask, 4 * block)) continue;
    const std::uint64_t from = src + word(index, block);
    for (std::uint32_t j = 0; j < kDataBlockBytes; ++j) {
      dst[kDataBlockBytes * block + j] = static_cast<std::uint8_t>(m.load(from + j, 1));
    }
  }
}

}  // namespace assay::emulator
