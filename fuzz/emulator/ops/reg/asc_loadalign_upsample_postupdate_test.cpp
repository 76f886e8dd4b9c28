// Worked numbers of vendor page asc_loadalign_upsample_postupdate, and hand calculations.
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

Case upsample(std::string form, std::string dtype, std::uint64_t src, std::int64_t offset) {
  Case c =
      call("reg/asc_loadalign_upsample_postupdate", std::move(form), "ascend950", std::move(dtype));
  c.ub_bytes = 253952;
  c.ub = {{kSrc, sequence(256, 1, [](std::size_t i) { return i % 251 + 1; })}};
  c.vreg = {{"dst", Bytes(256, 0xEE)}};
  c.mreg = {{"dst", Bytes(32, 0xEE)}};
  c.args = {{"src", Pointer{src}}, {"offset", offset}};
  return c;
}

std::int64_t pointer_after(const Case& c) {
  const Result r = run(c);
  EXPECT_EQ(r.status, Status::kOk) << r.detail;
  return r.scalar.size() == 1 && r.scalar[0].name == "src" ? r.scalar[0].address : -1;
}

TEST(Upsample, TwoIterationsOfThePagesExample) {
  std::uint64_t src = kSrc;
  for (std::size_t iteration = 0; iteration < 2; ++iteration) {
    const Case c = upsample("vreg", "uint8", src, 128);
    const Bytes golden = sequence(
        256, 1, [iteration](std::size_t i) { return (iteration * 128 + i / 2) % 251 + 1; });
    const Result r = run(c);
    EXPECT_EQ(r.vreg, (std::vector<Register>{{"dst", golden}}));
    EXPECT_TRUE(r.mreg.empty());
    src = static_cast<std::uint64_t>(pointer_after(c));
  }
  EXPECT_EQ(src, kSrc + 256);
}

TEST(Upsample, SixteenBitLanesAreDoubledWhole) {
  const Case c = upsample("vreg", "half", kSrc, 64);
  const Bytes dst = vreg_of(run(c), "dst");
  EXPECT_EQ(Bytes(dst.begin(), dst.begin() + 8), (Bytes{1, 2, 1, 2, 3, 4, 3, 4}));
  EXPECT_EQ(dst[254], 127);
  EXPECT_EQ(pointer_after(c), kSrc + 128);
}

TEST(Upsample, FourBitPairsAreDoubledWhole) {
  for (const char* dtype : {"int4x2", "fp4x2_e2m1", "fp4x2_e1m2"}) {
    Case c = upsample("vreg", dtype, kSrc, 128);
    c.ub[0].data[0] = 0x21;
    const Bytes dst = vreg_of(run(c), "dst");
    EXPECT_EQ(Bytes(dst.begin(), dst.begin() + 4), (Bytes{0x21, 0x21, 2, 2})) << dtype;
    EXPECT_EQ(pointer_after(c), kSrc + 128) << dtype;
  }
}

TEST(Upsample, MaskBitsAreDoubledAndTheOffsetCountsBytes) {
  const Case c = [] {
    Case mask = upsample("mreg", "mask", kSrc, 16);
    mask.ub[0].data = padded({1}, 15);
    mask.ub[0].data.push_back(0x80);
    return mask;
  }();
  Bytes golden(32);
  golden[0] = 0x03;
  golden[31] = 0xC0;
  EXPECT_EQ(run(c).mreg, (std::vector<Register>{{"dst", golden}}));
  EXPECT_TRUE(run(c).vreg.empty());
  EXPECT_EQ(pointer_after(c), kSrc + 16);
}

TEST(Upsample, TheStepMayBeZeroOrBackwards) {
  EXPECT_EQ(pointer_after(upsample("vreg", "int8", kSrc, 0)), kSrc);
  EXPECT_EQ(pointer_after(upsample("vreg", "uint16", kSrc, -64)), kSrc - 128);
  EXPECT_EQ(pointer_after(upsample("mreg", "mask", kSrc, -8192)), -4096);
}

TEST(Upsample, ReportsReadsBeyondTheMemory) {
  const auto rejected = [](const char* form, const char* dtype, std::uint64_t src) {
    const Result r = run(upsample(form, dtype, src, 0));
    return r.status == Status::kRejected && r.clause == "UPS-C07" && r.ub.empty() &&
           r.vreg.empty() && r.mreg.empty() && r.scalar.empty();
  };
  EXPECT_TRUE(rejected("vreg", "uint8", 262144 - 96));
  EXPECT_TRUE(rejected("mreg", "mask", 262144));
  EXPECT_TRUE(rejected("mreg", "mask", static_cast<std::uint64_t>(-32)));
  EXPECT_EQ(pointer_after(upsample("vreg", "uint8", 262144 - 128, 0)), 262144 - 128);
  EXPECT_EQ(pointer_after(upsample("mreg", "mask", 262144 - 16, 16)), 262144);
}

TEST(Upsample, ReturnsAtOnceOnACoreWithoutVectorUnit) {
  Case c = upsample("vreg", "uint8", kSrc, 128);
  c.core = Core::kAic;
  EXPECT_EQ(vreg_of(run(c), "dst"), Bytes(256, 0xEE));
  EXPECT_EQ(pointer_after(c), kSrc);
  c = upsample("mreg", "mask", 300000, 128);  // nothing is read, so nothing is reported
  c.core = Core::kAic;
  EXPECT_EQ(mreg_of(run(c), "dst"), Bytes(32, 0xEE));
  EXPECT_EQ(pointer_after(c), 300000);
}

TEST(Upsample, RefusesWhatThePageDoesNotList) {
  EXPECT_EQ(run(upsample("vreg", "uint32", kSrc, 0)).status, Status::kUnsupported);
  EXPECT_EQ(run(upsample("mreg", "int8", kSrc, 0)).status, Status::kUnsupported);
  Case c = upsample("vreg", "uint8", kSrc, 0);
  c.product = "atlas_a2";
  EXPECT_EQ(run(c).status, Status::kUnsupported);
}

}  // namespace
}  // namespace assay::emulator
