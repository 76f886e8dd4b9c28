// Worked numbers of vendor page Gather, and hand calculations.
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

constexpr std::uint64_t kSrc = 4096;
constexpr std::uint64_t kIndex = 16384;
constexpr std::uint64_t kDst = 32768;

// half 0..127 at src, offsets 254, 252, ..., 0: the numbers of the page.
Case gather(std::string form) {
  Case c = call("basic/Gather", std::move(form), "atlas_a2", "half");
  c.ub = {{kSrc, sequence(128, 2, [](std::size_t i) { return i; })},
          {kIndex, sequence(256, 4, [](std::size_t i) { return 254 - 2 * (i % 128); })},
          {kDst, Bytes(600, 0xEE)}};
  c.args = {{"dst", Pointer{kDst}},
            {"src", Pointer{kSrc}},
            {"srcOffset", Pointer{kIndex}},
            {"srcBaseAddr", scalar_arg(0)}};
  return c;
}

Case gather_repeats(ArgValue mask, std::uint64_t repeats, std::uint64_t stride_datablocks) {
  Case c = gather(std::holds_alternative<MaskWords>(mask) ? "mask_bits" : "mask_count");
  c.args.push_back({"mask", std::move(mask)});
  c.args.push_back({"repeatTime", scalar_arg(repeats)});
  c.args.push_back({"dstRepStride", scalar_arg(stride_datablocks)});
  return c;
}

TEST(Gather, TurnsThePagesNumbersRound) {
  Bytes golden = sequence(128, 2, [](std::size_t i) { return 127 - i; });
  golden.resize(600, 0xEE);
  Case c = gather("count");
  c.args.push_back({"count", scalar_arg(128)});
  for (const char* product :
       {"ascend950", "atlas_a3", "atlas_a2", "atlas_200i_500_a2", "atlas_inference_aicore"}) {
    c.product = product;
    EXPECT_EQ(memory(run(c), kDst), golden) << product;
  }
  EXPECT_EQ(memory(run(gather_repeats(scalar_arg(128), 1, 8)), kDst), golden);
  EXPECT_EQ(memory(run(gather_repeats(MaskWords{UINT64_MAX, UINT64_MAX}, 1, 8)), kDst), golden);
}

TEST(Gather, AddsTheBaseAndStopsAfterCount) {
  Case c = gather("count");
  c.ub[1].data = numbers(4, {0, 4, 2, 8});
  c.args[3].value = scalar_arg(10);
  c.args.push_back({"count", scalar_arg(3)});
  EXPECT_EQ(memory(run(c), kDst), padded(numbers(2, {5, 7, 6}), 600, 0xEE));
}

TEST(Gather, InactiveLanesKeepDstAndTheirOffsets) {
  // Lanes 1 and 65 of two repeats, the second one 9 DataBlocks further on.
  const Result r = run(gather_repeats(MaskWords{2, 2}, 2, 9));
  Bytes golden(600, 0xEE);
  for (std::size_t start : {std::size_t{0}, std::size_t{288}}) {
    for (std::size_t lane : {std::size_t{1}, std::size_t{65}}) {
      golden[start + 2 * lane] = low_byte(127 - lane);
      golden[start + 2 * lane + 1] = 0;
    }
  }
  EXPECT_EQ(memory(r, kDst), golden);
}

TEST(Gather, TheSecondRepeatTakesTheNextOffsets) {
  Case c = gather_repeats(scalar_arg(1), 2, 8);
  c.ub[1].data = padded({}, 1024);
  c.ub[1].data[4 * 128] = 6;
  const Bytes dst = memory(run(c), kDst);
  EXPECT_EQ(dst[0], 0);
  EXPECT_EQ(dst[256], 3);
}

TEST(Gather, LaterRepeatsOverwriteEarlierOnes) {
  Case c = gather_repeats(scalar_arg(128), 2, 0);
  for (std::size_t i = 512; i < 1024; ++i) c.ub[1].data[i] = 0;
  EXPECT_EQ(memory(run(c), kDst), padded(Bytes(256, 0), 600, 0xEE));
}

TEST(Gather, AMaskBeyondTheLanesIsClamped) {
  Case c = gather_repeats(scalar_arg(UINT64_MAX), 1, 8);
  c.dtype = "float";
  c.ub[1].data = sequence(128, 4, [](std::size_t i) { return 4 * (i % 32); });
  const Bytes golden =
      padded(sequence(128, 2, [](std::size_t i) { return 2 * (i / 2 % 32) + i % 2; }), 600, 0xEE);
  EXPECT_EQ(memory(run(c), kDst), golden);
  c.form = "mask_bits";
  c.args[4].value = MaskWords{UINT64_MAX, UINT64_MAX};
  EXPECT_EQ(memory(run(c), kDst), golden);
}

TEST(Gather, EightBitRepeatsFillFourDatablocks) {
  Case c = gather_repeats(scalar_arg(128), 2, 5);
  c.product = "atlas_200i_500_a2";
  c.dtype = "uint8";
  Bytes half_repeat;  // offset 254 - 2 i: the low bytes of the numbers, backwards
  for (std::size_t i = 0; i < 128; ++i) half_repeat.push_back(low_byte(127 - i));
  Bytes golden = padded(half_repeat, 160, 0xEE);
  golden.insert(golden.end(), half_repeat.begin(), half_repeat.end());
  EXPECT_EQ(memory(run(c), kDst), padded(golden, 600, 0xEE));
}

TEST(Gather, WithoutWorkWritesNothing) {
  const Bytes untouched(600, 0xEE);
  Case c = gather("count");
  c.args.push_back({"count", scalar_arg(0)});
  EXPECT_EQ(memory(run(c), kDst), untouched);
  EXPECT_EQ(memory(run(gather_repeats(scalar_arg(128), 0, 8)), kDst), untouched);
  EXPECT_EQ(memory(run(gather_repeats(scalar_arg(0), 2, 8)), kDst), untouched);
  EXPECT_EQ(memory(run(gather_repeats(MaskWords{}, 2, 8)), kDst), untouched);
}

TEST(Gather, HugeCallsEndWithTheMemory) {
  Case c = gather("count");
  c.args.push_back({"count", scalar_arg(UINT32_MAX)});
  Bytes golden = sequence(256, 2, [](std::size_t i) { return 127 - i % 128; });
  // Behind the offsets there are zeros, which fetch the element 0.
  EXPECT_EQ(memory(run(c), kDst), padded(golden, 600));
  c.args[0].value = Pointer{UINT64_MAX};
  EXPECT_EQ(run(c).ub, c.ub);
  EXPECT_EQ(run(gather_repeats(scalar_arg(128), 255, 65535)).status, Status::kOk);
}

TEST(Gather, RefusesWhatThePageDoesNotList) {
  const auto status = [](const char* product, const char* dtype, bool count) {
    Case c = count ? gather("count") : gather_repeats(scalar_arg(1), 1, 8);
    if (count) c.args.push_back({"count", scalar_arg(1)});
    c.product = product;
    c.dtype = dtype;
    return run(c).status;
  };
  EXPECT_EQ(status("ascend950", "int8", true), Status::kOk);
  EXPECT_EQ(status("ascend950", "int8", false), Status::kUnsupported);
  EXPECT_EQ(status("ascend950", "uint64", false), Status::kOk);
  EXPECT_EQ(status("atlas_a2", "bfloat16", false), Status::kOk);
  EXPECT_EQ(status("atlas_a2", "int64", true), Status::kUnsupported);
  EXPECT_EQ(status("atlas_200i_500_a2", "bfloat16", true), Status::kUnsupported);
  EXPECT_EQ(status("atlas_inference_aicore", "uint8", true), Status::kUnsupported);
  EXPECT_EQ(status("atlas_training", "half", true), Status::kUnsupported);
}

}  // namespace
}  // namespace assay::emulator
