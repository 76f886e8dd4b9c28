#include "spec/record/record_stream.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "spec/record/codec.h"
#include "spec/record/random_case.h"
#include "spec/record/test_files.h"

namespace assay {
namespace {

struct Contents {
  std::string header;
  std::vector<std::string> records;
  std::vector<std::uint64_t> lines;
  std::string footer;
};

Contents read(const std::string& path, Access access = Access::kForward) {
  RecordStream stream(path, kVectorsFormat, access);
  Contents contents;
  if (stream.header()) contents.header = stream.header()->text;
  while (const std::optional<Record> record = stream.next()) {
    contents.records.emplace_back(record->text);
    contents.lines.push_back(record->place.line);
    if (access == Access::kRandom) {
      EXPECT_EQ(stream.read_at(record->place), record->text);
    }
  }
  EXPECT_FALSE(stream.next());
  if (stream.footer()) contents.footer = stream.footer()->text;
  return contents;
}

// `items` in one object; `key_order` is a permutation of "hcf": header, cases, footer.
std::string one_object(const std::vector<std::string>& items, const std::string& key_order,
                       int indent) {
  nlohmann::ordered_json object;
  for (const char key : key_order) {
    if (key == 'h') object["format"] = "x";
    if (key == 'f') object["footer"] = {{"cases", items.size()}};
    if (key != 'c') continue;
    object["cases"] = nlohmann::ordered_json::array();
    for (const std::string& item : items) {
      object["cases"].push_back(nlohmann::ordered_json::parse(item));
    }
  }
  return object.dump(indent, ' ', true);
}

TEST(RecordStream, BothShapesYieldTheSame) {
  const ScratchFolder folder;
  EXPECT_TRUE(rc::check([&] {
    std::vector<std::string> items(*rc::gen::inRange<std::size_t>(0, 4));
    for (std::string& item : items) append_case_json(item, random_case());
    std::string lines = "{\"format\":\"x\"}\n";
    for (const std::string& item : items) lines += item + "\n";
    lines += "{\"footer\":{\"cases\":" + std::to_string(items.size()) + "}}\n";
    const auto order = *rc::gen::element<std::string>("hcf", "hfc", "chf", "cfh", "fhc", "fch");
    const std::string object = one_object(items, order, *rc::gen::inRange(-1, 3));
    for (const std::string& text : {lines, object}) {
      for (const Access access : {Access::kForward, Access::kRandom}) {
        const Contents contents = read(folder.file("x", text), access);
        RC_ASSERT(contents.header == "{\"format\":\"x\"}");
        RC_ASSERT(contents.records == items);
        RC_ASSERT(contents.footer ==
                  "{\"footer\":{\"cases\":" + std::to_string(items.size()) + "}}");
      }
    }
  }));
}

TEST(RecordStream, PlacesOfPrettyRecords) {
  const ScratchFolder folder;
  const std::string path = folder.file(
      "x", "{ \"format\": \"x\",\n\"cases\": [\n  {\"a\": 1},\n\n {\n\"b\": [1,\n2]}\n]}");
  const Contents contents = read(path, Access::kRandom);
  EXPECT_EQ(contents.records, (std::vector<std::string>{"{\"a\":1}", "{\"b\":[1,2]}"}));
  EXPECT_EQ(contents.lines, (std::vector<std::uint64_t>{3, 5}));
}

TEST(RecordStream, SingleObjects) {
  const ScratchFolder folder;
  EXPECT_EQ(read(folder.file("a", "{\n\"op\": 1}\n")).records,
            std::vector<std::string>{"{\"op\":1}"});
  EXPECT_EQ(read(folder.file("b", "{\"op\": 1}")).records, std::vector<std::string>{"{\"op\":1}"});
  EXPECT_EQ(read(folder.file("c", "{\n\"format\": 1}\n")).header, "{\"format\":1}");
  EXPECT_TRUE(read(folder.file("d", "")).records.empty());
}

TEST(RecordStream, RecordsHaveABound) {
  const ScratchFolder folder;
  const auto record_of = [](std::size_t bytes) {
    return "{\"a\":\"" + std::string(bytes - 8, 'x') + "\"}";
  };
  const std::string fits = record_of(kMaxRecordBytes);
  const std::string too_long = record_of(kMaxRecordBytes + 1);
  const std::string lines = folder.file("lines", "{\"format\":1}\n" + fits + "\n");
  EXPECT_EQ(read(lines).records, std::vector<std::string>{fits});
  const std::string object = folder.file("object", "{\"cases\":[" + fits + "," + fits + "]}");
  EXPECT_EQ(read(object).records.size(), 2u);
  for (const std::string& text :
       {"{\"format\":1}\n" + too_long + "\n", too_long + "\n", "{\"cases\":[" + too_long + "]}",
        "{\"cases\":[], \"footer\":" + too_long + "}", "{\n\"a\":" + too_long + "}"}) {
    EXPECT_EQ(refusal([&] { read(folder.file("x", text)); }), "line-too-long");
  }
}

// A line without an end is given up at the bound, not when the memory is full.
TEST(RecordStream, EndlessRecordsAreGivenUp) {
  const ScratchFolder folder;
  for (const char* start : {"{\"a\":\"", "{\"cases\":[],\"a\":", "{\"format\":1}\n"}) {
    const std::string path = folder.file("x", start);
    std::filesystem::resize_file(path, std::uint64_t{1} << 40);  // zeros that take no space
    EXPECT_EQ(refusal([&] { read(path); }), "line-too-long");
  }
}

TEST(RecordStream, DeepNestingNeedsNoStack) {
  const ScratchFolder folder;
  const std::string deep(8'000'000, '[');
  EXPECT_EQ(refusal([&] { read(folder.file("x", "{\"cases\":[" + deep)); }), "bad-json");
  const std::string closed = deep + std::string(deep.size(), ']');
  EXPECT_EQ(read(folder.file("x", "{\"format\":1}\n" + closed + "\n")).records.size(), 1u);
}

TEST(RecordStream, AnOddTopIsRefused) {
  const ScratchFolder folder;
  for (const char* text :
       {"x", "[]", "{", "{,\"a\":1}", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "{\"cases\":[1,]}",
        "{\"cases\":[,1]}", "{\"cases\":[1 2]}", "{\"cases\":[1}", "{\"cases\":[1}]}"}) {
    EXPECT_EQ(refusal([&] { read(folder.file("x", text)); }), "bad-json") << text;
  }
}

}  // namespace
}  // namespace assay
