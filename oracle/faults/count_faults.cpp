// The number of elements misread.
#include "oracle/faults/change.h"
#include "oracle/faults/tables.h"

namespace assay::faults {
namespace {

// std::int64_t change(const Call&, std::int64_t count)
template <auto change>
void other_count(const Call& call, Case& changed) {
  change_scalars(call, changed, ParamRole::kCount,
                 [&call](std::int64_t count) { return change(call, count); });
}

std::int64_t round_up(std::int64_t n, std::int64_t unit) { return (n + unit - 1) / unit * unit; }
std::int64_t round_down(std::int64_t n, std::int64_t unit) { return n - n % unit; }
std::int64_t datablock(const Call& call) { return 32 / call.lane_bytes(); }
std::int64_t repeat(const Call& call) { return call.repeat_lanes(); }

std::int64_t one_less(const Call&, std::int64_t n) { return std::max<std::int64_t>(0, n - 1); }
std::int64_t one_more(const Call&, std::int64_t n) { return n == 0 ? 0 : n + 1; }
std::int64_t up_to_datablock(const Call& call, std::int64_t n) {
  return round_up(n, datablock(call));
}
std::int64_t up_to_repeat(const Call& call, std::int64_t n) { return round_up(n, repeat(call)); }
std::int64_t down_to_datablock(const Call& call, std::int64_t n) {
  return round_down(n, datablock(call));
}
std::int64_t down_to_repeat(const Call& call, std::int64_t n) {
  return round_down(n, repeat(call));
}
std::int64_t tail_alone(const Call& call, std::int64_t n) { return n % repeat(call); }
std::int64_t in_bytes(const Call& call, std::int64_t n) { return n / call.lane_bytes(); }
std::int64_t lower_8_bits(const Call&, std::int64_t n) { return n & 0xff; }
std::int64_t signed_16_bits(const Call&, std::int64_t n) {
  return std::max<std::int64_t>(0, static_cast<std::int16_t>(n));
}
std::int64_t one_repeat_at_most(const Call& call, std::int64_t n) {
  return std::min(n, repeat(call));
}
std::int64_t at_most_255_repeats(const Call& call, std::int64_t n) {
  return std::min(n, 255 * repeat(call));
}
std::int64_t repeats_in_8_bits(const Call& call, std::int64_t n) {
  return n / repeat(call) % 256 * repeat(call) + n % repeat(call);
}
std::int64_t full_last_repeat_lost(const Call& call, std::int64_t n) {
  return n > 0 && n % repeat(call) == 0 ? n - repeat(call) : n;
}

constexpr Applies* kCounted = has<ParamRole::kCount>;
// Where results are packed, nothing is promised of the rest of their last DataBlock.
constexpr Applies* kCountedOffsets = all_of<has<ParamRole::kCount>, has<ParamRole::kIndex>>;

constexpr FaultKind kKinds[] = {
    {"count_one_less", FaultClass::kTail, "takes one element less than asked",
     "like https://github.com/VectorCamp/vectorscan/pull/378", kCounted,
     before<other_count<one_less>>},
    {"count_one_more", FaultClass::kTail, "takes one element more than asked",
     "like https://github.com/OpenXiangShan/GEM5/pull/1035", kCounted,
     before<other_count<one_more>>},
    {"count_up_to_datablock", FaultClass::kTail, "takes the count rounded up to whole DataBlocks",
     "https://github.com/tile-ai/tilelang-ascend/issues/1717", kCountedOffsets,
     before<other_count<up_to_datablock>>},
    {"count_up_to_repeat", FaultClass::kTail, "takes the count rounded up to whole repeats",
     "https://github.com/tile-ai/tilelang-ascend/issues/1650", kCounted,
     before<other_count<up_to_repeat>>},
    {"count_down_to_datablock", FaultClass::kTail,
     "takes the count rounded down to whole DataBlocks",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/1106", kCounted,
     before<other_count<down_to_datablock>>},
    {"count_down_to_repeat", FaultClass::kTail, "takes the count rounded down to whole repeats",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/1419", kCounted,
     before<other_count<down_to_repeat>>},
    {"count_tail_alone", FaultClass::kTail, "takes the tail behind the full repeats alone",
     "like https://github.com/ml-explore/mlx/pull/4015", kCounted, before<other_count<tail_alone>>},
    {"count_in_bytes", FaultClass::kUnit, "takes the count as one of bytes",
     "like https://github.com/hw-native-sys/PTOAS/pull/1134", kCounted,
     before<other_count<in_bytes>>},
    {"count_8_bits", FaultClass::kIndex, "takes the lower 8 bits of the count alone",
     "like https://gitcode.com/cann/asc-devkit/merge_requests/277", kCounted,
     before<other_count<lower_8_bits>>},
    {"count_signed_16_bits", FaultClass::kIndex,
     "takes the count as a signed 16-bit number, of which a negative one does nothing",
     "like "
     "https://github.com/hw-native-sys/pto-isa/commit/265f481019f2fdd005af6541604f41932ca238d4",
     kCounted, before<other_count<signed_16_bits>>},
    {"count_one_repeat", FaultClass::kTail, "takes one repeat of elements at most",
     "https://github.com/ptitSeb/box64/pull/3185", kCounted,
     before<other_count<one_repeat_at_most>>},
    {"count_255_repeats", FaultClass::kTail, "takes 255 repeats of elements at most",
     "the general limit on repeats kept without a loop around it", kCounted,
     before<other_count<at_most_255_repeats>>},
    {"count_repeats_8_bits", FaultClass::kIndex,
     "takes the number of full repeats in the count modulo 256",
     "the vendor's kit computes it in a uint8_t; "
     "like https://gitcode.com/cann/asc-devkit/merge_requests/277",
     kCounted, before<other_count<repeats_in_8_bits>>},
    {"count_full_last_repeat_lost", FaultClass::kZero,
     "takes a count of whole repeats as one repeat less",
     "a tail of 0 elements run in place of the last repeat, "
     "like https://github.com/bochs-emu/Bochs/pull/850",
     kCounted, before<other_count<full_last_repeat_lost>>},
};

}  // namespace

Table count_faults() { return kKinds; }

}  // namespace assay::faults
