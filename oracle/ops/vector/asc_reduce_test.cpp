// asc_reduce against a model that works on pattern constants and lists of elements.
#include <gtest/gtest.h>

#include <array>

#include "oracle/test_outcomes.h"

namespace assay {
namespace {

using namespace test_calls;

// The constants of the fixed patterns, least significant bit first.
constexpr std::array<std::uint16_t, 8> kPatterns = {0,      0x5555, 0xaaaa, 0x1111,
                                                    0x2222, 0x4444, 0x8888, 0xffff};

// dst at 0, src0 at 32768, src1 at 57344 of a buffer of 64 KB.
Case strided_call(const std::string& dtype, std::int64_t repeat, std::int64_t block_stride,
                  std::int64_t pattern, std::int64_t src0_stride, std::int64_t src1_stride) {
  Case c = reduce_call("strided", dtype);
  give_memory(c, 65536);
  point(c, "dst", 0);
  point(c, "src0", 32768);
  point(c, "src1", 57344);
  set(c, "repeat", repeat);
  set(c, "src0_block_stride", block_stride);
  set(c, "pattern_mode", pattern);
  set(c, "src0_repeat_stride", src0_stride);
  set(c, "src1_repeat_stride", src1_stride);
  return c;
}

// What the packed elements are, by rotating bit queues.
Bytes packed(const Case& c, std::size_t w) {
  const auto arg = [&](const char* name) {
    return static_cast<std::size_t>(std::get<std::int64_t>(*find_arg(c, name)));
  };
  const Bytes& memory = c.ub[0].data;
  Bytes out;
  for (std::size_t r = 0; r < arg("repeat"); ++r) {
    const std::size_t pattern = arg("pattern_mode");
    const std::size_t bits = 57344 + 32 * arg("src1_repeat_stride") * r;
    for (std::size_t block = 0; block < 8; ++block) {
      const std::size_t from =
          32768 + 32 * (arg("src0_repeat_stride") * r + arg("src0_block_stride") * block);
      std::uint32_t queue = std::uint32_t{kPatterns[pattern]} * 0x10001u;
      if (pattern == 0) {
        const std::size_t own = bits + block * 4 / w;
        queue = memory[own];
        if (w == 2) queue |= std::uint32_t{memory[own + 1]} << 8;
      }
      for (std::size_t byte = 0; byte < 32; byte += w, queue >>= 1) {
        if ((queue & 1) == 0) continue;
        for (std::size_t k = 0; k < w; ++k) out.push_back(memory[from + byte + k]);
      }
    }
  }
  return out;
}

void expect_packed(const Case& c) {
  const std::size_t w = catalog().find_dtype(c.dtype)->lane_bytes;
  const Expectation e = expectation(c);
  ASSERT_EQ(e.verdict, ExpectedVerdict::kOk) << clause_of(c);
  const Bytes want = packed(c, w);
  EXPECT_TRUE(memory_after(e, 0, want.size()) == want) << c.dtype;
  const auto repeat = static_cast<std::size_t>(std::get<std::int64_t>(*find_arg(c, "repeat")));
  const std::size_t filled = 256 * repeat;
  const Bytes care = memory_care(e, 0, 65536);
  for (std::size_t i = 0; i < 65536; ++i) {
    ASSERT_EQ(care[i], i < want.size() || i >= filled ? 0xff : 0) << i;
  }
  const Bytes rest(c.ub[0].data.begin() + static_cast<std::ptrdiff_t>(filled), c.ub[0].data.end());
  EXPECT_TRUE(memory_after(e, filled, 65536 - filled) == rest);
}

TEST(AscReduce, EveryPatternWidthAndStride) {
  for (const char* dtype : {"uint16", "uint32"}) {
    for (std::int64_t pattern = 0; pattern < 8; ++pattern) {
      for (const std::int64_t repeat : {1, 2, 5}) {
        for (const std::int64_t block_stride : {1, 2, 9}) {
          for (const std::int64_t src0_stride : {0, 1, 8, 11}) {
            expect_packed(strided_call(dtype, repeat, block_stride, pattern, src0_stride,
                                       (pattern + repeat) % 4));
          }
        }
      }
    }
  }
}

TEST(AscReduce, TheUsersBitsAdvanceByDatablocks) {
  for (const char* dtype : {"uint16", "uint32"}) {
    for (const std::int64_t src1_stride : {0, 1, 3, 40}) {
      expect_packed(strided_call(dtype, 6, 1, 0, 8, src1_stride));
    }
  }
}

TEST(AscReduce, EveryValueOfAByteOfSelectionBits) {
  for (const char* form : {"count", "count_sync"}) {
    for (const char* dtype : {"uint16", "uint32"}) {
      const std::size_t w = catalog().find_dtype(dtype)->lane_bytes;
      for (unsigned v = 0; v < 256; ++v) {
        Case c = reduce_call(form, dtype);
        set(c, "count", 8);
        at(c, 12288)[0] = static_cast<std::uint8_t>(v);
        Bytes want;
        for (unsigned bits = v, i = 0; bits != 0; bits >>= 1, ++i) {
          for (std::size_t k = 0; (bits & 1) != 0 && k < w; ++k) {
            want.push_back(c.ub[0].data[8192 + i * w + k]);
          }
        }
        const Expectation e = expectation(c);
        ASSERT_EQ(memory_after(e, 4096, want.size()), want) << v;
        Bytes care(want.size(), 0xff);
        care.resize(32);  // 8 elements, rounded up to DataBlocks
        ASSERT_EQ(memory_care(e, 4096, care.size()), care) << v;
      }
    }
  }
}

TEST(AscReduce, OddElementsOfFourRepeats) {
  Case c = strided_call("uint32", 4, 1, 2, 8, 0);  // vendor sample: 1..256 -> 2, 4, ..., 256
  for (std::size_t i = 0; i < 256; ++i) put_u32(at(c, 32768), i, i + 1);
  const Bytes got = memory_after(expectation(c), 0, 512);
  for (std::size_t i = 0; i < 128; ++i) {
    ASSERT_EQ(got[4 * i] | got[4 * i + 1] << 8, static_cast<int>(2 * i + 2));
  }
  EXPECT_EQ(memory_care(expectation(c), 512, 1)[0], 0);
}

TEST(AscReduce, SeventyElementsBySample) {
  // vendor sample: every word of the bits is 7e7c00a5, 70 elements a repeat; here one repeat.
  Case c = reduce_call("count", "uint32");
  set(c, "count", 70);
  for (std::size_t i = 0; i < 3; ++i) put_u32(at(c, 12288), i, 0x7e7c00a5);
  for (std::size_t i = 0; i < 70; ++i) put_u32(at(c, 8192), i, i);
  std::vector<std::size_t> want = {0, 2, 5, 7, 18, 19, 20, 21, 22, 25, 26, 27, 28, 29, 30};
  for (std::size_t i = 0; i < 15; ++i) want.push_back(want[i] + 32);
  want.insert(want.end(), {64, 66, 69});
  ASSERT_EQ(want.size(), 33u);
  const Expectation e = expectation(c);
  for (std::size_t i = 0; i < want.size(); ++i) {
    EXPECT_EQ(memory_after(e, 4096 + 4 * i, 4)[0], want[i]);
  }
  EXPECT_EQ(memory_care(e, 4096 + 4 * 33, 4), Bytes(4, 0));
}

TEST(AscReduce, TwentyElementsWorkedByHand) {
  Case c = reduce_call("count", "uint16");
  for (std::size_t i = 0; i < 8; ++i) put_u32(at(c, 12288), i, 0xa5a5a5a5);
  for (std::size_t i = 0; i < 20; ++i) {
    at(c, 8192)[2 * i] = static_cast<std::uint8_t>(i);
    at(c, 8192)[2 * i + 1] = 0;
  }
  const Bytes want = {0, 0, 2, 0, 5, 0, 7, 0, 8, 0, 10, 0, 13, 0, 15, 0, 16, 0, 18, 0};
  const Expectation e = expectation(c);
  EXPECT_EQ(memory_after(e, 4096, 20), want);
  // 20 elements are 40 bytes, so 64 could have been filled.
  EXPECT_EQ(memory_care(e, 4096, 20), Bytes(20, 0xff));
  EXPECT_EQ(memory_care(e, 4116, 44), Bytes(44, 0));
  EXPECT_EQ(memory_care(e, 4160, 32), Bytes(32, 0xff));
}

TEST(AscReduce, TheTailUnderEveryAnswer) {
  Case c = reduce_call("count", "uint16");
  for (std::size_t i = 0; i < 8; ++i) put_u32(at(c, 12288), i, 0xa5a5a5a5);
  const Expectation e = expectation(c);
  ASSERT_EQ(e.alternatives.size(), 2u);
  const Expectation keep = under(e, {"keep"});
  const Expectation zero = under(e, {"zero_to_datablock"});
  for (const Expectation* other : {&keep, &zero}) {
    EXPECT_TRUE(other->outputs.ub[0].care.empty());
    EXPECT_EQ(memory_after(*other, 4096, 20), memory_after(e, 4096, 20));
  }
  const auto initial = [&](std::size_t from, std::size_t bytes) {
    const auto begin = c.ub[0].data.begin() + static_cast<std::ptrdiff_t>(from);
    return Bytes(begin, begin + static_cast<std::ptrdiff_t>(bytes));
  };
  EXPECT_EQ(memory_after(keep, 4116, 44), initial(4116, 44));
  EXPECT_EQ(memory_after(zero, 4116, 12), Bytes(12, 0));
  EXPECT_EQ(memory_after(zero, 4128, 32), initial(4128, 32));
}

TEST(AscReduce, AddressesWithALargeBlockStride) {
  // DataBlock b of repeat r lies at 32 * (7 r + 4 b).
  const Case c = strided_call("uint16", 3, 4, 7, 7, 0);
  const Bytes got = memory_after(expectation(c), 0, 768);
  for (std::size_t i = 0; i < 768; ++i) {
    const std::size_t r = i / 256, b = i % 256 / 32;
    ASSERT_EQ(got[i], c.ub[0].data[32768 + 32 * (7 * r + 4 * b) + i % 32]);
  }
}

TEST(AscReduce, FixedPatternsIgnoreSrc1) {
  Case c = strided_call("uint16", 3, 1, 3, 8, 255);
  const Expectation first = expectation(c);
  std::fill_n(at(c, 57344).begin(), 4096, std::uint8_t{0});
  EXPECT_EQ(memory_after(expectation(c), 0, 768), memory_after(first, 0, 768));
  point(c, "src1", 32768);  // src0, as callers do
  set(c, "src1_repeat_stride", 0);
  EXPECT_EQ(memory_after(expectation(c), 0, 768), memory_after(first, 0, 768));
}

TEST(AscReduce, InPlaceReadsTheSourceAsItWas) {
  Case c = strided_call("uint16", 1, 1, 0, 8, 0);
  point(c, "dst", 32768);
  const Bytes want = packed(c, 2);
  EXPECT_EQ(memory_after(expectation(c), 32768, want.size()), want);
}

}  // namespace
}  // namespace assay
