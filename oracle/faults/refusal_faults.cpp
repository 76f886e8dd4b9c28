// Legal calls refused, and illegal ones accepted.
#include "oracle/accesses.h"
#include "oracle/faults/lanes.h"
#include "oracle/faults/tables.h"
#include "oracle/program.h"

namespace assay::faults {
namespace {

using Refusal = std::optional<Result>;

std::vector<Run> runs_of(const Call& call, std::size_t param) {
  return accesses(call, param, find_program(call.op().id).extents(call), true);
}

std::int64_t usable(const Call& call) { return static_cast<std::int64_t>(call.record().ub_bytes); }

// Some operand touches the last byte of the buffer.
Refusal last_byte_refused(const Call& call) {
  for (std::size_t i = 0; i < call.form().params.size(); ++i) {
    if (call.form().params[i].kind != ParamKind::kUb) continue;
    for (const Run& run : runs_of(call, i)) {
      if (run.end == usable(call)) return rejected(call, "reaches the end of the buffer");
    }
  }
  return std::nullopt;
}

Refusal first_byte_refused(const Call& call) {
  for (std::size_t i = 0; i < call.form().params.size(); ++i) {
    const bool pointer = call.form().params[i].kind == ParamKind::kUb;
    if (pointer && call.address(i) == 0) return rejected(call, "null pointer");
  }
  return std::nullopt;
}

Refusal repeated_offsets_refused(const Call& call) {
  std::optional<IndexList> list = index_list(call);
  if (!list) return std::nullopt;
  std::sort(list->entries.begin(), list->entries.end());
  const auto& all = list->entries;
  if (std::adjacent_find(all.begin(), all.end()) == all.end()) return std::nullopt;
  return rejected(call, "the same offset twice");
}

Refusal empty_mask_refused(const Call& call) {
  const std::vector<bool> lanes = active_lanes(call);
  if (std::find(lanes.begin(), lanes.end(), true) != lanes.end()) return std::nullopt;
  return rejected(call, "no active lane");
}

Refusal long_mask_refused(const Call& call) {
  const Param& p = *find_role(call.form(), ParamRole::kMask);
  if (call.unsigned_scalar(p.name) <= call.repeat_lanes()) return std::nullopt;
  return rejected(call, "more lanes than a repeat has");
}

template <ParamRole role>
Refusal zero_refused(const Call& call) {
  for (const Param& p : call.form().params) {
    if (p.role == role && p.kind == ParamKind::kScalar && call.scalar(p.name) == 0) {
      return rejected(call, p.name + " is 0");
    }
  }
  return std::nullopt;
}

template <ParamRole role>
Refusal nonzero_refused(const Call& call) {
  if (sum_of(call, role) == 0) return std::nullopt;
  return rejected(call, "only 0 is supported");
}

template <ParamRole role>
Refusal negative_refused(const Call& call) {
  if (sum_of(call, role) >= 0) return std::nullopt;
  return rejected(call, "negative");
}

Refusal in_place_refused(const Call& call) {
  const std::size_t dst = call.output().operand;
  for (std::size_t i = 0; i < call.form().params.size(); ++i) {
    const bool pointer = call.form().params[i].kind == ParamKind::kUb;
    if (pointer && i != dst && call.address(i) == call.address(dst)) {
      return rejected(call, "source and destination overlap");
    }
  }
  return std::nullopt;
}

Refusal tail_refused(const Call& call) {
  if (sum_of(call, ParamRole::kCount) % (32 / call.lane_bytes()) == 0) return std::nullopt;
  return rejected(call, "no whole number of DataBlocks");
}

Refusal wide_lanes_refused(const Call& call) {
  if (call.lane_bytes() < 8) return std::nullopt;
  return rejected(call, "no 64-bit elements");
}

bool with_wide_lanes(const OpSpec&, const Form& form) {
  return std::any_of(form.support.begin(), form.support.end(), [](const Support& s) {
    return std::find(s.dtypes.begin(), s.dtypes.end(), "uint64") != s.dtypes.end();
  });
}

// Some operand may start where another does.
bool may_be_in_place(const OpSpec& op, const Form&) {
  return std::any_of(op.constraints.begin(), op.constraints.end(),
                     [](const Constraint& c) { return !c.same_start.empty(); });
}

bool with_memory(const OpSpec& op, const Form& form) {
  return reads_memory(op, form) || writes_memory(op, form);
}

// The bytes that selecting operands take when they are read in whole registers.
Refusal control_over_read(const Call& call) {
  for (std::size_t i = 0; i < call.form().params.size(); ++i) {
    const Param& p = call.form().params[i];
    const bool control = p.role == ParamRole::kIndex || p.role == ParamRole::kBits;
    if (!control || p.kind != ParamKind::kUb) continue;
    for (const Run& run : runs_of(call, i)) {
      const std::int64_t bytes = run.end - run.begin;
      const std::int64_t end = run.begin + (bytes + 255) / 256 * 256;
      if (end > usable(call)) return rejected(call, p.name + " read past the end of the buffer");
    }
  }
  return std::nullopt;
}

bool with_control_in_memory(const OpSpec&, const Form& form) {
  return std::any_of(form.params.begin(), form.params.end(), [](const Param& p) {
    const bool control = p.role == ParamRole::kIndex || p.role == ParamRole::kBits;
    return control && p.kind == ParamKind::kUb;
  });
}

// Misaligned pointers as the nearest address below that has the alignment asked for.
void pointers_rounded(const Call& call, Case& changed) {
  for (const Constraint& row : call.op().constraints) {
    if (row.kind != ConstraintKind::kAligned || !call.binds(row)) continue;
    const std::int64_t unit = *row.bytes == kLaneBytes ? call.lane_bytes() : *row.bytes;
    for (const std::string& name : row.params) {
      if (!call.find_operand(name)) continue;
      set_pointer(changed, name, address_of(call, name) / unit * unit);
    }
  }
}

// What the page promises to report is answered with what lies at the start of the buffer.
Result wraps_around_buffer(const Call& call, const Pristine& pristine, FaultState&) {
  Case changed = inputs_of(call.record());
  const auto end = static_cast<std::int64_t>(call.product().ub_physical_bytes);
  for (std::size_t i = 0; i < call.form().params.size(); ++i) {
    const Param& p = call.form().params[i];
    if (p.kind != ParamKind::kUb) continue;
    for (const Run& run : runs_of(call, i)) {
      if (run.end > end) set_pointer(changed, p.name, 0);
    }
  }
  return run_changed(call, changed, pristine);
}

bool promises_error(const OpSpec& op, const Form& form) {
  return with_memory(op, form) &&
         std::any_of(op.constraints.begin(), op.constraints.end(),
                     [](const Constraint& c) { return c.violation == Violation::kReject; });
}

constexpr Applies* kMemory = with_memory;
constexpr Applies* kCounted = has<ParamRole::kCount>;

constexpr FaultKind kKinds[] = {
    {"last_byte_refused", FaultClass::kRefusal, "takes the last byte of the buffer as outside",
     "a limit compared with the wrong relation, as in "
     "https://github.com/pulp-platform/ara/pull/477",
     kMemory, refusing<last_byte_refused>},
    {"first_byte_refused", FaultClass::kRefusal, "takes address 0 as no address",
     "a null-pointer check on device addresses", kMemory, refusing<first_byte_refused>},
    {"repeated_offsets_refused", FaultClass::kRefusal, "takes the same offset twice as an error",
     "the rule of the sibling scatter operation", has<ParamRole::kIndex>,
     refusing<repeated_offsets_refused>},
    {"empty_mask_refused", FaultClass::kRefusal, "takes a mask without active lane as an error",
     "the vendor's debug build refuses mask 0 on one product", is_masked,
     refusing<empty_mask_refused>},
    {"long_mask_refused", FaultClass::kRefusal,
     "takes a number of lanes beyond a repeat as an error", "a check instead of the clamping",
     has_mask_scalar, refusing<long_mask_refused>},
    {"zero_stride_refused", FaultClass::kRefusal, "takes a stride of 0 as an error",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/3742",
     has<ParamRole::kStrideDatablocks>, refusing<zero_refused<ParamRole::kStrideDatablocks>>},
    {"base_refused", FaultClass::kRefusal, "takes a base offset other than 0 as an error",
     "a parameter left unimplemented, https://github.com/hw-native-sys/PTOAS/pull/1047",
     has<ParamRole::kBase>, refusing<nonzero_refused<ParamRole::kBase>>},
    {"zero_step_refused", FaultClass::kRefusal, "takes a step of 0 as an error",
     "like https://github.com/hw-native-sys/PTOAS/pull/1290", has<ParamRole::kStep>,
     refusing<zero_refused<ParamRole::kStep>>},
    {"negative_step_refused", FaultClass::kRefusal, "takes a negative step as an error",
     "an unsigned offset parameter", has<ParamRole::kStep>,
     refusing<negative_refused<ParamRole::kStep>>},
    {"in_place_refused", FaultClass::kRefusal, "takes a destination on the source as an error",
     "like https://github.com/hw-native-sys/pypto/pull/1812", may_be_in_place,
     refusing<in_place_refused>},
    {"tail_refused", FaultClass::kRefusal,
     "takes a count that is no whole number of DataBlocks as an error",
     "like https://github.com/tile-ai/tilelang-ascend/issues/1717", kCounted,
     refusing<tail_refused>},
    {"wide_lanes_refused", FaultClass::kRefusal, "takes 64-bit elements as an error",
     "an assertion of the vendor's kit that lists 8, 16 and 32 bits", with_wide_lanes,
     refusing<wide_lanes_refused>},
    {"control_over_read", FaultClass::kOverRead,
     "takes whole registers of what selects, beyond the end of the buffer too",
     "the vendor's kit loads 64 offsets at a time, "
     "like https://github.com/PTO-ISA/SuperNPUBench/pull/79",
     with_control_in_memory, refusing<control_over_read>},
    {"misaligned_pointer_rounded", FaultClass::kAlignment,
     "takes a misaligned pointer rounded down instead of refusing it",
     "https://github.com/apache/tvm/pull/9731", kMemory, before<pointers_rounded>,
     Visibility::kIllegalCall},
    {"wraps_around_buffer", FaultClass::kRefusal,
     "takes a read beyond the buffer as one from its start instead of an error",
     "like https://github.com/PTO-ISA/SuperNPUBench/issues/19", promises_error, wraps_around_buffer,
     Visibility::kIllegalCall},
};

}  // namespace

Table refusal_faults() { return kKinds; }

}  // namespace assay::faults
