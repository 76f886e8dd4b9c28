// Calls on which the documents are silent or unclear and the project has decided, memory that a
// case leaves out, and arguments as large as their types allow.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "oracle/legality.h"
#include "oracle/test_outcomes.h"

namespace assay {
namespace {

using namespace test_calls;

TEST(LegalityDecisions, ReduceInPlaceTakesOneRepeat) {
  for (const char* form : {"count", "count_sync", "strided"}) {
    Case c = reduce_call(form);
    point(c, "dst", 8192);
    if (c.form == "strided") set(c, "repeat", 1);
    EXPECT_EQ(broken_rows(c), Names{}) << form;
    if (c.form != "strided") continue;
    set(c, "repeat", 2);
    EXPECT_EQ(legality_of(c).verdict, ExpectedVerdict::kUndefined);
    EXPECT_EQ(broken_rows(c), Names{"RED-C05"});
  }
}

TEST(LegalityDecisions, OtherOverlapsAreUndefined) {
  Case c = reduce_call("count");
  point(c, "dst", 12288);  // over src1, even with the same start
  EXPECT_EQ(broken_rows(c), Names{"RED-C04"});
  c = gather_call("count", "half");
  point(c, "dst", 8192);  // Gather has no in-place form
  EXPECT_EQ(broken_rows(c), Names{"GAT-C03"});
}

TEST(LegalityDecisions, OperandsMayLieInTheGapsOfAStridedOne) {
  Case c = gather_call("mask_count", "float");
  set(c, "repeatTime", 2);
  set(c, "dstRepStride", 24);  // writes 4096..4351 and 4864..5119
  point(c, "src", 4352);
  for (std::size_t i = 0; i < 128; ++i) put_u32(at(c, 12288), i, 4 * (i % 64));
  EXPECT_EQ(broken_rows(c), Names{});
  put_u32(at(c, 12288), 0, 508);
  EXPECT_EQ(broken_rows(c), Names{});
  put_u32(at(c, 12288), 0, 512);
  EXPECT_EQ(broken_rows(c), Names{"GAT-C03"});

  c = reduce_call("strided");
  set(c, "src0_repeat_stride", 24);  // reads 8192..8447 and 8960..9215
  point(c, "dst", 8448);             // 512 bytes: exactly the gap
  EXPECT_EQ(broken_rows(c), Names{});
  point(c, "dst", 8480);
  EXPECT_EQ(broken_rows(c), (Names{"RED-C04", "RED-C05"}));

  c = reduce_call("strided");
  set(c, "src0_block_stride", 2);  // every other DataBlock of src0
  set(c, "src0_repeat_stride", 16);
  set(c, "pattern_mode", 0);
  point(c, "src1", 8224);
  set(c, "src1_repeat_stride", 2);  // its bits in the DataBlocks between
  EXPECT_EQ(broken_rows(c), Names{});
  set(c, "src1_repeat_stride", 3);
  EXPECT_EQ(broken_rows(c), Names{"RED-C19"});
}

TEST(LegalityDecisions, OffsetsOfMaskedOffLanesAndBlocksCountToo) {
  Case c = datablock_call("ref_masked");
  mreg(c, "mask").assign(32, 0);
  EXPECT_EQ(broken_rows(c), Names{});
  put_u32(vreg(c, "index"), 5, 33);
  EXPECT_EQ(broken_rows(c), Names{"GDB-C06"});
  put_u32(vreg(c, "index"), 5, 1u << 30);
  EXPECT_EQ(broken_rows(c), Names{"GDB-C08"});
  EXPECT_EQ(expectation(c).verdict, ExpectedVerdict::kUndefined);

  c = gather_call("mask_count", "half");
  set(c, "mask", 3);
  EXPECT_EQ(broken_rows(c), Names{});
  put_u32(at(c, 12288), 3, 1);
  EXPECT_EQ(broken_rows(c), Names{"GAT-C05"});
}

TEST(LegalityDecisions, IndexEntriesBehindTheEighthAreFree) {
  Case c = datablock_call("ret");
  put_u32(vreg(c, "index"), 8, 0xffffffff);
  EXPECT_EQ(broken_rows(c), Names{});
}

TEST(LegalityDecisions, AMaskNumberMayExceedTheLanes) {
  for (const char* dtype : {"int8", "half", "float"}) {
    Case c = gather_call("mask_count", dtype, "atlas_200i_500_a2");
    for (const std::uint64_t mask : {std::uint64_t{0}, std::uint64_t{129}, ~std::uint64_t{0}}) {
      set(c, "mask", scalar_arg(mask));
      EXPECT_EQ(broken_rows(c), Names{}) << dtype;
    }
  }
}

TEST(LegalityDecisions, GatherWithNothingToDoIsLegal) {
  for (const char* product :
       {"ascend950", "atlas_a2", "atlas_a3", "atlas_200i_500_a2", "atlas_inference_aicore"}) {
    Case c = gather_call("count", "half", product);
    set(c, "count", 0);
    EXPECT_EQ(broken_rows(c), Names{}) << product;
    c = gather_call("mask_bits", "half", product);
    set(c, "repeatTime", 0);
    EXPECT_EQ(broken_rows(c), Names{}) << product;
  }
}

TEST(LegalityDecisions, ReduceTakesMoreThan255RepeatsAndRepeatStrideZero) {
  Case c = reduce_call("strided");
  give_memory(c, 188160);
  set(c, "repeat", 300);
  set(c, "src0_repeat_stride", 0);
  point(c, "src0", 96000);
  EXPECT_EQ(broken_rows(c), Names{});
}

TEST(LegalityDecisions, APointerMayEndAnywhereFromZeroToTheUsableSize) {
  for (const std::int64_t next : {0, 16384}) {
    Case c = upsample_call("vreg", "half");
    set(c, "offset", (next - 8192) / 2);
    EXPECT_EQ(broken_rows(c), Names{}) << next;
    EXPECT_EQ(expectation(c).outputs.scalar.at(0).address, next);
  }
  for (const std::int64_t next : {-32, 16416}) {
    Case c = upsample_call("vreg", "half");
    set(c, "offset", (next - 8192) / 2);
    EXPECT_EQ(legality_of(c).verdict, ExpectedVerdict::kUndefined) << next;
    EXPECT_EQ(broken_rows(c), Names{"UPS-C09"}) << next;
  }
}

TEST(LegalityDecisions, ReadsBehindTheUsableSizeAreUndefinedAndBehindThePhysicalOneRejected) {
  Case c = upsample_call("vreg", "half");
  c.ub_bytes = 253952;
  set(c, "offset", -8192);
  for (const std::uint64_t src : {253952u - 96u, 253952u, 262144u - 128u}) {
    point(c, "src", src);
    EXPECT_EQ(broken_rows(c), Names{"UPS-C14"}) << src;
    EXPECT_EQ(legality_of(c).verdict, ExpectedVerdict::kUndefined);
  }
  for (const std::uint64_t src : {262144u - 96u, 262144u}) {
    point(c, "src", src);
    EXPECT_EQ(legality_of(c).verdict, ExpectedVerdict::kReject) << src;
  }
}

TEST(LegalityDecisions, MemoryThatTheCaseLeavesOutMakesItIncomplete) {
  Case c = gather_call("count", "half");
  const Case whole = c;
  EXPECT_FALSE(legality_of(c).incomplete);
  for (const std::uint64_t hole : {4104u, 8201u, 12307u}) {  // dst, src, srcOffset
    c = whole;
    const Segment all = c.ub[0];
    const auto middle = all.data.begin() + static_cast<std::ptrdiff_t>(hole);
    c.ub = {{0, Bytes(all.data.begin(), middle)}, {hole + 1, Bytes(middle + 1, all.data.end())}};
    EXPECT_TRUE(legality_of(c).incomplete) << hole;
    EXPECT_EQ(bad_input_of([&] { expectation(c); }), "missing-memory") << hole;
    c.ub = {{0, Bytes(all.data.begin(), middle)}, {hole, Bytes(middle, all.data.end())}};
    EXPECT_FALSE(legality_of(c).incomplete) << hole << ": segments may touch";
  }
  c = whole;
  c.ub.clear();
  EXPECT_TRUE(legality_of(c).incomplete);
  point(c, "dst", 4112);  // broken anyway: no memory is needed to say so
  EXPECT_EQ(expectation(c).verdict, ExpectedVerdict::kUndefined);
}

TEST(LegalityDecisions, ACallOffTheVectorCoreFollowsTheSameRules) {
  Case c = datablock_call("ref");
  c.core = Core::kAic;
  EXPECT_EQ(broken_rows(c), Names{});
  point(c, "src", 8200);
  EXPECT_EQ(broken_rows(c), Names{"GDB-C05"});
}

// Calls with every argument at the end of its type.
std::vector<Case> huge_calls() {
  constexpr std::uint64_t kLast = 0xffffffe0;
  std::vector<Case> all;
  Case c = gather_call("count", "int64");
  for (const std::int64_t count : {0xffffffffll, 0x80000000ll, 0x10000000ll}) {
    set(c, "count", count);
    all.push_back(c);
  }
  set(c, "srcBaseAddr", 0xffffffff);
  for (const char* name : {"dst", "src", "srcOffset"}) point(c, name, kLast);
  all.push_back(c);
  c = gather_call("mask_bits", "half");
  set(c, "repeatTime", 255);
  set(c, "dstRepStride", 65535);
  all.push_back(c);
  point(c, "src", kLast);
  put_u32(at(c, 12288), 0, 0xfffffffe);
  all.push_back(c);
  c = reduce_call("count", "uint32");
  set(c, "count", 0xffffffff);
  all.push_back(c);
  for (const std::int64_t repeat : {65535, 16384, 16383}) {
    for (const std::int64_t pattern : {0, 7, 255}) {
      c = reduce_call("strided", "uint32");
      set(c, "repeat", repeat);
      set(c, "pattern_mode", pattern);
      all.push_back(c);
      set(c, "src0_block_stride", 255);
      set(c, "src0_repeat_stride", 65535);
      set(c, "src1_repeat_stride", 255);
      all.push_back(c);
      for (const char* name : {"dst", "src0", "src1"}) point(c, name, kLast);
      all.push_back(c);
    }
  }
  for (const std::int64_t offset : {-0x80000000ll, 0x7fffffffll}) {
    c = upsample_call("vreg", "half");
    set(c, "offset", offset);
    all.push_back(c);
    point(c, "src", kLast);
    all.push_back(c);
  }
  c = datablock_call("ref_masked");
  for (std::size_t i = 0; i < 8; ++i) put_u32(vreg(c, "index"), i, 0xffffffff);
  point(c, "src", kLast + 31);
  all.push_back(c);
  return all;
}

// The arguments go to 2^32: work that grows with them takes many seconds, work that does not takes
// milliseconds. The limit lies between the two, also for a sanitizer build on a busy machine.
constexpr std::chrono::seconds kAtOnce(1);

TEST(LegalityDecisions, HugeArgumentsAreJudgedAtOnce) {
  for (const Case& c : huge_calls()) {
    auto best = std::chrono::steady_clock::duration::max();
    for (int attempt = 0; attempt < 5 && best > kAtOnce; ++attempt) {
      const auto start = std::chrono::steady_clock::now();
      EXPECT_NE(expectation(c).verdict, ExpectedVerdict::kOk) << c.op << " " << c.form;
      best = std::min(best, std::chrono::steady_clock::now() - start);
    }
    EXPECT_LT(best, kAtOnce) << c.op << " " << c.form;
  }
}

}  // namespace
}  // namespace assay
