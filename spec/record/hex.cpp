#include "spec/record/hex.h"

#include <array>
#include <cstddef>

#include "spec/bad_input.h"

namespace assay {
namespace {

constexpr char kDigits[] = "0123456789abcdef";
constexpr std::uint8_t kNotADigit = 0xff;

constexpr std::array<std::uint8_t, 256> make_digit_values() {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNotADigit);
  for (std::size_t i = 0; i < 16; ++i) {
    values[static_cast<unsigned char>(kDigits[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}

constexpr std::array<std::uint8_t, 256> kDigitValues = make_digit_values();

std::uint8_t digit_value(char c) { return kDigitValues[static_cast<unsigned char>(c)]; }

}  // namespace

void append_hex(std::string& out, std::span<const std::uint8_t> bytes) {
  const std::size_t start = out.size();
  out.resize(start + 2 * bytes.size());
  char* to = out.data() + start;
  for (const std::uint8_t byte : bytes) {
    *to++ = kDigits[byte >> 4];
    *to++ = kDigits[byte & 15];
  }
}

std::string to_hex(std::span<const std::uint8_t> bytes) {
  std::string text;
  append_hex(text, bytes);
  return text;
}

std::optional<Bytes> decode_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  Bytes bytes(text.size() / 2);
  std::uint8_t seen = 0;  // a wrong digit leaves its high bits here; looked at once, at the end
  const char* from = text.data();
  for (std::uint8_t& byte : bytes) {
    const std::uint8_t high = digit_value(*from++);
    const std::uint8_t low = digit_value(*from++);
    seen = static_cast<std::uint8_t>(seen | high | low);
    byte = static_cast<std::uint8_t>(high << 4 | low);
  }
  if ((seen & 0xf0) != 0) return std::nullopt;
  return bytes;
}

std::string describe_bad_hex(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (digit_value(text[i]) != kNotADigit) continue;
    const bool upper_case = text[i] >= 'A' && text[i] <= 'F';
    return (upper_case ? "upper-case hex digit at character " : "no hex digit at character ") +
           std::to_string(i);
  }
  ASSAY_CHECK(text.size() % 2 != 0);
  return "odd number of hex digits: " + std::to_string(text.size());
}

}  // namespace assay
