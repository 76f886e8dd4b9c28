#include "spec/record/line_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "spec/record/test_files.h"

namespace assay {
namespace {

constexpr std::size_t kMaxBytes = 1'000'000;

TEST(LineReader, LinesOfAllLengths) {
  const ScratchFolder folder;
  std::vector<std::string> lines = {"", "a", "", std::string(kMaxBytes, 'b')};
  for (std::size_t i = 0; i < 3000; ++i) lines.emplace_back(i, static_cast<char>('a' + i % 26));
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  TextSource source(folder.file("x", text));
  LineReader reader(source, kMaxBytes);
  std::uint64_t number = 0;
  while (const std::optional<Line> line = reader.next()) {
    ASSERT_LT(number, lines.size());
    EXPECT_EQ(line->text, lines[number]);
    EXPECT_EQ(line->text, text.substr(line->offset, line->text.size()));
    EXPECT_EQ(line->number, ++number);
    EXPECT_TRUE(line->terminated);
  }
  EXPECT_EQ(number, lines.size());
}

TEST(LineReader, TellsAMissingLineFeed) {
  const ScratchFolder folder;
  TextSource source(folder.file("x", "a\nb"));
  LineReader reader(source, kMaxBytes);
  EXPECT_TRUE(reader.next()->terminated);
  const std::optional<Line> last = reader.next();
  EXPECT_EQ(last->text, "b");
  EXPECT_FALSE(last->terminated);
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.next());
}

TEST(LineReader, RefusesLongLines) {
  const ScratchFolder folder;
  for (const char* end : {"", "\n"}) {
    TextSource source(folder.file("x", "a\n" + std::string(kMaxBytes + 1, 'b') + end));
    LineReader reader(source, kMaxBytes);
    reader.next();
    EXPECT_EQ(refusal([&] { reader.next(); }), "line-too-long");
  }
}

}  // namespace
}  // namespace assay
