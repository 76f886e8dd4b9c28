// The comparison sees every promised bit and no other.
#include "oracle/judge/compare.h"

#include <gtest/gtest.h>

#include <functional>

#include "oracle/judge/test_answers.h"
#include "oracle/test_outcomes.h"

namespace assay {
namespace {

using namespace test_answers;

void flip(Bytes& bytes, std::size_t bit) {
  bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ 1u << (bit % 8));
}

bool cared(const Bytes& care, std::size_t bit) {
  return care.empty() || test_calls::bit_of(care, bit);
}

// Flips each bit of one output in turn.
void expect_flips_seen(const ExpectedOutputs& want, const std::string& output, const Bytes& care,
                       std::size_t bytes, const std::function<Bytes&(Result&)>& of) {
  for (std::size_t bit = 0; bit < 8 * bytes; ++bit) {
    Result got = right_answer(want);
    flip(of(got), bit);
    const std::optional<Difference> d = compare(want, nullptr, got, 1);
    ASSERT_EQ(d.has_value(), cared(care, bit)) << output << " bit " << bit;
    if (!d) continue;
    EXPECT_EQ(d->output, output);
    EXPECT_EQ(d->bit, bit);
    EXPECT_EQ(d->wrong_bits, 1u);
    EXPECT_EQ(d->problem, "");
  }
}

void expect_all_flips_seen(const ExpectedOutputs& want) {
  ASSERT_FALSE(compare(want, nullptr, right_answer(want), 1).has_value());
  for (std::size_t k = 0; k < want.ub.size(); ++k) {
    const ExpectedSegment& s = want.ub[k];
    expect_flips_seen(want, "ub@" + std::to_string(s.addr), s.care, s.data.size(),
                      [k](Result& r) -> Bytes& { return r.ub[k].data; });
  }
  for (const auto& [registers, of] :
       {std::pair{&want.vreg, &Result::vreg}, std::pair{&want.mreg, &Result::mreg}}) {
    for (std::size_t k = 0; k < registers->size(); ++k) {
      const ExpectedRegister& e = (*registers)[k];
      expect_flips_seen(want, e.name, e.care, e.data.size(),
                        [k, member = of](Result& r) -> Bytes& { return (r.*member)[k].data; });
    }
  }
}

TEST(Compare, EveryPromisedBitAndNoOther) { expect_all_flips_seen(one_of_each()); }

TEST(Compare, EveryPromisedBitOfRealCalls) {
  Case reduce = test_calls::reduce_call("count");
  const auto shrink = [](Case& c, std::vector<std::pair<std::uint64_t, std::size_t>> places) {
    const Bytes all = c.ub[0].data;
    c.ub.clear();
    for (const auto& [addr, bytes] : places) {
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(addr);
      c.ub.push_back({addr, Bytes(begin, begin + static_cast<std::ptrdiff_t>(bytes))});
    }
  };
  shrink(reduce, {{4064, 128}, {8192, 40}, {12288, 3}});
  Case masked = test_calls::datablock_call("ret_masked");
  masked.core = Core::kAic;
  shrink(masked, {{8192, 256}});
  for (const Case& c : {reduce, masked, test_calls::copy_call("mreg_masked")}) {
    expect_all_flips_seen(test_calls::expectation(c).outputs);
  }
}

TEST(Compare, PointersInEveryBit) {
  ExpectedOutputs want;
  want.scalar = {{"src", 0x1234}};
  for (unsigned bit = 0; bit < 64; ++bit) {
    Result got = right_answer(want);
    got.scalar[0].address ^= static_cast<std::int64_t>(1ull << bit);
    const auto d = compare(want, nullptr, got, 4);
    ASSERT_TRUE(d.has_value());
    EXPECT_EQ(d->output, "scalar.src");
    EXPECT_EQ(d->bit, bit);
    EXPECT_EQ(d->expected, (Bytes{0x34, 0x12, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(d->actual.size(), 8u);
  }
  Result negative = right_answer(want);
  negative.scalar[0].address = -32;
  EXPECT_EQ(compare(want, nullptr, negative, 4)->actual,
            (Bytes{0xe0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}));
}

TEST(Compare, MissingShortAndLongOutputs) {
  const ExpectedOutputs want = one_of_each();
  const auto problem = [&](const std::function<void(Result&)>& spoil) {
    Result got = right_answer(want);
    spoil(got);
    const auto d = compare(want, nullptr, got, 1);
    return d ? d->output + ": " + d->problem : "";
  };
  EXPECT_EQ(problem([](Result& r) { r.ub.erase(r.ub.begin()); }), "ub@64: missing");
  EXPECT_EQ(problem([](Result& r) { r.ub[1].addr = 129; }), "ub@128: missing");
  EXPECT_EQ(problem([](Result& r) { r.ub[0].data.pop_back(); }), "ub@64: 3 bytes instead of 4");
  EXPECT_EQ(problem([](Result& r) { r.vreg.clear(); }), "dst: missing");
  EXPECT_EQ(problem([](Result& r) { r.vreg[0].data.push_back(0); }),
            "dst: 257 bytes instead of 256");
  EXPECT_EQ(problem([](Result& r) { r.vreg[0].data.clear(); }), "dst: 0 bytes instead of 256");
  EXPECT_EQ(problem([](Result& r) { std::swap(r.vreg[0].name, r.mreg[0].name); }), "dst: missing");
  EXPECT_EQ(problem([](Result& r) { r.mreg[0].data.resize(16); }), "flags: 16 bytes instead of 32");
  EXPECT_EQ(problem([](Result& r) { r.scalar.clear(); }), "scalar.src: missing");
  // Even where no bit is promised, the output must be there, with its length.
  ExpectedOutputs open;
  open.vreg = {{"return", Bytes(256), Bytes(256)}};
  Result got = right_answer(open);
  EXPECT_FALSE(compare(open, nullptr, got, 1).has_value());
  got.vreg[0].data.pop_back();
  EXPECT_TRUE(compare(open, nullptr, got, 1).has_value());
}

TEST(Compare, MoreThanWasAskedForAndAnotherOrderAreFine) {
  const ExpectedOutputs want = one_of_each();
  Result got = right_answer(want);
  std::swap(got.ub[0], got.ub[1]);
  got.ub.push_back({4000, {1}});
  got.vreg.insert(got.vreg.begin(), {"src", Bytes(3)});
  got.scalar.insert(got.scalar.begin(), {"other", 1});
  EXPECT_FALSE(compare(want, nullptr, got, 1).has_value());
}

TEST(Compare, ReportsTheFirstWrongBitItsLaneAndHowMany) {
  ExpectedOutputs want;
  want.vreg = {{"dst", Bytes(256, 0), {}}};
  Result got = right_answer(want);
  got.vreg[0].data[13] = 0x60;
  got.vreg[0].data[200] = 0xff;
  const auto d = compare(want, nullptr, got, 4);
  ASSERT_TRUE(d.has_value());
  EXPECT_EQ(d->bit, 8u * 13 + 5);
  EXPECT_EQ(d->wrong_bits, 10u);
  EXPECT_EQ(d->expected, Bytes(4, 0));
  EXPECT_EQ(d->actual, (Bytes{0, 0x60, 0, 0}));
  EXPECT_EQ(compare(want, nullptr, got, 8)->actual, (Bytes{0, 0, 0, 0, 0, 0x60, 0, 0}));
  EXPECT_EQ(compare(want, nullptr, got, 1)->actual, Bytes{0x60});
}

TEST(Compare, MemoryComesFirstThenVectorsThenMasksThenPointers) {
  const ExpectedOutputs want = one_of_each();
  Result got;
  const auto first = [&] { return compare(want, nullptr, got, 1)->output; };
  EXPECT_EQ(first(), "ub@64");
  got.ub = right_answer(want).ub;
  EXPECT_EQ(first(), "dst");
  got.vreg = right_answer(want).vreg;
  EXPECT_EQ(first(), "flags");
  got.mreg = right_answer(want).mreg;
  EXPECT_EQ(first(), "scalar.src");
}

TEST(Compare, ReplacedOutputsStandInForThoseOfTheirName) {
  const ExpectedOutputs want = one_of_each();
  ExpectedOutputs other;
  other.ub = {{128, {9, 9, 9, 9}, {}}};
  other.scalar = {{"src", 1}};
  Result got = right_answer(want);
  EXPECT_EQ(compare(want, &other, got, 1)->output, "ub@128");
  got.ub[1].data = {9, 9, 9, 9};
  EXPECT_EQ(compare(want, &other, got, 1)->output, "scalar.src");
  got.scalar[0].address = 1;
  EXPECT_FALSE(compare(want, &other, got, 1).has_value());
  got.ub[1].data[3] = 8;  // without a care mask of its own every bit counts
  EXPECT_TRUE(compare(want, &other, got, 1).has_value());
  got.ub[1].data[3] = 9;
  got.ub[0].data[0] ^= 1;
  EXPECT_EQ(compare(want, &other, got, 1)->output, "ub@64") << "the rest still counts";
}

}  // namespace
}  // namespace assay
