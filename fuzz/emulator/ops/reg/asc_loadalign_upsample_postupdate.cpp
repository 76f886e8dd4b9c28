// asc_loadalign_upsample_postupdate loads half a register and writes everything in it twice, then
// moves the source pointer on:
//
//   uint8 at src: 1 2 3 ...   ->   dst = 1 1 2 2 3 3 ..., and src += offset elements
//
// Source: vendor page asc_loadalign_upsample_postupdate.
#include <cstdint>
#include <string>

#include "fuzz/emulator/machine.h"

namespace assay::emulator {
namespace {

// "Constraints": the range that is really read must lie inside the Unified Buffer, or an error
// is reported. The only error that the five pages promise.
void require_readable(std::uint64_t from, std::uint32_t bytes) {
  if (from <= kPhysicalUbBytes && bytes <= kPhysicalUbBytes - from) return;
  throw Rejected{"UPS-C07", "reads " + std::to_string(bytes) + " bytes at " + std::to_string(from) +
                                ", beyond the Unified Buffer"};
}

// Table 1, offset: the load uses src as it is, the step comes after. Unsigned arithmetic, so that
// an absurd pointer wraps instead of overflowing.
void post_update(Machine& m, std::uint64_t src, std::int64_t step_bytes) {
  m.set_pointer("src", src + static_cast<std::uint64_t>(step_bytes));
}

// The 4-bit types come in pairs, a byte each, and it is the byte that is written twice.
void upsample_lanes(Machine& m) {
  const std::uint32_t width = m.lane_bytes();
  if (width > 2) m.refuse();  // the page's dtype list ends at 16 bits
  const std::uint64_t src = m.pointer("src");
  const std::int64_t offset = m.signed_arg("offset", INT32_MIN, INT32_MAX);
  Bytes& dst = m.output_vreg("dst");
  m.set_pointer("src", src);
  if (!m.is_aiv()) return;
  require_readable(src, kVectorRegisterBytes / 2);
  for (std::uint32_t lane = 0; lane < kVectorRegisterBytes / width; ++lane) {
    const std::uint64_t from = src + lane / 2 * width;
    for (std::uint32_t j = 0; j < width; ++j) {
      dst[lane * width + j] = static_cast<std::uint8_t>(m.load(from + j, 1));
    }
  }
  post_update(m, src, offset * width);
}

// The offset counts bytes here, although src points to uint32_t.
void upsample_bits(Machine& m) {
  if (m.dtype() != "mask") m.refuse();
  const std::uint64_t src = m.pointer("src");
  const std::int64_t offset = m.signed_arg("offset", INT32_MIN, INT32_MAX);
  Bytes& dst = m.output_mreg("dst");
  m.set_pointer("src", src);
  if (!m.is_aiv()) return;
  require_readable(src, kMaskRegisterBytes / 2);
  for (std::uint32_t k = 0; k < 8 * kMaskRegisterBytes; ++k) {
    const std::uint32_t from = k / 2;
    set_bit(dst, k, ((m.load(src + from / 8, 1) >> (from % 8)) & 1) != 0);
  }
  post_update(m, src, offset);
}

}  // namespace

void reg_asc_loadalign_upsample_postupdate(Machine& m) {
  if (m.product() != "ascend950") m.refuse();
  if (m.form() == "vreg") return upsample_lanes(m);
  if (m.form() == "mreg") return upsample_bits(m);
  m.refuse();
}

}  // namespace assay::emulator
