// Every code of the small dtypes against a second way to its value: tables, the machine's own
// floats scaled by a power of two, and for the tapered type an encoder instead of a decoder.
#include "spec/model/dtype_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <locale>
#include <map>

namespace assay {
namespace {

const Dtype& dtype(const std::string& id) {
  static const Catalog catalog = load_builtin_catalog();
  const Dtype* found = catalog.find_dtype(id);
  if (found == nullptr) throw std::out_of_range(id);
  return *found;
}

std::string text(const std::string& id, std::uint64_t code) {
  const Dtype& d = dtype(id);
  std::vector<std::uint8_t> bytes;
  for (std::uint32_t i = 0; i < d.lane_bytes; ++i) {
    bytes.push_back(static_cast<std::uint8_t>(code >> (8 * i)));
  }
  return value_text(d, bytes);
}

// The number that the text of `code` reads back as is `value` to the bit, or both are NaN.
void expect_value(const std::string& id, std::uint64_t code, float value) {
  const std::string got = text(id, code);
  if (std::isnan(value)) {
    EXPECT_EQ(got, fmt::format("nan(0x{:0{}x})", code, dtype(id).bits / 4)) << id;
    return;
  }
  float parsed = 0;
  const char* end = got.data() + got.size();
  const std::from_chars_result read = std::from_chars(got.data(), end, parsed);
  EXPECT_EQ(read.ptr, end) << id << " " << got;
  EXPECT_EQ(std::bit_cast<std::uint32_t>(parsed), std::bit_cast<std::uint32_t>(value))
      << id << " " << code << " " << got;
}

// A float with `exponent_bits` of bias `bias` below the sign, moved into a binary32's fields and
// scaled by the difference of the biases; subnormals included.
float moved_float(std::uint32_t code, int exponent_bits, int mantissa_bits, int bias) {
  const std::uint32_t sign_place = 1U << (exponent_bits + mantissa_bits);
  const std::uint32_t below = code & (sign_place - 1);
  const float magnitude =
      std::bit_cast<float>(below << (23 - mantissa_bits)) * std::ldexp(1.0F, 127 - bias);
  return (code & sign_place) != 0 ? -magnitude : magnitude;
}

float half_value(std::uint32_t code) {
  const std::uint32_t below = code & 0x7fff;
  if (below > 0x7c00) return std::numeric_limits<float>::quiet_NaN();
  if (below == 0x7c00) {
    return std::copysign(std::numeric_limits<float>::infinity(), code == below ? 1.0F : -1.0F);
  }
  return moved_float(code, 5, 10, 15);
}

TEST(ValueText, CheckValues) {
  EXPECT_EQ(text("int4x2", 0x87), "low 7, high -8");
  EXPECT_EQ(text("int4x2", 0x0f), "low -1, high 0");
  EXPECT_EQ(text("fp4x2_e2m1", 0x71), "low 0.5, high 6");
  EXPECT_EQ(text("fp4x2_e2m1", 0xd1), "low 0.5, high -3");
  EXPECT_EQ(text("fp4x2_e1m2", 0x41), "low 0.25, high 1");
  EXPECT_EQ(text("fp4x2_e1m2", 0x8f), "low -1.75, high -0");
  EXPECT_EQ(text("fp8_e8m0", 0x7f), "1");
  EXPECT_EQ(text("fp8_e8m0", 0x00), "5.877472e-39");
  EXPECT_EQ(text("fp8_e8m0", 0xfe), "1.7014118e+38");
  EXPECT_EQ(text("fp8_e8m0", 0xff), "nan(0xff)");
  EXPECT_EQ(text("fp8_e5m2", 0x7b), "57344");
  EXPECT_EQ(text("fp8_e5m2", 0x7c), "inf");
  EXPECT_EQ(text("fp8_e5m2", 0x01), "1.5258789e-05");
  EXPECT_EQ(text("fp8_e4m3fn", 0x7e), "448");
  EXPECT_EQ(text("fp8_e4m3fn", 0x81), "-0.001953125");
  EXPECT_EQ(text("fp8_e4m3fn", 0x38), "1");
  EXPECT_EQ(text("fp8_e4m3fn", 0x80), "-0");
  EXPECT_EQ(text("fp8_e4m3fn", 0x7f), "nan(0x7f)");
  EXPECT_EQ(text("fp8_e4m3fn", 0xff), "nan(0xff)");
  EXPECT_EQ(text("half", 0x3e00), "1.5");
  EXPECT_EQ(text("half", 0x3c00), "1");
  EXPECT_EQ(text("half", 0x7bff), "65504");
  EXPECT_EQ(text("half", 0x0001), "5.9604645e-08");
  EXPECT_EQ(text("half", 0x7e01), "nan(0x7e01)");
  EXPECT_EQ(text("half", 0xfc00), "-inf");
  EXPECT_EQ(text("bfloat16", 0x3f80), "1");
  EXPECT_EQ(text("bfloat16", 0x4049), "3.140625");
  EXPECT_EQ(text("bfloat16", 0x7f80), "inf");
  EXPECT_EQ(text("float", 0x3f800000), "1");
  EXPECT_EQ(text("float", 0x80000000), "-0");
  EXPECT_EQ(text("float", 0x7fc00001), "nan(0x7fc00001)");
}

TEST(ValueText, CheckValuesOfHifloat8) {
  const std::pair<std::uint64_t, const char*> rows[] = {
      {0x00, "0"},     {0x80, "nan(0x80)"},     {0x6f, "inf"},           {0xef, "-inf"},
      {0x08, "1"},     {0x09, "1.125"},         {0x18, "0.5"},           {0x2e, "14"},
      {0x6e, "32768"}, {0x7f, "4.5776367e-05"}, {0x01, "2.3841858e-07"}, {0x88, "-1"}};
  for (const auto& [code, expected] : rows) EXPECT_EQ(text("hifloat8", code), expected);
}

TEST(ValueText, Integers) {
  for (std::uint32_t code = 0; code < 0x10000; ++code) {
    EXPECT_EQ(text("int8", code & 0xff), std::to_string(static_cast<std::int8_t>(code & 0xff)));
    EXPECT_EQ(text("uint8", code & 0xff), std::to_string(code & 0xff));
    EXPECT_EQ(text("int16", code), std::to_string(static_cast<std::int16_t>(code)));
    EXPECT_EQ(text("uint16", code), std::to_string(code));
  }
  EXPECT_EQ(text("int32", 0x80000000), "-2147483648");
  EXPECT_EQ(text("int32", 0xffffffff), "-1");
  EXPECT_EQ(text("uint32", 0xffffffff), "4294967295");
  EXPECT_EQ(text("int64", std::uint64_t{1} << 63), "-9223372036854775808");
  EXPECT_EQ(text("int64", ~std::uint64_t{0}), "-1");
  EXPECT_EQ(text("int64", 0x7fffffffffffffff), "9223372036854775807");
  EXPECT_EQ(text("uint64", ~std::uint64_t{0}), "18446744073709551615");
}

TEST(ValueText, EveryPairOfFourBitElements) {
  const char* const int4[] = {"0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",
                              "-8", "-7", "-6", "-5", "-4", "-3", "-2", "-1"};
  const char* const e2m1[] = {"0",  "0.5",  "1",  "1.5",  "2",  "3",  "4",  "6",
                              "-0", "-0.5", "-1", "-1.5", "-2", "-3", "-4", "-6"};
  const char* const e1m2[] = {"0",  "0.25",  "0.5",  "0.75",  "1",  "1.25",  "1.5",  "1.75",
                              "-0", "-0.25", "-0.5", "-0.75", "-1", "-1.25", "-1.5", "-1.75"};
  const std::pair<const char*, const char* const*> tables[] = {
      {"int4x2", int4}, {"fp4x2_e2m1", e2m1}, {"fp4x2_e1m2", e1m2}};
  for (const auto& [id, table] : tables) {
    for (std::uint32_t code = 0; code < 256; ++code) {
      EXPECT_EQ(text(id, code), fmt::format("low {}, high {}", table[code & 15], table[code >> 4]));
    }
  }
}

TEST(ValueText, EveryCodeOfTheEightAndSixteenBitFloats) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (std::uint32_t code = 0; code < 256; ++code) {
    expect_value("fp8_e5m2", code, half_value(code << 8));
    expect_value("fp8_e4m3fn", code, (code & 0x7f) == 0x7f ? nan : moved_float(code, 4, 3, 7));
    const float power = code == 0 ? 0x1p-127F : std::bit_cast<float>(code << 23);
    expect_value("fp8_e8m0", code, code == 255 ? nan : power);
  }
  for (std::uint32_t code = 0; code < 0x10000; ++code) {
    expect_value("half", code, half_value(code));
    expect_value("bfloat16", code, std::bit_cast<float>(code << 16));
  }
}

// Writes 2^exponent (1 + mantissa / 2^n) as the string of its bits below the sign.
std::string tapered_bits(int exponent, unsigned mantissa, std::size_t& mantissa_bits) {
  const std::string magnitude = exponent == 0 ? "" : fmt::format("{:b}", std::abs(exponent));
  const char* const prefixes[] = {"0001", "001", "01", "10", "11"};
  std::string bits = prefixes[magnitude.size()];
  if (exponent != 0) bits += (exponent < 0 ? "1" : "0") + magnitude.substr(1);
  mantissa_bits = 7 - bits.size();
  return bits + fmt::format("{:0{}b}", mantissa, mantissa_bits);
}

TEST(ValueText, EveryCodeOfHifloat8) {
  std::map<unsigned, float> values = {{0x00, 0.0F},
                                      {0x80, std::numeric_limits<float>::quiet_NaN()}};
  const auto add = [&](unsigned code, float value) {
    EXPECT_TRUE(values.emplace(code, value).second) << code;
    EXPECT_TRUE(values.emplace(code | 0x80, -value).second) << code;
  };
  for (unsigned m = 1; m < 8; ++m) add(m, std::pow(2.0F, static_cast<float>(m) - 23.0F));
  for (int exponent = -15; exponent <= 15; ++exponent) {
    std::size_t mantissa_bits = 0;
    tapered_bits(exponent, 0, mantissa_bits);
    for (unsigned mantissa = 0; mantissa < 1U << mantissa_bits; ++mantissa) {
      const std::string bits = tapered_bits(exponent, mantissa, mantissa_bits);
      const float fraction = static_cast<float>(mantissa) / static_cast<float>(1 << mantissa_bits);
      const bool is_infinity = exponent == 15 && mantissa == 1;
      add(static_cast<unsigned>(std::stoul(bits, nullptr, 2)),
          is_infinity ? std::numeric_limits<float>::infinity()
                      : std::pow(2.0F, static_cast<float>(exponent)) * (1 + fraction));
    }
  }
  EXPECT_EQ(values.size(), 256U);
  for (const auto& [code, value] : values) expect_value("hifloat8", code, value);
}

TEST(ValueText, FloatsReadBackAsTheyWere) {
  EXPECT_TRUE(rc::check("float", [](std::uint32_t code) {
    expect_value("float", code, std::bit_cast<float>(code));
    RC_ASSERT(!::testing::Test::HasFailure());
  }));
}

TEST(ValueText, MaskIsHexInMemoryOrder) {
  const std::uint8_t bytes[] = {0x0f, 0x80, 0x00};
  EXPECT_EQ(value_text(dtype("mask"), bytes), "0f8000");
}

TEST(ValueText, IsTheSameInEveryLocale) {
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  const std::locale before = std::locale::global(std::locale(std::locale(), new Comma));
  EXPECT_EQ(text("half", 0x3e00), "1.5");
  EXPECT_EQ(text("int32", 1234567), "1234567");
  std::locale::global(before);
}

}  // namespace
}  // namespace assay
