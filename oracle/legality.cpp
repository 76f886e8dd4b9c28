#include "oracle/legality.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "oracle/accesses.h"
#include "oracle/program.h"

namespace assay {
namespace {

// Checks the rows of one call; each check returns what is wrong, or nothing.
class Checker {
 public:
  explicit Checker(const Call& call)
      : call_(call),
        extents_(find_program(call.op().id).extents(call)),
        hulls_(call.form().params.size()),
        entries_(call.form().params.size()) {
    for (std::size_t i = 0; i < hulls_.size(); ++i) {
      if (param(i).kind == ParamKind::kUb) hulls_[i] = accesses(call_, i, extents_, true);
      if (param(i).role != ParamRole::kIndex) continue;
      if (const auto found = index_entries(call_, i, extents_)) {
        entries_[i].assign(found->begin(), found->end());
      }
    }
  }

  std::optional<std::string> broken(const Constraint& row);
  bool incomplete() const;

 private:
  using Detail = std::optional<std::string>;

  const Param& param(std::size_t i) const { return call_.form().params[i]; }
  std::optional<std::size_t> find(const std::string& name) const {
    const std::optional<Place> p = call_.find_operand(name);
    return p ? std::optional<std::size_t>(p->operand) : std::nullopt;
  }
  std::int64_t address(std::size_t i) const { return static_cast<std::int64_t>(call_.address(i)); }
  std::uint32_t width(const Constraint& row) const {
    return *row.bytes == kLaneBytes ? call_.lane_bytes() : *row.bytes;
  }

  // The pointer after the call: the steps that refer to it, added.
  std::int64_t next_address(std::size_t i) const;
  // The scalar, or the index entries, that a value rule speaks of.
  std::vector<std::int64_t> values(std::size_t i) const;
  std::string value_name(std::size_t i, std::size_t entry) const;

  Detail aligned(const Constraint& row, std::size_t i) const;
  Detail next_aligned(const Constraint& row, std::size_t i) const;
  Detail multiple_of(const Constraint& row, std::size_t i) const;
  Detail in_range(const Constraint& row, std::size_t i) const;
  Detail in_ub(const Constraint& row, std::size_t i) const;
  Detail pointer_in_ub(std::size_t i) const;
  Detail mask_lanes(std::size_t i) const;
  Detail disjoint(const Constraint& row) const;
  bool overlap(std::size_t a, std::size_t b) const;
  bool several_repeats() const;
  Detail each(const Constraint& row) const;

  const Call& call_;
  const std::vector<Extent> extents_;
  std::vector<std::vector<Run>> hulls_;             // kUb: one run or none
  std::vector<std::vector<std::int64_t>> entries_;  // kIndex: what the call uses
};

std::int64_t Checker::next_address(std::size_t i) const {
  std::int64_t next = address(i);
  for (std::size_t k = 0; k < call_.form().params.size(); ++k) {
    if (param(k).role != ParamRole::kStep || param(k).into != param(i).name) continue;
    const std::uint32_t unit =
        param(k).unit_bytes == kLaneBytes ? call_.lane_bytes() : param(k).unit_bytes;
    next += static_cast<std::int64_t>(call_.scalar_bits(k)) * unit;
  }
  return next;
}

std::vector<std::int64_t> Checker::values(std::size_t i) const {
  if (param(i).role == ParamRole::kIndex) return entries_[i];
  return {static_cast<std::int64_t>(call_.scalar_bits(i))};
}

std::string Checker::value_name(std::size_t i, std::size_t entry) const {
  if (param(i).role != ParamRole::kIndex) return param(i).name;
  return fmt::format("{}[{}]", param(i).name, entry);
}

Checker::Detail Checker::aligned(const Constraint& row, std::size_t i) const {
  if (call_.address(i) % width(row) == 0) return {};
  return fmt::format("{} = {:#x} is not aligned to {} bytes", param(i).name, call_.address(i),
                     width(row));
}

Checker::Detail Checker::next_aligned(const Constraint& row, std::size_t i) const {
  if (next_address(i) % width(row) == 0) return {};
  return fmt::format("{} after the call = {} is not aligned to {} bytes", param(i).name,
                     next_address(i), width(row));
}

Checker::Detail Checker::multiple_of(const Constraint& row, std::size_t i) const {
  const std::vector<std::int64_t> all = values(i);
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all[k] % width(row) != 0) {
      return fmt::format("{} = {} is no multiple of {}", value_name(i, k), all[k], width(row));
    }
  }
  return {};
}

Checker::Detail Checker::in_range(const Constraint& row, std::size_t i) const {
  const auto applies = [&](const Range& r) {
    const auto has = [](const auto& list, const auto& value) {
      return list.empty() || std::find(list.begin(), list.end(), value) != list.end();
    };
    return has(r.products, call_.product().id) && has(r.lane_bytes, call_.lane_bytes());
  };
  const auto range = std::find_if(row.ranges.begin(), row.ranges.end(), applies);
  if (range == row.ranges.end()) return {};
  const std::vector<std::int64_t> all = values(i);
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all[k] < range->min || all[k] > range->max) {
      return fmt::format("{} = {} is outside {}..{}", value_name(i, k), all[k], range->min,
                         range->max);
    }
  }
  return {};
}

Checker::Detail Checker::in_ub(const Constraint& row, std::size_t i) const {
  const std::uint64_t limit =
      row.limit == "physical" ? call_.product().ub_physical_bytes : call_.record().ub_bytes;
  for (const Run& run : hulls_[i]) {
    if (run.begin >= 0 && run.end <= static_cast<std::int64_t>(limit)) continue;
    return fmt::format("{} reaches from {:#x} to {:#x}, past the buffer's {} {} bytes",
                       param(i).name, run.begin, run.end, limit, row.limit);
  }
  return {};
}

Checker::Detail Checker::pointer_in_ub(std::size_t i) const {
  const std::int64_t next = next_address(i);
  if (next >= 0 && next <= static_cast<std::int64_t>(call_.record().ub_bytes)) return {};
  return fmt::format("{} after the call = {} is outside 0..{}", param(i).name, next,
                     call_.record().ub_bytes);
}

Checker::Detail Checker::mask_lanes(std::size_t i) const {
  const std::span<const std::uint64_t> words = call_.words(param(i).name);
  for (std::uint32_t lane = call_.repeat_lanes(); lane < 128; ++lane) {
    if (((words[lane / 64] >> (lane % 64)) & 1) != 0) {
      return fmt::format("{} has bit {} set; a repeat has {} lanes", param(i).name, lane,
                         call_.repeat_lanes());
    }
  }
  return {};
}

bool Checker::several_repeats() const {
  for (std::size_t i = 0; i < call_.form().params.size(); ++i) {
    if (param(i).role == ParamRole::kRepeat && call_.scalar_bits(i) > 1) return true;
  }
  return false;
}

// Exact where the hulls meet: an operand may lie in the gaps of a strided one.
bool Checker::overlap(std::size_t a, std::size_t b) const {
  const auto meet = [](const Run& x, const Run& y) {
    return x.begin < x.end && y.begin < y.end && x.begin < y.end && y.begin < x.end;
  };
  const std::vector<Run>& hull_a = hulls_[a];
  const std::vector<Run>& hull_b = hulls_[b];
  if (hull_a.empty() || hull_b.empty() || !meet(hull_a[0], hull_b[0])) return false;
  std::vector<Run> runs_a = accesses(call_, a, extents_, false);
  std::vector<Run> runs_b = accesses(call_, b, extents_, false);
  const auto by_begin = [](const Run& x, const Run& y) { return x.begin < y.begin; };
  std::sort(runs_a.begin(), runs_a.end(), by_begin);
  std::sort(runs_b.begin(), runs_b.end(), by_begin);
  std::int64_t end_a = INT64_MIN, end_b = INT64_MIN;  // furthest end so far, per side
  for (std::size_t i = 0, k = 0; i < runs_a.size() || k < runs_b.size();) {
    const bool take_a =
        k == runs_b.size() || (i < runs_a.size() && runs_a[i].begin <= runs_b[k].begin);
    const Run& run = take_a ? runs_a[i++] : runs_b[k++];
    if (run.begin >= run.end) continue;
    if (run.begin < (take_a ? end_b : end_a)) return true;
    (take_a ? end_a : end_b) = std::max(take_a ? end_a : end_b, run.end);
  }
  return false;
}

Checker::Detail Checker::disjoint(const Constraint& row) const {
  if (row.when == "several_repeats" && !several_repeats()) return {};
  const std::optional<std::size_t> first = find(row.params[0]);
  if (!first) return {};
  for (std::size_t k = 1; k < row.params.size(); ++k) {
    const std::optional<std::size_t> other = find(row.params[k]);
    if (!other || !overlap(*first, *other)) continue;
    const bool may_coincide = std::find(row.same_start.begin(), row.same_start.end(),
                                        row.params[k]) != row.same_start.end();
    if (may_coincide && call_.address(*first) == call_.address(*other)) continue;
    return fmt::format("{} and {} share memory", row.params[0], row.params[k]);
  }
  return {};
}

Checker::Detail Checker::each(const Constraint& row) const {
  for (const std::string& name : row.params) {
    const std::optional<std::size_t> i = find(name);
    if (!i) continue;  // the row speaks of several forms
    Detail detail;
    switch (row.kind) {
      case ConstraintKind::kAligned: detail = aligned(row, *i); break;
      case ConstraintKind::kNextAligned: detail = next_aligned(row, *i); break;
      case ConstraintKind::kMultipleOf: detail = multiple_of(row, *i); break;
      case ConstraintKind::kRange: detail = in_range(row, *i); break;
      case ConstraintKind::kInUb: detail = in_ub(row, *i); break;
      case ConstraintKind::kPointerInUb: detail = pointer_in_ub(*i); break;
      case ConstraintKind::kMaskLanes: detail = mask_lanes(*i); break;
      case ConstraintKind::kDisjoint:
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
    if (detail) return detail;
  }
  return {};
}

std::optional<std::string> Checker::broken(const Constraint& row) {
  if (!call_.binds(row)) return {};
  return row.kind == ConstraintKind::kDisjoint ? disjoint(row) : each(row);
}

bool Checker::incomplete() const {
  const CaseMemory memory(call_.record());
  for (std::size_t i = 0; i < call_.form().params.size(); ++i) {
    const auto is_held = [&](const Run& run) {
      return run.begin >= 0 && memory.holds(static_cast<std::uint64_t>(run.begin),
                                            static_cast<std::uint64_t>(run.end - run.begin));
    };
    if (std::all_of(hulls_[i].begin(), hulls_[i].end(), is_held)) continue;
    const std::vector<Run> runs = accesses(call_, i, extents_, false);
    if (!std::all_of(runs.begin(), runs.end(), is_held)) return true;
  }
  return false;
}

bool breaks_a_promise(Violation v) {
  switch (v) {
    case Violation::kReject:
    case Violation::kUndefined:
    case Violation::kWrongResult: return true;
    case Violation::kNop:
    case Violation::kIgnored:
    case Violation::kOpen:
    case Violation::kNotCallable:
    case Violation::kNone: return false;
  }
  return false;
}

}  // namespace

const Constraint* Legality::clause() const {
  for (const BrokenRule& b : broken) {
    if (verdict != ExpectedVerdict::kReject || b.constraint->violation == Violation::kReject) {
      return b.constraint;
    }
  }
  return nullptr;
}

Legality check_legality(const Call& call) {
  Checker checker(call);
  Legality legality;
  for (const Constraint& row : call.op().constraints) {
    if (!breaks_a_promise(row.violation)) continue;
    if (std::optional<std::string> detail = checker.broken(row)) {
      legality.broken.push_back({&row, std::move(*detail)});
      if (row.violation == Violation::kReject) legality.verdict = ExpectedVerdict::kReject;
      if (legality.verdict == ExpectedVerdict::kOk) legality.verdict = ExpectedVerdict::kUndefined;
    }
  }
  legality.incomplete = checker.incomplete();
  return legality;
}

}  // namespace assay
