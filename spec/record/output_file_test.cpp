#include "spec/record/output_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <thread>

#include "spec/record/test_files.h"

namespace assay {
namespace {

TEST(OutputFile, IsThereWholeOrNotAtAll) {
  const ScratchFolder folder;
  for (const char* name : {"a", "a.gz"}) {
    {
      OutputFile file(folder.path(name));
      file.write("text");
    }
    EXPECT_TRUE(folder.is_empty());
  }
  OutputFile file(folder.path("a"));
  file.write("te");
  EXPECT_FALSE(std::filesystem::exists(folder.path("a")));
  file.write("xt");
  file.finish();
  EXPECT_EQ(file_text(folder.path("a")), "text");
}

TEST(OutputFile, KeepsTheOldFileUntilTheEnd) {
  const ScratchFolder folder;
  const std::string path = folder.file("a", "old");
  {
    OutputFile file(path);
    file.write("new");
  }
  EXPECT_EQ(file_text(path), "old");
}

TEST(OutputFile, WritesThroughALink) {
  const ScratchFolder folder;
  const std::string path = folder.file("a", "old");
  std::filesystem::create_symlink(path, folder.path("link"));
  OutputFile file(folder.path("link"));
  file.write("new");
  file.finish();
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
  EXPECT_EQ(file_text(path), "new");
}

TEST(OutputFile, WritesAPipeInPlace) {
  const ScratchFolder folder;
  const std::string path = folder.path("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] { read = file_text(path); });
  {
    OutputFile file(path);
    file.write("text");
    file.finish();
  }
  reader.join();
  EXPECT_EQ(read, "text");
  EXPECT_TRUE(is_special_file(path));
}

TEST(OutputFile, RefusesWhatCannotBeWritten) {
  const ScratchFolder folder;
  EXPECT_EQ(refusal([&] { OutputFile(folder.path("none/a")); }), "write-failed");
  EXPECT_EQ(refusal([&] { OutputFile(folder.path("none/a.gz")); }), "write-failed");
  EXPECT_EQ(refusal([&] { OutputFile(folder.path("")); }), "write-failed");
  EXPECT_EQ(refusal([] {
              OutputFile full("/dev/full");
              full.write(std::string(1'000'000, 'x'));
              full.finish();
            }),
            "write-failed");
}

}  // namespace
}  // namespace assay
