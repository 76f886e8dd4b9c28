// Strides misread as whole numbers of DataBlocks. Other units are for the ops' own tables, since
// no single call has them.
#include "oracle/faults/change.h"
#include "oracle/faults/tables.h"

namespace assay::faults {
namespace {

// Block strides step inside a repeat, the others from one repeat to the next.
bool is_block_stride(const Param& p) {
  return p.role == ParamRole::kStrideDatablocks && p.name.find("block") != std::string::npos;
}

// Repeat strides of data have 16 bits in every prototype, those of selection bits 8. The latter
// step over other amounts and are for the op's own table.
bool is_data_stride(const Param& p) {
  return p.role == ParamRole::kStrideDatablocks && !is_block_stride(p) && p.type == "uint16_t";
}

template <auto is_meant>
bool with(const OpSpec&, const Form& form) {
  return std::any_of(form.params.begin(), form.params.end(), is_meant);
}

std::int64_t contiguous(const Call& call) { return call.repeat_bytes() / 32; }

// std::int64_t change(const Call&, std::int64_t stride): of all strides that `is_meant`.
template <auto is_meant, auto change>
void each(const Call& call, Case& changed) {
  for (const Param& p : call.form().params) {
    if (!is_meant(p)) continue;
    set_scalar(call, changed, p.name, change(call, call.scalar(p.name)));
  }
}

std::int64_t ignored(const Call& call, std::int64_t) { return contiguous(call); }
std::int64_t one(const Call&, std::int64_t) { return 1; }
std::int64_t lower_8_bits(const Call&, std::int64_t stride) { return stride & 0xff; }
std::int64_t at_most_255(const Call&, std::int64_t stride) {
  return std::min<std::int64_t>(stride, 255);
}
std::int64_t as_gap(const Call& call, std::int64_t stride) { return stride + contiguous(call); }
std::int64_t as_gap_of_one(const Call&, std::int64_t stride) { return stride + 1; }
std::int64_t one_less(const Call&, std::int64_t stride) {
  return std::max<std::int64_t>(0, stride - 1);
}
std::int64_t zero_is_default(const Call& call, std::int64_t stride) {
  return stride == 0 ? contiguous(call) : stride;
}
std::int64_t at_least_contiguous(const Call& call, std::int64_t stride) {
  return std::max(stride, contiguous(call));
}

constexpr FaultKind kKinds[] = {
    {"stride_ignored", FaultClass::kStride, "takes repeats as lying back to back",
     "https://gitcode.com/cann/asc-devkit/merge_requests/2046", with<is_data_stride>,
     before<each<is_data_stride, ignored>>},
    {"stride_8_bits", FaultClass::kIndex, "takes the lower 8 bits of a repeat stride alone",
     "https://gitcode.com/cann/asc-devkit/merge_requests/2022", with<is_data_stride>,
     before<each<is_data_stride, lower_8_bits>>},
    {"stride_at_most_255", FaultClass::kIndex, "takes repeat strides above 255 as 255",
     "like "
     "https://github.com/hw-native-sys/pto-isa/commit/265f481019f2fdd005af6541604f41932ca238d4",
     with<is_data_stride>, before<each<is_data_stride, at_most_255>>},
    {"stride_as_gap", FaultClass::kStride,
     "takes a repeat stride as the gap behind the blocks of a repeat",
     "https://gitcode.com/cann/asc-devkit/merge_requests/1110", with<is_data_stride>,
     before<each<is_data_stride, as_gap>>},
    {"stride_one_less", FaultClass::kStride, "takes one DataBlock off a repeat stride",
     "https://github.com/hw-native-sys/pto-isa/commit/265f481019f2fdd005af6541604f41932ca238d4",
     with<is_data_stride>, before<each<is_data_stride, one_less>>},
    {"stride_0_is_default", FaultClass::kZero, "takes a repeat stride of 0 as the contiguous one",
     "https://github.com/hw-native-sys/PTOAS/pull/1290", with<is_data_stride>,
     before<each<is_data_stride, zero_is_default>>},
    {"stride_at_least_contiguous", FaultClass::kStride,
     "takes a repeat stride that lets repeats overlap as the contiguous one",
     "a lower bound that the documents do not have", with<is_data_stride>,
     before<each<is_data_stride, at_least_contiguous>>},
    {"block_stride_ignored", FaultClass::kStride, "takes the blocks of a repeat as back to back",
     "https://gitcode.com/cann/asc-devkit/merge_requests/4352", with<is_block_stride>,
     before<each<is_block_stride, one>>},
    {"block_stride_as_gap", FaultClass::kStride,
     "takes a block stride as the gap between two blocks",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/1110", with<is_block_stride>,
     before<each<is_block_stride, as_gap_of_one>>},
};

}  // namespace

Table stride_faults() { return kKinds; }

}  // namespace assay::faults
