#include "spec/record/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "spec/bad_input.h"
#include "spec/record/text_source.h"

namespace assay {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} << 10;
constexpr mode_t kMode = 0666;  // less the umask

std::string temporary_beside(const std::string& path) {
  return path + ".writing-" + std::to_string(::getpid());
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(output_target(path)) {
  if (!is_special_file(path_)) temporary_ = temporary_beside(path_);
  const std::string& name = temporary_.empty() ? path_ : temporary_;
  plain_ = FileDescriptor(::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode));
  if (!plain_.is_open()) write_failed(path_);
  if (!is_gzip_path(path_)) return;
  gzip_ = gzdopen(plain_.number(), "wb");
  if (gzip_ == nullptr) write_failed(path_);
  plain_.release();
  gzbuffer(gzip_, kBlockBytes);
}

OutputFile::~OutputFile() {
  if (gzip_ != nullptr) gzclose_w(gzip_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(std::string_view text) {
  if (gzip_ == nullptr) {
    pending_ += text;
    if (pending_.size() >= kBlockBytes) write_plain();
    return;
  }
  while (!text.empty()) {
    const std::string_view block = text.substr(0, kBlockBytes);
    if (gzwrite(gzip_, block.data(), static_cast<unsigned>(block.size())) <= 0) {
      write_failed(path_);
    }
    text.remove_prefix(block.size());
  }
}

void OutputFile::write_plain() {
  if (!write_all(plain_, pending_)) write_failed(path_);
  pending_.clear();
}

void OutputFile::finish() {
  if (gzip_ != nullptr) {
    if (gzclose_w(std::exchange(gzip_, nullptr)) != Z_OK) write_failed(path_);
  } else {
    write_plain();
    if (!plain_.close()) write_failed(path_);
  }
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) write_failed(path_);
  temporary_.clear();
}

std::string output_target(const std::string& path) {
  struct FreeText {
    void operator()(char* text) const { std::free(text); }
  };
  const std::unique_ptr<char, FreeText> real(::realpath(path.c_str(), nullptr));
  return real ? std::string(real.get()) : path;
}

bool is_special_file(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

void write_failed(const std::string& path) {
  throw BadInput(path, "", "write-failed", "cannot write the file: " + system_message(),
                 "check the folder and the space left");
}

}  // namespace assay
