// Worked numbers of vendor page asc_copy and of the vendor's samples, and hand calculations.
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

Case copy(std::string form, std::string dtype) {
  return call("reg/asc_copy", std::move(form), "ascend950", std::move(dtype));
}

Case copy_vector(std::string dtype, Bytes mask) {
  Case c = copy("vreg", std::move(dtype));
  c.vreg = {{"dst", Bytes(256, 0xEE)}, {"src", sequence(256, 1, [](auto i) { return i % 251; })}};
  c.mreg = {{"mask", std::move(mask)}};
  return c;
}

TEST(Copy, AFullMaskCopiesEverything) {  // the page's example
  for (const char* dtype : {"int8", "bfloat16", "float"}) {
    const Case c = copy_vector(dtype, Bytes(32, 0xFF));
    EXPECT_EQ(run(c).vreg, (std::vector<Register>{{"dst", c.vreg[1].data}})) << dtype;
  }
}

TEST(Copy, TheLowerHalfIsMergedInTheVendorsSample) {
  // float, mask of the lower half of the lanes: 0..31 are x, 32..63 keep -1.0.
  Case c = copy_vector("float", padded(Bytes(16, 0x11), 32));
  c.vreg[0].data = sequence(64, 4, [](std::size_t) { return 0xBF800000U; });
  Bytes golden = c.vreg[0].data;
  for (std::size_t i = 0; i < 128; ++i) golden[i] = c.vreg[1].data[i];
  EXPECT_EQ(vreg_of(run(c), "dst"), golden);
}

TEST(Copy, OnlyTheLowestBitOfALaneCounts) {
  Case c = copy_vector("int16", padded({0xA9}, 32));  // of lane bits 01 10 10 10 only lane 0
  Bytes golden(256, 0xEE);
  golden[0] = 0;
  golden[1] = 1;
  EXPECT_EQ(vreg_of(run(c), "dst"), golden);
  c.dtype = "uint32";
  c.mreg[0].data = padded({0x1E}, 32);  // lane 1
  EXPECT_EQ(vreg_of(run(c), "dst"), padded({0xEE, 0xEE, 0xEE, 0xEE, 4, 5, 6, 7}, 256, 0xEE));
}

TEST(Copy, AMaskedMaskIsTheBitwiseAnd) {
  Case c = copy("mreg_masked", "mask");
  c.mreg = {{"dst", Bytes(32, 0xEE)}, {"src", Bytes(32, 0xCF)}, {"mask", Bytes(32, 0x57)}};
  EXPECT_EQ(run(c).mreg, (std::vector<Register>{{"dst", Bytes(32, 0x47)}}));
  c.form = "mreg";
  EXPECT_EQ(mreg_of(run(c), "dst"), Bytes(32, 0xCF));
}

Case copy_to_mask(std::string dtype, Bytes src, std::int64_t part) {
  Case c = copy("vreg_to_mreg", std::move(dtype));
  c.vreg = {{"src", padded(std::move(src), 256)}};
  c.mreg = {{"dst", Bytes(32, 0xEE)}};
  c.args = {{"part", part}};
  return c;
}

TEST(Copy, AVectorBitBecomesAGroupOfMaskBits) {
  // The vendor's sample: words 1 and 0xFFFFFFFF.
  Bytes golden = padded({0x0F}, 16);
  golden.resize(32, 0xFF);
  EXPECT_EQ(mreg_of(run(copy_to_mask("uint32", numbers(4, {1, 0xFFFFFFFF}), 0)), "dst"), golden);
  Bytes pairs = padded({0x03}, 16);
  pairs.resize(20, 0xFF);
  EXPECT_EQ(mreg_of(run(copy_to_mask("uint16", numbers(2, {1, 0, 0, 0, 0xFFFF}), 0)), "dst"),
            padded(pairs, 32));
}

TEST(Copy, ThePartChoosesTheBytes) {
  Bytes src(256);
  src[8 * 31 + 7] = 0x80;
  EXPECT_EQ(mreg_of(run(copy_to_mask("uint32", src, 31)), "dst")[31], 0xF0);
  EXPECT_EQ(mreg_of(run(copy_to_mask("uint32", src, 30)), "dst"), Bytes(32));
  EXPECT_EQ(mreg_of(run(copy_to_mask("uint16", src, 15)), "dst")[31], 0xC0);
  for (std::int64_t beyond : {-1, 16, 32767, -32768}) {
    EXPECT_EQ(mreg_of(run(copy_to_mask("uint16", src, beyond)), "dst"), Bytes(32));
  }
}

TEST(Copy, ReturnsAtOnceOnACoreWithoutVectorUnit) {
  Case vector = copy_vector("int8", Bytes(32, 0xFF));
  vector.core = Core::kAic;
  EXPECT_EQ(vreg_of(run(vector), "dst"), Bytes(256, 0xEE));
  Case mask = copy_to_mask("uint16", {}, 0);
  mask.core = Core::kAic;
  EXPECT_EQ(mreg_of(run(mask), "dst"), Bytes(32, 0xEE));
  mask = copy("mreg", "mask");
  mask.mreg = {{"dst", Bytes(32, 0xEE)}, {"src", Bytes(32)}};
  mask.core = Core::kAic;
  EXPECT_EQ(mreg_of(run(mask), "dst"), Bytes(32, 0xEE));
}

}  // namespace
}  // namespace assay::emulator
