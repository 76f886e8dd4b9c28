// The headers of vectors and results files: text <-> value. Internal to the file readers.
#ifndef ASSAY_SPEC_RECORD_FILE_HEADER_H_
#define ASSAY_SPEC_RECORD_FILE_HEADER_H_

#include <optional>
#include <string>
#include <string_view>

#include "spec/record/record_stream.h"
#include "spec/record/result.h"
#include "spec/record/vectors_file.h"

namespace assay {

// Strict. BadInput: wrong-format, wrong-version, and those of a record with unknown, missing or
// wrong keys.
VectorsHeader parse_vectors_header(const Record& header, const std::string& path);

// Tolerant of keys that nobody knows. BadInput as above.
TargetInfo parse_results_header(const Record& header, const std::string& path);

// nullopt: the file has no header, which one object may not do (wrong-format).
std::optional<TargetInfo> results_target(const RecordStream& records);

// A header object but for its closing brace, so that the records of one object can follow.
std::string open_vectors_header(const VectorsHeader& header);
std::string open_results_header(const TargetInfo& target);

// The name of a file of one object: *.json or *.json.gz.
bool is_one_object_path(std::string_view path);

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_FILE_HEADER_H_
