#include "spec/record/json_text.h"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>

#include "spec/record/hex.h"
#include "spec/record/utf8.h"

namespace assay {
namespace {

constexpr std::uint64_t kFirstWideInteger = std::uint64_t{1} << 53;

bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

void append_escape(std::string& out, char32_t value) {
  fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<std::uint32_t>(value));
}

// The short escapes are the ones that every JSON writer prefers; ids depend on them.
void append_escaped(std::string& out, char32_t value) {
  switch (value) {
    case U'"': out += "\\\""; return;
    case U'\\': out += "\\\\"; return;
    case U'\b': out += "\\b"; return;
    case U'\f': out += "\\f"; return;
    case U'\n': out += "\\n"; return;
    case U'\r': out += "\\r"; return;
    case U'\t': out += "\\t"; return;
    default: break;
  }
  if (value < 0x10000) {
    append_escape(out, value);
  } else {
    append_escape(out, 0xd800 + ((value - 0x10000) >> 10));
    append_escape(out, 0xdc00 + ((value - 0x10000) & 0x3ff));
  }
}

}  // namespace

void JsonList::key(std::string& out, std::string_view key) {
  next(out);
  out += '"';
  out += key;
  out += "\":";
}

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    std::size_t plain = 0;
    while (plain < text.size() && is_plain(text[plain])) ++plain;
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const CodePoint point = first_code_point(text);
    append_escaped(out, point.valid ? point.value : char32_t{0xfffd});
    text.remove_prefix(point.bytes);
  }
  out += '"';
}

void append_json_integer(std::string& out, std::uint64_t value) {
  if (value < kFirstWideInteger) {
    out += fmt::format_int(value).c_str();
  } else {
    append_json_hex_integer(out, value);
  }
}

void append_json_integer(std::string& out, std::int64_t value) {
  if (value < 0) {
    out += fmt::format_int(value).c_str();
  } else {
    append_json_integer(out, static_cast<std::uint64_t>(value));
  }
}

void append_json_hex_integer(std::string& out, std::uint64_t value, int digits) {
  fmt::format_to(std::back_inserter(out), "\"0x{:0{}x}\"", value, digits);
}

void append_json_bytes(std::string& out, std::span<const std::uint8_t> bytes) {
  out += '"';
  append_hex(out, bytes);
  out += '"';
}

}  // namespace assay
