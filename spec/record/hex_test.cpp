#include "spec/record/hex.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Hex, EveryByteBothWays) {
  Bytes bytes;
  for (int i = 0; i < 256; ++i) bytes.push_back(static_cast<std::uint8_t>(i));
  const std::string text = to_hex(bytes);
  EXPECT_EQ(text.substr(0, 8), "00010203");
  EXPECT_EQ(text.substr(2 * 0xab, 4), "abac");
  EXPECT_EQ(decode_hex(text), bytes);
  EXPECT_EQ(decode_hex(""), Bytes());
}

TEST(Hex, OnlyPairsOfLowerCaseDigits) {
  EXPECT_EQ(decode_hex("abc"), std::nullopt);
  for (int c = 0; c < 256; ++c) {
    const bool digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    std::string text = "00000000";
    for (const std::size_t place : {0u, 3u, 7u}) {
      text[place] = static_cast<char>(c);
      EXPECT_EQ(decode_hex(text).has_value(), digit) << c;
    }
  }
}

TEST(Hex, SaysWhatIsWrong) {
  EXPECT_EQ(describe_bad_hex("abC0"), "upper-case hex digit at character 2");
  EXPECT_EQ(describe_bad_hex("0x12"), "no hex digit at character 1");
  EXPECT_EQ(describe_bad_hex("123"), "odd number of hex digits: 3");
}

TEST(Hex, AppendsToWhatIsThere) {
  std::string text = "data:";
  append_hex(text, Bytes{0x00, 0xff, 0x1e});
  EXPECT_EQ(text, "data:00ff1e");
}

}  // namespace
}  // namespace assay
