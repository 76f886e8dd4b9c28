// Results files: what a target did, as written by `assay run` or by any other program.
//
// BadInput, besides those of RecordStream and parse_result: wrong-format, wrong-version,
// double-id, write-failed.
#ifndef ASSAY_SPEC_RECORD_RESULTS_FILE_H_
#define ASSAY_SPEC_RECORD_RESULTS_FILE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "spec/record/file_descriptor.h"
#include "spec/record/id_set.h"
#include "spec/record/record_stream.h"
#include "spec/record/result.h"

namespace assay {

// One file from front to back. No bytes at all, or a header alone, are a file without results.
// Ids are not compared with each other here.
class ResultsReader {
 public:
  explicit ResultsReader(const std::string& path, Access access = Access::kForward);

  const std::optional<TargetInfo>& target() const { return target_; }  // nullopt: no header
  std::optional<Result> next();

  // Of the result that next() returned last.
  const RecordPlace& place() const { return place_; }

  // Reads a result again. Needs Access::kRandom. Thread-safe.
  Result read(const RecordPlace& place) const;

  const std::string& path() const { return records_.path(); }

 private:
  RecordStream records_;
  std::optional<TargetInfo> target_;
  RecordPlace place_;
};

// Where a result is: which of the files of an index, and where in it.
struct ResultLocation {
  std::uint32_t file = 0;
  RecordPlace place;
  bool operator==(const ResultLocation&) const = default;
};

// The results of one or several files (shards) by id, with 40 bytes of memory for each.
//
// Building it reads all files and refuses an id that occurs twice, in one or in two of them
// (double-id). Apart from its id, a result is checked when it is read.
class ResultsIndex {
 public:
  explicit ResultsIndex(const std::vector<std::string>& paths);

  // Also remembers that the id was asked for; not thread-safe.
  std::optional<ResultLocation> lookup(std::string_view id);

  // Precondition: from lookup() of this index. Thread-safe.
  Result read(const ResultLocation& location) const;

  std::size_t size() const { return entries_.size(); }

  // How many results nobody has looked up, and the first of them in order of files and lines.
  std::size_t unused() const { return entries_.size() - looked_up_; }
  std::optional<ResultLocation> first_unused() const;

  const std::vector<std::string>& paths() const { return paths_; }

  // Of the first file that has a header; all fields empty when none has.
  const TargetInfo& target() const { return target_; }

 private:
  struct Entry {
    IdKey key;
    std::uint64_t offset;
    std::uint64_t line : 63;
    std::uint64_t used : 1;
    std::uint32_t length;
    std::uint32_t file;
  };
  void add_file(std::uint32_t file);
  void refuse_double_ids() const;
  static ResultLocation location_of(const Entry& entry);

  std::vector<std::string> paths_;
  std::vector<RecordStream> files_;
  std::vector<Entry> entries_;  // ascending by key
  IdHash hash_;
  std::size_t looked_up_ = 0;
  TargetInfo target_;
};

// The unfinished results of a run that was stopped are in PATH.partial.
std::string partial_results_path(const std::string& path);

// The whole lines of PATH.partial by id, as compact JSON text; a torn last line is dropped. Empty
// when there is no such file. BadInput as for ResultsReader.
std::unordered_map<std::string, std::string> read_partial_results(const std::string& path);

// Writes results to PATH.partial, each call in one go, so that a killed program loses at most the
// results of the call it was in; finish() puts the file in place. PATH.partial is JSON Lines; a
// PATH that ends in .json (one object) or .gz is made from it by finish(). Without finish()
// PATH.partial stays, for read_partial_results() and kContinue.
class ResultsWriter {
 public:
  // kFresh replaces an old PATH.partial; kContinue keeps its header and whole lines.
  enum class Start { kFresh, kContinue };

  ResultsWriter(const std::string& path, const TargetInfo& target, Start start = Start::kFresh);

  void add(const Result& r);

  // `lines` are results as append_result_json() writes them, each with its line end.
  void add_lines(std::string_view lines);

  // Puts the file in place. Call once, last.
  void finish();

 private:
  void convert();

  std::string path_;
  std::string partial_;  // empty: `path` is a pipe or device and is written in place
  FileDescriptor file_;
};

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_RESULTS_FILE_H_
