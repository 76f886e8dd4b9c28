#include "spec/record/codec.h"
#include "spec/record/file_header.h"
#include "spec/record/results_file.h"

namespace assay {

ResultsReader::ResultsReader(const std::string& path, Access access)
    : records_(path, kResultsFormat, access), target_(results_target(records_)) {}

std::optional<Result> ResultsReader::next() {
  const std::optional<Record> record = records_.next();
  if (!record) return std::nullopt;
  place_ = record->place;
  return parse_result(record->text, {path(), place_.line});
}

Result ResultsReader::read(const RecordPlace& place) const {
  return parse_result(records_.read_at(place), {path(), place.line});
}

}  // namespace assay
