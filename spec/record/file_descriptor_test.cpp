#include "spec/record/file_descriptor.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "spec/record/test_files.h"

namespace assay {
namespace {

FileDescriptor create(const std::string& path) {
  return FileDescriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

bool is_open(int number) { return ::fcntl(number, F_GETFD) != -1; }

TEST(FileDescriptor, ClosesOnceAtTheEndOfItsScope) {
  const ScratchFolder folder;
  int number = -1;
  {
    FileDescriptor first = create(folder.path("a"));
    number = first.number();
    FileDescriptor second = std::move(first);
    EXPECT_EQ(second.number(), number);
    EXPECT_TRUE(is_open(number));
  }
  EXPECT_FALSE(is_open(number));
}

TEST(FileDescriptor, AReleasedNumberStaysOpen) {
  const ScratchFolder folder;
  FileDescriptor file = create(folder.path("a"));
  FileDescriptor owner(file.release());
  EXPECT_FALSE(file.is_open());
  EXPECT_TRUE(file.close());
  EXPECT_TRUE(is_open(owner.number()));
}

TEST(FileDescriptor, WritesAllOrSaysWhy) {
  const ScratchFolder folder;
  FileDescriptor file = create(folder.path("a"));
  EXPECT_TRUE(write_all(file, ""));
  EXPECT_TRUE(write_all(file, "text"));
  EXPECT_TRUE(file.close());
  EXPECT_EQ(file_text(folder.path("a")), "text");
  const FileDescriptor full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  EXPECT_FALSE(write_all(full, "text"));
  EXPECT_EQ(system_message(), "No space left on device");
}

}  // namespace
}  // namespace assay
