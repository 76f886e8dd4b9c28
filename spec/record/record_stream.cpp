#include "spec/record/record_stream.h"

#include <utility>

#include "spec/record/json_skimmer.h"
#include "spec/record/line_reader.h"

namespace assay {
namespace {

constexpr std::string_view kFooterStart = "{\"footer\"";

bool has_space(std::string_view text) {
  for (const char c : {' ', '\t', '\r'}) {
    if (text.find(c) != std::string_view::npos) return true;
  }
  return false;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

// A file is skimmed up to the end of its first object, which tells the shape:
//   it has the list of records      one object; the whole file has been skimmed
//   it is on one line               JSON Lines, of which it is the first
//   else                            a single record or header, printed over several lines
class RecordStream::Impl {
 public:
  Impl(const std::string& path, RecordFormat format, Access access)
      : source_(path, access), format_(format), skimmer_(source_, {source_.path(), 1}) {
    skim_first_object();
  }

  std::optional<Record> next() {
    switch (shape_) {
      case Shape::kLines: return next_line();
      case Shape::kObject: return next_element();
      case Shape::kSingle: return std::exchange(single_, std::nullopt);
    }
    return std::nullopt;
  }

  std::string read_at(const RecordPlace& place) const {
    std::string text = source_.read_at(place.offset, place.length);
    if (!has_space(text) && text.find('\n') == std::string::npos) return text;
    return compact_json(text, {source_.path(), place.line});
  }

  const std::optional<Record>& header() const { return header_; }
  const std::optional<Record>& footer() const { return footer_; }
  bool is_one_object() const { return shape_ == Shape::kObject; }
  const std::string& path() const { return source_.path(); }

 private:
  enum class Shape { kLines, kObject, kSingle };

  [[noreturn]] void fail(std::uint64_t line, std::string_view id, std::string message,
                         std::string advice) const {
    refuse({source_.path(), line}, "", id, std::move(message), std::move(advice));
  }

  void skim_first_object() {
    const int first = skimmer_.peek();
    if (first == 0xef) {
      fail(1, "byte-order-mark", "the file starts with a byte order mark",
           "write UTF-8 without one");
    }
    if (first == JsonSkimmer::kEnd && skimmer_.offset() == 0) return start_lines(false);
    if (first == JsonSkimmer::kEnd) fail(1, "blank-line", "the file is blank", "write it again");
    const RecordPlace start{skimmer_.line(), skimmer_.offset(), 0};
    skimmer_.take('{');
    header_text_ = "{";
    bool has_format = false;
    bool more = skimmer_.peek() != '}';
    while (more) {
      has_format |= skim_member_of_first_object();
      more = skimmer_.peek() == ',';
      if (more) skimmer_.take(',');
    }
    skimmer_.take('}');
    header_text_ += '}';
    if (elements_.line != 0) {
      start_elements(start, has_format);
    } else if (skimmer_.line() == start.line) {
      start_lines(has_format);
    } else {
      start_single(start, has_format);
    }
  }

  // Returns whether the member is "format".
  bool skim_member_of_first_object() {
    std::string key;
    if (skimmer_.peek() != '"') skimmer_.fail("no key in quotes where one belongs");
    skimmer_.value(&key, kMaxRecordBytes);
    skimmer_.take(':');
    const std::string_view name = std::string_view(key).substr(1, key.size() - 2);
    if (name == format_.elements && skimmer_.peek() == '[') {
      refuse_second(elements_.line != 0, name);
      elements_ = {skimmer_.line(), skimmer_.offset(), 0};
      skimmer_.value(nullptr, JsonSkimmer::kNoLimit);
      return false;
    }
    if (format_.has_footer && name == "footer") {
      refuse_second(!footer_text_.empty(), name);
      const RecordPlace place{skimmer_.line(), skimmer_.offset(), 0};
      footer_text_ = "{" + key + ":";
      skimmer_.value(&footer_text_, kMaxRecordBytes);
      footer_text_ += '}';
      footer_ = Record{footer_text_, place};
      return false;
    }
    if (header_text_.size() > 1) header_text_ += ',';
    header_text_ += key + ":";
    skimmer_.value(&header_text_, kMaxRecordBytes);
    if (header_text_.size() > kMaxRecordBytes) {
      fail(skimmer_.line(), "line-too-long", "a record of more than 16 MiB", "");
    }
    return name == "format";
  }

  void refuse_second(bool second, std::string_view key) const {
    if (!second) return;
    fail(skimmer_.line(), "duplicate-key",
         "the key \"" + std::string(key) + "\" occurs twice in one object", "keep one of the two");
  }

  void start_elements(const RecordPlace& start, bool has_format) {
    shape_ = Shape::kObject;
    expect_end();
    if (has_format) header_ = Record{header_text_, start};
    skimmer_.seek(elements_.offset, elements_.line);
    skimmer_.take('[');
  }

  void start_single(const RecordPlace& start, bool has_format) {
    shape_ = Shape::kSingle;
    const std::uint64_t length = skimmer_.offset() - start.offset;
    expect_end();
    footer_.reset();
    header_text_.clear();
    skimmer_.seek(start.offset, start.line);
    skimmer_.value(&header_text_, kMaxRecordBytes);
    (has_format ? header_ : single_) = Record{header_text_, {start.line, start.offset, length}};
  }

  void start_lines(bool has_format) {
    shape_ = Shape::kLines;
    footer_.reset();
    lines_.emplace(source_, kMaxRecordBytes);
    if (!has_format) return;
    header_text_ = read_line()->text;
    header_ = Record{header_text_, {1, 0, header_text_.size()}};
  }

  void expect_end() {
    if (skimmer_.peek() == JsonSkimmer::kEnd) return;
    fail(skimmer_.line(), "text-after-footer", "text after the end of the object",
         "write JSON Lines or one JSON object");
  }

  // The next line as a compact record.
  std::optional<Record> read_line() {
    const std::optional<Line> line = lines_->next();
    if (!line) return std::nullopt;
    if (is_blank(line->text)) {
      fail(line->number, "blank-line", "a blank line", "write one JSON object a line");
    }
    std::string_view text = line->text;
    if (has_space(text)) {
      compact_ = compact_json(text, {source_.path(), line->number});
      text = compact_;
    }
    return Record{text, {line->number, line->offset, line->text.size()}};
  }

  std::optional<Record> next_line() {
    if (footer_) return std::nullopt;
    const std::optional<Record> record = read_line();
    if (!record || !format_.has_footer || !record->text.starts_with(kFooterStart)) return record;
    footer_text_ = record->text;
    footer_ = Record{footer_text_, record->place};
    if (const std::optional<Line> line = lines_->next()) {
      fail(line->number, "text-after-footer", "text after the footer",
           "keep one file in one file; several files are given one by one");
    }
    return std::nullopt;
  }

  std::optional<Record> next_element() {
    if (at_end_) return std::nullopt;
    const bool is_first = element_text_.empty();
    if (skimmer_.peek() == ']') {
      if (!is_first) skimmer_.fail("no record after a comma");
      at_end_ = true;
      return std::nullopt;
    }
    element_text_.clear();
    const RecordPlace start{skimmer_.line(), skimmer_.offset(), 0};
    skimmer_.value(&element_text_, kMaxRecordBytes);
    const std::uint64_t length = skimmer_.offset() - start.offset;
    if (skimmer_.peek() == ',') {
      skimmer_.take(',');
    } else {
      skimmer_.take(']');
      at_end_ = true;
    }
    return Record{element_text_, {start.line, start.offset, length}};
  }

  TextSource source_;
  RecordFormat format_;
  JsonSkimmer skimmer_;
  Shape shape_ = Shape::kLines;
  std::string header_text_;
  std::string footer_text_;
  std::optional<Record> header_;
  std::optional<Record> footer_;
  std::optional<Record> single_;     // kSingle, until it has been given out
  std::optional<LineReader> lines_;  // kLines
  std::string compact_;              // the line given out, where it was not compact
  RecordPlace elements_;             // kObject: its list's "["; line 0: none
  std::string element_text_;         // the element given out
  bool at_end_ = false;
};

RecordStream::RecordStream(const std::string& path, RecordFormat format, Access access)
    : impl_(std::make_unique<Impl>(path, format, access)) {}
RecordStream::~RecordStream() = default;
RecordStream::RecordStream(RecordStream&&) noexcept = default;
RecordStream& RecordStream::operator=(RecordStream&&) noexcept = default;

const std::optional<Record>& RecordStream::header() const { return impl_->header(); }
std::optional<Record> RecordStream::next() { return impl_->next(); }
const std::optional<Record>& RecordStream::footer() const { return impl_->footer(); }
bool RecordStream::is_one_object() const { return impl_->is_one_object(); }
std::string RecordStream::read_at(const RecordPlace& place) const { return impl_->read_at(place); }
const std::string& RecordStream::path() const { return impl_->path(); }

}  // namespace assay
