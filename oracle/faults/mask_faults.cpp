// Masks misread: which lanes they activate.
#include "oracle/faults/lanes.h"
#include "oracle/faults/tables.h"

namespace assay::faults {
namespace {

using Lanes = std::vector<bool>;

// Lanes change(const Lanes& meant)
template <auto change>
void other_lanes(const Call& call, Case& changed) {
  set_active_lanes(call, changed, change(active_lanes(call)));
}

Lanes all(const Lanes& meant) { return Lanes(meant.size(), true); }
Lanes inverted(Lanes meant) {
  meant.flip();
  return meant;
}
Lanes reversed(const Lanes& meant) { return Lanes(meant.rbegin(), meant.rend()); }
Lanes one_up(const Lanes& meant) {
  Lanes lanes = {false};
  lanes.insert(lanes.end(), meant.begin(), meant.end() - 1);
  return lanes;
}
Lanes one_down(const Lanes& meant) {
  Lanes lanes(meant.begin() + 1, meant.end());
  lanes.push_back(false);
  return lanes;
}
Lanes lower_half(Lanes meant) {
  std::fill(meant.begin() + static_cast<std::ptrdiff_t>(meant.size() / 2), meant.end(), false);
  return meant;
}
Lanes lower_half_twice(Lanes meant) {
  const std::size_t half = meant.size() / 2;
  for (std::size_t i = half; i < meant.size(); ++i) meant[i] = meant[i - half];
  return meant;
}
Lanes halves_swapped(Lanes meant) {
  std::rotate(meant.begin(), meant.begin() + static_cast<std::ptrdiff_t>(meant.size() / 2),
              meant.end());
  return meant;
}
Lanes all_for_none(const Lanes& meant) {
  const bool none = std::find(meant.begin(), meant.end(), true) == meant.end();
  return none ? all(meant) : meant;
}
Lanes none_for_all(const Lanes& meant) {
  const bool full = std::find(meant.begin(), meant.end(), false) == meant.end();
  return full ? Lanes(meant.size()) : meant;
}
Lanes without_last(Lanes meant) {
  const auto last = std::find(meant.rbegin(), meant.rend(), true);
  if (last != meant.rend()) *last = false;
  return meant;
}
Lanes without_first(Lanes meant) {
  const auto first = std::find(meant.begin(), meant.end(), true);
  if (first != meant.end()) *first = false;
  return meant;
}
Lanes up_to_last(Lanes meant) {
  const auto last = std::find(meant.rbegin(), meant.rend(), true);
  std::fill(last, meant.rend(), true);
  return meant;
}
Lanes packed(const Lanes& meant) {
  Lanes lanes(meant.size());
  std::fill_n(lanes.begin(), std::count(meant.begin(), meant.end(), true), true);
  return lanes;
}
// Bytes change(Bytes meant): of the mask as stored.
template <auto change>
void other_bytes(const Call& call, Case& changed) {
  set_mask_bytes(call, changed, change(mask_bytes(call)));
}

Bytes bits_reversed(Bytes meant) {
  const Bytes given = meant;
  for (std::size_t k = 0; k < 8 * given.size(); ++k) set_bit(meant, k, bit_of(given, k ^ 7));
  return meant;
}
Bytes words_reversed(Bytes meant) {
  for (std::size_t at = 0; at < meant.size(); at += 8) {
    const auto word = meant.begin() + static_cast<std::ptrdiff_t>(at);
    std::reverse(word, word + 8);
  }
  return meant;
}
Bytes stored_halves_swapped(Bytes meant) {
  std::rotate(meant.begin(), meant.begin() + static_cast<std::ptrdiff_t>(meant.size() / 2),
              meant.end());
  return meant;
}

// std::int64_t change(const Call&, std::int64_t first): of "the first lanes".
template <auto change>
void other_scalar(const Call& call, Case& changed) {
  change_scalars(call, changed, ParamRole::kMask,
                 [&call](std::int64_t first) { return change(call, first); });
}

std::int64_t modulo_lanes(const Call& call, std::int64_t first) {
  const std::int64_t lanes = call.repeat_lanes();
  return first > lanes ? first % lanes : first;
}
std::int64_t lower_8_bits(const Call&, std::int64_t first) { return first & 0xff; }
std::int64_t one_more(const Call&, std::int64_t first) { return first + 1; }
std::int64_t in_bytes(const Call& call, std::int64_t first) { return first / call.lane_bytes(); }
std::int64_t up_to_datablock(const Call& call, std::int64_t first) {
  const std::int64_t lanes = 32 / call.lane_bytes();
  return std::min<std::int64_t>(first, call.repeat_lanes()) + lanes - 1 -
         (std::min<std::int64_t>(first, call.repeat_lanes()) + lanes - 1) % lanes;
}
std::int64_t none_above(const Call& call, std::int64_t first) {
  return first > call.repeat_lanes() ? 0 : first;
}

// The last lanes instead of the first.
void last_lanes(const Call& call, Case& changed) {
  set_active_lanes(call, changed, reversed(active_lanes(call)));
}

// Inactive lanes take no offset from the list: the active ones share its beginning.
void inactive_take_no_offset(const Call& call, Case& changed) {
  std::optional<IndexList> list = index_list(call);
  if (!list) return;
  const Lanes active = active_lanes(call);
  const std::vector<std::uint32_t> given = list->entries;
  std::size_t next = 0;
  for (std::size_t k = 0; k < given.size(); ++k) {
    if (active[k % active.size()]) list->entries[k] = given[next++];
  }
  set_index_list(call, changed, *list);
}

// Crashes where any offset, of an inactive lane too, leads out of the buffer.
std::optional<Result> inactive_accessed(const Call& call) {
  const std::optional<IndexList> list = index_list(call);
  if (!list) return std::nullopt;
  const Param& index = call.form().params[list->param];
  const std::int64_t bytes =
      index.block_bytes == kLaneBytes ? call.lane_bytes() : index.block_bytes;
  for (const std::uint32_t offset : list->entries) {
    const std::int64_t end =
        address_of(call, index.into) + sum_of(call, ParamRole::kBase) + offset + bytes;
    if (end > static_cast<std::int64_t>(call.record().ub_bytes)) {
      return crashed(call, "read outside the buffer for an inactive lane");
    }
  }
  return std::nullopt;
}

Result previous_mask(const Call& call, const Pristine& pristine, FaultState& state) {
  const std::string& name = find_role(call.form(), ParamRole::kMask)->name;
  Case changed = inputs_of(call.record());
  if (!state.previous) return pristine(changed);
  if (const Register* r = find_register(state.previous->mreg, name)) {
    for (Register& own : changed.mreg) {
      if (own.name == name) own.data = r->data;
    }
  }
  if (const ArgValue* value = find_arg(*state.previous, name)) {
    for (Arg& own : changed.args) {
      if (own.name == name && own.value.index() == value->index()) own.value = *value;
    }
  }
  return run_changed(call, changed, pristine);
}

// Not every stored bit belongs to a lane of every call, so that lanes and bits differ.
bool has_partial_mask(const OpSpec& op, const Form& form) {
  const Param* p = find_role(form, ParamRole::kMask);
  return has_mask_bits(op, form) && (p->lanes != 0 || p->kind == ParamKind::kMaskWords);
}

constexpr Applies* kPartial = has_partial_mask;
constexpr Applies* kMasked = is_masked;
constexpr Applies* kBits = has_mask_bits;
constexpr Applies* kScalar = has_mask_scalar;
constexpr Applies* kGathering = all_of<is_masked, has<ParamRole::kIndex>>;

constexpr FaultKind kKinds[] = {
    {"mask_ignored", FaultClass::kMaskPolicy, "takes every lane as active",
     "https://github.com/hw-native-sys/PTOAS/issues/1329", kMasked, before<other_lanes<all>>},
    {"mask_inverted", FaultClass::kMaskOrder, "takes the inactive lanes as active",
     "https://github.com/hw-native-sys/simpler/pull/1156", kMasked, before<other_lanes<inverted>>},
    {"mask_reversed", FaultClass::kMaskOrder, "takes the mask from the last lane to the first",
     "like https://github.com/llvm/llvm-project/issues/65884", kBits,
     before<other_lanes<reversed>>},
    {"mask_one_up", FaultClass::kMaskOrder, "takes for each lane the mask of the lane before",
     "bits numbered from 1", kMasked, before<other_lanes<one_up>>},
    {"mask_one_down", FaultClass::kMaskOrder, "takes for each lane the mask of the lane behind",
     "bits numbered from 1", kBits, before<other_lanes<one_down>>},
    {"mask_lower_half", FaultClass::kWidth, "takes the lanes of the upper half as inactive",
     "https://github.com/ptitSeb/box64/pull/3185", kMasked, before<other_lanes<lower_half>>},
    {"mask_lower_half_twice", FaultClass::kWidth,
     "takes for the upper half of the lanes the mask of the lower half",
     "like https://github.com/facebookincubator/velox/pull/8415", kMasked,
     before<other_lanes<lower_half_twice>>},
    {"mask_halves_swapped", FaultClass::kMaskOrder,
     "takes the masks of the lower and the upper half of the lanes for each other",
     "like https://github.com/llvm/llvm-project/pull/224328", kMasked,
     before<other_lanes<halves_swapped>>},
    {"mask_none_is_all", FaultClass::kZero, "takes a mask without active lane as one of all lanes",
     "https://gitcode.com/cann/asc-devkit/merge_requests/3742", kMasked,
     before<other_lanes<all_for_none>>},
    {"mask_all_is_none", FaultClass::kZero, "takes a mask of all lanes as one without active lane",
     "like https://github.com/bochs-emu/Bochs/pull/850", kMasked,
     before<other_lanes<none_for_all>>},
    {"mask_last_lane_lost", FaultClass::kTail, "takes the last active lane as inactive",
     "a loop that ends one too early, as in https://github.com/VectorCamp/vectorscan/pull/378",
     kMasked, before<other_lanes<without_last>>},
    {"mask_first_lane_lost", FaultClass::kTail, "takes the first active lane as inactive",
     "a loop that starts one too late", kMasked, before<other_lanes<without_first>>},
    {"mask_filled", FaultClass::kMaskPolicy, "takes every lane up to the last active one as active",
     "a mask turned into a number of lanes", kBits, before<other_lanes<up_to_last>>},
    {"mask_counted", FaultClass::kMaskOrder,
     "takes as many lanes as are active from the first one on",
     "a mask turned into a number of lanes by counting its bits", kBits,
     before<other_lanes<packed>>},
    {"mask_last_lanes", FaultClass::kTail, "takes the last lanes where the first are meant",
     "https://github.com/VectorCamp/vectorscan/pull/378", kScalar, before<last_lanes>},
    {"mask_bits_reversed", FaultClass::kMaskOrder,
     "takes the bits of each byte of the mask in the opposite order",
     "like https://github.com/llvm/llvm-project/pull/224328", kBits,
     before<other_bytes<bits_reversed>>},
    {"mask_bytes_reversed", FaultClass::kMaskOrder,
     "takes the bytes of each 64-bit word of the mask in the opposite order",
     "like https://github.com/llvm/llvm-project/issues/61275", kBits,
     before<other_bytes<words_reversed>>},
    {"mask_stored_halves_swapped", FaultClass::kMaskOrder,
     "takes the stored halves of the mask for each other",
     "like https://github.com/rust-lang/portable-simd/issues/379", kPartial,
     before<other_bytes<stored_halves_swapped>>},
    {"mask_wraps", FaultClass::kZero,
     "takes a number of lanes beyond a repeat modulo the lanes of a repeat",
     "https://github.com/pulp-platform/ara/pull/29", kScalar, before<other_scalar<modulo_lanes>>},
    {"mask_8_bits", FaultClass::kIndex, "takes the lower 8 bits of the number of lanes alone",
     "like https://github.com/bochs-emu/Bochs/pull/850", kScalar,
     before<other_scalar<lower_8_bits>>},
    {"mask_above_is_none", FaultClass::kZero, "takes a number of lanes beyond a repeat as none",
     "a range check that skips the call instead of clamping", kScalar,
     before<other_scalar<none_above>>},
    {"mask_one_more", FaultClass::kTail, "takes one lane more than asked",
     "a loop bound taken as inclusive", kScalar, before<other_scalar<one_more>>},
    {"mask_in_bytes", FaultClass::kUnit, "takes the number of lanes as a number of bytes",
     "like https://github.com/hw-native-sys/PTOAS/pull/1134", kScalar,
     before<other_scalar<in_bytes>>},
    {"mask_to_datablock", FaultClass::kTail,
     "takes the number of lanes rounded up to whole DataBlocks",
     "like https://github.com/tile-ai/tilelang-ascend/issues/1717", kScalar,
     before<other_scalar<up_to_datablock>>},
    {"inactive_take_no_offset", FaultClass::kCompaction,
     "takes the offsets of the list for the active lanes alone, one after the other",
     "https://github.com/llvm/llvm-project/issues/193277", kGathering,
     before<inactive_take_no_offset>},
    {"inactive_accessed", FaultClass::kMaskedAccess,
     "takes the offsets of inactive lanes to memory too, and crashes where they lead outside",
     "https://github.com/triton-lang/triton-ascend/issues/2332", kGathering,
     refusing<inactive_accessed>, Visibility::kIllegalCall},
    {"previous_mask", FaultClass::kStaleState, "takes the mask of the call before",
     "like https://github.com/hw-native-sys/pto-isa/issues/256", kMasked, previous_mask,
     Visibility::kSecondCall},
};

}  // namespace

Table mask_faults() { return kKinds; }

}  // namespace assay::faults
