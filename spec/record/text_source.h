// The bytes of a text file, plain or gzip (by the suffix ".gz"), from the start or at an offset.
//
// Offsets count bytes of the decompressed text. BadInput: cannot-open, cannot-read, bad-gzip
// (also a truncated one), cannot-spool.
#ifndef ASSAY_SPEC_RECORD_TEXT_SOURCE_H_
#define ASSAY_SPEC_RECORD_TEXT_SOURCE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "spec/record/file_descriptor.h"

struct gzFile_s;

namespace assay {

// kForward reads from front to back and may start again; kRandom also allows read_at(), for
// which compressed text is written once to an unlinked file in TMPDIR. So is, in both, what
// comes from a pipe.
enum class Access { kForward, kRandom };

class TextSource {
 public:
  explicit TextSource(const std::string& path, Access access = Access::kForward);

  // Up to `size` next bytes; 0 only at the end. `size` is from 1 to 2^30.
  std::size_t read(char* to, std::size_t size);

  // The next read() starts at `offset`.
  void seek(std::uint64_t offset);

  // Bytes [offset, offset + length), which are there. Needs kRandom. Safe from several threads.
  std::string read_at(std::uint64_t offset, std::uint64_t length) const;

  const std::string& path() const { return path_; }

 private:
  using Reader = std::function<std::size_t(char*, std::size_t)>;

  void open_plain();
  void open_gzip();
  std::size_t read_plain(char* to, std::size_t size, std::uint64_t offset) const;
  std::size_t read_pipe(char* to, std::size_t size);
  std::size_t read_gzip(char* to, std::size_t size);
  FileDescriptor spool(const Reader& reader) const;
  [[noreturn]] void fail(const char* id, const std::string& message,
                         const std::string& advice) const;

  struct GzipClose {
    void operator()(gzFile_s* file) const;
  };

  std::string path_;
  FileDescriptor plain_;                       // plain text, or the spooled copy
  std::unique_ptr<gzFile_s, GzipClose> gzip_;  // compressed text that is read forward
  std::uint64_t position_ = 0;                 // of the next read(), in plain_
};

bool is_gzip_path(std::string_view path);

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_TEXT_SOURCE_H_
