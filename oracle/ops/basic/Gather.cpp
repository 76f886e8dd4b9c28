// Gather: elements of src, picked by byte offsets that lie in memory.
//
//   half, srcBaseAddr = 4, srcOffset = {6, 0, ...}:  dst[0] = src[5], dst[1] = src[2], ...
//
// The count form writes elements 0..count-1. The mask forms work in repeats: lane i of repeat r
// takes offset r*E+i, whatever the mask, and lands dstRepStride DataBlocks after its neighbour of
// the repeat before.
#include <algorithm>
#include <array>
#include <vector>

#include "oracle/program.h"

namespace assay::ops {
namespace {

struct Gather {
  static constexpr std::int64_t kOffsetBytes = 4;

  static bool is_count(const Call& call) { return call.form().id == "count"; }
  static std::int64_t repeats(const Call& call) {
    return is_count(call) ? 1 : call.scalar("repeatTime");
  }
  static std::int64_t lanes(const Call& call) {
    return is_count(call) ? call.scalar("count") : call.repeat_lanes();
  }
  static std::int64_t repeat_step(const Call& call) {
    return is_count(call) ? 0 : kDatablockBytes * call.scalar("dstRepStride");
  }

  // Which lanes of a repeat take part: one bit a lane, the same in every repeat.
  class Active {
   public:
    explicit Active(const Call& call) : all_(is_count(call)) {
      if (all_) return;
      if (call.form().id == "mask_bits") {
        std::copy_n(call.words("mask").begin(), 2, words_.begin());
        return;
      }
      const std::uint64_t first = call.unsigned_scalar("mask");  // more than a repeat has: all
      for (std::uint64_t i = 0; i < std::min<std::uint64_t>(first, 128); ++i) {
        words_[i / 64] |= std::uint64_t{1} << (i % 64);
      }
    }
    bool is_full(std::int64_t lanes) const {
      for (std::int64_t i = 0; i < lanes; ++i) {
        if (!(*this)(i)) return false;
      }
      return true;
    }
    bool operator()(std::int64_t lane) const {
      return all_ || ((words_[static_cast<std::size_t>(lane / 64)] >> (lane % 64)) & 1) != 0;
    }

   private:
    bool all_;
    std::array<std::uint64_t, 2> words_{};
  };

  // Nothing to do: on some products nothing is written, on others the page gives no promise.
  template <class Sink>
  static void zero_work(const Call& call, Sink& sink) {
    const Place dst = call.operand("dst");
    sink.rule("GAT-B09");
    if (call.is_open("zero_work") && call.answer("zero_work") == "unspecified") {
      return sink.undefined_segment(dst);
    }
    sink.keep(dst, 0);
  }

  // Where later repeats lie over earlier ones, the order decides, and the page names none.
  template <class Sink>
  static void overlap(const Call& call, Sink& sink, const Active& active) {
    const std::int64_t w = call.lane_bytes(), step = repeat_step(call);
    const std::int64_t n = repeats(call), e = lanes(call);
    if (n < 2 || step >= e * w) return;
    std::vector<std::uint8_t> writes(static_cast<std::size_t>((n - 1) * step / w + e));
    bool twice = false;
    for (std::int64_t r = 0; r < n; ++r) {
      for (std::int64_t i = 0; i < e; ++i) {
        if (!active(i)) continue;
        std::uint8_t& count = writes[static_cast<std::size_t>(r * step / w + i)];
        if (count < 2) ++count;
        twice = twice || count == 2;
      }
    }
    if (!twice || call.answer("overlapping_repeats") == "ascending") return;
    sink.rule("GAT-B10");
    const Place dst = call.operand("dst");
    for (std::size_t k = 0; k < writes.size(); ++k) {
      if (writes[k] == 2) sink.undefined(dst.bytes(static_cast<std::int64_t>(k) * w), w);
    }
  }

  template <class Sink>
  static void move(const Call& call, Sink& sink) {
    const std::int64_t n = repeats(call), e = lanes(call), step = repeat_step(call);
    if (n == 0 || e == 0) return zero_work(call, sink);
    const std::int64_t w = call.lane_bytes();
    const Active active(call);
    const Place dst = call.operand("dst"), offsets = call.operand("srcOffset");
    const bool keep_inactive =
        active.is_full(is_count(call) ? 0 : e) || call.answer("inactive_lanes") == "keep";
    const Place base = call.operand("src").bytes(call.scalar("srcBaseAddr"));
    for (std::int64_t r = 0; r < n; ++r) {
      for (std::int64_t i = 0; i < e; ++i) {
        const Place to = dst.bytes(step * r + w * i);
        if (active(i)) {
          sink.rule("GAT-B01");
          sink.copy(to, base.bytes(sink.u32(offsets.bytes(kOffsetBytes * (r * e + i)))), w);
          continue;
        }
        sink.rule("GAT-B07");
        if (keep_inactive) {
          sink.keep(to, w);
        } else {
          sink.undefined(to, w);
        }
      }
    }
    overlap(call, sink, active);
  }

  static std::vector<Extent> extents(const Call& call) {
    const auto e = static_cast<std::uint64_t>(lanes(call)), w = std::uint64_t{call.lane_bytes()};
    const auto n = static_cast<std::uint64_t>(repeats(call));
    return {{.operand = call.operand("dst").operand,
             .bytes = e * w,
             .repeats = n,
             .repeat_stride = static_cast<std::uint64_t>(repeat_step(call))},
            {.operand = call.operand("srcOffset").operand, .bytes = 4 * e * n}};
  }
};

}  // namespace

extern const Program basic_Gather = program<Gather>();

}  // namespace assay::ops
