// asc_loadalign_upsample_postupdate: half a register from memory, everything in it twice.
//
//   vreg   dst lanes = s0 s0 s1 s1 ... from 128 bytes at src;  then src += offset elements
//   mreg   dst bits  = b0 b0 b1 b1 ... from 16 bytes at src;   then src += offset bytes
#include "oracle/program.h"

namespace assay::ops {
namespace {

struct AscLoadalignUpsamplePostupdate {
  // Each unit of `bits` bits of the source twice, until `dst_bits` are filled.
  template <class Sink>
  static void twice(Sink& sink, Place dst, Place src, std::int64_t bits, std::int64_t dst_bits) {
    for (std::int64_t at = 0; at < dst_bits; at += bits) {
      const Place to = dst.bits(at), from = src.bits(at / (2 * bits) * bits);
      if (bits % 8 == 0) {
        sink.copy(to, from, bits / 8);
      } else {
        sink.copy_bits(to, from, bits);
      }
    }
  }

  // Packed 4-bit data is duplicated by bytes, pairs staying together; whether int4 is duplicated
  // by elements instead is an open question.
  static std::int64_t unit_bits(const Call& call) {
    const Dtype& dtype = call.dtype();
    const bool packed_int = dtype.elements_per_lane == 2 && dtype.kind == DtypeKind::kInteger;
    if (packed_int && call.answer("int4_unit") == "nibble") return dtype.bits;
    return 8 * call.lane_bytes();
  }

  template <class Sink>
  static void move(const Call& call, Sink& sink) {
    const bool to_mask = call.form().id == "mreg";
    const Place dst = call.operand("dst"), src = call.operand("src");
    if (!call.aiv()) {
      sink.rule("UPS-B08");
      sink.keep(dst, to_mask ? kMaskRegisterBytes : kVectorRegisterBytes);
      return sink.advance(src, 0);
    }
    const std::int64_t offset = call.scalar("offset");
    if (to_mask) {
      sink.rule("UPS-B03");
      twice(sink, dst, src, 1, 8 * kMaskRegisterBytes);
      sink.rule("UPS-B06");
      return sink.advance(src, offset);
    }
    sink.rule(call.dtype().elements_per_lane == 2 ? "UPS-B02" : "UPS-B01");
    twice(sink, dst, src, unit_bits(call), 8 * kVectorRegisterBytes);
    sink.rule("UPS-B05");
    sink.advance(src, offset * static_cast<std::int64_t>(call.lane_bytes()));
  }

  static std::vector<Extent> extents(const Call& call) {
    const std::uint64_t read =
        call.form().id == "mreg" ? kMaskRegisterBytes / 2 : kVectorRegisterBytes / 2;
    return {{.operand = call.operand("src").operand, .bytes = read}};
  }
};

}  // namespace

extern const Program reg_asc_loadalign_upsample_postupdate =
    program<AscLoadalignUpsamplePostupdate>();

}  // namespace assay::ops
