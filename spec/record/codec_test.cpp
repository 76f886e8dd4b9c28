#include "spec/record/codec.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "spec/record/json_skimmer.h"
#include "spec/record/random_case.h"
#include "spec/record/test_files.h"

namespace assay {
namespace {

std::string case_json(const Case& c, CaseText what = CaseText::kWhole) {
  std::string text;
  append_case_json(text, c, what);
  return text;
}

std::string result_json(const Result& r) {
  std::string text;
  append_result_json(text, r);
  return text;
}

bool is_compact_ascii(const std::string& text) {
  const bool ascii = std::all_of(text.begin(), text.end(), [](char c) { return c >= ' '; });
  return ascii && compact_json(text, {}) == text && nlohmann::json::accept(text);
}

// The example of the file formats' page, with bytes instead of dots.
Case example() {
  Case c;
  c.id = "5q3k";
  c.name = "reg/asc_copy.vreg.7";
  c.op = "reg/asc_copy";
  c.form = "vreg";
  c.product = "ascend950";
  c.dtype = "int16";
  c.ub_bytes = 253952;
  c.ub = {{4096, {0x00, 0xff}}};
  c.mreg = {{"mask", Bytes(32, 0xaa)}};
  c.args = {{"src", Pointer{4096}}, {"count", std::int64_t{128}}, {"mask", MaskWords{0xff, 0}}};
  c.tags = {"mask:alternating"};
  c.clauses = {"CPY-C06"};
  c.after = "8a2x";
  c.expect.emplace();
  c.expect->options = {{"reg/asc_copy.mask_group", "bitwise"}};
  c.expect->outputs.ub = {{4096, {0x01, 0xff}, {0xff, 0x00}}};
  c.expect->outputs.scalar = {{"src", 4224}};
  c.expect->alternatives = {{{{"reg/asc_copy.mask_group", "lsb_only_b16"}}, {}}};
  return c;
}

std::string repeated(std::string_view text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

TEST(Codec, WritesKeysInTheOrderOfTheFormat) {
  EXPECT_EQ(case_json(example()),
            R"({"id":"5q3k","name":"reg/asc_copy.vreg.7","op":"reg/asc_copy","form":"vreg",)"
            R"("product":"ascend950","dtype":"int16","context":{"core":"aiv","ub_bytes":253952},)"
            R"("ub":[{"addr":4096,"data":"00ff"}],"mreg":{"mask":")" +
                repeated("aa", 32) +
                R"("},"args":{"src":{"ub":4096},"count":128,)"
                R"("mask":["0x00000000000000ff","0x0000000000000000"]},)"
                R"("tags":["mask:alternating"],"clauses":["CPY-C06"],"after":"8a2x",)"
                R"("expect":{"verdict":"ok","options":{"reg/asc_copy.mask_group":"bitwise"},)"
                R"("ub":[{"addr":4096,"data":"01ff","care":"ff00"}],"scalar":{"src":4224},)"
                R"("alternatives":[{"options":{"reg/asc_copy.mask_group":"lsb_only_b16"}}]}})");
}

TEST(Codec, ARequestHasWhatATargetMaySee) {
  Case bare = example();
  bare.name.clear();
  bare.tags.clear();
  bare.clauses.clear();
  bare.expect.reset();
  EXPECT_EQ(case_json(example(), CaseText::kRequest), case_json(bare));
  EXPECT_EQ(parse_case(case_json(example(), CaseText::kRequest)), bare);
}

TEST(Codec, CasesReadBackAsTheyWereWritten) {
  EXPECT_TRUE(rc::check([] {
    const Case c = random_case();
    const std::string text = case_json(c);
    RC_ASSERT(parse_case(text) == c);
    RC_ASSERT(is_compact_ascii(text));
  }));
}

TEST(Codec, ResultsReadBackAsTheyWereWritten) {
  EXPECT_TRUE(rc::check([] {
    const Result r = random_result();
    const std::string text = result_json(r);
    RC_ASSERT(parse_result(text) == r);
    RC_ASSERT(is_compact_ascii(text));
  }));
}

TEST(Codec, ErrorsNameFileLinePointerAndCase) {
  std::string text = case_json(example());
  text.replace(text.find("00ff"), 4, "00fff");
  EXPECT_EQ(refusal_text([&] {
              parse_case(text, {"smoke.jsonl", 12});
            }),
            "smoke.jsonl: line 12 /ub/0/data: case \"5q3k\": odd number of hex digits: 5 "
            "[bad-hex]; write bytes as pairs of digits 0-9 and a-f");
}

TEST(Codec, IntegersInBothForms) {
  const auto scalar = [](const std::string& number) {
    Case c = example();
    c.args = {{"x", std::int64_t{7}}};
    std::string text = case_json(c);
    text.replace(text.find("\"x\":7") + 4, 1, number);
    return parse_case(text).args[0].value;
  };
  EXPECT_EQ(scalar("\"0x10\""), ArgValue(std::int64_t{16}));
  EXPECT_EQ(scalar("\"0x0000000000000000000010\""), ArgValue(std::int64_t{16}));
  EXPECT_EQ(scalar("18446744073709551615"), ArgValue(~std::uint64_t{0}));
  EXPECT_EQ(scalar("\"0xffffffffffffffff\""), ArgValue(~std::uint64_t{0}));
  EXPECT_EQ(scalar("-5"), ArgValue(std::int64_t{-5}));
  EXPECT_EQ(scalar("-9223372036854775808"), ArgValue(std::numeric_limits<std::int64_t>::min()));
  EXPECT_EQ(scalar("[255,\"0x1\"]"), ArgValue(MaskWords{255, 1}));
}

TEST(Codec, ScalarsOfResultsAreSaturated) {
  const auto scalar = [](const std::string& number) {
    return parse_result(R"({"id":"a","status":"ok","scalar":{"src":)" + number + "}}")
        .scalar[0]
        .address;
  };
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
  constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(scalar("9223372036854775807"), kMax);
  EXPECT_EQ(scalar("9223372036854775808"), kMax);
  EXPECT_EQ(scalar("1" + std::string(200, '0')), kMax);
  EXPECT_EQ(scalar("\"0xffffffffffffffffffff\""), kMax);
  EXPECT_EQ(scalar("-9223372036854775808"), kMin);
  EXPECT_EQ(scalar("-9223372036854775809"), kMin);
  EXPECT_EQ(refusal([&] { scalar("1e30"); }), "wrong-type");
  EXPECT_EQ(refusal([&] { scalar("1.0"); }), "wrong-type");
}

TEST(Codec, ResultsMayHaveMoreThanIsKnown) {
  const Result r = parse_result(
      R"({"seconds":0.5,"id":"a","status":"timeout","ub":[{"addr":1,"data":"","x":[]}]})");
  EXPECT_EQ(r.status, Status::kTimeout);
  EXPECT_EQ(r.ub, (std::vector<Segment>{{1, {}}}));
}

// Text from a target may be anything; what is written must be readable.
TEST(Codec, WrittenTextIsAlwaysUtf8) {
  Result r;
  r.id = "a";
  r.detail = "caf\xe9 \xe2\x82";
  EXPECT_EQ(result_json(r), R"({"id":"a","status":"ok","detail":"caf\ufffd \ufffd\ufffd"})");
  EXPECT_EQ(parse_result(result_json(r)).detail, "caf\xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd");
}

TEST(CaseId, ComesFromTheCallAlone) {
  EXPECT_TRUE(rc::check([] {
    const Case c = random_case();
    Case other = c;
    other.id = "other";
    other.name += "x";
    other.tags.push_back("x");
    other.clauses.clear();
    other.expect.reset();
    std::reverse(other.args.begin(), other.args.end());
    std::reverse(other.vreg.begin(), other.vreg.end());
    std::reverse(other.mreg.begin(), other.mreg.end());
    RC_ASSERT(case_id(other) == case_id(c));
    RC_ASSERT(case_id(c).size() == 26u);
    RC_ASSERT(case_id(c).find_first_not_of("abcdefghijklmnopqrstuvwxyz234567") ==
              std::string::npos);
  }));
}

TEST(CaseId, ChangesWithEveryPartOfTheCall) {
  const std::string id = case_id(example());
  const auto changed = [&](auto change) {
    Case c = example();
    change(c);
    return case_id(c) != id;
  };
  EXPECT_TRUE(changed([](Case& c) { c.op = "x"; }));
  EXPECT_TRUE(changed([](Case& c) { c.form = "x"; }));
  EXPECT_TRUE(changed([](Case& c) { c.product = "x"; }));
  EXPECT_TRUE(changed([](Case& c) { c.dtype = "x"; }));
  EXPECT_TRUE(changed([](Case& c) { c.core = Core::kAic; }));
  EXPECT_TRUE(changed([](Case& c) { c.ub_bytes = 1; }));
  EXPECT_TRUE(changed([](Case& c) { c.ub[0].data[1] ^= 1; }));
  EXPECT_TRUE(changed([](Case& c) { c.mreg[0].data[31] ^= 1; }));
  EXPECT_TRUE(changed([](Case& c) { c.vreg = {{"dst", Bytes(256)}}; }));
  EXPECT_TRUE(changed([](Case& c) { c.args[1].value = std::int64_t{129}; }));
  EXPECT_TRUE(changed([](Case& c) { c.after.clear(); }));
}

}  // namespace
}  // namespace assay
