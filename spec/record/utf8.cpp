#include "spec/record/utf8.h"

namespace assay {
namespace {

// Bytes that a sequence with this first byte has, and the lowest value that needs so many.
struct Length {
  std::size_t bytes;
  char32_t first_bits;
  char32_t lowest;
};

Length length_of(unsigned char first) {
  if (first < 0x80) return {1, first, 0};
  if (first >= 0xc2 && first < 0xe0) return {2, first & 0x1fu, 0x80};
  if (first >= 0xe0 && first < 0xf0) return {3, first & 0x0fu, 0x800};
  if (first >= 0xf0 && first < 0xf5) return {4, first & 0x07u, 0x10000};
  return {0, 0, 0};
}

}  // namespace

CodePoint first_code_point(std::string_view text) {
  const Length length = length_of(static_cast<unsigned char>(text[0]));
  if (length.bytes == 0 || length.bytes > text.size()) return {};
  char32_t value = length.first_bits;
  for (const char c : text.substr(1, length.bytes - 1)) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0u) != 0x80u) return {};
    value = value << 6 | (byte & 0x3fu);
  }
  const bool surrogate = value >= 0xd800 && value < 0xe000;
  if (value < length.lowest || value > 0x10ffff || surrogate) return {};
  return {value, length.bytes, true};
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    if (!point.valid) return false;
    text.remove_prefix(point.bytes);
  }
  return true;
}

}  // namespace assay
