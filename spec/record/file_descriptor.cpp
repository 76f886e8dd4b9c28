#include "spec/record/file_descriptor.h"

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <system_error>

namespace assay {

bool FileDescriptor::close() {
  if (!is_open()) return true;
  return ::close(release()) == 0;
}

bool write_all(const FileDescriptor& file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file.number(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::string system_message() { return std::generic_category().message(errno); }

}  // namespace assay
