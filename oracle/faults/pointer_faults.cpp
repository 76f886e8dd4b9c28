// Pointers that a call updates: the step misread, or added at the wrong time.
#include "oracle/faults/change.h"
#include "oracle/faults/tables.h"
#include "oracle/program.h"

namespace assay::faults {
namespace {

// What a call says of its updated pointer. All in bytes but `offset`.
struct Update {
  std::int64_t address = 0;
  std::int64_t offset = 0;  // as passed
  std::int64_t unit = 1;    // of the offset
  std::int64_t read = 0;    // from the address on
  std::int64_t written = 0;
  std::int64_t lane = 1;
  std::int64_t step() const { return offset * unit; }
};

Update update_of(const Call& call) {
  const Param& step = *find_role(call.form(), ParamRole::kStep);
  Update u;
  u.address = address_of(call, step.into);
  u.offset = call.scalar(step.name);
  u.lane = call.lane_bytes();
  u.unit = step.unit_bytes == kLaneBytes ? u.lane : step.unit_bytes;
  u.written = static_cast<std::int64_t>(initial_output(call).size());
  for (const Extent& e : find_program(call.op().id).extents(call)) {
    if (e.operand == call.operand(step.into).operand) {
      u.read = static_cast<std::int64_t>(e.hull_bytes());
    }
  }
  return u;
}

void set_updated(const Call& call, Result& result, std::int64_t address) {
  const std::string& name = find_role(call.form(), ParamRole::kStep)->into;
  for (UpdatedPointer& p : result.scalar) {
    if (p.name == name) p.address = address;
  }
}

// std::int64_t address(const Update&): the pointer after the call.
template <auto address>
void ends_at(const Call& call, Result& result) {
  set_updated(call, result, address(update_of(call)));
}

// std::int64_t step(const Update&): what is added to the pointer, in bytes.
template <auto step>
void advances(const Call& call, Result& result) {
  const Update u = update_of(call);
  set_updated(call, result, u.address + step(u));
}

std::int64_t none(const Update&) { return 0; }
std::int64_t twice(const Update& u) { return 2 * u.step(); }
std::int64_t backwards(const Update& u) { return -u.step(); }
std::int64_t in_datablocks(const Update& u) { return 32 * u.offset; }
std::int64_t in_bits(const Update& u) { return u.step() / 8; }
std::int64_t in_bytes(const Update& u) { return u.offset; }
std::int64_t in_words(const Update& u) { return 4 * u.offset; }
std::int64_t scaled_twice(const Update& u) { return u.step() * u.unit; }
std::int64_t by_read(const Update& u) { return u.read; }
std::int64_t by_written(const Update& u) { return u.written; }
std::int64_t by_read_too(const Update& u) { return u.step() + u.read; }
std::int64_t zero_is_default(const Update& u) { return u.offset == 0 ? u.read : u.step(); }
std::int64_t offset_unsigned_16_bits(const Update& u) {
  return static_cast<std::uint16_t>(u.offset) * u.unit;
}
std::int64_t offset_signed_16_bits(const Update& u) {
  return static_cast<std::int16_t>(u.offset) * u.unit;
}
std::int64_t offset_signed_12_bits(const Update& u) {
  return (((u.offset & 0xfff) ^ 0x800) - 0x800) * u.unit;
}
std::int64_t offset_without_sign(const Update& u) { return std::abs(u.step()); }
std::int64_t never_backwards(const Update& u) { return std::max<std::int64_t>(0, u.step()); }

std::int64_t modulo_64_kilobytes(const Update& u) { return (u.address + u.step()) & 0xffff; }
std::int64_t of_a_copy(const Update& u) { return u.step(); }
std::int64_t not_before_datablock(const Update& u) {
  return (u.address + u.step() + u.read - 1) / u.read * u.read;
}

void load_after_update(const Call& call, Case& changed) {
  const Update u = update_of(call);
  set_pointer(changed, find_role(call.form(), ParamRole::kStep)->into, u.address + u.step());
  change_scalars(call, changed, ParamRole::kStep, [](std::int64_t) { return 0; });
}

// The address of the load is that of the pointer after it.
Result updated_first(const Call& call, const Pristine& pristine, FaultState&) {
  Case changed = inputs_of(call.record());
  load_after_update(call, changed);
  return run_changed(call, changed, pristine);
}

// The offset is part of the address and changes no pointer.
Result offset_without_update(const Call& call, const Pristine& pristine, FaultState& state) {
  Result result = updated_first(call, pristine, state);
  if (result.status == Status::kOk) set_updated(call, result, update_of(call).address);
  return result;
}

// The load starts where the call before left its pointer.
Result continues(const Call& call, const Pristine& pristine, FaultState& state) {
  const std::string& name = find_role(call.form(), ParamRole::kStep)->into;
  if (!state.previous) return pristine(call.record());
  const Result previous = pristine(*state.previous);
  Case changed = inputs_of(call.record());
  for (const UpdatedPointer& p : previous.scalar) {
    if (p.name == name) set_pointer(changed, name, p.address);
  }
  return run_changed(call, changed, pristine);
}

bool with_step(const OpSpec& op, const Form& form) { return has<ParamRole::kStep>(op, form); }

template <bool of_elements>
bool with_unit(const OpSpec&, const Form& form) {
  const Param* p = find_role(form, ParamRole::kStep);
  return p != nullptr && (p->unit_bytes == kLaneBytes) == of_elements;
}

constexpr Applies* kStepped = with_step;
constexpr Applies* kElements = with_unit<true>;
constexpr Applies* kBytes = with_unit<false>;

constexpr FaultKind kKinds[] = {
    {"pointer_not_updated", FaultClass::kPostUpdate, "takes the pointer to stay where it was",
     "https://github.com/Linaro/vixl/pull/76", kStepped, after<advances<none>>},
    {"pointer_advanced_twice", FaultClass::kPostUpdate, "takes the step twice",
     "https://github.com/hw-native-sys/pto-isa/commit/f8e266edb281da09e5ed74f8e91aa7275af36318",
     kStepped, after<advances<twice>>},
    {"pointer_goes_back", FaultClass::kPostUpdate, "takes the step in the opposite direction",
     "like https://github.com/radareorg/radare2/pull/15298", kStepped, after<advances<backwards>>},
    {"pointer_updated_first", FaultClass::kPostUpdate, "takes the step before the load",
     "https://github.com/radareorg/radare2/pull/15298", kStepped, updated_first},
    {"offset_without_update", FaultClass::kPostUpdate,
     "takes the offset for the address of the load, and no step",
     "https://github.com/open-goal/jak-project/pull/4386", kStepped, offset_without_update},
    {"step_in_datablocks", FaultClass::kUnit, "takes the step as a number of DataBlocks",
     "https://github.com/hw-native-sys/PTOAS/pull/1134", kStepped, after<advances<in_datablocks>>},
    {"step_in_bits", FaultClass::kUnit, "takes the step as a number of bits",
     "https://github.com/simd-everywhere/simde/pull/477", kBytes, after<advances<in_bits>>},
    {"step_in_words", FaultClass::kUnit,
     "takes the step as one of the 32-bit words that the pointer's type names",
     "like https://github.com/hw-native-sys/PTOAS/pull/1134", kBytes, after<advances<in_words>>},
    {"step_in_bytes", FaultClass::kUnit, "takes the step as a number of bytes",
     "like https://github.com/simd-everywhere/simde/pull/477", kElements,
     after<advances<in_bytes>>},
    {"step_scaled_twice", FaultClass::kUnit,
     "takes the step times the width of an element once too often",
     "like https://github.com/llvm/llvm-project/issues/223754", kElements,
     after<advances<scaled_twice>>},
    {"step_by_read", FaultClass::kPostUpdate,
     "takes the step to be what was read, whatever the offset",
     "https://github.com/hw-native-sys/PTOAS/pull/981", kStepped, after<advances<by_read>>},
    {"step_by_written", FaultClass::kPostUpdate,
     "takes the step to be the bytes of the register, whatever the offset",
     "https://github.com/hw-native-sys/pto-isa/commit/f8e266edb281da09e5ed74f8e91aa7275af36318",
     kStepped, after<advances<by_written>>},
    {"step_behind_read", FaultClass::kPostUpdate,
     "takes the step from the end of what was read instead of from its start",
     "an offset taken as a gap, as in https://gitcode.com/cann/asc-devkit/merge_requests/1110",
     kStepped, after<advances<by_read_too>>},
    {"step_0_is_default", FaultClass::kZero, "takes a step of 0 to be what was read",
     "https://github.com/hw-native-sys/PTOAS/pull/1290", kStepped,
     after<advances<zero_is_default>>},
    {"step_16_bits", FaultClass::kIndex, "takes the offset as an unsigned 16-bit number",
     "https://github.com/hw-native-sys/PTOAS/pull/1290", kStepped,
     after<advances<offset_unsigned_16_bits>>},
    {"step_signed_16_bits", FaultClass::kIndex, "takes the offset as a signed 16-bit number",
     "like "
     "https://github.com/hw-native-sys/pto-isa/commit/265f481019f2fdd005af6541604f41932ca238d4",
     kStepped, after<advances<offset_signed_16_bits>>},
    {"step_signed_12_bits", FaultClass::kIndex, "takes the offset as a signed 12-bit number",
     "the size of immediate fields in instruction words, as in "
     "https://github.com/llvm/llvm-project/pull/82506",
     kStepped, after<advances<offset_signed_12_bits>>},
    {"step_without_sign", FaultClass::kIndex, "takes a negative step as a positive one",
     "like https://github.com/apache/arrow/pull/42188", kStepped,
     after<advances<offset_without_sign>>},
    {"step_never_back", FaultClass::kIndex, "takes a negative step as none",
     "an unsigned offset clamped at 0", kStepped, after<advances<never_backwards>>},
    {"pointer_16_bits", FaultClass::kIndex, "takes the new pointer modulo 65536",
     "like https://github.com/microsoft/onnxruntime/pull/27444", kStepped,
     after<ends_at<modulo_64_kilobytes>>},
    {"pointer_is_step", FaultClass::kBase, "takes the step itself as the new pointer",
     "like https://github.com/tile-ai/tilelang-ascend/pull/955", kStepped,
     after<ends_at<of_a_copy>>},
    {"pointer_rounded_up", FaultClass::kAlignment,
     "takes the new pointer rounded up to a multiple of what is read",
     "like https://github.com/tile-ai/tilelang-ascend/issues/1773", kStepped,
     after<ends_at<not_before_datablock>>},
    {"pointer_continues", FaultClass::kStaleState,
     "takes the pointer of the call before as it was left",
     "like https://github.com/hw-native-sys/PTOAS/issues/117", kStepped, continues,
     Visibility::kSecondCall},
};

}  // namespace

Table pointer_faults() { return kKinds; }

}  // namespace assay::faults
