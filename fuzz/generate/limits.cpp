#include "fuzz/generate/limits.h"

#include <algorithm>
#include <numeric>

namespace assay {
namespace {

struct TypeRange {
  std::string_view type;
  std::int64_t min;
  std::int64_t max;
};

// Values that a case travels with as a signed 64-bit number; wider ones gain no new behaviour.
constexpr TypeRange kTypeRanges[] = {
    {"uint8_t", 0, 0xff},
    {"uint16_t", 0, 0xffff},
    {"uint32_t", 0, 0xffffffff},
    {"uint64_t", 0, INT64_MAX},
    {"int16_t", INT16_MIN, INT16_MAX},
    {"int32_t", INT32_MIN, INT32_MAX},
};

ParamLimits type_limits(const Param& p) {
  std::string_view type = p.type;
  if (type.starts_with("const ")) type.remove_prefix(6);
  ParamLimits limits;
  if (p.role == ParamRole::kIndex) type = "uint32_t";
  for (const TypeRange& r : kTypeRanges) {
    if (r.type == type) {
      limits.min = r.min;
      limits.max = r.max;
    }
  }
  return limits;
}

template <typename T>
bool selects(const std::vector<T>& list, const T& value) {
  return list.empty() || std::find(list.begin(), list.end(), value) != list.end();
}

void fold(const Call& call, const Constraint& row, ParamLimits& limits) {
  const auto width = [&] { return *row.bytes == kLaneBytes ? call.lane_bytes() : *row.bytes; };
  switch (row.kind) {
    case ConstraintKind::kAligned:
    case ConstraintKind::kNextAligned:
      limits.alignment = std::lcm(limits.alignment, std::uint64_t{width()});
      break;
    case ConstraintKind::kMultipleOf:
      limits.multiple_of = std::lcm(limits.multiple_of, std::int64_t{width()});
      break;
    case ConstraintKind::kRange:
      for (const Range& r : row.ranges) {
        if (!selects(r.products, call.product().id)) continue;
        if (!selects(r.lane_bytes, call.lane_bytes())) continue;
        limits.min = std::max(limits.min, r.min);
        limits.max = std::min(limits.max, r.max);
        break;
      }
      break;
    case ConstraintKind::kInUb:
    case ConstraintKind::kPointerInUb:
    case ConstraintKind::kDisjoint:
    case ConstraintKind::kMaskLanes:
    case ConstraintKind::kZeroWork:
    case ConstraintKind::kRepeatDatablocks:
    case ConstraintKind::kCore:
    case ConstraintKind::kProduct:
    case ConstraintKind::kDtype:
    case ConstraintKind::kConstant:
    case ConstraintKind::kIgnored:
    case ConstraintKind::kPermission:
    case ConstraintKind::kSemantics:
    case ConstraintKind::kContext: break;
  }
}

}  // namespace

std::vector<ParamLimits> limits_of(const Call& call) {
  const std::vector<Param>& params = call.form().params;
  std::vector<ParamLimits> all;
  for (const Param& p : params) all.push_back(type_limits(p));
  for (const Constraint& row : call.op().constraints) {
    if (!call.binds(row)) continue;
    for (const std::string& name : row.params) {
      const std::optional<Place> p = call.find_operand(name);
      if (p) fold(call, row, all[p->operand]);
    }
    if (row.kind != ConstraintKind::kDisjoint) continue;
    const std::optional<Place> first = call.find_operand(row.params[0]);
    if (!first) continue;
    ParamLimits& limits = all[first->operand];
    if (!row.same_start.empty()) limits.may_coincide_with = row.same_start[0];
    if (row.when == "several_repeats") limits.coincide_needs_one_repeat = true;
  }
  return all;
}

}  // namespace assay
