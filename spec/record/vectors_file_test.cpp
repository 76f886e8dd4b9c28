#include "spec/record/vectors_file.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <vector>

#include "spec/record/codec.h"
#include "spec/record/random_case.h"
#include "spec/record/test_files.h"

namespace assay {
namespace {

VectorsHeader header() {
  return {"assay", "0.1.0", std::string(64, '0'), 0x1234567890abcdef, R"({"set":"smoke"})"};
}

Case small_case(const std::string& id) {
  Case c;
  c.id = id;
  c.op = "basic/Gather";
  c.form = "count";
  c.product = "ascend950";
  c.dtype = "half";
  c.ub_bytes = 64;
  c.ub = {{32, {0x12, 0x34}}};
  c.args = {{"dst", Pointer{32}}, {"count", std::int64_t{1}}};
  return c;
}

void write(const std::string& path, const std::vector<Case>& cases) {
  VectorsWriter writer(path, header());
  for (const Case& c : cases) writer.add(c);
  writer.finish();
}

std::vector<Case> read(const std::string& path) {
  VectorsReader reader(path);
  std::vector<Case> cases;
  while (std::optional<Case> c = reader.next()) cases.push_back(*std::move(c));
  EXPECT_FALSE(reader.next());
  return cases;
}

std::string read_error(const std::string& path) {
  return refusal([&] { read(path); });
}

TEST(VectorsFile, EveryShapeReadsBack) {
  const ScratchFolder folder;
  EXPECT_TRUE(rc::check([&] {
    std::vector<Case> cases(*rc::gen::inRange<std::size_t>(0, 5));
    for (std::size_t i = 0; i < cases.size(); ++i) {
      cases[i] = random_case();
      cases[i].id += std::to_string(i);
      cases[i].after = i > 0 && *rc::gen::arbitrary<bool>() ? cases[i - 1].id : "";
    }
    for (const char* name : {"a.jsonl", "a.jsonl.gz", "a.json", "a.json.gz"}) {
      const std::string path = folder.path(name);
      write(path, cases);
      RC_ASSERT(read(path) == cases);
      RC_ASSERT(VectorsReader(path).header() == header());
    }
  }));
}

TEST(VectorsFile, TextOfBothShapes) {
  const ScratchFolder folder;
  write(folder.path("a.jsonl"), {small_case("a"), small_case("b")});
  write(folder.path("a.json"), {small_case("a"), small_case("b")});
  std::string a;
  std::string b;
  append_case_json(a, small_case("a"));
  append_case_json(b, small_case("b"));
  const std::string head =
      R"({"format":"assay-vectors","version":1,"generator":{"name":"assay","version":"0.1.0"},)"
      R"("spec_sha256":")" +
      std::string(64, '0') + R"(","seed":"0x1234567890abcdef","selection":{"set":"smoke"})";
  const std::string footer = R"("footer":{"cases":2,"sha256":")";
  const std::string lines = file_text(folder.path("a.jsonl"));
  EXPECT_EQ(lines.find(head + "}\n" + a + "\n" + b + "\n{" + footer), 0u) << lines;
  const std::string object = file_text(folder.path("a.json"));
  EXPECT_EQ(object.find(head + ",\"cases\":[\n" + a + ",\n" + b + "\n]," + footer), 0u) << object;
  const auto hash_of = [&](const std::string& text) {
    return text.substr(text.find(footer) + footer.size(), 64);
  };
  EXPECT_EQ(hash_of(lines), hash_of(object));
}

TEST(VectorsFile, LinesMayBeSerialisedElsewhere) {
  const ScratchFolder folder;
  write(folder.path("a"), {small_case("a")});
  VectorsWriter writer(folder.path("b"), header());
  std::string line;
  append_case_json(line, small_case("a"));
  writer.add_line(line);
  writer.finish();
  EXPECT_EQ(file_text(folder.path("a")), file_text(folder.path("b")));
}

TEST(VectorsFile, NothingIsLeftOfAnUnfinishedOne) {
  const ScratchFolder folder;
  {
    VectorsWriter writer(folder.path("a"), header());
    writer.add(small_case("a"));
  }
  EXPECT_TRUE(folder.is_empty());
}

TEST(VectorsFile, CasesAreReadAgainByPlace) {
  const ScratchFolder folder;
  for (const char* name : {"a.jsonl", "a.json", "a.jsonl.gz"}) {
    const std::string path = folder.path(name);
    write(path, {small_case("a"), small_case("b"), small_case("c")});
    VectorsReader reader(path, Access::kRandom);
    std::vector<RecordPlace> places;
    while (reader.next()) places.push_back(reader.place());
    EXPECT_EQ(reader.read(places.at(1)), small_case("b"));
    EXPECT_EQ(reader.read(places.at(0)), small_case("a"));
  }
}

TEST(VectorsFile, ABareCaseNeedsAJsonName) {
  const ScratchFolder folder;
  std::string text;
  append_case_json(text, small_case("a"));
  const std::string path = folder.file("a.json", text);
  EXPECT_EQ(read(path), std::vector<Case>{small_case("a")});
  EXPECT_FALSE(VectorsReader(path).header());
  EXPECT_EQ(read_error(folder.file("a.jsonl", text)), "missing-header");
}

// What follows guards against loss and edits: whatever happens to the bytes, it is noticed.

TEST(VectorsFile, EveryTruncationIsRefused) {
  const ScratchFolder folder;
  for (const char* name : {"a.jsonl", "a.json", "a.jsonl.gz"}) {
    write(folder.path(name), {small_case("a"), small_case("b")});
    const std::string text = file_text(folder.path(name));
    const std::size_t end = text.size() - (text.back() == '\n' ? 1 : 0);
    for (std::size_t size = 0; size < end; ++size) {
      EXPECT_NE(read_error(folder.file(std::string("cut-") + name, text.substr(0, size))), "")
          << name << " cut to " << size << " bytes";
    }
    EXPECT_EQ(read_error(folder.file(std::string("cut-") + name, text.substr(0, end))), "");
  }
}

TEST(VectorsFile, EveryFlippedBitIsRefused) {
  const ScratchFolder folder;
  write(folder.path("a.jsonl"), {small_case("a"), small_case("b")});
  const std::string text = file_text(folder.path("a.jsonl"));
  const std::size_t final_line_feed = text.size() - 1;
  for (std::size_t byte = text.find('\n') + 1; byte < text.size(); ++byte) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = text;
      flipped[byte] = static_cast<char>(flipped[byte] ^ (1 << bit));
      EXPECT_NE(read_error(folder.file("b.jsonl", flipped)), "")
          << "bit " << bit << " of byte " << byte << (byte == final_line_feed ? ", the last" : "");
    }
  }
}

TEST(VectorsFile, EveryLostOrDoubledLineIsRefused) {
  const ScratchFolder folder;
  write(folder.path("a.jsonl"), {small_case("a"), small_case("b"), small_case("c")});
  std::vector<std::string> lines;
  std::string rest = file_text(folder.path("a.jsonl"));
  while (!rest.empty()) {
    lines.push_back(rest.substr(0, rest.find('\n') + 1));
    rest.erase(0, lines.back().size());
  }
  ASSERT_EQ(lines.size(), 5u);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string lost;
    std::string doubled;
    for (std::size_t j = 0; j < lines.size(); ++j) {
      if (j != i) lost += lines[j];
      doubled += j == i ? lines[j] + lines[j] : lines[j];
    }
    EXPECT_NE(read_error(folder.file("b.jsonl", lost)), "") << i;
    EXPECT_NE(read_error(folder.file("b.jsonl", doubled)), "") << i;
  }
}

TEST(VectorsFile, DoubleIdsNameBothLines) {
  const ScratchFolder folder;
  write(folder.path("a.jsonl"), {small_case("a"), small_case("b"), small_case("a")});
  const std::string text = refusal_text([&] { read(folder.path("a.jsonl")); });
  EXPECT_NE(text.find("line 4 /id: "), std::string::npos) << text;
  EXPECT_NE(text.find("also on line 2"), std::string::npos) << text;
}

TEST(VectorsFile, WriteErrorsAreReported) {
  EXPECT_EQ(refusal([] {
              VectorsWriter writer("/dev/full", header());
              writer.finish();
            }),
            "write-failed");
  EXPECT_EQ(refusal([] {
              Case c = small_case("a");
              c.ub_bytes = std::uint64_t{1} << 40;
              c.ub = {{0, Bytes(std::size_t{8} << 20)}};
              VectorsWriter("/dev/null", header()).add(c);
            }),
            "line-too-long");
}

}  // namespace
}  // namespace assay
