// JSON looked at from outside: where values begin and end, by quotes, brackets and depth, in
// memory that does not grow with the text. Grammar is left to the parser that gets the pieces.
#ifndef ASSAY_SPEC_RECORD_JSON_SKIMMER_H_
#define ASSAY_SPEC_RECORD_JSON_SKIMMER_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/record/text_place.h"
#include "spec/record/text_source.h"

namespace assay {

class JsonSkimmer {
 public:
  static constexpr int kEnd = -1;
  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

  // From the start of `source`, or of one line's text. Both must outlive the skimmer; `place`
  // is for errors (bad-json, line-too-long), and its line where the text starts.
  JsonSkimmer(TextSource& source, const TextPlace& place);
  JsonSkimmer(std::string_view text, const TextPlace& place);

  // The next character that is not white space, without taking it; kEnd at the end.
  int peek();

  // Takes the character that peek() showed, which must be `wanted`.
  void take(char wanted);

  // Takes one value of at most `max_bytes` of text and appends it to `out`, without the white
  // space between its tokens; `out` may be null.
  void value(std::string* out, std::uint64_t max_bytes);

  std::uint64_t offset() const {
    return start_offset_ + static_cast<std::uint64_t>(next_ - begin_);
  }
  std::uint64_t line() const { return place_.line; }

  // Goes on at an earlier offset and line. Only with a source.
  void seek(std::uint64_t offset, std::uint64_t line);

  [[noreturn]] void fail(std::string_view message) const;

 private:
  bool refill();
  void emit_until(const char* end, std::string* out);
  void string(std::string* out, std::uint64_t limit);
  void scalar(std::string* out, std::uint64_t limit);
  void check_limit(std::uint64_t limit) const;

  TextPlace place_;
  TextSource* source_ = nullptr;
  std::vector<char> block_;
  std::uint64_t start_offset_ = 0;  // of begin_
  const char* begin_ = nullptr;
  const char* next_ = nullptr;
  const char* end_ = nullptr;
};

// The text of the record without white space between tokens. Bad-json if there is more than one
// value in it.
std::string compact_json(std::string_view text, const TextPlace& place);

// The compact text of a member of the object `text`, nullopt if it has none. Escapes in keys are
// not looked through.
std::optional<std::string> skim_member(std::string_view text, std::string_view key,
                                       const TextPlace& place);

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_JSON_SKIMMER_H_
