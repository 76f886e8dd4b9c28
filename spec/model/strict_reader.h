// Reads a JSON object key by key and refuses what nobody asked for, so that the parser of a
// struct is a flat list of lines:
//
//   Source parse_source(ObjectReader& o) {
//     Source s;
//     s.document = o.text("document");
//     s.lines = o.optional_text("lines");
//     return s;
//   }
//
// Every member throws BadInput with the JSON pointer of the place that is wrong: "missing-key" (the
// pointer is the object's), "wrong-type", "bad-value" or "unknown-value".
#ifndef ASSAY_SPEC_MODEL_STRICT_READER_H_
#define ASSAY_SPEC_MODEL_STRICT_READER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// A value of a JSON document, by file and JSON pointer ("" is the whole document).
struct JsonPlace {
  std::string file;
  std::string pointer;
  JsonPlace at(std::string_view key) const;
  JsonPlace at(std::size_t index) const;
  [[noreturn]] void refuse(std::string id, std::string message, std::string advice) const;
};

// Throws BadInput: "bad-json" (position "line N") or "duplicate-key" (position a JSON pointer).
nlohmann::ordered_json parse_strict(std::string_view text, const std::string& file);

class ObjectReader {
 public:
  // `value` outlives the reader. Throws "wrong-type" if it is no object.
  ObjectReader(const nlohmann::ordered_json& value, JsonPlace place);

  const JsonPlace& place() const { return place_; }
  std::vector<std::string> keys() const;  // in the file's order

  // Strings are never empty in a file; an absent optional one comes back as "".
  std::string text(std::string_view key);
  std::string optional_text(std::string_view key);
  std::string id(std::string_view key);  // of letters, digits and "_-./"
  std::uint64_t number(std::string_view key, std::uint64_t max);
  std::uint64_t optional_number(std::string_view key, std::uint64_t max, std::uint64_t otherwise);
  std::uint32_t u32(std::string_view key);
  std::uint32_t optional_u32(std::string_view key, std::uint32_t otherwise);
  std::int64_t integer(std::string_view key);
  bool optional_flag(std::string_view key, bool otherwise);
  // A number of bytes above 0, or "lane", which is kLaneBytes (0).
  std::optional<std::uint32_t> optional_width(std::string_view key);

  // Lists hold at least one element and none twice; an absent optional one comes back empty.
  std::vector<std::string> texts(std::string_view key);
  std::vector<std::string> optional_texts(std::string_view key);
  std::vector<std::uint32_t> optional_lane_widths(std::string_view key);  // of 1, 2, 4 and 8

  // The enumerator whose to_text() the file gives. Enumerators count from 0 without gaps, and
  // to_text() yields "" past the last.
  template <typename E>
  E enumerator(std::string_view key) {
    return static_cast<E>(*choice(key, words<E>(), true));
  }
  template <typename E>
  E optional_enumerator(std::string_view key, E otherwise) {
    const std::optional<std::size_t> found = choice(key, words<E>(), false);
    return found ? static_cast<E>(*found) : otherwise;
  }
  std::string word(std::string_view key, const std::vector<std::string_view>& words);
  std::string optional_word(std::string_view key, const std::vector<std::string_view>& words);

  // parse(ObjectReader&) of the object, or of each object of the list, under `key`.
  template <typename Parse>
  auto object(std::string_view key, Parse parse) {
    ObjectReader child(value_of(key), place_.at(key));
    auto result = parse(child);
    child.finish();
    return result;
  }
  template <typename T>
  std::vector<T> objects(std::string_view key, T (*parse)(ObjectReader&)) {
    std::vector<T> result;
    each_object(key, [&](ObjectReader& o) { result.push_back(parse(o)); });
    return result;
  }
  template <typename T>
  std::vector<T> optional_objects(std::string_view key, T (*parse)(ObjectReader&)) {
    return find(key) == nullptr ? std::vector<T>() : objects(key, parse);
  }

  // The value as it is, for a codec of its own; required.
  const nlohmann::ordered_json& value_of(std::string_view key);

  // Throws "unknown-key" for the first key that no member was asked for.
  void finish() const;

 private:
  template <typename E>
  static std::vector<std::string_view> words() {
    std::vector<std::string_view> all;
    for (;;) {
      const std::string_view word = to_text(static_cast<E>(all.size()));
      if (word.empty()) return all;
      all.push_back(word);
    }
  }
  const nlohmann::ordered_json* find(std::string_view key);
  const nlohmann::ordered_json& list_of(std::string_view key);
  std::optional<std::size_t> choice(std::string_view key,
                                    const std::vector<std::string_view>& words, bool required);
  void each_object(std::string_view key, const std::function<void(ObjectReader&)>& use);

  const nlohmann::ordered_json* value_;
  JsonPlace place_;
  std::vector<std::string> asked_;
};

}  // namespace assay

#endif  // ASSAY_SPEC_MODEL_STRICT_READER_H_
