#include "spec/model/strict_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "spec/bad_input.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxDepth = 32;  // of nested lists and objects; a spec file has 8

// Follows the parser through a document and refuses what the parser would pass over silently: a
// key that is there twice (the later value would win) and nesting without end.
class KeyWatch {
 public:
  explicit KeyWatch(std::string file) : file_(std::move(file)) {}

  bool operator()(Json::parse_event_t event, const Json& parsed) {
    switch (event) {
      case Json::parse_event_t::object_start: open(false); break;
      case Json::parse_event_t::array_start: open(true); break;
      case Json::parse_event_t::key: enter(parsed.get_ref<const std::string&>()); break;
      case Json::parse_event_t::object_end:
      case Json::parse_event_t::array_end: levels_.pop_back(); [[fallthrough]];
      case Json::parse_event_t::value:
        if (!levels_.empty()) ++levels_.back().index;
        break;
    }
    return true;
  }

 private:
  struct Level {
    bool is_list = false;
    std::size_t index = 0;
    std::string key;
    std::set<std::string> keys;
  };

  void open(bool is_list) {
    if (levels_.size() == kMaxDepth) {
      place().refuse("bad-json", fmt::format("more than {} nested levels", kMaxDepth),
                     "write it flat, as spec/README.md describes");
    }
    levels_.emplace_back();
    levels_.back().is_list = is_list;
  }

  void enter(const std::string& key) {
    Level& level = levels_.back();
    level.key = key;
    if (!level.keys.insert(key).second) {
      place().refuse("duplicate-key", fmt::format("key \"{}\" is there twice", key),
                     "keep one of the two");
    }
  }

  JsonPlace place() const {
    JsonPlace result{file_, ""};
    for (const Level& level : levels_) {
      result = level.is_list ? result.at(level.index) : result.at(level.key);
    }
    return result;
  }

  std::string file_;
  std::vector<Level> levels_;
};

std::string choices(const std::vector<std::string_view>& words) {
  return fmt::format("use one of: {}", fmt::join(words, ", "));
}

std::string checked_text(const Json& value, const JsonPlace& place) {
  if (!value.is_string()) {
    place.refuse("wrong-type", fmt::format("a {} where a string is due", value.type_name()),
                 "write a string");
  }
  const std::string& text = value.get_ref<const std::string&>();
  if (text.empty()) {
    place.refuse("bad-value", "an empty string", "fill it in, or leave the key out if it may be");
  }
  return text;
}

std::uint64_t checked_number(const Json& value, const JsonPlace& place, std::uint64_t max) {
  if (!value.is_number_integer()) {
    place.refuse("wrong-type", fmt::format("a {} where an integer is due", value.type_name()),
                 "write an integer without quotes, fraction or exponent");
  }
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > max) {
    place.refuse("bad-value", fmt::format("{} is out of range", value.dump()),
                 fmt::format("write an integer of 0 to {}", max));
  }
  return value.get<std::uint64_t>();
}

}  // namespace

JsonPlace JsonPlace::at(std::string_view key) const {
  std::string escaped;
  for (const char c : key) {
    if (c == '~' || c == '/') {
      escaped += c == '~' ? "~0" : "~1";
    } else {
      escaped += c;
    }
  }
  return {file, pointer + "/" + escaped};
}

JsonPlace JsonPlace::at(std::size_t index) const {
  return {file, fmt::format("{}/{}", pointer, index)};
}

void JsonPlace::refuse(std::string id, std::string message, std::string advice) const {
  throw BadInput(file, pointer, std::move(id), std::move(message), std::move(advice));
}

Json parse_strict(std::string_view text, const std::string& file) {
  KeyWatch watch(file);
  try {
    return Json::parse(text, [&](int, Json::parse_event_t event, const Json& parsed) {
      return watch(event, parsed);
    });
  } catch (const Json::parse_error& e) {
    const std::size_t end = std::min(e.byte, text.size());
    const auto lines =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    throw BadInput(file, fmt::format("line {}", lines + 1), "bad-json",
                   fmt::format("not JSON at byte {}", e.byte), "correct the syntax there");
  }
}

ObjectReader::ObjectReader(const Json& value, JsonPlace place)
    : value_(&value), place_(std::move(place)) {
  if (!value.is_object()) {
    place_.refuse("wrong-type", fmt::format("a {} where an object is due", value.type_name()),
                  "write an object");
  }
}

std::vector<std::string> ObjectReader::keys() const {
  std::vector<std::string> result;
  for (const auto& member : value_->items()) result.push_back(member.key());
  return result;
}

const Json* ObjectReader::find(std::string_view key) {
  asked_.emplace_back(key);
  const auto it = value_->find(key);
  return it == value_->end() ? nullptr : &*it;
}

const Json& ObjectReader::value_of(std::string_view key) {
  const Json* value = find(key);
  if (value == nullptr) {
    place_.refuse("missing-key", fmt::format("key \"{}\" is missing", key),
                  "add it; spec/model/op_spec.h and catalog.h say what it means");
  }
  return *value;
}

std::string ObjectReader::text(std::string_view key) {
  return checked_text(value_of(key), place_.at(key));
}

std::string ObjectReader::optional_text(std::string_view key) {
  const Json* value = find(key);
  return value == nullptr ? "" : checked_text(*value, place_.at(key));
}

std::string ObjectReader::id(std::string_view key) {
  const std::string given = text(key);
  for (const char c : given) {
    const bool is_alphanumeric =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!is_alphanumeric && std::string_view("_-./").find(c) == std::string_view::npos) {
      place_.at(key).refuse("bad-value", fmt::format("\"{}\" cannot be a name", given),
                            "use letters, digits and _ - . / only");
    }
  }
  return given;
}

std::uint64_t ObjectReader::number(std::string_view key, std::uint64_t max) {
  return checked_number(value_of(key), place_.at(key), max);
}

std::uint64_t ObjectReader::optional_number(std::string_view key, std::uint64_t max,
                                            std::uint64_t otherwise) {
  return find(key) == nullptr ? otherwise : number(key, max);
}

std::uint32_t ObjectReader::u32(std::string_view key) {
  return static_cast<std::uint32_t>(number(key, std::numeric_limits<std::uint32_t>::max()));
}

std::uint32_t ObjectReader::optional_u32(std::string_view key, std::uint32_t otherwise) {
  return find(key) == nullptr ? otherwise : u32(key);
}

std::int64_t ObjectReader::integer(std::string_view key) {
  const Json& value = value_of(key);
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  if (value.is_number_integer() && !value.is_number_unsigned()) return value.get<std::int64_t>();
  return static_cast<std::int64_t>(
      checked_number(value, place_.at(key), static_cast<std::uint64_t>(kMax)));
}

bool ObjectReader::optional_flag(std::string_view key, bool otherwise) {
  const Json* value = find(key);
  if (value == nullptr) return otherwise;
  if (!value->is_boolean()) {
    place_.at(key).refuse("wrong-type", fmt::format("a {}, not a boolean", value->type_name()),
                          "write true or false");
  }
  return value->get<bool>();
}

std::optional<std::uint32_t> ObjectReader::optional_width(std::string_view key) {
  const Json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (value->is_string() && value->get_ref<const std::string&>() == "lane") return 0;
  const std::uint32_t width = u32(key);
  if (width == 0) {
    place_.at(key).refuse("bad-value", "a width of 0 bytes",
                          "write the bytes, or \"lane\" for the width of the dtype's lane");
  }
  return width;
}

const Json& ObjectReader::list_of(std::string_view key) {
  const Json& value = value_of(key);
  if (!value.is_array()) {
    place_.at(key).refuse("wrong-type", fmt::format("a {}, not a list", value.type_name()),
                          "write a list");
  }
  if (value.empty()) {
    place_.at(key).refuse("bad-value", "an empty list",
                          "fill it in, or leave the key out if it may be");
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    const auto later = value.begin() + static_cast<std::ptrdiff_t>(i);
    if (!value[i].is_structured() && std::find(value.begin(), later, value[i]) != later) {
      place_.at(key).at(i).refuse("duplicate-id", value[i].dump() + " is there twice",
                                  "keep one of the two");
    }
  }
  return value;
}

std::vector<std::string> ObjectReader::texts(std::string_view key) {
  std::vector<std::string> result;
  for (const Json& element : list_of(key)) {
    result.push_back(checked_text(element, place_.at(key).at(result.size())));
  }
  return result;
}

std::vector<std::string> ObjectReader::optional_texts(std::string_view key) {
  return find(key) == nullptr ? std::vector<std::string>() : texts(key);
}

std::vector<std::uint32_t> ObjectReader::optional_lane_widths(std::string_view key) {
  std::vector<std::uint32_t> result;
  if (find(key) == nullptr) return result;
  for (const Json& element : list_of(key)) {
    const JsonPlace place = place_.at(key).at(result.size());
    const std::uint64_t width = checked_number(element, place, 8);
    if (width == 0 || (width & (width - 1)) != 0) {
      place.refuse("bad-value", fmt::format("no lane has {} bytes", width), "use 1, 2, 4 or 8");
    }
    result.push_back(static_cast<std::uint32_t>(width));
  }
  return result;
}

std::optional<std::size_t> ObjectReader::choice(std::string_view key,
                                                const std::vector<std::string_view>& words,
                                                bool required) {
  if (!required && find(key) == nullptr) return std::nullopt;
  const std::string given = text(key);
  const auto it = std::find(words.begin(), words.end(), given);
  if (it == words.end()) {
    place_.at(key).refuse("unknown-value", fmt::format("\"{}\" is not known here", given),
                          choices(words));
  }
  return static_cast<std::size_t>(it - words.begin());
}

std::string ObjectReader::word(std::string_view key, const std::vector<std::string_view>& words) {
  return std::string(words[*choice(key, words, true)]);
}

std::string ObjectReader::optional_word(std::string_view key,
                                        const std::vector<std::string_view>& words) {
  const std::optional<std::size_t> found = choice(key, words, false);
  return found ? std::string(words[*found]) : "";
}

void ObjectReader::each_object(std::string_view key,
                               const std::function<void(ObjectReader&)>& use) {
  const Json& list = list_of(key);
  for (std::size_t i = 0; i < list.size(); ++i) {
    ObjectReader child(list[i], place_.at(key).at(i));
    use(child);
    child.finish();
  }
}

void ObjectReader::finish() const {
  const std::set<std::string_view> known(asked_.begin(), asked_.end());
  for (const auto& member : value_->items()) {
    if (known.count(member.key()) != 0) continue;
    place_.at(member.key())
        .refuse("unknown-key", fmt::format("key \"{}\" is not known here", member.key()),
                choices({known.begin(), known.end()}));
  }
}

}  // namespace assay
