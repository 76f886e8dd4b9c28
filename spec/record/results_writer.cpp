#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "spec/bad_input.h"
#include "spec/record/codec.h"
#include "spec/record/file_header.h"
#include "spec/record/json_record.h"
#include "spec/record/json_skimmer.h"
#include "spec/record/line_reader.h"
#include "spec/record/output_file.h"
#include "spec/record/results_file.h"
#include "spec/record/text_source.h"

namespace assay {
namespace {

constexpr mode_t kMode = 0666;  // less the umask

// How many bytes the whole lines of the file have.
std::int64_t whole_lines_bytes(const FileDescriptor& file) {
  std::array<char, 4096> block{};
  std::int64_t end = ::lseek(file.number(), 0, SEEK_END);
  while (end > 0) {
    const std::int64_t start = std::max<std::int64_t>(0, end - std::int64_t{block.size()});
    const auto size = static_cast<std::size_t>(end - start);
    const ssize_t count = ::pread(file.number(), block.data(), size, start);
    if (count < 0) return -1;
    const std::string_view text(block.data(), static_cast<std::size_t>(count));
    const std::size_t feed = text.rfind('\n');
    if (feed != std::string_view::npos) return start + static_cast<std::int64_t>(feed) + 1;
    end = start;
  }
  return end;
}

bool is_header(const Line& line, const TextPlace& place) {
  return line.number == 1 && skim_member(line.text, "format", place).has_value();
}

}  // namespace

std::string partial_results_path(const std::string& path) {
  return output_target(path) + ".partial";
}

std::unordered_map<std::string, std::string> read_partial_results(const std::string& path) {
  std::unordered_map<std::string, std::string> results;
  const std::string partial = partial_results_path(path);
  struct stat status {};
  if (::stat(partial.c_str(), &status) != 0) return results;
  TextSource source(partial);
  LineReader lines(source, kMaxRecordBytes);
  while (const std::optional<Line> line = lines.next()) {
    if (!line->terminated) break;
    const TextPlace place{partial, line->number};
    if (is_header(*line, place)) {
      parse_results_header({line->text, {1, 0, line->text.size()}}, partial);
      continue;
    }
    const std::string id = parse_result(line->text, place).id;
    if (!results.emplace(id, compact_json(line->text, place)).second) {
      refuse(place, "/id", "double-id", "the id " + quoted(id) + " occurs twice",
             "start again without --resume");
    }
  }
  return results;
}

ResultsWriter::ResultsWriter(const std::string& path, const TargetInfo& target, Start start)
    : path_(output_target(path)) {
  if (!is_special_file(path_)) partial_ = partial_results_path(path_);
  const bool fresh = start == Start::kFresh || partial_.empty();
  const std::string& name = partial_.empty() ? path_ : partial_;
  const int flags = partial_.empty() ? O_WRONLY : O_RDWR | O_CREAT;
  file_ = FileDescriptor(::open(name.c_str(), flags | O_CLOEXEC, kMode));
  if (!file_.is_open()) write_failed(name);
  if (!partial_.empty()) {
    const std::int64_t kept = fresh ? 0 : whole_lines_bytes(file_);
    if (kept < 0 || ::ftruncate(file_.number(), kept) != 0) write_failed(name);
    if (::lseek(file_.number(), kept, SEEK_SET) != kept) write_failed(name);
    if (kept > 0) return;
  }
  add_lines(open_results_header(target) + "}\n");
}

void ResultsWriter::add(const Result& r) {
  std::string line;
  append_result_json(line, r);
  line += '\n';
  add_lines(line);
}

void ResultsWriter::add_lines(std::string_view lines) {
  ASSAY_CHECK(lines.empty() || lines.ends_with('\n'));
  if (!write_all(file_, lines)) write_failed(path_);
}

void ResultsWriter::finish() {
  if (!file_.close()) write_failed(path_);
  if (partial_.empty()) return;
  if (is_gzip_path(path_) || is_one_object_path(path_)) {
    convert();
    ::unlink(partial_.c_str());
  } else if (std::rename(partial_.c_str(), path_.c_str()) != 0) {
    write_failed(path_);
  }
}

// Makes the compressed or one-object file from the lines.
void ResultsWriter::convert() {
  RecordStream records(partial_, kResultsFormat);
  OutputFile out(path_);
  const bool one_object = is_one_object_path(path_);
  const std::optional<TargetInfo> target = results_target(records);
  out.write(open_results_header(target.value_or(TargetInfo{})));
  out.write(one_object ? ",\"results\":[" : "}");
  bool first = true;
  while (const std::optional<Record> record = records.next()) {
    out.write(one_object && !first ? ",\n" : "\n");
    out.write(record->text);
    first = false;
  }
  out.write(one_object ? "\n]}\n" : "\n");
  out.finish();
}

}  // namespace assay
