// asc_loadalign_upsample_postupdate: the page's example, every byte value, every dtype's step.
#include <gtest/gtest.h>

#include "oracle/test_outcomes.h"

namespace assay {
namespace {

using namespace test_calls;

std::int64_t pointer_after(const Expectation& e) { return e.outputs.scalar.at(0).address; }

TEST(Upsample, TwoIterationsOfThePage) {
  Case c = upsample_call("vreg", "uint8");
  for (std::size_t i = 0; i < 256; ++i) at(c, 8192)[i] = static_cast<std::uint8_t>(i % 251 + 1);
  set(c, "offset", 128);
  for (std::size_t call = 0; call < 2; ++call) {
    const Expectation e = expectation(c);
    for (std::size_t i = 0; i < 256; ++i) {
      ASSERT_EQ(register_after(e).data[i], (call * 128 + i / 2) % 251 + 1);
    }
    EXPECT_EQ(pointer_after(e), 8192 + 128 * static_cast<std::int64_t>(call + 1));
    point(c, "src", static_cast<std::uint64_t>(pointer_after(e)));
  }
}

TEST(Upsample, EveryDtypeDuplicatesLanesAndStepsByElements) {
  const Form& form = *catalog().find_op("reg/asc_loadalign_upsample_postupdate")->find_form("vreg");
  ASSERT_EQ(form.support[0].dtypes.size(), 13u);
  for (const std::string& dtype : form.support[0].dtypes) {
    const std::size_t w = catalog().find_dtype(dtype)->lane_bytes;
    Case c = upsample_call("vreg", dtype);
    for (const std::int64_t offset : {0, 32, 128, 4096, -32, -4096}) {
      set(c, "offset", offset);
      const Expectation e = expectation(c);
      EXPECT_EQ(pointer_after(e), 8192 + offset * (w == 2 ? 2 : 1)) << dtype;
      for (std::size_t i = 0; i < 256; ++i) {
        const std::size_t from = w == 1 ? i >> 1 : (i >> 2 << 1) + (i & 1);
        ASSERT_EQ(register_after(e).data[i], c.ub[0].data[8192 + from]) << dtype << " byte " << i;
      }
      EXPECT_EQ(e.options.empty(), dtype != "int4x2") << dtype;
    }
  }
}

TEST(Upsample, PairsOfInt4AreDuplicatedAsBytesOrAsNibbles) {
  Case c = upsample_call("vreg", "int4x2");
  for (unsigned round = 0; round < 2; ++round) {
    for (unsigned i = 0; i < 128; ++i) {
      at(c, 8192)[i] = static_cast<std::uint8_t>(128 * round + i);  // every byte value
    }
    const Expectation e = expectation(c);
    EXPECT_EQ(e.options, (Answers{{"reg/asc_loadalign_upsample_postupdate.int4_unit", "byte"}}));
    const Bytes bytes = register_after(e).data;
    const Bytes nibbles = alternative(e, {"nibble"}).outputs.vreg.at(0).data;
    for (unsigned i = 0; i < 128; ++i) {
      const unsigned b = 128 * round + i;
      ASSERT_EQ(bytes[2 * i], b);
      ASSERT_EQ(bytes[2 * i + 1], b);
      ASSERT_EQ(nibbles[2 * i], (b & 15) * 17);      // e0 e0
      ASSERT_EQ(nibbles[2 * i + 1], (b >> 4) * 17);  // e1 e1
    }
  }
}

TEST(Upsample, EveryByteOfMaskBitsDoubles) {
  Case c = upsample_call("mreg");
  for (unsigned v = 0; v < 256; ++v) {
    for (unsigned m = 0; m < 16; ++m) at(c, 8192)[m] = static_cast<std::uint8_t>(v + 31 * m);
    const Bytes got = register_after(expectation(c)).data;
    for (unsigned m = 0; m < 16; ++m) {
      unsigned x = (v + 31 * m) & 0xff;  // spread to the even bits, then double
      x = (x | x << 4) & 0x0f0f;
      x = (x | x << 2) & 0x3333;
      x = (x | x << 1) & 0x5555;
      ASSERT_EQ(got[2 * m] | got[2 * m + 1] << 8, static_cast<int>(3 * x)) << v;
    }
  }
}

TEST(Upsample, MaskNumbersWorkedByHand) {
  Case c = upsample_call("mreg");
  std::fill_n(at(c, 8192).begin(), 16, std::uint8_t{0});
  at(c, 8192)[0] = 0x01;
  at(c, 8192)[15] = 0x80;
  Bytes want(32);
  want[0] = 0x03;
  want[31] = 0xc0;
  EXPECT_EQ(register_after(expectation(c)).data, want);
}

TEST(Upsample, TheMaskFormStepsByBytesAndReads16) {
  Case c = upsample_call("mreg");
  for (const std::int64_t offset : {0, 16, 48, 8192, -16, -8192}) {
    set(c, "offset", offset);
    EXPECT_EQ(pointer_after(expectation(c)), 8192 + offset);
  }
  c.ub = {{8192, distinct_bytes(16)}};  // nothing else is read
  EXPECT_EQ(expectation(c).verdict, ExpectedVerdict::kOk);
  EXPECT_EQ(register_after(expectation(c)).data.size(), 32u);
  c = upsample_call("vreg", "half");
  c.ub = {{8192, distinct_bytes(128)}};
  EXPECT_EQ(expectation(c).verdict, ExpectedVerdict::kOk);
}

}  // namespace
}  // namespace assay
