// Data that passes through a number, or through a lane of another width or byte order, on its way.
//
// The change is made to the source, lane by lane, so that only what is moved shows it.
#include "oracle/accesses.h"
#include "oracle/faults/change.h"
#include "oracle/faults/tables.h"
#include "oracle/program.h"

namespace assay::faults {
namespace {

// Longer than any buffer: an illegal call, of which nothing is asked.
constexpr std::int64_t kMaxRunBytes = 1 << 18;

using LaneChange = std::uint64_t(const Dtype&, std::uint64_t lane);

void change_memory(const Call& call, std::size_t param, LaneChange* change, Case& changed) {
  const std::uint32_t w = call.lane_bytes();
  const auto extents = find_program(call.op().id).extents(call);
  for (const Run& run : accesses(call, param, extents, false)) {
    if (run.end - run.begin > kMaxRunBytes) return;
    for (std::int64_t at = run.begin; at + w <= run.end; at += w) {
      const std::uint64_t meant = peek_number(call.record().ub, at, w);
      const std::uint64_t lane = change(call.dtype(), meant);
      if (lane != meant) poke_number(changed.ub, at, w, lane);
    }
  }
}

void change_register(const Call& call, LaneChange* change, Bytes& data) {
  const std::uint32_t w = call.lane_bytes();
  for (std::size_t at = 0; at + w <= data.size(); at += w) {
    const auto lane = std::span(data).subspan(at, w);
    store_number(lane, change(call.dtype(), number_of(lane)));
  }
}

// Lanes as the target sees them.
template <auto change>
void seen(const Call& call, Case& changed) {
  if (call.dtype().kind == DtypeKind::kMask) return;
  for (std::size_t i = 0; i < call.form().params.size(); ++i) {
    const Param& p = call.form().params[i];
    if (p.role != ParamRole::kData || p.io != ParamIo::kIn) continue;
    if (p.kind == ParamKind::kUb) change_memory(call, i, change, changed);
    for (Register& r : changed.vreg) {
      if (r.name == p.name && p.kind == ParamKind::kVreg) change_register(call, change, r.data);
    }
  }
}

// Exponent and mantissa of a number as wide as the lane: binary32, or for two bytes binary16.
struct Float {
  std::uint64_t sign = 0, exponent = 0, quiet = 0;
};

Float float_of(const Dtype& dtype) {
  if (dtype.lane_bytes == 4) return {0x80000000, 0x7f800000, 0x00400000};
  if (dtype.lane_bytes == 2) return {0x8000, 0x7c00, 0x0200};
  return {};
}

std::uint64_t subnormals_flushed(const Dtype& dtype, std::uint64_t lane) {
  const Float f = float_of(dtype);
  return f.sign != 0 && (lane & f.exponent) == 0 ? lane & f.sign : lane;
}

std::uint64_t nan_quieted(const Dtype& dtype, std::uint64_t lane) {
  const Float f = float_of(dtype);
  const bool nan =
      f.sign != 0 && (lane & f.exponent) == f.exponent && (lane & ~(f.sign | f.exponent)) != 0;
  return nan ? lane | f.quiet : lane;
}

std::uint64_t minus_zero_lost(const Dtype& dtype, std::uint64_t lane) {
  if (dtype.kind != DtypeKind::kFloat) return lane;
  return lane == float_of(dtype).sign ? 0 : lane;
}

std::uint64_t halves_exchanged(const Dtype& dtype, std::uint64_t lane) {
  const std::uint32_t half = 4 * dtype.lane_bytes;  // bits
  if (half == 4) return lane;
  const std::uint64_t low = lane & ((std::uint64_t{1} << half) - 1);
  return low << half | lane >> half;
}

std::uint64_t bytes_reversed(const Dtype& dtype, std::uint64_t lane) {
  return __builtin_bswap64(lane) >> (64 - 8 * dtype.lane_bytes);
}

std::uint64_t nibbles_exchanged(const Dtype& dtype, std::uint64_t lane) {
  return dtype.elements_per_lane == 2 ? (lane & 0xf) << 4 | lane >> 4 : lane;
}

std::uint64_t low_byte_extended(const Dtype& dtype, std::uint64_t lane) {
  if (dtype.lane_bytes == 1) return lane;
  const auto extended = static_cast<std::uint64_t>(static_cast<std::int8_t>(lane));
  return extended & (~std::uint64_t{0} >> (64 - 8 * dtype.lane_bytes));
}

std::uint64_t upper_half_lost(const Dtype& dtype, std::uint64_t lane) {
  if (dtype.lane_bytes == 1) return lane;
  return lane & ((std::uint64_t{1} << (4 * dtype.lane_bytes)) - 1);
}

std::uint64_t lower_half_lost(const Dtype& dtype, std::uint64_t lane) {
  return dtype.lane_bytes == 1 ? lane : lane & ~upper_half_lost(dtype, ~std::uint64_t{0});
}

std::uint64_t bits_reversed(const Dtype& dtype, std::uint64_t lane) {
  std::uint64_t reversed = 0;
  for (std::uint32_t k = 0; k < 8 * dtype.lane_bytes; ++k) {
    reversed = reversed << 1 | ((lane >> k) & 1);
  }
  return reversed;
}

std::uint64_t sign_lost(const Dtype& dtype, std::uint64_t lane) {
  return dtype.is_signed ? lane & ~(std::uint64_t{1} << (8 * dtype.lane_bytes - 1)) : lane;
}

// Some form of the op takes a dtype that `shows` the fault.
template <auto shows>
bool some_dtype(const OpSpec& op, const Form& form) {
  if (!moves_typed_data(op, form)) return false;
  return std::any_of(form.support.begin(), form.support.end(), [](const Support& s) {
    return std::any_of(s.dtypes.begin(), s.dtypes.end(), shows);
  });
}

bool is_packed(std::string_view dtype) { return dtype == "int4x2" || dtype.starts_with("fp4x2"); }
bool is_wide(std::string_view dtype) {
  return dtype.ends_with("16") || dtype.ends_with("32") || dtype.ends_with("64") ||
         dtype == "half" || dtype == "float";
}
bool has_wide_halves(std::string_view dtype) {  // more than a byte each
  return is_wide(dtype) && !dtype.ends_with("16") && dtype != "half";
}
bool is_real(std::string_view dtype) {
  return dtype == "half" || dtype == "float" || dtype == "bfloat16";
}

bool is_signed(std::string_view dtype) {
  return dtype.starts_with("int") || is_real(dtype) || dtype.starts_with("hi");
}

constexpr Applies* kTyped = moves_typed_data;
constexpr Applies* kWide = some_dtype<is_wide>;

constexpr FaultKind kKinds[] = {
    {"subnormals_flushed", FaultClass::kValue, "takes lanes as floats, and small bit patterns as 0",
     "https://github.com/hw-native-sys/pto-isa/commit/f2061f233120c47ecbf9c792fe17bdaaa25ab5e6",
     kWide, before<seen<subnormals_flushed>>},
    {"nan_quieted", FaultClass::kValue, "takes lanes as floats, and makes their NaNs quiet ones",
     "like https://github.com/hw-native-sys/PTOAS/issues/152", kWide, before<seen<nan_quieted>>},
    {"minus_zero_lost", FaultClass::kValue, "takes minus zero for zero",
     "like https://github.com/hw-native-sys/PTOAS/issues/152", some_dtype<is_real>,
     before<seen<minus_zero_lost>>},
    {"sign_lost", FaultClass::kValue, "takes the highest bit of signed data as 0",
     "like https://github.com/Ryujinx/Ryujinx/pull/934", some_dtype<is_signed>,
     before<seen<sign_lost>>},
    {"lane_halves_exchanged", FaultClass::kLaneOrder,
     "takes the halves of each lane for each other",
     "https://github.com/pulp-platform/ara/issues/453", some_dtype<has_wide_halves>,
     before<seen<halves_exchanged>>},
    {"lane_bytes_reversed", FaultClass::kLaneOrder,
     "takes the bytes of each lane in the opposite order",
     "like https://github.com/llvm/llvm-project/issues/61275", kWide, before<seen<bytes_reversed>>},
    {"lane_bits_reversed", FaultClass::kLaneOrder,
     "takes the bits of each lane in the opposite order",
     "like https://github.com/rust-lang/portable-simd/issues/379", kTyped,
     before<seen<bits_reversed>>},
    {"nibbles_exchanged", FaultClass::kLaneOrder,
     "takes the two 4-bit elements of a byte for each other",
     "like https://github.com/1bit-MONSTER/1bit-MONSTER/issues/1873", some_dtype<is_packed>,
     before<seen<nibbles_exchanged>>},
    {"low_byte_extended", FaultClass::kWidth,
     "takes the lowest byte of a lane, and extends its sign",
     "like https://github.com/hw-native-sys/PTOAS/pull/911", kWide,
     before<seen<low_byte_extended>>},
    {"upper_lane_half_lost", FaultClass::kWidth, "takes the upper half of each lane as 0",
     "like https://github.com/hw-native-sys/PTOAS/issues/1495", kWide,
     before<seen<upper_half_lost>>},
    {"lower_lane_half_lost", FaultClass::kWidth, "takes the lower half of each lane as 0",
     "float data passed through bfloat16 on the way", kWide, before<seen<lower_half_lost>>},
};

}  // namespace

Table value_faults() { return kKinds; }

}  // namespace assay::faults
