// JSON text as a tree that keeps what a DOM of convenience loses: the order of keys, the use of
// a key twice (refused), and whether a number was written as an integer.
#ifndef ASSAY_SPEC_RECORD_JSON_VALUE_H_
#define ASSAY_SPEC_RECORD_JSON_VALUE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "spec/record/text_place.h"

namespace assay {

inline constexpr std::size_t kMaxJsonDepth = 64;  // arrays and objects within each other

// A JSON integer. Beyond 64 bits only its sign is kept.
struct JsonInteger {
  bool negative = false;
  bool beyond_64_bits = false;
  std::uint64_t magnitude = 0;  // absolute value; 2^64 - 1 when beyond_64_bits
};

struct JsonFloat {};  // a number with a fraction or an exponent; nobody wants its value
struct JsonNull {};

struct JsonValue;
struct JsonMember;
using JsonArray = std::vector<JsonValue>;
using JsonObject = std::vector<JsonMember>;  // in the order of the text, keys distinct

struct JsonValue {
  std::variant<JsonNull, bool, JsonInteger, JsonFloat, std::string, JsonArray, JsonObject> value;
};

struct JsonMember {
  std::string key;
  JsonValue value;
};

// Exactly one JSON value. BadInput: bad-json, bad-utf8, too-deep, duplicate-key.
JsonValue parse_json(std::string_view text, const TextPlace& place);

const JsonValue* find_member(const JsonObject& object, std::string_view key);

// The JSON pointer (RFC 6901) of a node of `root`'s tree; "" for `root` itself.
std::string json_pointer(const JsonValue& root, const JsonValue& node);

// One step of a JSON pointer: "/" and the escaped key.
std::string json_pointer_step(std::string_view key);

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_JSON_VALUE_H_
