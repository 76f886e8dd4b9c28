// The lines of a text, with a bound on their length.
#ifndef ASSAY_SPEC_RECORD_LINE_READER_H_
#define ASSAY_SPEC_RECORD_LINE_READER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "spec/record/text_source.h"

namespace assay {

struct Line {
  std::string_view text;     // without its line feed; valid until the next call
  std::uint64_t number = 0;  // from 1
  std::uint64_t offset = 0;  // bytes of text before it
  bool terminated = false;   // false: the text ends without a line feed
};

class LineReader {
 public:
  // Reads `source`, which outlives the reader, from its start. BadInput: line-too-long.
  LineReader(TextSource& source, std::size_t max_line_bytes);

  std::optional<Line> next();

 private:
  bool refill();

  TextSource& source_;
  std::size_t max_line_bytes_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of what is left in the buffer
  std::size_t end_ = 0;
  std::uint64_t offset_ = 0;  // of begin_
  std::uint64_t number_ = 0;
};

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_LINE_READER_H_
