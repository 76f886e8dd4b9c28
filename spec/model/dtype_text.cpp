// A float is decoded by the fields of its Dtype: a sign bit if there is one, then exponent, then
// mantissa, and `encoding` says which codes are special. Only the tapered encoding, whose field
// widths change with the value, needs a decoder of its own:
//
//   0 01 1 0 111   bits 6.. start with the prefix 01: exponent of 2 bits, 3 bits of mantissa
//   remain;
//                  exponent 10 in sign and magnitude with a hidden leading one: -(binary 10) = -2
#include "spec/model/dtype_text.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "spec/bad_input.h"

namespace assay {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

std::uint64_t low_bits(std::uint64_t value, std::uint32_t count) {
  return count >= 64 ? value : value & ((std::uint64_t{1} << count) - 1);
}

float scaled(std::uint64_t significand, std::int32_t exponent) {
  return std::ldexp(static_cast<float>(significand), exponent);
}

// What the bits below the sign mean, as sign magnitude encodings with fields of fixed width.
float fixed_magnitude(const Dtype& d, std::uint64_t code) {
  const std::uint64_t mantissa = low_bits(code, d.mantissa_bits);
  const auto exponent = static_cast<std::int32_t>(code >> d.mantissa_bits);
  const auto mantissa_bits = static_cast<std::int32_t>(d.mantissa_bits);
  const bool top_exponent = code >> d.mantissa_bits == low_bits(~std::uint64_t{0}, d.exponent_bits);
  const bool all_ones = top_exponent && mantissa == low_bits(~std::uint64_t{0}, d.mantissa_bits);
  if (d.encoding == "scaled_integer") return scaled(code, -mantissa_bits);
  if (d.encoding == "exponent_only") return all_ones ? kNan : scaled(1, exponent - d.bias);
  if (d.encoding == "ieee" && top_exponent) return mantissa == 0 ? kInfinity : kNan;
  if (d.encoding == "finite_nan" && all_ones) return kNan;
  if (exponent == 0) return scaled(mantissa, 1 - d.bias - mantissa_bits);
  return scaled(mantissa + (std::uint64_t{1} << d.mantissa_bits),
                exponent - d.bias - mantissa_bits);
}

// The seven bits below the sign of a tapered code. The prefix tells the exponent's width; the
// mantissa has what is left of the seven.
float tapered_magnitude(std::uint64_t code) {
  constexpr std::uint64_t kInfinityCode = 0x6f;
  if (code == 0) return 0.0F;
  if (code == kInfinityCode) return kInfinity;
  if (code < 8) return scaled(1, static_cast<std::int32_t>(code) - 23);
  std::uint32_t prefix_bits = 2;
  std::uint32_t exponent_bits = static_cast<std::uint32_t>(code >> 5) + 1;  // 11: 4, 10: 3, 01: 2
  if (code < 0x20) {
    prefix_bits = code < 0x10 ? 4 : 3;
    exponent_bits = code < 0x10 ? 0 : 1;
  }
  const std::uint32_t mantissa_bits = 7 - prefix_bits - exponent_bits;
  const auto mantissa_shift = static_cast<std::int32_t>(mantissa_bits);
  const std::uint64_t significand =
      (std::uint64_t{1} << mantissa_bits) + low_bits(code, mantissa_bits);
  if (exponent_bits == 0) return scaled(significand, -mantissa_shift);
  const std::uint64_t field = low_bits(code >> mantissa_bits, exponent_bits);
  const std::uint64_t leading_one = std::uint64_t{1} << (exponent_bits - 1);
  const auto magnitude =
      static_cast<std::int32_t>(leading_one | low_bits(field, exponent_bits - 1));
  const bool is_negative = (field & leading_one) != 0;
  return scaled(significand, (is_negative ? -magnitude : magnitude) - mantissa_shift);
}

template <typename Number>
std::string number_text(Number value) {
  char text[32];
  const std::to_chars_result end = std::to_chars(text, text + sizeof text, value);
  ASSAY_CHECK(end.ec == std::errc());
  return std::string(text, end.ptr);
}

std::string float_text(const Dtype& d, std::uint64_t code) {
  const bool is_tapered = d.encoding == "tapered";
  const std::uint64_t below_sign = low_bits(code, d.is_signed ? d.bits - 1 : d.bits);
  const bool is_negative = below_sign != code;
  const bool is_tapered_nan = is_tapered && is_negative && below_sign == 0;
  const float magnitude =
      is_tapered ? tapered_magnitude(below_sign) : fixed_magnitude(d, below_sign);
  if (std::isnan(magnitude) || is_tapered_nan) {
    return fmt::format("nan(0x{:0{}x})", code, (d.bits + 3) / 4);
  }
  return number_text(is_negative ? -magnitude : magnitude);
}

std::string integer_text(const Dtype& d, std::uint64_t code) {
  const bool is_negative = d.is_signed && (code >> (d.bits - 1) & 1) != 0;
  if (!is_negative) return number_text(code);
  const std::uint64_t magnitude = low_bits(~code + 1, d.bits);  // of the lowest value: itself
  return "-" + number_text(magnitude);
}

std::string hex_text(std::span<const std::uint8_t> bytes) {
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

}  // namespace

std::string_view to_text(DtypeKind kind) {
  switch (kind) {
    case DtypeKind::kInteger: return "integer";
    case DtypeKind::kFloat: return "float";
    case DtypeKind::kMask: return "mask";
  }
  return "";
}

std::string value_text(const Dtype& dtype, std::span<const std::uint8_t> lane_bytes) {
  if (dtype.kind == DtypeKind::kMask) return hex_text(lane_bytes);
  ASSAY_CHECK(lane_bytes.size() == dtype.lane_bytes && lane_bytes.size() <= 8);
  std::uint64_t lane = 0;
  for (std::size_t i = lane_bytes.size(); i-- > 0;) lane = lane << 8 | lane_bytes[i];
  const auto element = [&](std::uint32_t index) {
    const std::uint64_t code = low_bits(lane >> (index * dtype.bits), dtype.bits);
    return dtype.kind == DtypeKind::kFloat ? float_text(dtype, code) : integer_text(dtype, code);
  };
  if (dtype.elements_per_lane == 1) return element(0);
  return fmt::format("low {}, high {}", element(0), element(1));
}

}  // namespace assay
