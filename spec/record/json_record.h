// Typed access to one record's JSON; whatever is not as asked for is BadInput with the pointer
// to the place: "line 12 /ub/0/data: case 5q3k...: odd number of hex digits: 3 [bad-hex]".
//
//   const JsonRecord record(text, place, "case");
//   record.only_keys(record.root(), {"addr", "data"});
//   const std::uint64_t addr = record.u64(record.need(record.root(), "addr"));
#ifndef ASSAY_SPEC_RECORD_JSON_RECORD_H_
#define ASSAY_SPEC_RECORD_JSON_RECORD_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "spec/record/case.h"
#include "spec/record/json_value.h"
#include "spec/record/text_place.h"

namespace assay {

class JsonRecord {
 public:
  // Parses `text`. Errors name the record by `what` and, where it has one, its "id".
  JsonRecord(std::string_view text, const TextPlace& place, std::string_view what);
  JsonRecord(const JsonRecord&) = delete;
  JsonRecord& operator=(const JsonRecord&) = delete;

  const JsonValue& root() const { return root_; }

  // The value as what the name says; wrong-type if it is something else. Values handed to the
  // functions of this class are of this record.
  const JsonObject& object(const JsonValue& value) const;
  const JsonArray& array(const JsonValue& value) const;
  const std::string& text(const JsonValue& value) const;
  bool boolean(const JsonValue& value) const;

  // A JSON integer or "0x..." (bad-integer for other text). out-of-range where it does not fit.
  JsonInteger integer(const JsonValue& value) const;
  std::uint64_t u64(const JsonValue& value) const;
  std::int64_t i64(const JsonValue& value) const;
  std::int64_t i64_saturated(const JsonValue& value) const;  // the nearest one, never refused

  Bytes bytes(const JsonValue& value) const;  // from hex; bad-hex

  // A member of an object. Where it is not there: missing-key, nullptr, "".
  const JsonValue& need(const JsonValue& object, std::string_view key) const;
  const JsonValue* find(const JsonValue& object, std::string_view key) const;
  const std::string& need_text(const JsonValue& object, std::string_view key) const;
  std::string optional_text(const JsonValue& object, std::string_view key) const;

  // unknown-key if the object has a key besides these.
  void only_keys(const JsonValue& object, std::initializer_list<std::string_view> keys) const;

  [[noreturn]] void fail(const JsonValue& at, std::string_view id, std::string_view message,
                         std::string_view advice) const;

 private:
  [[noreturn]] void wrong_type(const JsonValue& value, std::string_view wanted) const;

  TextPlace place_;
  JsonValue root_;
  std::string subject_;  // "case 5q3k...: "
};

// `text` in quotes, cut when it is long: for messages about text from outside.
std::string quoted(std::string_view text);

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_JSON_RECORD_H_
