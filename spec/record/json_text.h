// The pieces that JSON is written from: compact ASCII text appended to a string.
//
//   JsonList list;
//   out += '{';
//   list.next(out);             // "," from the second element on
//   append_json_string(out, "a");
//   out += ":1}";
#ifndef ASSAY_SPEC_RECORD_JSON_TEXT_H_
#define ASSAY_SPEC_RECORD_JSON_TEXT_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace assay {

// The commas of one array or object.
class JsonList {
 public:
  void next(std::string& out) {
    if (!first_) out += ',';
    first_ = false;
  }

  // A member's key; `key` needs no escapes.
  void key(std::string& out, std::string_view key);

 private:
  bool first_ = true;
};

// `text` in quotes; what is not ASCII as \uXXXX, what is not UTF-8 as \ufffd.
void append_json_string(std::string& out, std::string_view text);

// A number below 2^53, else a string "0x...". Negative numbers are numbers.
void append_json_integer(std::string& out, std::uint64_t value);
void append_json_integer(std::string& out, std::int64_t value);

// A string "0x..." with at least `digits` digits.
void append_json_hex_integer(std::string& out, std::uint64_t value, int digits = 1);

// Hex in quotes.
void append_json_bytes(std::string& out, std::span<const std::uint8_t> bytes);

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_JSON_TEXT_H_
