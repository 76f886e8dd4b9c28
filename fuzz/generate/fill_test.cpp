// Contents that reveal where they came from, and masks, bits and indices of every class.
#include "fuzz/generate/fill.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <set>

#include "oracle/test_calls.h"

namespace assay {
namespace {

using test_calls::bit_of;
using test_calls::catalog;

TEST(Fill, EveryAlignedWordOfPositionsIsDistinct) {
  for (const std::uint64_t salt : {0ull, 1ull, 0x123456789abcdefull, ~0ull}) {
    Bytes memory(262144);
    fill_positions(salt, 0, memory);
    std::vector<std::uint32_t> words(memory.size() / 4);
    std::memcpy(words.data(), memory.data(), memory.size());
    std::sort(words.begin(), words.end());
    EXPECT_EQ(std::adjacent_find(words.begin(), words.end()), words.end()) << salt;
    std::array<int, 256> seen{};
    for (const std::uint8_t b : memory) ++seen[b];
    for (const int times : seen) EXPECT_GT(times, 700) << "every byte value is there";
  }
}

TEST(Fill, PositionsDependOnTheAddressAlone) {
  for (const std::uint64_t first : {0u, 1u, 2u, 3u, 4u, 4095u}) {
    Bytes part(23);
    fill_positions(77, first, part);
    for (std::size_t i = 0; i < part.size(); ++i) {
      EXPECT_EQ(part[i], position_byte(77, first + i)) << first << " " << i;
    }
  }
}

TEST(Fill, SaltsLookNothingAlike) {
  Bytes a(65536), b(65536);
  fill_positions(1, 0, a);
  fill_positions(2, 0, b);
  int same = 0;
  for (std::size_t i = 0; i < a.size(); ++i) same += a[i] == b[i];
  EXPECT_LT(same, 600) << "1 in 256 is chance";
}

// The contents that class `index` of pick "data" gives; the classes have weights 13, 2 (0 for
// masks) and 1.
Bytes data_of(const char* dtype, std::uint64_t drawn, std::size_t bytes = 4096) {
  Choices choices = Choices::replay({drawn, 12345});
  Bytes out(bytes);
  fill_data(choices, *catalog().find_dtype(dtype), 64, out);
  return out;
}

TEST(Fill, DataIsOfThreeClasses) {
  Bytes positions(4096);
  fill_positions(12345, 64, positions);
  EXPECT_EQ(data_of("half", 0), positions);
  EXPECT_EQ(data_of("half", 12), positions);
  for (const std::uint8_t b : data_of("half", 15)) EXPECT_TRUE(b == 0 || b == 0xff);
  for (const std::uint8_t b : data_of("mask", 13)) EXPECT_TRUE(b == 0 || b == 0xff);
}

TEST(Fill, SpecialValuesOfFloatsAndIntegers) {
  const auto halves = [&](const char* dtype) {
    const Bytes data = data_of(dtype, 13);
    std::set<unsigned> values;
    for (std::size_t i = 0; i < data.size(); i += 2) {
      values.insert(unsigned{data[i]} | unsigned{data[i + 1]} << 8);
    }
    return values;
  };
  const std::set<unsigned> half = halves("half");
  for (const unsigned v : {0x0000u, 0x8000u, 0x7c00u, 0xfc00u, 0x7c01u, 0x7e00u, 0x0001u, 0x03ffu,
                           0x0400u, 0x7bffu, 0xffffu}) {
    EXPECT_EQ(half.count(v), 1u) << std::hex << v;
  }
  const std::set<unsigned> bfloat = halves("bfloat16");
  for (const unsigned v : {0x7f80u, 0xff80u, 0x7f81u, 0x0080u}) EXPECT_EQ(bfloat.count(v), 1u);
  const std::set<unsigned> integer = halves("int16");
  EXPECT_EQ(integer, (std::set<unsigned>{0, 1, 0x8000, 0x8001, 0xffff, 0x7fff, 0xfffe}));
  std::set<unsigned> packed;
  for (const std::uint8_t b : data_of("int4x2", 13)) packed.insert(b);
  EXPECT_EQ(packed.count(0x87), 1u) << "both elements of a pair are special on their own";
  EXPECT_EQ(packed.count(0x23), 0u);
}

// The lanes of class `drawn` (of the weights' sum) with n drawn next.
std::vector<bool> lanes_of(std::uint64_t drawn, std::uint64_t n, std::size_t lanes = 64) {
  Choices choices = Choices::replay({drawn, n, 99});
  return choose_lanes(choices, lanes);
}

int active(const std::vector<bool>& lanes) {
  return static_cast<int>(std::count(lanes.begin(), lanes.end(), true));
}

TEST(Fill, MaskShapes) {
  EXPECT_EQ(active(lanes_of(0, 5)), 64);  // full
  EXPECT_EQ(active(lanes_of(3, 5)), 0);   // empty
  EXPECT_EQ(active(lanes_of(5, 5)), 1);   // one lane
  EXPECT_TRUE(lanes_of(5, 5)[5]);
  EXPECT_EQ(active(lanes_of(9, 5)), 63);  // all but one
  EXPECT_FALSE(lanes_of(9, 5)[5]);
  EXPECT_EQ(active(lanes_of(13, 5)), 6);  // first lanes
  EXPECT_TRUE(lanes_of(13, 5)[0]);
  EXPECT_EQ(active(lanes_of(16, 5)), 59);  // last lanes
  EXPECT_TRUE(lanes_of(16, 5)[63]);
  EXPECT_EQ(active(lanes_of(18, 5)), 32);  // alternating
  EXPECT_TRUE(lanes_of(18, 5)[63]);
  EXPECT_NEAR(active(lanes_of(20, 5, 4096)), 2048, 200);
  EXPECT_NEAR(active(lanes_of(28, 5, 4096)), 512, 120);
  EXPECT_NEAR(active(lanes_of(30, 5, 4096)), 3584, 120);
}

TEST(Fill, MaskRegistersHoldTheLanesInTheLowestBitsAndJunkElsewhere) {
  for (const std::uint32_t group : {1u, 2u, 4u}) {
    for (const std::size_t lanes : {std::size_t{8}, 256 / std::size_t{group}}) {
      for (std::uint64_t junk = 0; junk < 8; ++junk) {
        const std::vector<bool> on = lanes_of(20, 0, lanes);
        Choices choices = Choices::replay({junk, 4242});
        Bytes out(32, 0x5a);
        fill_mask_register(choices, on, group, out);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
          EXPECT_EQ(bit_of(out, lane * group), on[lane]) << group << " " << lane;
        }
        if (lanes * group == 256 && group == 1) continue;  // no room for junk
        int others = 0, set = 0;
        for (std::size_t k = 0; k < 256; ++k) {
          if (k % group == 0 && k / group < lanes) continue;
          ++others;
          set += bit_of(out, k) ? 1 : 0;
          const bool on_lane = k / group < lanes && on[k / group];
          EXPECT_TRUE(junk < 6 || bit_of(out, k) == !on_lane) << "complement";
        }
        if (junk < 2) {  // none
          EXPECT_EQ(set, 0);
        } else if (junk == 2) {  // all ones
          EXPECT_EQ(set, others);
        } else if (junk < 6) {  // random
          EXPECT_TRUE(set > 0 && set < others) << group << " " << junk;
        }
      }
    }
  }
}

TEST(Fill, SelectionBitShapes) {
  const auto bits = [](std::uint64_t drawn) {
    Choices choices = Choices::replay({drawn, 31337});
    Bytes out(512);
    fill_bits(choices, out);
    int set = 0;
    for (std::size_t k = 0; k < 4096; ++k) set += bit_of(out, k) ? 1 : 0;
    return set;
  };
  EXPECT_EQ(bits(0), 4096);
  EXPECT_EQ(bits(2), 0);
  EXPECT_EQ(bits(3), 2048);
  EXPECT_NEAR(bits(4), 2048, 200);
  EXPECT_NEAR(bits(12), 512, 120);
  EXPECT_NEAR(bits(15), 3584, 120);
  EXPECT_EQ(bits(17), 1);
  Choices choices = Choices::replay({});
  fill_bits(choices, {});  // nothing to fill
}

TEST(Fill, IndicesAreMultiplesWithinTheirRange) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Choices choices = Choices::from_seed(seed);
    for (const std::uint64_t unit : {1u, 2u, 8u, 32u}) {
      for (const std::uint64_t most : {0u, 31u, 32u, 1000u, 131071u}) {
        for (const std::uint32_t index : choose_indices(choices, 40, unit, most)) {
          EXPECT_EQ(index % unit, 0u);
          EXPECT_LE(index, most);
        }
      }
    }
  }
}

TEST(Fill, IndexShapes) {
  const auto indices = [](std::uint64_t drawn) {
    Choices choices = Choices::replay({drawn, 7});
    return choose_indices(choices, 8, 32, 100 * 32 + 5);
  };
  EXPECT_EQ(indices(0), (std::vector<std::uint32_t>{0, 32, 64, 96, 128, 160, 192, 224}));
  EXPECT_EQ(indices(1)[0], 3200u);
  EXPECT_EQ(indices(1)[7], 3200u - 7 * 32);
  const auto constant = indices(2);
  EXPECT_EQ(std::count(constant.begin(), constant.end(), constant[0]), 8);
  const auto ends = indices(9);
  EXPECT_EQ(std::set<std::uint32_t>(ends.begin(), ends.end()), (std::set<std::uint32_t>{0, 3200}));
  for (const std::uint32_t i : indices(11)) EXPECT_GE(i, 50u * 32);
  const auto rotated = indices(13);
  for (std::size_t k = 1; k < 8; ++k) EXPECT_EQ(rotated[k], (rotated[k - 1] + 32) % 3232);
}

}  // namespace
}  // namespace assay
