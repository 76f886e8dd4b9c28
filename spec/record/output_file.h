// A text file that is there whole or not at all: written beside its place and then renamed.
//
// gzip by the suffix ".gz". What is no regular file (a pipe, /dev/stdout) is written in place.
// BadInput: write-failed.
#ifndef ASSAY_SPEC_RECORD_OUTPUT_FILE_H_
#define ASSAY_SPEC_RECORD_OUTPUT_FILE_H_

#include <memory>
#include <string>
#include <string_view>

#include "spec/record/file_descriptor.h"

struct gzFile_s;

namespace assay {

class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();  // without finish(): nothing is left
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);

  // Puts the file in place. Call once, last.
  void finish();

 private:
  void write_plain();

  std::string path_;       // where it will be
  std::string temporary_;  // where it is until then; empty: written in place
  FileDescriptor plain_;
  gzFile_s* gzip_ = nullptr;
  std::string pending_;  // text not yet written to plain_
};

// The file that `path` stands for: behind a symbolic link the file it leads to.
std::string output_target(const std::string& path);

// There is something at `path` that no file can be renamed to: a pipe, a device.
bool is_special_file(const std::string& path);

[[noreturn]] void write_failed(const std::string& path);  // says what errno says

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_OUTPUT_FILE_H_
