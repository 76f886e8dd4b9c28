#include "spec/record/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace assay {
namespace {

TEST(Utf8, EdgesOfEachLength) {
  struct {
    std::string_view text;
    char32_t value;
  } const kPoints[] = {{"\x7f", 0x7f},
                       {"\xc2\x80", 0x80},
                       {"\xdf\xbf", 0x7ff},
                       {"\xe0\xa0\x80", 0x800},
                       {"\xed\x9f\xbf", 0xd7ff},
                       {"\xee\x80\x80", 0xe000},
                       {"\xef\xbf\xbf", 0xffff},
                       {"\xf0\x90\x80\x80", 0x10000},
                       {"\xf4\x8f\xbf\xbf", 0x10ffff}};
  for (const auto& point : kPoints) {
    const CodePoint found = first_code_point(point.text);
    EXPECT_TRUE(found.valid) << point.text;
    EXPECT_TRUE(found.value == point.value) << point.text;
    EXPECT_EQ(found.bytes, point.text.size());
  }
}

TEST(Utf8, WhatIsNoCodePoint) {
  for (const std::string_view text :
       {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xed\xbf\xbf",
        "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xc3", "\xe2\x82",
        "\xf0\x9f\x98", "\xc3(", "\xe2(\xac"}) {
    EXPECT_FALSE(is_utf8(text)) << text;
    EXPECT_EQ(first_code_point(text).bytes, 1u);
    EXPECT_FALSE(is_utf8("ab" + std::string(text)));
  }
}

TEST(Utf8, WholeTexts) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8("na\xc3\xafve \xe2\x82\xac \xf0\x9f\x98\x80"));
  EXPECT_TRUE(is_utf8(std::string_view("\0", 1)));
}

}  // namespace
}  // namespace assay
