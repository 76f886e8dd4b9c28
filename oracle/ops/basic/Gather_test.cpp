// Gather against a model that asks, for each byte of memory, who wrote it last.
#include <gtest/gtest.h>

#include <functional>

#include "oracle/test_outcomes.h"

namespace assay {
namespace {

using namespace test_calls;

// One call of the mask forms in a buffer of 64 KB: dst at 0, src at 32768, srcOffset at 49152.
struct Repeats {
  const char* form = "mask_bits";
  const char* dtype = "half";
  const char* product = "ascend950";
  std::uint64_t repeat_time = 1;
  std::uint64_t stride = 8;
  std::uint64_t base = 0;
};

Case call_of(const Repeats& r) {
  Case c = gather_call(r.form, r.dtype, r.product);
  give_memory(c, 65536);
  point(c, "dst", 0);
  point(c, "src", 32768);
  point(c, "srcOffset", 49152);
  set(c, "srcBaseAddr", static_cast<std::int64_t>(r.base));
  set(c, "repeatTime", static_cast<std::int64_t>(r.repeat_time));
  set(c, "dstRepStride", static_cast<std::int64_t>(r.stride));
  const std::uint64_t w = catalog().find_dtype(r.dtype)->lane_bytes;
  for (std::uint64_t k = 0; k < 4096; ++k) {
    put_u32(at(c, 49152), k, w * ((k * 2654435761u) % (8192 / w)));
  }
  return c;
}

std::uint32_t offset_of(const Case& c, std::uint64_t entry) {
  std::uint32_t value = 0;
  for (std::uint64_t k = 4; k-- > 0;) {
    value = value << 8 | c.ub[0].data[49152 + 4 * entry + k];
  }
  return value;
}

using Active = std::function<bool(std::uint64_t lane)>;

// The buffer after the call, byte by byte: the last repeat whose active lanes cover a byte wins.
Bytes modelled(const Case& c, const Repeats& r, const Active& active) {
  const std::uint64_t w = catalog().find_dtype(r.dtype)->lane_bytes;
  const std::uint64_t lanes = w == 1 ? 128 : 256 / w;
  Bytes after = c.ub[0].data;
  for (std::uint64_t byte = 0; byte < 32768; ++byte) {
    for (std::uint64_t k = r.repeat_time; k-- > 0;) {
      const std::uint64_t start = 32 * r.stride * k;
      if (byte < start || byte >= start + lanes * w || !active((byte - start) / w)) continue;
      const std::uint64_t lane = (byte - start) / w;
      after[byte] = c.ub[0].data[32768 + r.base + offset_of(c, k * lanes + lane) + byte % w];
      break;
    }
  }
  return after;
}

void expect_modelled(const Case& c, const Repeats& r, const Active& active) {
  const Expectation e = expectation(c);
  ASSERT_EQ(e.verdict, ExpectedVerdict::kOk);
  EXPECT_TRUE(e.outputs.ub[0].care.empty());
  EXPECT_TRUE(e.outputs.ub[0].data == modelled(c, r, active))
      << r.form << " " << r.dtype << " stride " << r.stride << " repeats " << r.repeat_time;
}

TEST(Gather, ReversedElementsAsOnThePage) {
  Case c = gather_call("count", "half");
  set(c, "count", 128);
  for (std::size_t i = 0; i < 128; ++i) {
    at(c, 8192)[2 * i] = static_cast<std::uint8_t>(i);
    at(c, 8192)[2 * i + 1] = 0xc5;
    put_u32(at(c, 12288), i, 254 - 2 * i);
  }
  const Bytes got = memory_after(expectation(c), 4096, 256);
  for (std::size_t i = 0; i < 128; ++i) {
    ASSERT_EQ(got[2 * i], 127 - i);
    ASSERT_EQ(got[2 * i + 1], 0xc5);
  }
}

TEST(Gather, CountFormMovesWholeElementsOfEveryWidthFromTheBase) {
  for (const char* dtype : {"int8", "half", "float", "uint64"}) {
    const std::size_t w = catalog().find_dtype(dtype)->lane_bytes;
    for (const std::size_t count : {1u, 15u, 16u, 17u, 129u, 257u}) {
      Case c = gather_call("count", dtype);
      set(c, "count", static_cast<std::int64_t>(count));
      set(c, "srcBaseAddr", 24);
      Bytes want = c.ub[0].data;
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t element = (i * 7919) % 250;
        put_u32(at(c, 12288), i, element * w);
      }
      want = c.ub[0].data;
      for (std::size_t byte = 0; byte < count * w; ++byte) {
        const std::size_t element = (byte / w * 7919) % 250;
        want[4096 + byte] = want[8192 + 24 + element * w + byte % w];
      }
      EXPECT_TRUE(expectation(c).outputs.ub[0].data == want) << dtype << " " << count;
    }
  }
}

TEST(Gather, OffsetsAbove16BitsAndWithBit15Set) {
  Case c = gather_call("count", "float", "atlas_a2");
  give_memory(c, 188160);
  const std::vector<std::uint64_t> offsets = {0x8000, 0xfffc, 0x10000, 0x18004, 0x27ffc};
  for (std::size_t i = 0; i < offsets.size(); ++i) put_u32(at(c, 12288), i, offsets[i]);
  point(c, "src", 16384);
  const Bytes got = memory_after(expectation(c), 4096, 20);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(got[i], c.ub[0].data[16384 + offsets[i / 4] + i % 4]) << i;
  }
}

TEST(Gather, StridesBelowAtAndAboveARepeat) {
  for (const char* dtype : {"half", "int32", "int64"}) {
    for (const std::uint64_t stride : {0u, 1u, 3u, 7u, 8u, 9u, 16u, 100u}) {
      for (const std::uint64_t repeat_time : {1u, 2u, 3u, 9u}) {
        const Repeats r{"mask_count", dtype, "ascend950", repeat_time, stride, 16};
        const Case c = call_of(r);
        const Expectation e = expectation(c);
        const bool overlaps = stride < 8 && repeat_time > 1;
        EXPECT_EQ(e.options.empty(), !overlaps) << stride;
        expect_modelled(c, r, [](std::uint64_t) { return true; });
      }
    }
  }
}

TEST(Gather, EachLaneOfTheMaskWords) {
  for (const auto& [dtype, lanes] : std::vector<std::pair<const char*, std::uint64_t>>{
           {"half", 128}, {"float", 64}, {"int64", 32}}) {
    const Repeats r{"mask_bits", dtype, "ascend950", 2, 9, 0};
    Case c = call_of(r);
    for (std::uint64_t lone = 0; lone < lanes; lone += lone < 2 ? 1 : 5) {
      MaskWords words(2);
      words[lone / 64] = 1ull << (lone % 64);
      set(c, "mask", ArgValue(words));
      expect_modelled(c, r, [&](std::uint64_t lane) { return lane == lone; });
    }
    // The last lane too.
    set(c, "mask",
        ArgValue(lanes == 128 ? MaskWords{0, 1ull << 63} : MaskWords{1ull << (lanes - 1), 0}));
    expect_modelled(c, r, [last = lanes - 1](std::uint64_t lane) { return lane == last; });
  }
}

TEST(Gather, ScatteredMaskBitsUseUpTheirOffsets) {
  const std::uint64_t low = 0x8123456789abcdef, high = 0xfedcba9876543210;
  for (const char* product : {"ascend950", "atlas_a3", "atlas_200i_500_a2"}) {
    const Repeats r{"mask_bits", "half", product, 3, 10, 0};
    Case c = call_of(r);
    set(c, "mask", ArgValue(MaskWords{low, high}));
    expect_modelled(c, r, [&](std::uint64_t lane) {
      return ((lane < 64 ? low >> lane : high >> (lane - 64)) & 1) != 0;
    });
  }
}

TEST(Gather, AMaskNumberTakesTheFirstLanesAndAtMostAll) {
  for (const char* dtype : {"half", "float", "int64"}) {
    const Repeats r{"mask_count", dtype, "ascend950", 2, 8, 0};
    Case c = call_of(r);
    for (const std::uint64_t n : {0ull, 1ull, 31ull, 32ull, 33ull, 64ull, 65ull, 127ull, 128ull,
                                  129ull, 256ull, 1ull << 32, ~0ull}) {
      set(c, "mask", scalar_arg(n));
      expect_modelled(c, r, [&](std::uint64_t lane) { return lane < n; });
    }
  }
}

TEST(Gather, EightBitRepeatsHave128LanesInFourDatablocks) {
  for (const std::uint64_t stride : {2u, 4u, 5u}) {
    Repeats r{"mask_bits", "int8", "atlas_200i_500_a2", 3, stride, 5};
    Case c = call_of(r);
    set(c, "mask", ArgValue(MaskWords{0x5555555555555555, 0x8000000000000001}));
    expect_modelled(c, r, [](std::uint64_t lane) {
      return lane < 64 ? lane % 2 == 0 : lane == 64 || lane == 127;
    });
    r.form = "mask_count";
    c = call_of(r);
    set(c, "mask", 200);
    expect_modelled(c, r, [](std::uint64_t) { return true; });
  }
}

TEST(Gather, OnlyInactiveLanesAreOpen) {
  const Repeats r{"mask_count", "float", "atlas_a2", 2, 9, 0};
  Case c = call_of(r);
  set(c, "mask", 10);
  const Expectation e = expectation(c);
  ASSERT_EQ(e.alternatives.size(), 1u);
  const Expectation open = under(e, {"unspecified"});
  const Bytes care = memory_care(open, 0, 65536);
  for (std::uint64_t byte = 0; byte < 65536; ++byte) {
    const std::uint64_t within = byte % 288;  // 9 DataBlocks
    const bool inactive = byte < 576 && within >= 40 && within < 256;
    ASSERT_EQ(care[byte], inactive ? 0 : 0xff) << byte;
  }
}

TEST(Gather, AnInactiveLaneUnderALaterActiveOneIsSettled) {
  const Repeats r{"mask_count", "float", "atlas_a2", 2, 4, 0};  // repeat 1 starts at element 32
  Case c = call_of(r);
  set(c, "mask", 32);
  const Expectation e = expectation(c);
  const Expectation open = under(e, {"unspecified"});
  EXPECT_EQ(memory_care(open, 0, 256), Bytes(256, 0xff));  // written by one of the two repeats
  EXPECT_EQ(memory_care(open, 256, 128), Bytes(128, 0));   // left out of repeat 1
  EXPECT_EQ(memory_after(open, 0, 256), memory_after(e, 0, 256));
}

}  // namespace
}  // namespace assay
