// The stream of choices: fixed to the bit, and replayable.
#include "fuzz/generate/choices.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <set>

#include "fuzz/generate/generator.h"

namespace assay {
namespace {

TEST(Random, IsSplitMix64) {
  Random zero(0);
  for (const std::uint64_t want : {0xe220a8397b1dcdafull, 0x6e789e6aa1b965f4ull,
                                   0x06c45d188009454full, 0xf88bb8a8724c81ecull}) {
    EXPECT_EQ(zero.next(), want);
  }
  Random other(1234567);
  for (const std::uint64_t want :
       {6457827717110365317ull, 3203168211198807973ull, 9817491932198370423ull}) {
    EXPECT_EQ(other.next(), want);
  }
  EXPECT_EQ(Random(0).below(1000), 0xe220a8397b1dcdafull % 1000);
  EXPECT_EQ(mix64(0x9e3779b97f4a7c15), 0xe220a8397b1dcdafull);
}

TEST(CaseSeed, IsFixedAndTellsItsArgumentsApart) {
  EXPECT_EQ(case_seed(1, "basic/Gather.count.ascend950.half", 0), 11600000358311009036ull);
  EXPECT_EQ(case_seed(2, "basic/Gather.count.ascend950.half", 0), 31576127443978713ull);
  EXPECT_EQ(case_seed(1, "reg/asc_copy.mreg.ascend950.mask", 7), 6211029411761252079ull);
  std::set<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    for (const char* cell : {"", "a", "b", "ab", "ba"}) {
      for (std::uint64_t index = 0; index < 100; ++index) {
        seeds.insert(case_seed(seed, cell, index));
      }
    }
  }
  EXPECT_EQ(seeds.size(), 8u * 5 * 100);
}

TEST(Choices, AreFixedForASeed) {
  Choices c = Choices::from_seed(0);
  EXPECT_EQ(c.below(1000), 0xe220a8397b1dcdafull % 1000);
  EXPECT_EQ(c.between(-5, 5), -5 + static_cast<std::int64_t>(0x6e789e6aa1b965f4ull % 11));
  EXPECT_EQ(c.tape().size(), 2u);
}

TEST(Choices, BeyondTheTapeEverythingIsZero) {
  Choices c = Choices::replay({7, 7});
  EXPECT_EQ(c.below(10), 7u);
  EXPECT_EQ(c.below(5), 2u) << "a value that is too large wraps around";
  EXPECT_EQ(c.below(10), 0u);
  EXPECT_EQ(c.between(-3, 3), -3);
  EXPECT_EQ(c.log_between(4, 400), 4u);
  EXPECT_EQ(c.seed(), 0u);
  EXPECT_EQ(c.pick("x", {{"first"}, {"second"}}), 0u);
}

// Draws a bit of everything.
std::vector<std::uint64_t> draw(Choices& c) {
  std::vector<std::uint64_t> drawn;
  for (int round = 0; round < 4; ++round) {
    drawn.push_back(c.below(13));
    drawn.push_back(static_cast<std::uint64_t>(c.between(-100, 1000)));
    drawn.push_back(c.seed());
    drawn.push_back(c.log_between(3, 100000));
    drawn.push_back(c.pick("label", {{"a", 1}, {"b", 2}, {"c", 3}}));
  }
  return drawn;
}

TEST(Choices, TheTapeReplaysTheSameChoices) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Choices first = Choices::from_seed(seed);
    const auto drawn = draw(first);
    Choices again = Choices::replay(first.tape());
    EXPECT_EQ(draw(again), drawn);
    EXPECT_EQ(again.tape(), first.tape());
    EXPECT_EQ(again.tags(), first.tags());
  }
}

TEST(Choices, StayWithinTheirBounds) {
  EXPECT_TRUE(rc::check([](const std::vector<std::uint64_t>& tape) {
    Choices c = Choices::replay(tape);
    for (std::size_t i = 0; i < tape.size(); ++i) {
      const auto lo = *rc::gen::inRange<std::uint64_t>(0, 1000);
      const auto hi = lo + *rc::gen::inRange<std::uint64_t>(0, 1u << 20);
      const std::uint64_t n = c.log_between(lo, hi);
      RC_ASSERT(n >= lo && n <= hi);
      RC_ASSERT(c.below(hi + 1) <= hi);
      const std::int64_t m = c.between(-static_cast<std::int64_t>(lo), 7);
      RC_ASSERT(m >= -static_cast<std::int64_t>(lo) && m <= 7);
    }
  }));
}

TEST(Choices, LogBetweenReachesBothEndsAndEveryMagnitude) {
  Choices c = Choices::from_seed(5);
  std::map<int, int> magnitudes;
  bool low = false, high = false;
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t n = c.log_between(0, 255);
    low = low || n == 0;
    high = high || n == 255;
    int digits = 0;
    for (std::uint64_t m = n; m != 0; m >>= 1) ++digits;
    ++magnitudes[digits];
  }
  EXPECT_TRUE(low && high);
  EXPECT_EQ(magnitudes.size(), 9u);
  for (const auto& [digits, times] : magnitudes) EXPECT_GT(times, 500) << digits;
  EXPECT_EQ(c.log_between(9, 9), 9u);
}

TEST(Choices, PickFollowsTheWeightsAndLeavesATag) {
  Choices c = Choices::from_seed(3);
  std::vector<int> times(4);
  for (int i = 0; i < 10000; ++i) ++times[c.pick("x", {{"a", 1}, {"b", 0}, {"c", 3}, {"d", 6}})];
  EXPECT_EQ(times[1], 0);
  EXPECT_NEAR(times[0], 1000, 150);
  EXPECT_NEAR(times[2], 3000, 250);
  EXPECT_NEAR(times[3], 6000, 250);
  ASSERT_EQ(c.tags().size(), 10000u);
  const std::set<std::string> names(c.tags().begin(), c.tags().end());
  EXPECT_EQ(names, (std::set<std::string>{"x:a", "x:c", "x:d"}));
  Choices zero = Choices::replay({});
  EXPECT_EQ(zero.pick("x", {{"never", 0}, {"simplest", 1}}), 1u);
}

}  // namespace
}  // namespace assay
