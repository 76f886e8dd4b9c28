#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include "spec/bad_input.h"
#include "spec/record/codec.h"
#include "spec/record/file_header.h"
#include "spec/record/json_record.h"
#include "spec/record/json_skimmer.h"
#include "spec/record/results_file.h"

namespace assay {
namespace {

// The id without reading the rest, which can be megabytes of hex.
std::string id_of(std::string_view text, const TextPlace& place) {
  const std::optional<std::string> id = skim_member(text, "id", place);
  const bool is_plain_text =
      id && id->size() > 2 && id->starts_with('"') && id->find('\\') == std::string::npos;
  return is_plain_text ? id->substr(1, id->size() - 2) : parse_result(text, place).id;
}

}  // namespace

ResultsIndex::ResultsIndex(const std::vector<std::string>& paths) : paths_(paths) {
  ASSAY_CHECK(paths.size() <= std::numeric_limits<std::uint32_t>::max());
  for (std::uint32_t file = 0; file < paths.size(); ++file) add_file(file);
  entries_.shrink_to_fit();
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    const std::uint64_t line_a = a.line;  // a bit-field cannot be tied
    const std::uint64_t line_b = b.line;
    return std::tie(a.key, a.file, line_a) < std::tie(b.key, b.file, line_b);
  });
  refuse_double_ids();
}

void ResultsIndex::add_file(std::uint32_t file) {
  RecordStream& records = files_.emplace_back(paths_[file], kResultsFormat, Access::kRandom);
  const std::optional<TargetInfo> target = results_target(records);
  if (target && target_ == TargetInfo{}) target_ = *target;
  while (const std::optional<Record> record = records.next()) {
    const RecordPlace& place = record->place;
    Entry entry{};
    entry.key = hash_.key(id_of(record->text, {paths_[file], place.line}));
    entry.offset = place.offset;
    entry.line = place.line & (std::numeric_limits<std::uint64_t>::max() >> 1);
    entry.length = static_cast<std::uint32_t>(place.length);
    entry.file = file;
    entries_.push_back(entry);
  }
}

void ResultsIndex::refuse_double_ids() const {
  const auto first =
      std::adjacent_find(entries_.begin(), entries_.end(),
                         [](const Entry& a, const Entry& b) { return a.key == b.key; });
  if (first == entries_.end()) return;
  const ResultLocation one = location_of(*first);
  const ResultLocation other = location_of(*(first + 1));
  refuse({paths_[other.file], other.place.line}, "/id", "double-id",
         fmt::format("the id {} is also on line {} of {}", quoted(read(one).id), one.place.line,
                     paths_[one.file]),
         "keep one of the two results");
}

std::optional<ResultLocation> ResultsIndex::lookup(std::string_view id) {
  const IdKey key = hash_.key(id);
  const auto found =
      std::lower_bound(entries_.begin(), entries_.end(), key,
                       [](const Entry& entry, const IdKey& k) { return entry.key < k; });
  if (found == entries_.end() || found->key != key) return std::nullopt;
  if (found->used == 0) ++looked_up_;
  found->used = 1;
  return location_of(*found);
}

Result ResultsIndex::read(const ResultLocation& location) const {
  return parse_result(files_[location.file].read_at(location.place),
                      {paths_[location.file], location.place.line});
}

std::optional<ResultLocation> ResultsIndex::first_unused() const {
  std::optional<ResultLocation> first;
  for (const Entry& entry : entries_) {
    if (entry.used != 0) continue;
    const ResultLocation location = location_of(entry);
    if (!first || std::tie(location.file, location.place.offset) <
                      std::tie(first->file, first->place.offset)) {
      first = location;
    }
  }
  return first;
}

ResultLocation ResultsIndex::location_of(const Entry& entry) {
  return {entry.file, {entry.line, entry.offset, entry.length}};
}

}  // namespace assay
