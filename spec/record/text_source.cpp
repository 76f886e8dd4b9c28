#include "spec/record/text_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstdlib>
#include <vector>

#include "spec/bad_input.h"

namespace assay {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} << 10;
constexpr unsigned kGzipBufferBytes = 128u << 10;

constexpr const char* kCopyAdvice = "copy or make the file again";

}  // namespace

void TextSource::GzipClose::operator()(gzFile_s* file) const { gzclose_r(file); }

TextSource::TextSource(const std::string& path, Access access) : path_(path) {
  if (!is_gzip_path(path_)) {
    open_plain();
    return;
  }
  open_gzip();
  if (access == Access::kRandom) {
    plain_ = spool([this](char* to, std::size_t size) { return read_gzip(to, size); });
    gzip_.reset();
  }
}

void TextSource::open_plain() {
  plain_ = FileDescriptor(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  if (!plain_.is_open()) fail("cannot-open", system_message(), "check the file's name");
  struct stat status {};
  if (::fstat(plain_.number(), &status) != 0) fail("cannot-open", system_message(), "");
  if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) return;
  plain_ = spool([this](char* to, std::size_t size) { return read_pipe(to, size); });
}

void TextSource::open_gzip() {
  gzip_.reset(gzopen(path_.c_str(), "rb"));
  if (!gzip_) fail("cannot-open", system_message(), "check the file's name");
  gzbuffer(gzip_.get(), kGzipBufferBytes);
  // zlib hands text that is not compressed through as it is.
  if (gzdirect(gzip_.get()) != 0) {
    fail("bad-gzip", "the file is not compressed", "name it without .gz, or compress it");
  }
}

std::size_t TextSource::read(char* to, std::size_t size) {
  if (gzip_) return read_gzip(to, size);
  const std::size_t count = read_plain(to, size, position_);
  position_ += count;
  return count;
}

void TextSource::seek(std::uint64_t offset) {
  position_ = offset;
  if (!gzip_) return;
  if (gzseek(gzip_.get(), static_cast<z_off_t>(offset), SEEK_SET) < 0) {
    fail("bad-gzip", "the compressed text cannot be read again", kCopyAdvice);
  }
}

std::string TextSource::read_at(std::uint64_t offset, std::uint64_t length) const {
  ASSAY_CHECK(plain_.is_open());
  std::string text(length, '\0');
  for (std::size_t done = 0; done < text.size();) {
    const std::size_t count = read_plain(text.data() + done, text.size() - done, offset + done);
    if (count == 0) fail("cannot-read", "the file became shorter", "leave it alone meanwhile");
    done += count;
  }
  return text;
}

std::size_t TextSource::read_plain(char* to, std::size_t size, std::uint64_t offset) const {
  ssize_t count = 0;
  do {
    count = ::pread(plain_.number(), to, size, static_cast<off_t>(offset));
  } while (count < 0 && errno == EINTR);
  if (count < 0) fail("cannot-read", system_message(), "");
  return static_cast<std::size_t>(count);
}

std::size_t TextSource::read_pipe(char* to, std::size_t size) {
  ssize_t count = 0;
  do {
    count = ::read(plain_.number(), to, size);
  } while (count < 0 && errno == EINTR);
  if (count < 0) fail("cannot-read", system_message(), "");
  return static_cast<std::size_t>(count);
}

std::size_t TextSource::read_gzip(char* to, std::size_t size) {
  const int count = gzread(gzip_.get(), to, static_cast<unsigned>(size));
  int error = Z_OK;
  std::string_view message = gzerror(gzip_.get(), &error);
  // A truncated file yields what it has and only then says so.
  if (count < 0 || (static_cast<std::size_t>(count) < size && error != Z_OK)) {
    if (message.starts_with(path_)) message.remove_prefix(path_.size());
    fail("bad-gzip", "the compressed text is broken" + std::string(message), kCopyAdvice);
  }
  return static_cast<std::size_t>(count);
}

FileDescriptor TextSource::spool(const Reader& reader) const {
  const char* folder = std::getenv("TMPDIR");
  std::string name = (folder != nullptr && *folder != '\0') ? folder : "/tmp";
  name += "/assay-XXXXXX";
  FileDescriptor file(::mkstemp(name.data()));
  const auto give_up = [&] {
    fail("cannot-spool", name + ": " + system_message(), "set TMPDIR to a folder with space");
  };
  if (!file.is_open()) give_up();
  ::unlink(name.c_str());
  std::vector<char> block(kBlockBytes);
  while (const std::size_t count = reader(block.data(), block.size())) {
    if (!write_all(file, {block.data(), count})) give_up();
  }
  return file;
}

void TextSource::fail(const char* id, const std::string& message, const std::string& advice) const {
  throw BadInput(path_, "", id, message, advice);
}

bool is_gzip_path(std::string_view path) { return path.ends_with(".gz"); }

}  // namespace assay
