// asc_gather_datablock (register form): eight byte offsets pick eight DataBlocks of memory.
//
//   index = {96, 0, 0, ...}  ->  DataBlock 0 of dst is DataBlock 3 of src, the next ones block 0
//
// The dtype changes nothing: the mask is read as for 32-bit lanes and the index is always u32.
#include "oracle/program.h"

namespace assay::ops {
namespace {

constexpr std::int64_t kBlocks = 8;
constexpr std::int64_t kMaskBitsPerBlock = 4;  // b32 view: the lowest of four bits counts

struct AscGatherDatablock {
  template <class Sink>
  static void inactive(const Call& call, Sink& sink, Place to) {
    if (!call.form().by_return()) {
      sink.rule("GDB-B04");
      if (call.answer("inactive_blocks") == "keep") return sink.keep(to, kDatablockBytes);
      return sink.zero(to, kDatablockBytes);
    }
    sink.rule("GDB-B05");
    if (call.answer("inactive_blocks_return") == "zero") return sink.zero(to, kDatablockBytes);
    sink.undefined(to, kDatablockBytes);
  }

  template <class Sink>
  static void not_on_aiv(const Call& call, Sink& sink, Place dst) {
    if (!call.form().by_return()) {
      sink.rule("GDB-B08");
      return sink.keep(dst, kVectorRegisterBytes);
    }
    sink.rule("GDB-B09");
    if (call.answer("non_aiv_return") == "zero") return sink.zero(dst, kVectorRegisterBytes);
    sink.undefined(dst, kVectorRegisterBytes);
  }

  template <class Sink>
  static void move(const Call& call, Sink& sink) {
    const Place dst = call.output();
    if (!call.aiv()) return not_on_aiv(call, sink, dst);
    const Place src = call.operand("src");
    const Place index = call.operand("index");
    const std::optional<Place> mask = call.find_operand("mask");
    for (std::int64_t b = 0; b < kBlocks; ++b) {
      const Place to = dst.bytes(kDatablockBytes * b);
      if (mask && !sink.bit(mask->bits(kMaskBitsPerBlock * b))) {
        inactive(call, sink, to);
      } else {
        sink.rule("GDB-B02");
        sink.copy(to, src.bytes(sink.u32(index.bytes(4 * b))), kDatablockBytes);
      }
    }
  }

  static std::vector<Extent> extents(const Call&) { return {}; }
};

}  // namespace

extern const Program reg_asc_gather_datablock = program<AscGatherDatablock>();

}  // namespace assay::ops
