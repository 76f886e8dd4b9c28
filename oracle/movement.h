// What an op program is written in: places, and sinks that take moves between them.
//
// A program says, once, which bits go where:
//
//   struct AscCopy {
//     template <class Sink>
//     static void move(const Call& call, Sink& sink) {
//       sink.rule("CPY-B04");                                  // the row the next moves follow
//       sink.copy(call.operand("dst"), call.operand("src"), kMaskRegisterBytes);
//     }
//     static std::vector<Extent> extents(const Call&) { return {}; }
//   };
//   extern const Program reg_asc_copy = program<AscCopy>();
//
// Run with a ValueSink it yields the expected bytes and which of them are promised; run with a
// TraceSink it yields where every bit comes from and by which rule. Both offer:
//
//   rule(id)               the constraint or behaviour row that the following moves obey
//   copy(dst, src, n)      n bytes (whole bytes on both sides)
//   copy_bits(dst, src, n) n bits
//   keep(dst, n)           n bytes stay as earlier moves left them (the default for what no move
//                          names)
//   zero(dst, n) / zero_bits(dst, n)
//   undefined(dst, n)      n bytes of which nothing is promised
//   undefined_segment(dst) every byte of the memory segment around dst
//   advance(pointer, n)    the call leaves the pointer n bytes further on
//   bit(place) / u32(place)  control data: mask bits and indices, as they are before the call
//
// All reads see the state before the call. A later move to the same place wins, except keep().
#ifndef ASSAY_ORACLE_MOVEMENT_H_
#define ASSAY_ORACLE_MOVEMENT_H_

#include <cstdint>
#include <vector>

#include "oracle/call.h"

namespace assay {

// Memory that a call may touch through one pointer, whatever its masks say: for r < repeats and
// b < blocks the `bytes` bytes from offset r * repeat_stride + b * block_stride on. Strides in
// bytes. What indices select is not listed; it follows from the index rows of the JSON.
struct Extent {
  std::uint32_t operand = 0;
  std::uint64_t bytes = 0;
  std::uint64_t blocks = 1;
  std::uint64_t block_stride = 0;
  std::uint64_t repeats = 1;
  std::uint64_t repeat_stride = 0;

  // Bytes from the pointer to the end of the last access.
  std::uint64_t hull_bytes() const {
    if (bytes == 0 || blocks == 0 || repeats == 0) return 0;
    return (repeats - 1) * repeat_stride + (blocks - 1) * block_stride + bytes;
  }
  bool operator==(const Extent&) const = default;
};

inline constexpr std::int64_t kDatablockBytes = 32;

}  // namespace assay

#endif  // ASSAY_ORACLE_MOVEMENT_H_
