#include "spec/record/json_value.h"

#include <gtest/gtest.h>

#include "spec/record/test_files.h"

namespace assay {
namespace {

JsonValue parse(std::string_view text) { return parse_json(text, {"file", 7}); }

std::string error(std::string_view text) {
  return refusal([&] { parse(text); });
}

std::string nested(int depth) {
  const auto count = static_cast<std::size_t>(depth);
  return std::string(count, '[') + std::string(count, ']');
}

JsonInteger integer(std::string_view text) {
  const JsonValue value = parse(text);  // a copy of the integer outlives it
  return std::get<JsonInteger>(value.value);
}

TEST(JsonValue, KeepsTheOrderOfKeys) {
  const JsonValue value = parse(R"({"z":1,"a":[true,null,"x"],"m":{}})");
  const auto& object = std::get<JsonObject>(value.value);
  ASSERT_EQ(object.size(), 3u);
  EXPECT_EQ(object[0].key, "z");
  EXPECT_EQ(object[1].key, "a");
  EXPECT_EQ(object[2].key, "m");
  EXPECT_EQ(find_member(object, "m"), &object[2].value);
  EXPECT_EQ(find_member(object, "q"), nullptr);
}

TEST(JsonValue, TellsIntegersFromFloats) {
  EXPECT_EQ(integer("18446744073709551615").magnitude, ~std::uint64_t{0});
  EXPECT_FALSE(integer("18446744073709551615").beyond_64_bits);
  EXPECT_TRUE(integer("18446744073709551616").beyond_64_bits);
  EXPECT_EQ(integer("-9223372036854775808").magnitude, std::uint64_t{1} << 63);
  EXPECT_TRUE(integer("-9223372036854775809").negative);
  EXPECT_TRUE(integer("-9223372036854775809").beyond_64_bits);
  EXPECT_FALSE(integer("-0").negative);
  for (const char* text : {"1.0", "1e3", "1E3", "-0.5", "123456789012345678901234567890e1"}) {
    EXPECT_TRUE(std::holds_alternative<JsonFloat>(parse(text).value)) << text;
  }
}

TEST(JsonValue, RefusesDuplicateKeysWithTheirPlace) {
  EXPECT_EQ(error(R"({"a":1,"a":1})"), "duplicate-key");
  EXPECT_EQ(error(R"({"a":1,"\u0061":1})"), "duplicate-key");
  EXPECT_EQ(error(R"([{"a":1},{"a":1}])"), "");
  const std::string text =
      refusal_text([] { parse(R"({"x/y":[0,{"b":{},"c":1,"d":2,"c":{}}]})"); });
  EXPECT_NE(text.find("file: line 7 /x~1y/1/c: "), std::string::npos) << text;
}

TEST(JsonValue, DepthIsBounded) {
  EXPECT_EQ(error(nested(64)), "");
  EXPECT_EQ(error(nested(65)), "too-deep");
  EXPECT_EQ(error(nested(5'000'000)), "too-deep");
  EXPECT_EQ(error(std::string(5'000'000, '[')), "too-deep");
}

TEST(JsonValue, RefusesWhatIsNotOneValue) {
  for (const std::string_view text :
       {"", " ", "{", "[1,]", "{\"a\":}", "1 2", "{} {}", "nul", "'a'", "01", "+1", ".5", "\"\t\"",
        "[1]x", "\"\\ud800\"", "\"\\x\"", "NaN", "// c\n1", "\xef\xbb\xbf{}"}) {
    EXPECT_EQ(error(text), "bad-json") << text;
  }
  EXPECT_EQ(error(std::string_view("{}\0", 3)), "bad-json");
  EXPECT_EQ(error(std::string_view("{}\0{", 4)), "bad-json");
}

TEST(JsonValue, RefusesWhatIsNotUtf8) {
  for (const char* text :
       {"\"\xff\"", "\"\xe2\x82\"", "\"\xc0\xaf\"", "\"\xed\xa0\x80\"", "\"a\xf0\x9f", "\xc3"}) {
    EXPECT_EQ(error(text), "bad-utf8") << text;
  }
}

TEST(JsonValue, PointerOfANode) {
  const JsonValue root = parse(R"({"a~b":[{},{"":5}]})");
  const auto& list = std::get<JsonArray>(std::get<JsonObject>(root.value)[0].value.value);
  EXPECT_EQ(json_pointer(root, root), "");
  EXPECT_EQ(json_pointer(root, list[1]), "/a~0b/1");
  EXPECT_EQ(json_pointer(root, std::get<JsonObject>(list[1].value)[0].value), "/a~0b/1/");
}

}  // namespace
}  // namespace assay
