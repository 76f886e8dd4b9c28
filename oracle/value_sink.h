// The sink that computes: expected bytes and care masks.
#ifndef ASSAY_ORACLE_VALUE_SINK_H_
#define ASSAY_ORACLE_VALUE_SINK_H_

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "oracle/call.h"
#include "spec/bad_input.h"

namespace assay {

// One operand's bytes before and after the call, and which bits of the latter are promised.
// Offsets from `low` to `high` (bytes, relative to the operand's place 0) may be accessed.
struct OperandMemory {
  const std::uint8_t* before = nullptr;
  std::uint8_t* after = nullptr;
  std::uint8_t* care = nullptr;
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::int64_t segment_low = 0;  // the memory segment around place 0, for undefined_segment
  std::int64_t segment_high = 0;
};

class ValueSink {
 public:
  std::array<OperandMemory, Call::kMaxParams> operands;
  std::array<std::int64_t, Call::kMaxParams> advanced_bytes{};  // by advance()
  std::vector<const char*> rules;  // each rule that a move followed, once, in order of first use

  void rule(const char* id) {
    if (!rules.empty() && rules.back() == id) return;
    for (const char* seen : rules) {
      if (seen == id) return;
    }
    rules.push_back(id);
  }

  void copy(Place dst, Place src, std::int64_t bytes) {
    std::uint8_t* to = after(dst, bytes);
    const std::uint8_t* from = before(src, bytes);
    switch (bytes) {  // constant sizes become plain loads and stores
      case 1: std::memcpy(to, from, 1); break;
      case 2: std::memcpy(to, from, 2); break;
      case 4: std::memcpy(to, from, 4); break;
      case 8: std::memcpy(to, from, 8); break;
      case 32: std::memcpy(to, from, 32); break;
      default: std::memcpy(to, from, static_cast<std::size_t>(bytes)); break;
    }
    settle(dst, bytes);
  }

  void copy_bits(Place dst, Place src, std::int64_t bits) {
    for (std::int64_t k = 0; k < bits; ++k) put_bit(dst.bits(k), bit(src.bits(k)));
  }

  // Kept bits are not settled: after `undefined` there is nothing left to keep.
  void keep(Place, std::int64_t) {}

  void zero(Place dst, std::int64_t bytes) {
    std::memset(after(dst, bytes), 0, static_cast<std::size_t>(bytes));
    settle(dst, bytes);
  }

  void zero_bits(Place dst, std::int64_t bits) {
    for (std::int64_t k = 0; k < bits; ++k) put_bit(dst.bits(k), false);
  }

  void undefined(Place dst, std::int64_t bytes) {
    if (bytes == 0) return;
    const std::int64_t offset = check(dst, bytes);
    std::memset(operands[dst.operand].care + offset, 0, static_cast<std::size_t>(bytes));
    undefined_before_ = true;
  }

  void undefined_segment(Place dst) {
    const OperandMemory& m = operands[dst.operand];
    undefined(dst.bytes(m.segment_low), m.segment_high - m.segment_low);
  }

  void advance(Place pointer, std::int64_t bytes) { advanced_bytes[pointer.operand] += bytes; }

  bool bit(Place place) const {
    const std::uint8_t* byte = operands[place.operand].before + check(place, 1);
    return ((*byte >> (place.bit & 7)) & 1) != 0;
  }

  std::uint32_t u32(Place place) const {
    const std::uint8_t* b = before(place, 4);
    return static_cast<std::uint32_t>(b[0]) | static_cast<std::uint32_t>(b[1]) << 8 |
           static_cast<std::uint32_t>(b[2]) << 16 | static_cast<std::uint32_t>(b[3]) << 24;
  }

 private:
  // The byte offset of `place`, after checking that `bytes` bytes from there are the operand's.
  std::int64_t check(Place place, std::int64_t bytes) const {
    const OperandMemory& m = operands[place.operand];
    const std::int64_t offset = place.bit >> 3;
    ASSAY_CHECK(offset >= m.low && offset <= m.high - bytes);
    return offset;
  }
  std::uint8_t* after(Place p, std::int64_t bytes) {
    const std::int64_t offset = check(p, bytes);
    return operands[p.operand].after + offset;
  }
  const std::uint8_t* before(Place p, std::int64_t bytes) const {
    const std::int64_t offset = check(p, bytes);
    return operands[p.operand].before + offset;
  }
  void put_bit(Place place, bool value) {
    std::uint8_t* byte = after(place, 1);
    const auto mask = static_cast<std::uint8_t>(1u << (place.bit & 7));
    *byte = static_cast<std::uint8_t>(value ? (*byte | mask) : (*byte & ~mask));
    if (!undefined_before_) return;
    std::uint8_t* care = operands[place.operand].care + (place.bit >> 3);
    *care = static_cast<std::uint8_t>(*care | mask);
  }
  // What is written is promised, also where an earlier move left it undefined.
  void settle(Place dst, std::int64_t bytes) {
    if (!undefined_before_) return;
    std::memset(operands[dst.operand].care + (dst.bit >> 3), 0xff, static_cast<std::size_t>(bytes));
  }

  bool undefined_before_ = false;  // did any move leave bytes undefined?
};

}  // namespace assay

#endif  // ASSAY_ORACLE_VALUE_SINK_H_
