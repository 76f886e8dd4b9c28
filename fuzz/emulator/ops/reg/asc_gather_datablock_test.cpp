// Worked numbers of vendor page asc_gather_datablock, and hand calculations.
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

Case gather_datablock(std::string form, const std::vector<std::uint64_t>& index) {
  Case c = call("reg/asc_gather_datablock", std::move(form), "ascend950", "uint8");
  c.ub = {{kSrc, sequence(33 * 32, 1, [](std::size_t i) { return i + i / 256; })}};
  c.vreg = {{"dst", Bytes(256, 0xEE)}, {"index", padded(numbers(4, index), 256, 0x77)}};
  if (c.form.ends_with("masked")) c.mreg = {{"mask", Bytes(32, 0xFF)}};
  c.args = {{"src", Pointer{kSrc}}};
  return c;
}

Bytes datablock(const Case& c, std::size_t k) {
  const auto from = c.ub[0].data.begin() + static_cast<std::ptrdiff_t>(32 * k);
  return {from, from + 32};
}

TEST(GatherDatablock, TurnsTheOrderRoundInThePagesExample) {
  for (const char* form : {"ref_masked", "ref", "ret_masked", "ret"}) {
    Case c = gather_datablock(form, {224, 192, 160, 128, 96, 64, 32, 0});
    const Bytes golden =
        sequence(256, 1, [](std::size_t i) { return low_byte((7 - i / 32) * 32 + i % 32); });
    const std::string output = form[2] == 'f' ? "dst" : "return";
    const Result r = run(c);
    EXPECT_EQ(r.status, Status::kOk) << r.detail;
    EXPECT_EQ(r.vreg, (std::vector<Register>{{output, golden}})) << form;
    EXPECT_EQ(r.ub, c.ub);
  }
}

TEST(GatherDatablock, ReadsAnyBlockAnyNumberOfTimes) {
  const Case c = gather_datablock("ref", {96, 0, 32, 1024, 1024, 160, 0, 32});
  Bytes golden;
  for (std::size_t k : {3U, 0U, 1U, 32U, 32U, 5U, 0U, 1U}) {
    const Bytes block = datablock(c, k);
    golden.insert(golden.end(), block.begin(), block.end());
  }
  EXPECT_EQ(vreg_of(run(c), "dst"), golden);
}

TEST(GatherDatablock, ListensToEveryFourthMaskBitAlone) {
  Case c = gather_datablock("ref_masked", {0, 32, 64, 96, 128, 160, 192, 224});
  c.dtype = "int64";
  c.mreg[0].data = padded({0xEF, 0xEE, 0x10, 0x0E}, 32, 0xFF);  // blocks 0 and 5
  Bytes kept(256, 0xEE);
  Bytes zeros(256, 0);
  for (std::size_t i = 0; i < 256; ++i) {
    if (i / 32 == 0 || i / 32 == 5) kept[i] = zeros[i] = low_byte(i);
  }
  EXPECT_EQ(vreg_of(run(c), "dst"), kept);
  c.form = "ret_masked";
  c.dtype = "half";
  EXPECT_EQ(vreg_of(run(c), "return"), zeros);
}

TEST(GatherDatablock, ReturnsAtOnceOnACoreWithoutVectorUnit) {
  Case c = gather_datablock("ref_masked", {0, 32});
  c.core = Core::kAic;
  EXPECT_EQ(vreg_of(run(c), "dst"), Bytes(256, 0xEE));
  c.form = "ret";
  EXPECT_EQ(vreg_of(run(c), "return"), Bytes(256, 0));
}

TEST(GatherDatablock, ReadsZerosWhereThereIsNoMemory) {
  Case c = gather_datablock("ref", {0xFFFFFFE0, 0x80000000, 33 * 32, 0, 0, 0, 0, 0});
  const Bytes dst = vreg_of(run(c), "dst");
  EXPECT_EQ(Bytes(dst.begin(), dst.begin() + 96), Bytes(96, 0));
}

TEST(GatherDatablock, RefusesWhatThePageDoesNotList) {
  const auto status = [](const char* form, const char* dtype, const char* product) {
    Case c = gather_datablock(form, {0});
    c.dtype = dtype;
    c.product = product;
    return run(c).status;
  };
  EXPECT_EQ(status("ref", "uint64", "ascend950"), Status::kOk);
  EXPECT_EQ(status("ret", "uint64", "ascend950"), Status::kUnsupported);
  EXPECT_EQ(status("ret_masked", "int64", "ascend950"), Status::kUnsupported);
  EXPECT_EQ(status("ref", "mask", "ascend950"), Status::kUnsupported);
  EXPECT_EQ(status("ref", "int8", "atlas_a2"), Status::kUnsupported);
}

}  // namespace
}  // namespace assay::emulator
