// The sink that remembers: where every output bit comes from, and by which rule.
#ifndef ASSAY_ORACLE_TRACE_SINK_H_
#define ASSAY_ORACLE_TRACE_SINK_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "oracle/call.h"
#include "oracle/value_sink.h"

namespace assay {

enum class MoveKind { kCopy, kKeep, kZero, kUndefined };

// One move of a program, in bits. `src` means something for kCopy only.
struct Move {
  MoveKind kind = MoveKind::kKeep;
  Place dst;
  Place src;
  std::int64_t bits = 0;
  std::string_view rule;
  bool operator==(const Move&) const = default;
};

// A pointer that the call leaves `bytes` further on.
struct Advance {
  std::uint32_t operand = 0;
  std::int64_t bytes = 0;
  std::string_view rule;
  bool operator==(const Advance&) const = default;
};

class TraceSink {
 public:
  // Control data is read through `values`, a prepared ValueSink that must outlive this.
  explicit TraceSink(const ValueSink& values) : values_(values) {}

  std::vector<Move> moves;  // in program order: a later one to the same place wins
  std::vector<Advance> advances;

  void rule(const char* id) { rule_ = id; }
  void copy(Place dst, Place src, std::int64_t bytes) { copy_bits(dst, src, 8 * bytes); }
  void copy_bits(Place dst, Place src, std::int64_t bits) {
    add({MoveKind::kCopy, dst, src, bits, rule_});
  }
  void keep(Place dst, std::int64_t bytes) { add({MoveKind::kKeep, dst, {}, 8 * bytes, rule_}); }
  void zero(Place dst, std::int64_t bytes) { zero_bits(dst, 8 * bytes); }
  void zero_bits(Place dst, std::int64_t bits) { add({MoveKind::kZero, dst, {}, bits, rule_}); }
  void undefined(Place dst, std::int64_t bytes) {
    add({MoveKind::kUndefined, dst, {}, 8 * bytes, rule_});
  }
  void undefined_segment(Place dst) {
    const OperandMemory& m = values_.operands[dst.operand];
    undefined(dst.bytes(m.segment_low), m.segment_high - m.segment_low);
  }
  void advance(Place pointer, std::int64_t bytes) {
    advances.push_back({pointer.operand, bytes, rule_});
  }
  bool bit(Place place) const { return values_.bit(place); }
  std::uint32_t u32(Place place) const { return values_.u32(place); }

 private:
  void add(const Move& move) {
    if (move.bits > 0) moves.push_back(move);
  }
  const ValueSink& values_;
  std::string_view rule_;
};

}  // namespace assay

#endif  // ASSAY_ORACLE_TRACE_SINK_H_
