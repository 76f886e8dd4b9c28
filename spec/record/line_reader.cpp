#include "spec/record/line_reader.h"

#include <cstring>

#include "spec/record/text_place.h"

namespace assay {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} << 10;

}  // namespace

LineReader::LineReader(TextSource& source, std::size_t max_line_bytes)
    : source_(source), max_line_bytes_(max_line_bytes), buffer_(2 * kBlockBytes) {
  source_.seek(0);
}

std::optional<Line> LineReader::next() {
  std::size_t searched = 0;  // bytes after begin_ without a line feed
  const char* feed = nullptr;
  while (feed == nullptr) {
    const char* from = buffer_.data() + begin_ + searched;
    feed = static_cast<const char*>(std::memchr(from, '\n', end_ - begin_ - searched));
    if (feed != nullptr) break;
    searched = end_ - begin_;
    if (searched > max_line_bytes_ || !refill()) break;
  }
  const bool terminated = feed != nullptr;
  const std::size_t length =
      terminated ? static_cast<std::size_t>(feed - buffer_.data()) - begin_ : end_ - begin_;
  if (length == 0 && !terminated) return std::nullopt;
  ++number_;
  if (length > max_line_bytes_) {
    refuse({source_.path(), number_}, "", "line-too-long",
           "a line of more than " + std::to_string(max_line_bytes_ >> 20) + " MiB",
           "split the work up");
  }
  const Line line{{buffer_.data() + begin_, length}, number_, offset_, terminated};
  begin_ += length + (terminated ? 1 : 0);
  offset_ += length + (terminated ? 1 : 0);
  return line;
}

// Moves what is left to the front and reads one more block behind it.
bool LineReader::refill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() - end_ < kBlockBytes) buffer_.resize(2 * buffer_.size());
  const std::size_t count = source_.read(buffer_.data() + end_, kBlockBytes);
  end_ += count;
  return count > 0;
}

}  // namespace assay
