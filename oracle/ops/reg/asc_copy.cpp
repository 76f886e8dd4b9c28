// asc_copy (register form): vector to vector under a mask, mask to mask, vector to mask.
//
//   vreg          lane i of dst = lane i of src where bit i*w of mask is 1, else dst stays
//   mreg          all 256 bits
//   mreg_masked   bit k of dst = bit k of src where bit k of mask is 1, else 0
//   vreg_to_mreg  16- or 8-byte block `part` of src, every bit repeated 2 or 4 times
#include "oracle/program.h"

namespace assay::ops {
namespace {

constexpr std::int64_t kMaskBits = 8 * kMaskRegisterBytes;

struct AscCopy {
  template <class Sink>
  static void lanes(const Call& call, Sink& sink) {
    const Place dst = call.operand("dst"), src = call.operand("src"), mask = call.operand("mask");
    const std::int64_t w = call.lane_bytes();
    for (std::int64_t at = 0; at < kVectorRegisterBytes; at += w) {
      if (sink.bit(mask.bits(at))) {  // one mask bit a byte: a lane's lowest is that of its byte 0
        sink.rule("CPY-B01");
        sink.copy(dst.bytes(at), src.bytes(at), w);
      } else {
        sink.rule("CPY-B02");
        sink.keep(dst.bytes(at), w);
      }
    }
  }

  // How the mask of the mask-to-mask form is read: groups of `bits`, of which the lowest decides,
  // for its own bit alone or for the whole group.
  struct Grouping {
    std::int64_t bits = 1;
    bool whole_group = false;
  };

  static Grouping grouping(const Call& call) {
    const std::string_view answer = call.answer("mask_group");
    if (answer == "lsb_only_b16") return {2, false};
    if (answer == "lsb_only_b32") return {4, false};
    if (answer == "group_b16") return {2, true};
    if (answer == "group_b32") return {4, true};
    return {};
  }

  template <class Sink>
  static void masked_bits(const Call& call, Sink& sink) {
    const Place dst = call.operand("dst"), src = call.operand("src"), mask = call.operand("mask");
    const Grouping group = grouping(call);
    for (std::int64_t k = 0; k < kMaskBits; ++k) {
      const std::int64_t lowest = k - k % group.bits;
      const bool reached = k == lowest || group.whole_group;
      if (reached && sink.bit(mask.bits(lowest))) {
        sink.rule("CPY-B05");
        sink.copy_bits(dst.bits(k), src.bits(k), 1);
      } else {
        sink.rule("CPY-B06");
        sink.zero_bits(dst.bits(k), 1);
      }
    }
  }

  template <class Sink>
  static void expand_block(const Call& call, Sink& sink) {
    const std::int64_t times = call.lane_bytes();  // 2 for uint16, 4 for uint32
    const std::int64_t block_bits = kMaskBits / times;
    const Place block = call.operand("src").bits(block_bits * call.scalar("part"));
    const Place dst = call.operand("dst");
    sink.rule(times == 2 ? "CPY-B08" : "CPY-B09");
    for (std::int64_t k = 0; k < kMaskBits; ++k) {
      sink.copy_bits(dst.bits(k), block.bits(k / times), 1);
    }
  }

  template <class Sink>
  static void move(const Call& call, Sink& sink) {
    const std::string& form = call.form().id;
    const Place dst = call.operand("dst");
    if (!call.aiv()) {
      sink.rule("CPY-B10");
      return sink.keep(dst, form == "vreg" ? kVectorRegisterBytes : kMaskRegisterBytes);
    }
    if (form == "vreg") return lanes(call, sink);
    if (form == "mreg_masked") return masked_bits(call, sink);
    if (form == "vreg_to_mreg") return expand_block(call, sink);
    sink.rule("CPY-B04");
    sink.copy(dst, call.operand("src"), kMaskRegisterBytes);
  }

  static std::vector<Extent> extents(const Call&) { return {}; }
};

}  // namespace

extern const Program reg_asc_copy = program<AscCopy>();

}  // namespace assay::ops
