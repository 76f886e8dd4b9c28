#include "fuzz/targets/protocol.h"

#include <gtest/gtest.h>

#include "spec/bad_input.h"

namespace assay {
namespace {

TEST(Protocol, RequestsAreLines) {
  EXPECT_EQ(hello_request(), "{\"hello\":{\"protocol\":1}}\n");
  EXPECT_EQ(bye_request(), "{\"bye\":true}\n");
  Case c;
  c.id = "a";
  c.name = "not for the target";
  const std::string run = run_request(c);
  EXPECT_TRUE(run.starts_with(R"({"run":{"id":"a",)")) << run;
  EXPECT_TRUE(run.ends_with("}}\n")) << run;
  EXPECT_EQ(run.find("not for"), std::string::npos) << run;
}

TEST(Protocol, AHelloNeedsOnlyTheProtocolNumber) {
  EXPECT_EQ(parse_hello(R"({"hello":{"protocol":1}})"), (Hello{{"", "", "process"}, 1}));
  EXPECT_EQ(parse_hello(R"( {"mood":1, "hello":{"name":"n","version":"2","protocol":1,"x":[]}})"),
            (Hello{{"n", "2", "process"}, 1}));
}

TEST(Protocol, AWindowIsBounded) {
  const auto window = [](const std::string& text) {
    return parse_hello(R"({"hello":{"protocol":1,"window":)" + text + "}}").window;
  };
  EXPECT_EQ(window("4"), 4u);
  EXPECT_EQ(window("256"), kMaxWindow);
  EXPECT_EQ(window("4294967297"), kMaxWindow);
  for (const char* bad : {"0", "-1", "1.5", "\"many\"", "null"}) {
    EXPECT_THROW(window(bad), BadInput) << bad;
  }
}

TEST(Protocol, WhatIsNoHello) {
  for (const char* line : {"", "hello", "{}", "[]", "null", R"({"hello":true})", R"({"hello":{}})",
                           R"({"hello":{"protocol":2}})", R"({"hello":{"protocol":1.0}})",
                           R"({"hello":{"protocol":1,"name":7}})", R"({"hello":{"protocol":1})",
                           R"({"hello":{"protocol":1,"protocol":1}})",
                           "{\"hello\":{\"protocol\":1,\"name\":\"\xff\"}}"}) {
    try {
      parse_hello(line);
      ADD_FAILURE() << line;
    } catch (const BadInput& e) {
      EXPECT_EQ(e.id, "no-hello") << line;
    }
  }
}

TEST(Protocol, AnExcerptIsOneShortLine) {
  EXPECT_EQ(excerpt("a\tb\x7f"), "a b ");
  const std::string text = excerpt(std::string(1000, 'x'));
  EXPECT_LT(text.size(), 200u);
  EXPECT_TRUE(text.ends_with("xx... (1000 bytes)")) << text;
}

}  // namespace
}  // namespace assay
