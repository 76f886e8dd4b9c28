// An open file of the system, closed at the end of its scope.
#ifndef ASSAY_SPEC_RECORD_FILE_DESCRIPTOR_H_
#define ASSAY_SPEC_RECORD_FILE_DESCRIPTOR_H_

#include <string>
#include <string_view>
#include <utility>

namespace assay {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~FileDescriptor() { close(); }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }

  // Gives the number away; the caller closes it.
  int release() { return std::exchange(number_, -1); }

  // false, with errno, when the system reports a late write error.
  bool close();

 private:
  int number_ = -1;
};

// Writes all of `text`; false, with errno, when it cannot.
bool write_all(const FileDescriptor& file, std::string_view text);

// What the system says about errno, for a message.
std::string system_message();

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_FILE_DESCRIPTOR_H_
