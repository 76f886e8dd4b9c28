// asc_reduce: selected elements of src0, packed without gaps from dst[0] on.
//
//   src0 = a b c d e f ...   selection bits (least significant first) = 1 0 1 1 0 1
//   dst  = a c d f ...
//
// The selection is a fixed pattern that restarts in every repeat, or bits that the user packs
// into src1. The count forms always take src1, read contiguously.
#include "oracle/program.h"

namespace assay::ops {
namespace {

constexpr std::int64_t kMaxRepeatOfGeneralRule = 255;
constexpr std::int64_t kUserPattern = 0;

// Does fixed pattern 1..7 select element i of a repeat?
constexpr bool in_pattern(std::int64_t pattern, std::int64_t i) {
  if (pattern == 7) return true;
  if (pattern <= 2) return i % 2 == pattern - 1;
  return i % 4 == pattern - 3;
}

struct AscReduce {
  // The rest of the memory that the call might have filled: nothing is promised, but three
  // behaviours are told apart.
  template <class Sink>
  static void tail(const Call& call, Sink& sink, Place dst, std::int64_t from, std::int64_t to) {
    if (from == to) return;
    sink.rule("RED-B07");
    const std::string_view answer = call.answer("tail");
    if (answer == "unspecified") return sink.undefined(dst.bytes(from), to - from);
    std::int64_t kept = from;
    if (answer == "zero_to_datablock") {
      kept = (from + kDatablockBytes - 1) / kDatablockBytes * kDatablockBytes;
      sink.zero(dst.bytes(from), kept - from);
    }
    sink.keep(dst.bytes(kept), to - kept);
  }

  template <class Sink>
  static void count_form(const Call& call, Sink& sink) {
    const Place dst = call.operand("dst"), src0 = call.operand("src0");
    const Place src1 = call.operand("src1");
    const std::int64_t w = call.lane_bytes(), count = call.scalar("count");
    std::int64_t packed = 0;  // bytes written so far
    sink.rule("RED-B06");
    for (std::int64_t k = 0; k < count; ++k) {
      if (!sink.bit(src1.bits(k))) continue;
      sink.copy(dst.bytes(packed), src0.bytes(w * k), w);
      packed += w;
    }
    tail(call, sink, dst, packed, filled_bytes(call));
  }

  template <class Sink>
  static void strided_form(const Call& call, Sink& sink) {
    const Place dst = call.operand("dst"), src0 = call.operand("src0");
    const Place src1 = call.operand("src1");
    const std::int64_t w = call.lane_bytes(), lanes = call.repeat_lanes();
    const std::int64_t repeat = call.scalar("repeat"), pattern = call.scalar("pattern_mode");
    const std::int64_t block_step = kDatablockBytes * call.scalar("src0_block_stride");
    const std::int64_t repeat_step = kDatablockBytes * call.scalar("src0_repeat_stride");
    const std::int64_t mask_step = kDatablockBytes * call.scalar("src1_repeat_stride");
    if (repeat > kMaxRepeatOfGeneralRule && call.answer("repeat_above_255") == "unspecified") {
      sink.rule("RED-B09");
      return sink.undefined(dst, filled_bytes(call));
    }
    std::int64_t packed = 0;
    sink.rule(pattern == kUserPattern ? "RED-B03" : "RED-B02");
    for (std::int64_t r = 0; r < repeat; ++r) {
      for (std::int64_t i = 0; i < lanes; ++i) {
        const bool selected = pattern == kUserPattern ? sink.bit(src1.bytes(mask_step * r).bits(i))
                                                      : in_pattern(pattern, i);
        if (!selected) continue;
        const std::int64_t at = w * i;  // within the repeat, if its blocks were contiguous
        const std::int64_t from =
            repeat_step * r + block_step * (at / kDatablockBytes) + at % kDatablockBytes;
        sink.copy(dst.bytes(packed), src0.bytes(from), w);
        packed += w;
      }
    }
    tail(call, sink, dst, packed, filled_bytes(call));
  }

  // Bytes from dst on that the call would fill if everything were selected.
  static std::int64_t filled_bytes(const Call& call) {
    if (call.form().id == "strided") return call.repeat_bytes() * call.scalar("repeat");
    const std::int64_t bytes = call.lane_bytes() * call.scalar("count");
    return (bytes + kDatablockBytes - 1) / kDatablockBytes * kDatablockBytes;
  }

  template <class Sink>
  static void move(const Call& call, Sink& sink) {
    if (call.form().id == "strided") return strided_form(call, sink);
    count_form(call, sink);
  }

  static std::vector<Extent> extents(const Call& call) {
    const std::uint32_t dst = call.operand("dst").operand, src0 = call.operand("src0").operand;
    const std::uint32_t src1 = call.operand("src1").operand;
    const auto filled = static_cast<std::uint64_t>(filled_bytes(call));
    if (call.form().id != "strided") {
      const std::uint64_t count = call.unsigned_scalar("count");
      return {{.operand = dst, .bytes = filled},
              {.operand = src0, .bytes = call.lane_bytes() * count},
              {.operand = src1, .bytes = (count + 7) / 8}};
    }
    const std::uint64_t repeat = call.unsigned_scalar("repeat"), block = kDatablockBytes;
    std::vector<Extent> all = {
        {.operand = dst, .bytes = filled},
        {.operand = src0,
         .bytes = block,
         .blocks = call.repeat_bytes() / block,
         .block_stride = block * call.unsigned_scalar("src0_block_stride"),
         .repeats = repeat,
         .repeat_stride = block * call.unsigned_scalar("src0_repeat_stride")}};
    if (call.scalar("pattern_mode") == kUserPattern) {
      all.push_back({.operand = src1,
                     .bytes = call.repeat_lanes() / 8,
                     .repeats = repeat,
                     .repeat_stride = block * call.unsigned_scalar("src1_repeat_stride")});
    }
    return all;
  }
};

}  // namespace

extern const Program vector_asc_reduce = program<AscReduce>();

}  // namespace assay::ops
