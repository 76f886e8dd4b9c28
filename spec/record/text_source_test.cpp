#include "spec/record/text_source.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <thread>

#include "spec/record/output_file.h"
#include "spec/record/test_files.h"

namespace assay {
namespace {

std::string text_of_size(std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; text.size() < bytes; ++i) text += std::to_string(i) + '\n';
  text.resize(bytes);
  return text;
}

std::string write_file(const ScratchFolder& folder, std::string_view name, std::string_view text) {
  OutputFile file(folder.path(name));
  file.write(text);
  file.finish();
  return folder.path(name);
}

std::string read_rest(TextSource& source) {
  std::string text;
  std::string block(7777, '\0');
  while (const std::size_t count = source.read(block.data(), block.size())) {
    text.append(block, 0, count);
  }
  return text;
}

TEST(TextSource, PlainAndGzipReadTheSame) {
  const ScratchFolder folder;
  const std::string text = text_of_size(1'000'000);
  for (const char* name : {"a.txt", "a.txt.gz"}) {
    const std::string path = write_file(folder, name, text);
    EXPECT_EQ(file_text(path) == text, !is_gzip_path(name));
    for (const Access access : {Access::kForward, Access::kRandom}) {
      TextSource source(path, access);
      EXPECT_EQ(read_rest(source), text);
      source.seek(999'990);
      EXPECT_EQ(read_rest(source), text.substr(999'990));
      source.seek(0);
      EXPECT_EQ(read_rest(source), text);
    }
    const TextSource source(path, Access::kRandom);
    EXPECT_EQ(source.read_at(123'456, 789), text.substr(123'456, 789));
    EXPECT_EQ(source.read_at(0, text.size()), text);
  }
}

TEST(TextSource, PipesAreReadThroughAFile) {
  const ScratchFolder folder;
  const std::string path = folder.path("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const std::string text = text_of_size(300'000);
  std::thread writer([&] { folder.file("pipe", text); });
  TextSource source(path);
  writer.join();
  EXPECT_EQ(read_rest(source), text);
  source.seek(1000);
  EXPECT_EQ(read_rest(source), text.substr(1000));
}

TEST(TextSource, EveryTruncationOfGzipIsRefused) {
  const ScratchFolder folder;
  const std::string whole = file_text(write_file(folder, "a.gz", text_of_size(2000)));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string path = folder.file("cut.gz", whole.substr(0, size));
    EXPECT_EQ(refusal([&] {
                TextSource source(path);
                read_rest(source);
              }),
              "bad-gzip")
        << size;
    EXPECT_EQ(refusal([&] { TextSource(path, Access::kRandom); }), "bad-gzip") << size;
  }
}

TEST(TextSource, WhatCannotBeRead) {
  const ScratchFolder folder;
  EXPECT_EQ(refusal([&] { TextSource(folder.path("none")); }), "cannot-open");
  EXPECT_EQ(refusal([&] { TextSource(folder.path("none.gz")); }), "cannot-open");
  EXPECT_EQ(refusal([&] {
              TextSource source(folder.path(""));
              read_rest(source);
            }),
            "cannot-read");
  const std::string path = folder.file("short", "abc");
  EXPECT_EQ(refusal([&] { TextSource(path, Access::kRandom).read_at(1, 3); }), "cannot-read");
}

}  // namespace
}  // namespace assay
