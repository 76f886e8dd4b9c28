// Worked numbers of the vendor's samples for the gather mask, and hand calculations.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fuzz/emulator/test_call.h"

namespace assay::emulator {
namespace {

constexpr std::uint64_t kSrc0 = 8192;
constexpr std::uint64_t kSrc1 = 24576;
constexpr std::uint64_t kDst = 32768;

// 1, 2, 3, ... at src0.
Case reduce(std::string form, std::size_t width, Bytes mask) {
  Case c = call("vector/asc_reduce", std::move(form), "atlas_a2", width == 2 ? "uint16" : "uint32");
  c.ub = {{kSrc0, sequence(512, width, [](std::size_t i) { return i + 1; })},
          {kSrc1, std::move(mask)},
          {kDst, Bytes(1100, 0xEE)}};
  c.args = {{"dst", Pointer{kDst}}, {"src0", Pointer{kSrc0}}, {"src1", Pointer{kSrc1}}};
  return c;
}

Case reduce_count(std::size_t width, Bytes mask, std::uint64_t count) {
  Case c = reduce("count", width, std::move(mask));
  c.args.push_back({"count", scalar_arg(count)});
  return c;
}

struct Strided {
  std::uint64_t repeat = 1;
  std::uint64_t block = 1;
  std::uint64_t mode = 0;
  std::uint64_t src0_repeat = 8;
  std::uint64_t src1_repeat = 0;
};

Case reduce_strided(std::size_t width, Bytes mask, const Strided& s) {
  Case c = reduce("strided", width, std::move(mask));
  c.args.push_back({"repeat", scalar_arg(s.repeat)});
  c.args.push_back({"src0_block_stride", scalar_arg(s.block)});
  c.args.push_back({"pattern_mode", scalar_arg(s.mode)});
  c.args.push_back({"src0_repeat_stride", scalar_arg(s.src0_repeat)});
  c.args.push_back({"src1_repeat_stride", scalar_arg(s.src1_repeat)});
  return c;
}

// dst of the case afterwards, which must be these elements and then what it held before.
void expect_elements(const Case& c, std::size_t width, const std::vector<std::uint64_t>& elements) {
  const Result r = run(c);
  EXPECT_EQ(r.status, Status::kOk) << r.detail;
  EXPECT_EQ(memory(r, kDst), padded(numbers(width, elements), 1100, 0xEE));
}

std::vector<std::uint64_t> every(std::uint64_t first, std::uint64_t step, std::uint64_t last) {
  std::vector<std::uint64_t> values;
  for (std::uint64_t v = first; v <= last; v += step) values.push_back(v);
  return values;
}

TEST(Reduce, OddElementsAsInTheVendorsSample) {
  expect_elements(reduce_strided(4, {}, {.repeat = 4, .mode = 2}), 4, every(2, 2, 256));
  expect_elements(reduce_strided(2, {}, {.mode = 2, .src0_repeat = 0}), 2, every(2, 2, 128));
}

TEST(Reduce, EveryFixedPatternRestartsWithARepeat) {
  const std::vector<std::vector<std::uint64_t>> of_64 = {
      every(1, 2, 64), every(2, 2, 64), every(1, 4, 64), every(2, 4, 64),
      every(3, 4, 64), every(4, 4, 64), every(1, 1, 64)};
  for (std::uint64_t mode = 1; mode <= 7; ++mode) {
    SCOPED_TRACE(mode);
    std::vector<std::uint64_t> golden = of_64[mode - 1];
    for (std::uint64_t v : of_64[mode - 1]) golden.push_back(v + 8);  // 1 DataBlock on: 8 elements
    expect_elements(reduce_strided(4, {}, {.repeat = 2, .mode = mode, .src0_repeat = 1}), 4,
                    golden);
  }
  expect_elements(reduce_strided(4, Bytes(32, 0xFF), {.mode = 8}), 4, {});
}

TEST(Reduce, TheCountFormTakesItsMaskFromSrc1) {
  // A hand calculation: bits 0 2 5 7 of every byte, 20 elements.
  std::vector<std::uint64_t> golden = {1, 3, 6, 8, 9, 11, 14, 16, 17, 19};
  Case c = reduce_count(2, Bytes(16, 0xA5), 20);
  expect_elements(c, 2, golden);
  c.form = "count_sync";
  expect_elements(c, 2, golden);
  c.product = "atlas_a3";
  expect_elements(c, 2, golden);
}

TEST(Reduce, SeventyElementsAsInARepeatOfTheVendorsSample) {
  const std::vector<std::uint64_t> in_a_word = {0,  2,  5,  7,  18, 19, 20, 21,
                                                22, 25, 26, 27, 28, 29, 30};
  std::vector<std::uint64_t> golden;
  for (std::uint64_t i : in_a_word) golden.push_back(i + 1);
  for (std::uint64_t i : in_a_word) golden.push_back(i + 33);
  golden.insert(golden.end(), {65, 67, 70});
  expect_elements(reduce_count(4, numbers(4, {0x7E7C00A5, 0x7E7C00A5, 0x7E7C00A5}), 70), 4, golden);
}

TEST(Reduce, StridesCountDatablocks) {
  // One element of every second DataBlock, the mask of the second repeat 2 DataBlocks on.
  Bytes mask = padded({1, 1, 1, 1, 1, 1, 1, 1}, 64);
  mask.resize(72, 0x80);
  const std::vector<std::uint64_t> golden = {
      1,   17,  33,  49,  65,  81,  97,  113,   // first elements of blocks 0, 2, ... 14
      208, 224, 240, 256, 272, 288, 304, 320};  // last ones of blocks 25, 27, ... 39
  expect_elements(
      reduce_strided(4, mask, {.repeat = 2, .block = 2, .src0_repeat = 25, .src1_repeat = 2}), 4,
      golden);
}

TEST(Reduce, AStrideOfZeroReusesTheMask) {
  expect_elements(reduce_strided(2, padded({2}, 16), {.repeat = 3}), 2, {2, 130, 258});
}

TEST(Reduce, DstMayBeSrc0) {
  Case c = reduce_strided(2, {}, {.mode = 2});
  c.args[0].value = Pointer{kSrc0};
  Bytes golden = c.ub[0].data;
  for (std::size_t i = 0; i < 64; ++i) {
    golden[2 * i] = low_byte(2 * i + 2);
    golden[2 * i + 1] = 0;
  }
  EXPECT_EQ(memory(run(c), kSrc0), golden);
}

TEST(Reduce, ManyRepeatsWork) {
  expect_elements(reduce_strided(2, padded({1}, 16), {.repeat = 300, .src0_repeat = 0}), 2,
                  std::vector<std::uint64_t>(300, 1));
}

TEST(Reduce, WithoutWorkWritesNothing) {
  expect_elements(reduce_strided(2, Bytes(16, 0xFF), {.repeat = 0}), 2, {});
  expect_elements(reduce_count(2, Bytes(16, 0xFF), 0), 2, {});
}

TEST(Reduce, HugeCallsEndWithTheMemory) {
  Case c = reduce_count(4, Bytes(200, 0xFF), UINT32_MAX);
  EXPECT_EQ(memory(run(c), kDst), padded(numbers(4, every(1, 1, 275)), 1100));
  c = reduce_strided(4, {}, {.repeat = 65535, .block = 255, .mode = 7, .src0_repeat = 65535});
  EXPECT_EQ(run(c).status, Status::kOk);
  c.args[0].value = Pointer{UINT64_MAX};
  EXPECT_EQ(run(c).ub, c.ub);
}

TEST(Reduce, RefusesWhatThePageDoesNotList) {
  Case c = reduce_count(2, Bytes(16, 0xFF), 1);
  c.product = "ascend950";
  EXPECT_EQ(run(c).status, Status::kUnsupported);
  c.product = "atlas_a2";
  c.dtype = "half";
  EXPECT_EQ(run(c).status, Status::kUnsupported);
  c.dtype = "uint16";
  c.form = "strided_sync";
  EXPECT_EQ(run(c).status, Status::kUnsupported);
}

}  // namespace
}  // namespace assay::emulator
