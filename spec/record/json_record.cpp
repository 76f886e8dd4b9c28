#include "spec/record/json_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <variant>

#include "spec/record/hex.h"

namespace assay {
namespace {

constexpr std::uint64_t kInt64Max = std::numeric_limits<std::int64_t>::max();

// In the order of JsonValue's alternatives.
constexpr std::array<std::string_view, 7> kKindNames = {
    "null", "true or false", "an integer", "a floating point number",
    "text", "an array",      "an object"};

// "0x" and lower-case digits, of which leading zeros do not count.
std::optional<JsonInteger> integer_from_text(std::string_view text) {
  if (text.substr(0, 2) != "0x" || text.size() == 2) return std::nullopt;
  JsonInteger integer;
  for (const char c : text.substr(2)) {
    const bool decimal = c >= '0' && c <= '9';
    if (!decimal && !(c >= 'a' && c <= 'f')) return std::nullopt;
    if (integer.magnitude >> 60 != 0) integer.beyond_64_bits = true;
    integer.magnitude =
        integer.magnitude << 4 | static_cast<std::uint64_t>(decimal ? c - '0' : c - 'a' + 10);
  }
  if (integer.beyond_64_bits) integer.magnitude = std::numeric_limits<std::uint64_t>::max();
  return integer;
}

}  // namespace

JsonRecord::JsonRecord(std::string_view text, const TextPlace& place, std::string_view what)
    : place_(place), root_(parse_json(text, place)) {
  const auto* fields = std::get_if<JsonObject>(&root_.value);
  const JsonValue* id = fields ? find_member(*fields, "id") : nullptr;
  const auto* id_text = id ? std::get_if<std::string>(&id->value) : nullptr;
  subject_ = what;
  if (id_text) subject_ += " " + quoted(*id_text);
  subject_ += ": ";
}

const JsonObject& JsonRecord::object(const JsonValue& value) const {
  if (const auto* object = std::get_if<JsonObject>(&value.value)) return *object;
  wrong_type(value, "an object");
}

const JsonArray& JsonRecord::array(const JsonValue& value) const {
  if (const auto* array = std::get_if<JsonArray>(&value.value)) return *array;
  wrong_type(value, "an array");
}

const std::string& JsonRecord::text(const JsonValue& value) const {
  if (const auto* text = std::get_if<std::string>(&value.value)) return *text;
  wrong_type(value, "text");
}

bool JsonRecord::boolean(const JsonValue& value) const {
  if (const auto* boolean = std::get_if<bool>(&value.value)) return *boolean;
  wrong_type(value, "true or false");
}

JsonInteger JsonRecord::integer(const JsonValue& value) const {
  if (const auto* integer = std::get_if<JsonInteger>(&value.value)) return *integer;
  if (const auto* text = std::get_if<std::string>(&value.value)) {
    if (const auto integer = integer_from_text(*text)) return *integer;
    fail(value, "bad-integer", quoted(*text) + " is not an integer",
         "write a JSON integer or \"0x\" and lower-case hex digits");
  }
  wrong_type(value, "an integer");
}

std::uint64_t JsonRecord::u64(const JsonValue& value) const {
  const JsonInteger integer = this->integer(value);
  if (integer.negative || integer.beyond_64_bits) {
    fail(value, "out-of-range",
         integer.negative ? "a negative number where none can be" : "an integer beyond 64 bits",
         "write an integer from 0 to 2^64 - 1");
  }
  return integer.magnitude;
}

std::int64_t JsonRecord::i64(const JsonValue& value) const {
  const JsonInteger integer = this->integer(value);
  const std::uint64_t limit = integer.negative ? kInt64Max + 1 : kInt64Max;
  if (integer.beyond_64_bits || integer.magnitude > limit) {
    fail(value, "out-of-range", "an integer beyond 64 bits with sign",
         "write an integer from -2^63 to 2^63 - 1");
  }
  return i64_saturated(value);
}

std::int64_t JsonRecord::i64_saturated(const JsonValue& value) const {
  const JsonInteger integer = this->integer(value);
  if (integer.negative) {
    const std::uint64_t magnitude = std::min(integer.magnitude, kInt64Max + 1);
    return static_cast<std::int64_t>(0 - magnitude);
  }
  return static_cast<std::int64_t>(std::min(integer.magnitude, kInt64Max));
}

Bytes JsonRecord::bytes(const JsonValue& value) const {
  const std::string& hex = text(value);
  if (std::optional<Bytes> bytes = decode_hex(hex)) return *std::move(bytes);
  fail(value, "bad-hex", describe_bad_hex(hex), "write bytes as pairs of digits 0-9 and a-f");
}

const JsonValue& JsonRecord::need(const JsonValue& object, std::string_view key) const {
  if (const JsonValue* value = find(object, key)) return *value;
  fail(object, "missing-key", "there is no " + quoted(key), "add it");
}

const JsonValue* JsonRecord::find(const JsonValue& object, std::string_view key) const {
  return find_member(this->object(object), key);
}

const std::string& JsonRecord::need_text(const JsonValue& object, std::string_view key) const {
  return text(need(object, key));
}

std::string JsonRecord::optional_text(const JsonValue& object, std::string_view key) const {
  const JsonValue* value = find(object, key);
  return value ? text(*value) : std::string();
}

void JsonRecord::only_keys(const JsonValue& object,
                           std::initializer_list<std::string_view> keys) const {
  for (const JsonMember& member : this->object(object)) {
    if (std::find(keys.begin(), keys.end(), member.key) != keys.end()) continue;
    std::string known;
    for (const std::string_view key : keys) known.append(known.empty() ? "" : ", ").append(key);
    fail(member.value, "unknown-key", "nobody knows the key " + quoted(member.key),
         "known here: " + known);
  }
}

void JsonRecord::fail(const JsonValue& at, std::string_view id, std::string_view message,
                      std::string_view advice) const {
  refuse(place_, json_pointer(root_, at), id, subject_ + std::string(message), std::string(advice));
}

void JsonRecord::wrong_type(const JsonValue& value, std::string_view wanted) const {
  const std::string_view found = kKindNames[value.value.index()];
  fail(value, "wrong-type", fmt::format("{} where {} belongs", found, wanted),
       fmt::format("write {}", wanted));
}

std::string quoted(std::string_view text) {
  static constexpr std::size_t kMaxBytes = 64;
  std::string result = "\"";
  result += text.substr(0, kMaxBytes);
  if (text.size() > kMaxBytes) result += "...";
  return result + '"';
}

}  // namespace assay
