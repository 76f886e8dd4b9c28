#include "spec/record/json_text.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "spec/record/random_case.h"

namespace assay {
namespace {

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

template <typename T>
std::string json_integer(T value) {
  std::string out;
  append_json_integer(out, value);
  return out;
}

TEST(JsonText, EscapesToAscii) {
  EXPECT_EQ(json_string("plain"), "\"plain\"");
  EXPECT_EQ(json_string("\"\\/\b\f\n\r\t"), R"("\"\\/\b\f\n\r\t")");
  EXPECT_EQ(json_string(std::string_view("\0\x1f\x7f", 3)), "\"\\u0000\\u001f\x7f\"");
  EXPECT_EQ(json_string("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"), R"("\u00e9\u20ac\ud83d\ude00")");
}

TEST(JsonText, ReplacesWhatIsNotUtf8) {
  EXPECT_EQ(json_string("a\xff\xc3"), R"("a\ufffd\ufffd")");
  EXPECT_EQ(json_string("\xed\xa0\x80z"), R"("\ufffd\ufffd\ufffdz")");
}

TEST(JsonText, ReadsBackAsItself) {
  EXPECT_TRUE(rc::check([] {
    const std::string text = random_text();
    RC_ASSERT(nlohmann::json::parse(json_string(text)).get<std::string>() == text);
  }));
}

TEST(JsonText, WideIntegersAreText) {
  EXPECT_EQ(json_integer(std::uint64_t{0}), "0");
  EXPECT_EQ(json_integer((std::uint64_t{1} << 53) - 1), "9007199254740991");
  EXPECT_EQ(json_integer(std::uint64_t{1} << 53), "\"0x20000000000000\"");
  EXPECT_EQ(json_integer(~std::uint64_t{0}), "\"0xffffffffffffffff\"");
  EXPECT_EQ(json_integer(std::numeric_limits<std::int64_t>::max()), "\"0x7fffffffffffffff\"");
  EXPECT_EQ(json_integer(std::int64_t{-1}), "-1");
  EXPECT_EQ(json_integer(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
}

TEST(JsonText, HexIntegersOfAWidth) {
  std::string out;
  append_json_hex_integer(out, 0xff, 16);
  append_json_hex_integer(out, 0);
  EXPECT_EQ(out, "\"0x00000000000000ff\"\"0x0\"");
}

}  // namespace
}  // namespace assay
