// Vectors files: the cases to run and what must come out, guarded against loss and edits.
//
// Read from front to back; a file is good only when next() has returned nullopt, because count
// and hash stand at the end:
//   VectorsReader vectors("smoke.jsonl.gz");
//   while (std::optional<Case> c = vectors.next()) run(*c);
//
// BadInput, besides those of RecordStream and parse_case: empty-file, missing-header,
// wrong-format, wrong-version, missing-footer, footer-count, footer-sha256, double-id, bad-after.
#ifndef ASSAY_SPEC_RECORD_VECTORS_FILE_H_
#define ASSAY_SPEC_RECORD_VECTORS_FILE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "spec/record/case.h"
#include "spec/record/record_stream.h"

namespace assay {

struct VectorsHeader {
  std::string generator_name;
  std::string generator_version;
  std::string spec_sha256;  // 64 lower-case hex digits; all zeros: unknown
  std::uint64_t seed = 0;
  std::string selection = "{}";  // an object, as compact JSON text
  bool operator==(const VectorsHeader&) const = default;
};

class VectorsReader {
 public:
  // Reads and checks the header. A file named *.json (or *.json.gz) may hold one bare case: an
  // object with "op" and without "format"; it has neither header nor footer.
  explicit VectorsReader(const std::string& path, Access access = Access::kForward);
  ~VectorsReader();
  VectorsReader(VectorsReader&&) noexcept;
  VectorsReader& operator=(VectorsReader&&) noexcept;

  const std::optional<VectorsHeader>& header() const;  // nullopt: a bare case

  // The next case; nullopt at the end, after the footer has been checked. Each case's id is new
  // in the file, and its `after` names a case of the unbroken chain that it continues.
  std::optional<Case> next();

  // Of the case that next() returned last.
  const RecordPlace& place() const;
  std::string_view text() const;  // compact JSON, valid until next()

  // Reads a case again. Needs Access::kRandom. Thread-safe.
  Case read(const RecordPlace& place) const;

  const std::string& path() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// Writes JSON Lines, or one object where the name ends in .json; gzip by the suffix .gz. The
// text goes to a temporary file beside `path`, which finish() renames; without finish() nothing
// is left behind. BadInput: write-failed.
class VectorsWriter {
 public:
  VectorsWriter(const std::string& path, const VectorsHeader& header);
  ~VectorsWriter();
  VectorsWriter(VectorsWriter&&) noexcept;
  VectorsWriter& operator=(VectorsWriter&&) noexcept;

  void add(const Case& c);

  // `line` is a case as append_case_json() writes it; for cases serialised elsewhere.
  void add_line(std::string_view line);

  // Writes the footer and puts the file in place. Call once, last.
  void finish();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_VECTORS_FILE_H_
