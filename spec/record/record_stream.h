// The records of a vectors or results file, one at a time, in either of its two shapes.
//
//   JSON Lines     {"format":...}             one object    {"format":..., "cases": [ {...},
//                  {...}                                      {...} ], "footer": {...}}
//                  {"footer":{...}}
//
// The shape is told by content. Memory is bounded by the largest record, which has at most
// 16 MiB, not by the file. Records come as compact JSON (white space between tokens removed),
// so their text does not depend on the shape; their grammar is left to the codec. In one object
// the keys come in any order: the file is skimmed once before the first record is given out.
//
// BadInput: bad-json, blank-line, byte-order-mark, duplicate-key, line-too-long,
// text-after-footer, and those of TextSource.
#ifndef ASSAY_SPEC_RECORD_RECORD_STREAM_H_
#define ASSAY_SPEC_RECORD_RECORD_STREAM_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "spec/record/text_source.h"

namespace assay {

inline constexpr std::uint64_t kMaxRecordBytes = std::uint64_t{16} << 20;

// Where a record's text, white space included, is in its file.
struct RecordPlace {
  std::uint64_t line = 0;    // from 1: where it starts
  std::uint64_t offset = 0;  // bytes of the decompressed text before it
  std::uint64_t length = 0;  // bytes
  bool operator==(const RecordPlace&) const = default;
};

// `text` is valid until the stream is used again.
struct Record {
  std::string_view text;
  RecordPlace place;
};

// What the records are called in one object, and whether the file ends in a footer.
struct RecordFormat {
  std::string_view elements;  // "cases" or "results"
  bool has_footer = false;
};
inline constexpr RecordFormat kVectorsFormat{"cases", true};
inline constexpr RecordFormat kResultsFormat{"results", false};

class RecordStream {
 public:
  RecordStream(const std::string& path, RecordFormat format, Access access = Access::kForward);
  ~RecordStream();
  RecordStream(RecordStream&&) noexcept;
  RecordStream& operator=(RecordStream&&) noexcept;

  // The first object when it has a "format"; of one object, all fields but the records and
  // the footer. Known from the start.
  const std::optional<Record>& header() const;

  // The records in order; nullopt at the end, once all of the file has been looked at.
  std::optional<Record> next();

  // {"cases":...,"sha256":...}; known once next() has returned nullopt.
  const std::optional<Record>& footer() const;

  // The file is one object with a list of records.
  bool is_one_object() const;

  // The compact text of a record seen before. Needs Access::kRandom. Thread-safe.
  std::string read_at(const RecordPlace& place) const;

  const std::string& path() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_RECORD_STREAM_H_
