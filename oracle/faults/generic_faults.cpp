// Faults that are not about one op but about what ops have: indices, bases, masks, strides,
// counts, updated pointers.
#include <algorithm>

#include "oracle/accesses.h"
#include "oracle/faults/fault.h"
#include "oracle/program.h"

namespace assay {
namespace {

bool has_role(const Form& form, ParamRole role) {
  return std::any_of(form.params.begin(), form.params.end(),
                     [role](const Param& p) { return p.role == role; });
}

template <ParamRole role>
bool with_role(const Form& form) {
  return has_role(form, role);
}

bool with_updated_pointer(const Form& form) {
  return std::any_of(form.params.begin(), form.params.end(),
                     [](const Param& p) { return p.updated; });
}

void store_u32(std::uint8_t* to, std::uint32_t value) {
  for (int k = 0; k < 4; ++k) to[k] = static_cast<std::uint8_t>(value >> (8 * k));
}

// Rewrites every index entry that the call uses.
template <typename Change>
void change_entries(const Call& call, Case& changed, Change change) {
  const std::vector<Extent> extents = find_program(call.op().id).extents(call);
  for (std::size_t i = 0; i < call.form().params.size(); ++i) {
    const Param& p = call.form().params[i];
    if (p.role != ParamRole::kIndex) continue;
    const auto entries = index_entries(call, i, extents);
    if (!entries || entries->empty()) continue;
    std::uint8_t* to = nullptr;
    for (Register& r : changed.vreg) {
      if (r.name == p.name) to = r.data.data();
    }
    for (Segment& s : changed.ub) {
      const std::uint64_t at = call.address(i);
      if (p.kind == ParamKind::kUb && at >= s.addr && at < s.addr + s.data.size()) {
        to = s.data.data() + (at - s.addr);
      }
    }
    for (std::size_t k = 0; k < entries->size(); ++k) store_u32(to + 4 * k, change((*entries)[k]));
  }
}

template <typename Change>
void change_scalars(const Call& call, Case& changed, ParamRole role, Change change) {
  for (const Param& p : call.form().params) {
    if (p.role != role || p.kind != ParamKind::kScalar) continue;
    for (Arg& a : changed.args) {
      if (a.name == p.name) a.value = change(p, call.scalar(p.name));
    }
  }
}

void offset_in_elements(const Call& call, Case& changed) {
  const std::uint32_t scale = std::max(2u, call.lane_bytes());
  change_entries(call, changed, [scale](std::uint32_t e) { return e * scale; });
}

void index_16_bits(const Call& call, Case& changed) {
  change_entries(call, changed, [](std::uint32_t e) { return e & 0xffffu; });
}

void base_dropped(const Call& call, Case& changed) {
  change_scalars(call, changed, ParamRole::kBase, [](const Param&, std::int64_t) { return 0; });
}

void mask_ignored(const Call& call, Case& changed) {
  for (const Param& p : call.form().params) {
    if (p.role != ParamRole::kMask) continue;
    for (Register& r : changed.mreg) {
      if (r.name == p.name) std::fill(r.data.begin(), r.data.end(), std::uint8_t{0xff});
    }
    for (Arg& a : changed.args) {
      if (a.name != p.name) continue;
      if (p.kind == ParamKind::kScalar) a.value = std::int64_t{call.repeat_lanes()};
      if (p.kind == ParamKind::kMaskWords)
        a.value = MaskWords{~std::uint64_t{0}, ~std::uint64_t{0}};
    }
  }
}

void stride_ignored(const Call& call, Case& changed) {
  const std::int64_t contiguous = call.repeat_bytes() / kDatablockBytes;
  change_scalars(call, changed, ParamRole::kStrideDatablocks,
                 [contiguous](const Param&, std::int64_t) { return contiguous; });
}

void last_repeat_lost(const Call& call, Case& changed) {
  change_scalars(call, changed, ParamRole::kRepeat,
                 [](const Param&, std::int64_t n) { return n > 1 ? n - 1 : n; });
}

void last_element_lost(const Call& call, Case& changed) {
  change_scalars(call, changed, ParamRole::kCount,
                 [](const Param&, std::int64_t n) { return n > 1 ? n - 1 : n; });
}

void bits_inverted(const Call& call, Case& changed) {
  for (std::size_t i = 0; i < call.form().params.size(); ++i) {
    if (call.form().params[i].role != ParamRole::kBits) continue;
    for (const Run& run : accesses(call, i, find_program(call.op().id).extents(call), false)) {
      for (Segment& s : changed.ub) {
        for (std::int64_t at = run.begin; at < run.end; ++at) {
          const auto k = static_cast<std::uint64_t>(at) - s.addr;
          if (static_cast<std::uint64_t>(at) >= s.addr && k < s.data.size()) {
            s.data[k] = static_cast<std::uint8_t>(~s.data[k]);
          }
        }
      }
    }
  }
}

void pointer_not_updated(const Call& call, Result& outcome) {
  for (UpdatedPointer& p : outcome.scalar) {
    p.address = static_cast<std::int64_t>(call.address(call.operand(p.name).operand));
  }
}

}  // namespace

const std::vector<GenericFault> kGenericFaults = {
    {"offset_in_elements", "takes offsets as element indices instead of bytes",
     with_role<ParamRole::kIndex>, offset_in_elements, nullptr},
    {"index_16_bits", "keeps only the lower 16 bits of an offset", with_role<ParamRole::kIndex>,
     index_16_bits, nullptr},
    {"base_dropped", "leaves the base offset out", with_role<ParamRole::kBase>, base_dropped,
     nullptr},
    {"mask_ignored", "treats every lane as active", with_role<ParamRole::kMask>, mask_ignored,
     nullptr},
    {"bits_inverted", "selects where the selection bit is 0", with_role<ParamRole::kBits>,
     bits_inverted, nullptr},
    {"stride_ignored", "takes every stride as 8 DataBlocks",
     with_role<ParamRole::kStrideDatablocks>, stride_ignored, nullptr},
    {"last_repeat_lost", "does one repeat less than asked", with_role<ParamRole::kRepeat>,
     last_repeat_lost, nullptr},
    {"last_element_lost", "processes one element less than asked", with_role<ParamRole::kCount>,
     last_element_lost, nullptr},
    {"pointer_not_updated", "leaves the pointer where it was", with_updated_pointer, nullptr,
     pointer_not_updated},
};

}  // namespace assay
