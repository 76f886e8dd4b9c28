#include "conformance/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "oracle/program.h"
#include "spec/model/dtype_text.h"

namespace assay {
namespace {

constexpr std::string_view kScalar = "scalar.";
constexpr std::string_view kMemory = "ub@";

// The bit that a difference speaks of, as a place: for memory relative to the output operand.
Place wrong_bit(const Call& call, const Difference& d) {
  Place place;
  if (d.output.starts_with(kScalar)) {
    place = call.operand(std::string_view(d.output).substr(kScalar.size()));
  } else if (d.output.starts_with(kMemory)) {
    std::int64_t address = 0;
    std::from_chars(d.output.data() + kMemory.size(), d.output.data() + d.output.size(), address);
    const std::vector<Param>& params = call.form().params;
    std::size_t out = 0;  // the operand that is written, or the first pointer there is
    for (std::size_t i = params.size(); i-- > 0;) {
      if (params[i].kind == ParamKind::kUb) out = i;
    }
    for (std::size_t i = 0; i < params.size(); ++i) {
      if (params[i].kind == ParamKind::kUb && params[i].io != ParamIo::kIn) out = i;
    }
    place = {static_cast<std::uint32_t>(out),
             8 * (address - static_cast<std::int64_t>(call.address(out)))};
  } else {
    place = call.operand(d.output);
  }
  return place.bits(static_cast<std::int64_t>(d.bit));
}

// Which repeat wrote here, if the operand has a repeat stride.
std::int64_t repeat_at(const Call& call, const Param& p, std::int64_t byte) {
  if (byte < 0) return 0;
  std::int64_t last = 0;
  for (std::size_t i = 0; i < call.form().params.size(); ++i) {
    if (call.form().params[i].role == ParamRole::kRepeat) {
      last = std::max<std::int64_t>(0, static_cast<std::int64_t>(call.scalar_bits(i)) - 1);
    }
  }
  if (p.stride.empty()) return p.kind == ParamKind::kUb ? byte / call.repeat_bytes() : 0;
  const std::int64_t step = kDatablockBytes * call.scalar(p.stride);
  return step == 0 ? last : std::min(last, byte / step);
}

WrongPlace place_of(const Call& call, Place at) {
  const Param& p = call.form().params[at.operand];
  WrongPlace w;
  w.operand = p.name;
  w.bit = at.bit;
  w.byte = at.bit >> 3;
  w.datablock = w.byte >= 0 ? w.byte / kDatablockBytes : -((-w.byte + 31) / kDatablockBytes);
  const std::int64_t lane_bytes = call.lane_bytes();
  const std::int64_t element_bits = p.kind == ParamKind::kMreg ? 1 : call.dtype().bits;
  w.element = w.bit >= 0 ? w.bit / element_bits : -((-w.bit + element_bits - 1) / element_bits);
  w.repeat = repeat_at(call, p, w.byte);
  const std::int64_t start = p.stride.empty()
                                 ? (p.kind == ParamKind::kUb ? w.repeat * call.repeat_bytes() : 0)
                                 : w.repeat * kDatablockBytes * call.scalar(p.stride);
  w.lane = p.kind == ParamKind::kMreg ? w.bit : (w.byte - start) / lane_bytes;
  if (p.kind == ParamKind::kUb) {
    std::int64_t end = 0;
    for (const Extent& e : find_program(call.op().id).extents(call)) {
      if (e.operand == at.operand) end = static_cast<std::int64_t>(e.hull_bytes());
    }
    w.is_guard = w.byte < 0 || w.byte >= end;
  }
  return w;
}

std::string origin_text(const Call& call, const Origin& origin) {
  switch (origin.kind) {
    case MoveKind::kKeep: return "its value before the call";
    case MoveKind::kZero: return "zero";
    case MoveKind::kUndefined: return "nothing is promised";
    case MoveKind::kCopy: break;
  }
  const Param& p = call.form().params[origin.src.operand];
  const std::int64_t byte = origin.src.bit >> 3;
  if (p.kind == ParamKind::kMreg) return fmt::format("{} bit {}", p.name, origin.src.bit);
  if (p.kind == ParamKind::kVreg) {
    return fmt::format("{} byte {} (lane {})", p.name, byte, byte / call.lane_bytes());
  }
  return fmt::format("{} + {:#x} (address {:#x})", p.name, byte,
                     static_cast<std::int64_t>(call.address(origin.src.operand)) + byte);
}

void add_rule(const OpSpec& op, std::string_view rule, Diagnosis& d) {
  d.rule = std::string(rule);
  for (const Behaviour& b : op.behaviours) {
    if (b.id != rule) continue;
    d.rule_text = b.text;
    d.source = source_text(op, b.source);
  }
  for (const Constraint& c : op.constraints) {
    if (c.id != rule) continue;
    d.rule_text = c.text;
    d.source = source_text(op, c.source);
  }
}

std::string pointer_text(const Bytes& bytes) {
  std::uint64_t value = 0;
  for (std::size_t k = 0; k < bytes.size(); ++k) value |= std::uint64_t{bytes[k]} << (8 * k);
  return std::to_string(static_cast<std::int64_t>(value));
}

}  // namespace

std::string source_text(const OpSpec& op, const Source& source) {
  std::string text;
  if (source.document == "page") {
    text = "vendor page " + op.page;
  } else if (source.document == "vendor") {
    text = "vendor page " + source.title;
  } else if (source.document == "kit") {
    text = "vendor kit, " + source.title;
  } else {
    text = "decision of this project";
  }
  if (!source.section.empty()) text += ", " + source.section;
  if (!source.lines.empty()) text += ", line " + source.lines;
  return text;
}

Diagnosis diagnose(const Catalog& catalog, Evaluator& oracle, const Case& c,
                   const Difference& difference) {
  const Call call(catalog, c);
  const Place at = wrong_bit(call, difference);
  const Provenance provenance = oracle.trace(call);
  Diagnosis d;
  if (difference.output.starts_with(kScalar)) {
    d.place.operand = call.form().params[at.operand].name;
    d.expected = pointer_text(difference.expected);
    d.actual = pointer_text(difference.actual);
    for (const Advance& a : provenance.advances) {
      if (a.operand != at.operand) continue;
      d.origin = fmt::format("address {} advanced by {} bytes", call.address(a.operand), a.bytes);
      add_rule(call.op(), a.rule, d);
    }
    return d;
  }
  d.place = place_of(call, at);
  d.expected = value_text(call.dtype(), difference.expected);
  d.actual = value_text(call.dtype(), difference.actual);
  const Origin origin = provenance.origin(call, at);
  d.origin = origin_text(call, origin);
  add_rule(call.op(), origin.rule, d);
  return d;
}

}  // namespace assay
