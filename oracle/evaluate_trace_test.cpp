// Provenance of single bits, for calls small enough to name the origins by hand.
#include <gtest/gtest.h>

#include "oracle/evaluate.h"
#include "oracle/test_calls.h"

namespace assay {
namespace {

using namespace test_calls;

// The origin of a bit of an operand, under answer `option` of question `question` (both 0: the
// primary answers).
Origin origin_of(const Case& c, const char* operand, std::int64_t bit, std::size_t question = 0,
                 std::size_t option = 0) {
  Call call(catalog(), c);
  call.set_answer(question, option);
  Evaluator oracle(catalog());
  return oracle.trace(call).origin(call, call.operand(operand).bits(bit));
}

std::int64_t copied_from(const Case& c, const char* operand, std::int64_t bit) {
  const Origin origin = origin_of(c, operand, bit);
  EXPECT_EQ(origin.kind, MoveKind::kCopy);
  return origin.src.bit;
}

TEST(Trace, LanesOfAMaskedCopy) {
  Case c = copy_call("vreg", "int16");
  set_bit(mreg(c, "mask"), 6, false);  // lane 3: bytes 6 and 7
  for (std::int64_t bit = 0; bit < 2048; ++bit) {
    const Origin origin = origin_of(c, "dst", bit);
    if (bit / 16 == 3) {
      EXPECT_EQ(origin.kind, MoveKind::kKeep);
      EXPECT_EQ(origin.rule, "CPY-B02");
    } else {
      EXPECT_EQ(origin.kind, MoveKind::kCopy);
      EXPECT_EQ(origin.src, (Place{1, bit}));
      EXPECT_EQ(origin.rule, "CPY-B01");
    }
  }
}

TEST(Trace, SingleBits) {
  Case c = upsample_call("mreg");
  set(c, "offset", 32);
  for (std::int64_t bit = 0; bit < 256; ++bit) EXPECT_EQ(copied_from(c, "dst", bit), bit / 2);
  Call call(catalog(), c);
  const Provenance trace = Evaluator(catalog()).trace(call);
  EXPECT_EQ(trace.advances, (std::vector<Advance>{{call.operand("src").operand, 32, "UPS-B06"}}));
  c = copy_call("vreg_to_mreg", "uint32");
  set(c, "part", 31);
  EXPECT_EQ(copied_from(c, "dst", 255), 2047);
  EXPECT_EQ(copied_from(c, "dst", 0), 31 * 64);
}

TEST(Trace, MemoryIsFoundThroughAnyOperandThatReachesIt) {
  const Case c = gather_call("count", "half");
  EXPECT_EQ(copied_from(c, "dst", 17), 17);
  EXPECT_EQ(copied_from(c, "src", -8 * 4096 + 17), 17);
  const Origin source = origin_of(c, "src", 17);
  EXPECT_EQ(source.kind, MoveKind::kKeep);
  EXPECT_EQ(source.rule, "GAT-B08");
  EXPECT_EQ(origin_of(c, "dst", 80).rule, "GAT-B08") << "behind the fifth element";
}

TEST(Trace, ZeroAndUndefined) {
  Case c = datablock_call("ret_masked");
  set_bit(mreg(c, "mask"), 4, false);
  EXPECT_EQ(origin_of(c, "return", 256).kind, MoveKind::kZero);
  EXPECT_EQ(origin_of(c, "return", 256).rule, "GDB-B05");
  EXPECT_EQ(origin_of(c, "return", 255).kind, MoveKind::kCopy);
  EXPECT_EQ(origin_of(c, "return", 511, 1, 1).kind, MoveKind::kUndefined);
  EXPECT_EQ(origin_of(c, "return", 512, 1, 1).kind, MoveKind::kCopy);
}

TEST(Trace, TheLaterOfTwoRepeatsWinsUnlessItKeeps) {
  Case c = gather_call("mask_count", "float");
  set(c, "repeatTime", 2);
  set(c, "dstRepStride", 4);  // element 32 + k of repeat 0 is element k of repeat 1
  set(c, "mask", 40);
  const auto entry = [&](std::int64_t element) { return copied_from(c, "dst", 32 * element) / 32; };
  EXPECT_EQ(entry(31), 31);
  EXPECT_EQ(entry(32), 64) << "lane 0 of repeat 1";
  EXPECT_EQ(entry(39), 71);
  EXPECT_EQ(entry(71), 103) << "lane 39 of repeat 1";
  EXPECT_EQ(origin_of(c, "dst", 32 * 72).rule, "GAT-B07");
  set(c, "dstRepStride", 1);  // element 8 + k of repeat 0 is element k of repeat 1
  set(c, "mask", 12);
  EXPECT_EQ(entry(11), 67);
  EXPECT_EQ(origin_of(c, "dst", 32 * 20).kind, MoveKind::kKeep);
}

TEST(Trace, AnInactiveLaneLeavesWhatAnEarlierRepeatWrote) {
  Case c = gather_call("mask_bits", "float");
  set(c, "repeatTime", 2);
  set(c, "dstRepStride", 1);
  set(c, "mask", ArgValue(MaskWords{1ull << 8, 0}));  // repeat 0 writes element 8, repeat 1 16
  const Origin eight = origin_of(c, "dst", 32 * 8);
  EXPECT_EQ(eight.kind, MoveKind::kCopy) << "lane 0 of repeat 1 lies over it, but keeps";
  EXPECT_EQ(eight.src.bit / 32, 8);
  EXPECT_EQ(copied_from(c, "dst", 32 * 16) / 32, 72);
}

TEST(Trace, EveryRuleIsARowOfTheOp) {
  for (Case c : {gather_call("count", "half"), gather_call("mask_count", "half"),
                 datablock_call("ref_masked"), datablock_call("ret"), copy_call("mreg"),
                 copy_call("vreg_to_mreg", "uint16"), upsample_call("vreg", "half"),
                 reduce_call("count"), reduce_call("strided")}) {
    if (c.form == "mask_count") set(c, "mask", 3);
    const Call call(catalog(), c);
    const Provenance trace = Evaluator(catalog()).trace(call);
    ASSERT_FALSE(trace.moves.empty());
    for (const Move& move : trace.moves) {
      const auto named = [&](const auto& rows) {
        return std::any_of(rows.begin(), rows.end(),
                           [&](const auto& row) { return row.id == move.rule; });
      };
      EXPECT_TRUE(named(call.op().behaviours) || named(call.op().constraints)) << move.rule;
    }
  }
}

}  // namespace
}  // namespace assay
