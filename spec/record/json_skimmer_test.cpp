#include "spec/record/json_skimmer.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <nlohmann/json.hpp>

#include "spec/record/random_case.h"
#include "spec/record/test_files.h"

namespace assay {
namespace {

std::string compact(std::string_view text) { return compact_json(text, {"file", 1}); }

nlohmann::ordered_json random_json(int depth) {
  switch (*rc::gen::inRange(0, depth > 0 ? 6 : 4)) {
    case 0: return random_text();
    case 1: return *rc::gen::arbitrary<int>();
    case 2: return *rc::gen::arbitrary<bool>();
    case 3: return nullptr;
    case 4: {
      nlohmann::ordered_json list = nlohmann::ordered_json::array();
      for (int i = *rc::gen::inRange(0, 4); i > 0; --i) list.push_back(random_json(depth - 1));
      return list;
    }
    default: break;
  }
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  for (const std::string& name : random_names()) object[name] = random_json(depth - 1);
  return object;
}

TEST(JsonSkimmer, CompactsWhatAnyoneFormatted) {
  EXPECT_TRUE(rc::check([] {
    const nlohmann::ordered_json value = random_json(4);
    const int indent = *rc::gen::inRange(0, 4);
    RC_ASSERT(compact(value.dump(indent)) == value.dump());
    RC_ASSERT(compact(value.dump()) == value.dump());
  }));
}

TEST(JsonSkimmer, NeverMakesGoodTextOfBad) {
  EXPECT_EQ(compact("[1 2]"), "[1 2]");
  EXPECT_EQ(compact("[tr ue]"), "[tr ue]");
  EXPECT_EQ(compact("[1\t\n , 2]"), "[1,2]");
  EXPECT_EQ(refusal([] { compact("{} x"); }), "bad-json");
  EXPECT_EQ(refusal([] { compact(" ,"); }), "bad-json");
  EXPECT_EQ(refusal([] { compact("[\"a]"); }), "bad-json");
  EXPECT_EQ(refusal([] { compact("[[]"); }), "bad-json");
  EXPECT_EQ(refusal([] { compact(""); }), "bad-json");
}

TEST(JsonSkimmer, QuotesAndBackslashes) {
  for (const std::string text : {R"(["\"]"])", R"(["\\"])", R"(["\\\"[{"])", R"([" , : "])"}) {
    EXPECT_EQ(compact(text), text);
  }
}

// Strings, escapes and numbers that cross the end of a block of input.
TEST(JsonSkimmer, BlocksDoNotMatter) {
  const ScratchFolder folder;
  std::string text = "[";
  for (int i = 0; i < 60'000; ++i) text += R"("\\\"",1234567890, )";
  text += "0]";
  for (std::size_t shift = 0; shift < 20; ++shift) {
    const std::string path = folder.file("x", std::string(shift, ' ') + text);
    TextSource source(path);
    JsonSkimmer skimmer(source, {path, 1});
    std::string out;
    skimmer.value(&out, JsonSkimmer::kNoLimit);
    EXPECT_EQ(out, compact(text));
    EXPECT_EQ(skimmer.offset(), shift + text.size());
  }
}

TEST(JsonSkimmer, CountsLines) {
  JsonSkimmer skimmer("\n\n[1,\n2]\n{}", {"file", 10});
  EXPECT_EQ(skimmer.peek(), '[');
  EXPECT_EQ(skimmer.line(), 12u);
  skimmer.value(nullptr, JsonSkimmer::kNoLimit);
  EXPECT_EQ(skimmer.peek(), '{');
  EXPECT_EQ(skimmer.line(), 14u);
}

TEST(JsonSkimmer, LimitCountsTheTextAsItStands) {
  const auto read = [](std::string_view text, std::uint64_t limit) {
    return refusal([&] { JsonSkimmer(text, {"file", 1}).value(nullptr, limit); });
  };
  EXPECT_EQ(read("[1,2]", 5), "");
  EXPECT_EQ(read("[1,2]", 4), "line-too-long");
  EXPECT_EQ(read("  [1, 2]", 5), "line-too-long");
  EXPECT_EQ(read("\"abc\"", 4), "line-too-long");
  EXPECT_EQ(read("12345", 4), "line-too-long");
}

TEST(JsonSkimmer, FindsMembersOfTheOuterObject) {
  const std::string text = R"({"a":{"id":"no"},"id":"yes","z":[1]})";
  const TextPlace place{"file", 1};
  EXPECT_EQ(skim_member(text, "id", place), "\"yes\"");
  EXPECT_EQ(skim_member(text, "z", place), "[1]");
  EXPECT_EQ(skim_member(text, "no", place), std::nullopt);
  EXPECT_EQ(skim_member("{}", "id", place), std::nullopt);
}

}  // namespace
}  // namespace assay
