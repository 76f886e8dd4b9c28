#include "spec/record/json_skimmer.h"

#include "spec/bad_input.h"

namespace assay {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} << 10;

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

bool ends_scalar(char c) {
  switch (c) {
    case ',':
    case ':':
    case '"':
    case '[':
    case ']':
    case '{':
    case '}': return true;
    default: return is_space(c);
  }
}

}  // namespace

JsonSkimmer::JsonSkimmer(TextSource& source, const TextPlace& place)
    : place_(place), source_(&source), block_(kBlockBytes) {}

JsonSkimmer::JsonSkimmer(std::string_view text, const TextPlace& place)
    : place_(place), begin_(text.data()), next_(text.data()), end_(text.data() + text.size()) {}

int JsonSkimmer::peek() {
  while (next_ != end_ || refill()) {
    const char c = *next_;
    if (!is_space(c)) return static_cast<unsigned char>(c);
    if (c == '\n') ++place_.line;
    ++next_;
  }
  return kEnd;
}

void JsonSkimmer::take(char wanted) {
  const int found = peek();
  if (found == kEnd) fail("the text ends inside a JSON value: it is truncated");
  if (found != static_cast<unsigned char>(wanted)) {
    const bool printable = found > 0x20 && found < 0x7f;
    fail(std::string("no ") + wanted + " where one belongs, but " +
         (printable ? std::string(1, static_cast<char>(found)) : "byte " + std::to_string(found)));
  }
  ++next_;
}

void JsonSkimmer::value(std::string* out, std::uint64_t max_bytes) {
  peek();
  const std::uint64_t limit = max_bytes == kNoLimit ? kNoLimit : offset() + max_bytes;
  std::size_t depth = 0;
  bool after_scalar = false;
  do {
    const int c = peek();
    const bool scalar_before = after_scalar;
    after_scalar = false;
    switch (c) {
      case kEnd: fail("the text ends inside a JSON value: it is truncated");
      case '"': string(out, limit); break;
      case '{':
      case '[':
        ++depth;
        emit_until(next_ + 1, out);
        break;
      case '}':
      case ']':
      case ',':
      case ':':
        if (depth == 0) fail("no JSON value where one belongs");
        if (c == '}' || c == ']') --depth;
        emit_until(next_ + 1, out);
        break;
      default:
        // "1 2" must not become 12, which would be good JSON.
        if (scalar_before && out != nullptr) *out += ' ';
        scalar(out, limit);
        after_scalar = true;
    }
    check_limit(limit);
  } while (depth > 0);
}

void JsonSkimmer::seek(std::uint64_t offset, std::uint64_t line) {
  ASSAY_CHECK(source_ != nullptr);
  source_->seek(offset);
  start_offset_ = offset;
  begin_ = next_ = end_ = nullptr;
  place_.line = line;
}

void JsonSkimmer::fail(std::string_view message) const {
  refuse(place_, "", "bad-json", std::string(message), "write JSON Lines or one JSON object");
}

bool JsonSkimmer::refill() {
  if (source_ == nullptr) return false;
  start_offset_ += static_cast<std::uint64_t>(end_ - begin_);
  const std::size_t count = source_->read(block_.data(), block_.size());
  begin_ = next_ = block_.data();
  end_ = begin_ + count;
  return count > 0;
}

void JsonSkimmer::emit_until(const char* end, std::string* out) {
  if (out != nullptr) out->append(next_, end);
  next_ = end;
}

void JsonSkimmer::string(std::string* out, std::uint64_t limit) {
  emit_until(next_ + 1, out);
  bool escaped = false;
  while (next_ != end_ || refill()) {
    const char* at = next_;
    if (escaped) ++at;  // taken whatever it is
    escaped = false;
    while (at != end_ && *at != '"' && *at != '\\') ++at;
    if (at == end_) {
      emit_until(at, out);
      check_limit(limit);
      continue;
    }
    const bool closing = *at == '"';
    emit_until(at + 1, out);
    if (closing) return;
    escaped = true;
  }
  fail("the text ends inside a string: it is truncated");
}

void JsonSkimmer::scalar(std::string* out, std::uint64_t limit) {
  while (next_ != end_ || refill()) {
    const char* at = next_;
    while (at != end_ && !ends_scalar(*at)) ++at;
    const bool whole = at != end_;
    emit_until(at, out);
    check_limit(limit);
    if (whole) return;
  }
}

void JsonSkimmer::check_limit(std::uint64_t limit) const {
  if (offset() <= limit) return;
  refuse(place_, "", "line-too-long", "a record of more than 16 MiB", "split the work up");
}

std::string compact_json(std::string_view text, const TextPlace& place) {
  std::string compact;
  compact.reserve(text.size());
  JsonSkimmer skimmer(text, place);
  skimmer.value(&compact, JsonSkimmer::kNoLimit);
  if (skimmer.peek() != JsonSkimmer::kEnd) skimmer.fail("text after the end of the record");
  return compact;
}

std::optional<std::string> skim_member(std::string_view text, std::string_view key,
                                       const TextPlace& place) {
  JsonSkimmer skimmer(text, place);
  skimmer.take('{');
  std::string found;
  while (skimmer.peek() != '}') {
    found.clear();
    skimmer.value(&found, JsonSkimmer::kNoLimit);
    skimmer.take(':');
    const bool wanted =
        found.size() == key.size() + 2 && std::string_view(found).substr(1, key.size()) == key;
    found.clear();
    skimmer.value(wanted ? &found : nullptr, JsonSkimmer::kNoLimit);
    if (wanted) return found;
    if (skimmer.peek() != ',') break;
    skimmer.take(',');
  }
  return std::nullopt;
}

}  // namespace assay
