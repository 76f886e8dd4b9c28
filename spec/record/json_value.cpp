#include "spec/record/json_value.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "spec/record/utf8.h"

namespace assay {
namespace {

// Builds the tree from the events of nlohmann's parser, which itself does not recurse.
class TreeBuilder {
 public:
  explicit TreeBuilder(const TextPlace& place) : place_(place) {}

  bool null() { return put(JsonNull{}); }
  bool boolean(bool value) { return put(value); }
  bool number_unsigned(std::uint64_t value) { return put(JsonInteger{false, false, value}); }

  bool number_integer(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    return put(JsonInteger{value < 0, false, value < 0 ? 0 - bits : bits});
  }

  // Also called for an integer that does not fit 64 bits; only its text tells.
  bool number_float(double, const std::string& text) {
    if (text.find_first_of(".eE") != std::string::npos) return put(JsonFloat{});
    return put(JsonInteger{text[0] == '-', true, std::numeric_limits<std::uint64_t>::max()});
  }

  bool string(std::string& value) { return put(std::move(value)); }
  bool binary(nlohmann::json::binary_t&) { return false; }  // never in JSON text
  bool start_array(std::size_t) { return open(JsonArray{}); }
  bool start_object(std::size_t) { return open(JsonObject{}); }
  bool end_array() { return close(); }

  bool key(std::string& key) {
    std::get<JsonObject>(open_.back()->value).push_back({std::move(key), {}});
    return true;
  }

  bool end_object() {
    refuse_duplicates(std::get<JsonObject>(open_.back()->value));
    return close();
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) {
    error_byte_ = position;
    return false;
  }

  JsonValue& root() { return root_; }
  std::size_t error_byte() const { return error_byte_; }

 private:
  // Containers never grow while a child of theirs is open, so the pointers of open_ hold.
  template <typename T>
  JsonValue& put_value(T&& value) {
    JsonValue* slot = &root_;
    if (!open_.empty()) {
      if (auto* array = std::get_if<JsonArray>(&open_.back()->value)) {
        slot = &array->emplace_back();
      } else {
        slot = &std::get<JsonObject>(open_.back()->value).back().value;
      }
    }
    slot->value = std::forward<T>(value);
    return *slot;
  }

  template <typename T>
  bool put(T&& value) {
    put_value(std::forward<T>(value));
    return true;
  }

  template <typename T>
  bool open(T&& container) {
    if (open_.size() == kMaxJsonDepth) {
      refuse(place_, "", "too-deep",
             "nested deeper than " + std::to_string(kMaxJsonDepth) + " levels",
             "no record needs more than ten");
    }
    open_.push_back(&put_value(std::forward<T>(container)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  void refuse_duplicates(const JsonObject& object) {
    keys_.clear();
    for (const JsonMember& member : object) keys_.push_back(member.key);
    std::sort(keys_.begin(), keys_.end());
    const auto twice = std::adjacent_find(keys_.begin(), keys_.end());
    if (twice == keys_.end()) return;
    refuse(place_, json_pointer(root_, *open_.back()) + json_pointer_step(*twice), "duplicate-key",
           "the key occurs twice in one object", "keep one of the two");
  }

  const TextPlace& place_;
  JsonValue root_;
  std::vector<JsonValue*> open_;
  std::vector<std::string_view> keys_;  // kept for its memory
  std::size_t error_byte_ = 0;
};

bool find_path(const JsonValue& from, const JsonValue& node, std::string& path) {
  if (&from == &node) return true;
  const std::size_t length = path.size();
  if (const auto* array = std::get_if<JsonArray>(&from.value)) {
    for (std::size_t i = 0; i < array->size(); ++i) {
      path += "/" + std::to_string(i);
      if (find_path((*array)[i], node, path)) return true;
      path.resize(length);
    }
  } else if (const auto* object = std::get_if<JsonObject>(&from.value)) {
    for (const JsonMember& member : *object) {
      path += json_pointer_step(member.key);
      if (find_path(member.value, node, path)) return true;
      path.resize(length);
    }
  }
  return false;
}

}  // namespace

JsonValue parse_json(std::string_view text, const TextPlace& place) {
  // nlohmann's parser takes a NUL for the end of the text and skips a byte order mark.
  std::optional<std::size_t> bad_byte;
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) bad_byte = nul;
  if (text.substr(0, 3) == "\xef\xbb\xbf") bad_byte = 0;
  TreeBuilder builder(place);
  if (!bad_byte && nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) {
    return std::move(builder.root());
  }
  if (!is_utf8(text)) {
    refuse(place, "", "bad-utf8", "the text is not UTF-8", "write JSON as UTF-8");
  }
  const std::size_t byte = bad_byte.value_or(builder.error_byte());
  const bool at_end = !bad_byte && byte > text.size();
  refuse(place, "", "bad-json",
         at_end ? "the JSON text ends too early: it is truncated"
                : "no valid JSON at byte " + std::to_string(byte) + " of the record",
         at_end ? "write or copy the file again" : "write one whole JSON value");
}

const JsonValue* find_member(const JsonObject& object, std::string_view key) {
  for (const JsonMember& member : object) {
    if (member.key == key) return &member.value;
  }
  return nullptr;
}

std::string json_pointer(const JsonValue& root, const JsonValue& node) {
  std::string path;
  find_path(root, node, path);
  return path;
}

std::string json_pointer_step(std::string_view key) {
  std::string step = "/";
  for (const char c : key) {
    if (c == '~') {
      step += "~0";
    } else if (c == '/') {
      step += "~1";
    } else {
      step += c;
    }
  }
  return step;
}

}  // namespace assay
