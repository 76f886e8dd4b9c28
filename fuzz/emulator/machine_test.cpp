#include "fuzz/emulator/machine.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace assay::emulator {
namespace {

Case two_touching_segments() {
  Case c;
  c.id = "some-id";
  c.op = "reg/some_op";
  c.form = "some_form";
  c.product = "some_product";
  c.dtype = "uint16";
  c.ub = {{96, {1, 2, 3, 4}}, {100, {5, 6}}, {200, {7}}};
  return c;
}

TEST(MachineMemory, LoadsLittleEndianAcrossTouchingSegments) {
  const Case c = two_touching_segments();
  const Machine m(c);
  EXPECT_EQ(m.load(96, 1), 1U);
  EXPECT_EQ(m.load(97, 2), 0x0302U);
  EXPECT_EQ(m.load(98, 4), 0x06050403U);
  EXPECT_EQ(m.load(200, 1), 7U);
  EXPECT_EQ(m.load(101, 1), 6U);
}

TEST(MachineMemory, OutsideTheSegmentsLoadsAreZeroAndStoresAreDropped) {
  const Case c = two_touching_segments();
  Machine m(c);
  EXPECT_EQ(m.load(94, 4), 0x02010000U);
  EXPECT_EQ(m.load(101, 8), 6U);
  EXPECT_EQ(m.load(kPhysicalUbBytes, 8), 0U);
  EXPECT_EQ(m.load(UINT64_MAX - 3, 8), 0U);
  m.store(94, 4, 0xDDCCBBAA);
  m.store(101, 2, 0xFFEE);
  m.store(UINT64_MAX - 3, 8, UINT64_MAX);
  const Result r = m.result();
  EXPECT_EQ(r.ub, (std::vector<Segment>{{96, {0xCC, 0xDD, 3, 4}}, {100, {5, 0xEE}}, {200, {7}}}));
}

TEST(MachineMemory, LeavesTheCaseAlone) {
  const Case c = two_touching_segments();
  Machine m(c);
  m.store(96, 8, 0);
  EXPECT_EQ(c, two_touching_segments());
  EXPECT_EQ(Machine(c).load(96, 1), 1U);
}

TEST(MachineMemory, ASegmentMayEndWithThePhysicalMemoryAndNotLater) {
  Case c = two_touching_segments();
  c.ub = {{kPhysicalUbBytes - 2, {1, 2}}};
  EXPECT_NO_THROW((Machine(c)));
  c.ub[0].addr += 1;
  EXPECT_THROW((Machine(c)), Malformed);
  c.ub[0].addr = UINT64_MAX;
  EXPECT_THROW((Machine(c)), Malformed);
}

TEST(MachineArguments, AreReadByNameAndKind) {
  Case c = two_touching_segments();
  c.args = {{"p", Pointer{4096}},
            {"n", scalar_arg(255)},
            {"wide", scalar_arg(UINT64_MAX)},
            {"negative", std::int64_t{-2}},
            {"words", MaskWords{3, 4}}};
  const Machine m(c);
  EXPECT_EQ(m.pointer("p"), 4096U);
  EXPECT_EQ(m.unsigned_arg("n", 255), 255U);
  EXPECT_EQ(m.unsigned_arg("wide", UINT64_MAX), UINT64_MAX);
  EXPECT_EQ(m.signed_arg("negative", -2, 0), -2);
  EXPECT_EQ(m.mask_words("words"), (MaskWords{3, 4}));
}

TEST(MachineArguments, AnythingElseIsMalformed) {
  Case c = two_touching_segments();
  c.args = {{"p", Pointer{4096}},
            {"n", scalar_arg(255)},
            {"wide", scalar_arg(UINT64_MAX)},
            {"negative", std::int64_t{-2}}};
  const Machine m(c);
  EXPECT_THROW(m.pointer("absent"), Malformed);
  EXPECT_THROW(m.unsigned_arg("absent", UINT64_MAX), Malformed);
  EXPECT_THROW(m.pointer("n"), Malformed);
  EXPECT_THROW(m.unsigned_arg("p", 9), Malformed);
  EXPECT_THROW(m.unsigned_arg("n", 254), Malformed);
  EXPECT_THROW(m.unsigned_arg("negative", UINT64_MAX), Malformed);
  EXPECT_THROW(m.signed_arg("negative", -1, 0), Malformed);
  EXPECT_THROW(m.signed_arg("n", 0, 254), Malformed);
  EXPECT_THROW(m.signed_arg("wide", INT64_MIN, INT64_MAX), Malformed);
  EXPECT_THROW(m.signed_arg("p", 0, 1), Malformed);
  EXPECT_THROW(m.mask_words("n"), Malformed);
}

TEST(MachineRegisters, MustExistAndHaveTheirLength) {
  Case c = two_touching_segments();
  c.vreg = {{"src", Bytes(256, 9)}, {"short", Bytes(255)}};
  c.mreg = {{"mask", Bytes(32, 8)}, {"long", Bytes(33)}};
  Machine m(c);
  EXPECT_EQ(m.vreg("src"), Bytes(256, 9));
  EXPECT_EQ(m.mreg("mask"), Bytes(32, 8));
  EXPECT_THROW(m.vreg("mask"), Malformed);
  EXPECT_THROW(m.vreg("short"), Malformed);
  EXPECT_THROW(m.mreg("src"), Malformed);
  EXPECT_THROW(m.mreg("long"), Malformed);
  EXPECT_THROW(m.output_vreg("absent"), Malformed);
}

TEST(MachineResult, HoldsTheOutputsAskedForAndNothingElse) {
  Case c = two_touching_segments();
  c.vreg = {{"dst", Bytes(256, 9)}, {"src", Bytes(256, 8)}};
  c.mreg = {{"dst", Bytes(32, 7)}};
  Machine m(c);
  m.output_vreg("dst")[3] = 1;
  m.output_mreg("dst")[31] = 2;
  m.set_pointer("src", 64);
  m.set_pointer("src", static_cast<std::uint64_t>(-32));
  Bytes vector(256, 9);
  vector[3] = 1;
  Bytes mask(32, 7);
  mask[31] = 2;
  Result expected;
  expected.id = "some-id";
  expected.ub = c.ub;
  expected.vreg = {{"dst", vector}};
  expected.mreg = {{"dst", mask}};
  expected.scalar = {{"src", -32}};
  EXPECT_EQ(m.result(), expected);
}

TEST(MachineResult, AReturnedRegisterStartsAsZeros) {
  const Case c = two_touching_segments();
  Machine m(c);
  m.return_vreg();
  EXPECT_EQ(m.result().vreg, (std::vector<Register>{{"return", Bytes(256, 0)}}));
}

TEST(MachineLanes, KnowEveryDtypeWithLanes) {
  Case c = two_touching_segments();
  const auto lane_bytes = [&c](const char* dtype) {
    c.dtype = dtype;
    return Machine(c).lane_bytes();
  };
  for (const char* dtype : {"int4x2", "int8", "uint8", "fp4x2_e2m1", "fp4x2_e1m2", "hifloat8",
                            "fp8_e8m0", "fp8_e5m2", "fp8_e4m3fn"}) {
    EXPECT_EQ(lane_bytes(dtype), 1U) << dtype;
  }
  for (const char* dtype : {"int16", "uint16", "half", "bfloat16"}) {
    EXPECT_EQ(lane_bytes(dtype), 2U) << dtype;
  }
  for (const char* dtype : {"int32", "uint32", "float"}) EXPECT_EQ(lane_bytes(dtype), 4U) << dtype;
  for (const char* dtype : {"int64", "uint64"}) EXPECT_EQ(lane_bytes(dtype), 8U) << dtype;
  EXPECT_THROW(lane_bytes("mask"), Unsupported);
  EXPECT_THROW(lane_bytes(""), Unsupported);
}

TEST(MachineBits, AreLsbFirst) {
  Bytes bytes(2);
  set_bit(bytes, 9, true);
  EXPECT_EQ(bytes, (Bytes{0, 2}));
  EXPECT_TRUE(bit(bytes, 9));
  EXPECT_FALSE(bit(bytes, 8));
  bytes[0] = 0xFF;
  set_bit(bytes, 0, false);
  set_bit(bytes, 7, true);
  EXPECT_EQ(bytes[0], 0xFE);
}

}  // namespace
}  // namespace assay::emulator
