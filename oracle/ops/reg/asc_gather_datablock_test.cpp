// asc_gather_datablock: the numbers of the page, and every mask of its eight DataBlocks.
#include <gtest/gtest.h>

#include <array>

#include "oracle/test_outcomes.h"

namespace assay {
namespace {

using namespace test_calls;

constexpr std::array<const char*, 4> kForms = {"ref", "ref_masked", "ret", "ret_masked"};

TEST(AscGatherDatablock, ReversedBlocksAsOnThePage) {
  for (const char* form : kForms) {
    Case c = datablock_call(form);
    for (std::size_t i = 0; i < 256; ++i) at(c, 8192)[i] = static_cast<std::uint8_t>(i);
    for (std::size_t b = 0; b < 8; ++b) put_u32(vreg(c, "index"), b, 32 * (7 - b));
    const Bytes got = register_after(expectation(c)).data;
    for (std::size_t i = 0; i < 256; ++i) {
      ASSERT_EQ(got[i], (7 - i / 32) * 32 + i % 32) << form;
    }
    EXPECT_EQ(got[0], 0xe0);
    EXPECT_EQ(got[255], 0x1f);
  }
}

TEST(AscGatherDatablock, AnOffsetIsInBytesWhateverTheDtype) {
  const OpSpec& op = *catalog().find_op("reg/asc_gather_datablock");
  std::size_t cells = 0;
  for (const Form& form : op.forms) {
    for (const std::string& dtype : form.support[0].dtypes) {
      Case c = datablock_call(form.id, dtype);
      constexpr std::array<std::size_t, 8> kBlocks = {3, 0, 3, 1, 250, 32, 6, 7};
      for (std::size_t b = 0; b < 8; ++b) put_u32(vreg(c, "index"), b, 32 * kBlocks[b]);
      const Bytes got = register_after(expectation(c)).data;
      for (std::size_t i = 0; i < 256; ++i) {
        ASSERT_EQ(got[i], c.ub[0].data[8192 + 32 * kBlocks[i / 32] + i % 32]) << form.id << dtype;
      }
      ++cells;
    }
  }
  EXPECT_EQ(cells, 68u);
}

TEST(AscGatherDatablock, EveryMaskOfTheEightBlocksWithEveryKindOfJunk) {
  for (unsigned active = 0; active < 256; ++active) {
    for (const unsigned junk : {0x00u, 0xffu, 0xa6u}) {
      Case c = datablock_call("ref_masked");
      Bytes& mask = mreg(c, "mask");
      mask.assign(32, static_cast<std::uint8_t>(junk));
      for (unsigned b = 0; b < 8; ++b) set_bit(mask, 4 * b, (active >> b & 1) != 0);
      const Bytes dst = vreg(c, "dst");
      const Expectation e = expectation(c);
      const Bytes got = register_after(e).data;
      ASSERT_EQ(e.alternatives.size(), active == 255 ? 0u : 1u);
      for (std::size_t i = 0; i < 256; ++i) {
        const bool on = (active >> (i / 32) & 1) != 0;
        ASSERT_EQ(got[i], on ? c.ub[0].data[8192 + i] : dst[i]) << active;
        if (active == 255) continue;
        const Bytes& zeroing = e.alternatives.at(0).outputs.vreg.at(0).data;
        ASSERT_EQ(zeroing[i], on ? c.ub[0].data[8192 + i] : 0) << active;
      }
    }
  }
}

TEST(AscGatherDatablock, ReturnedBlocksThatAreInactiveAreZero) {
  for (unsigned lone = 0; lone < 8; ++lone) {
    Case c = datablock_call("ret_masked", "half");
    mreg(c, "mask").assign(32, 0xee);  // junk everywhere
    set_bit(mreg(c, "mask"), 4 * lone, true);
    const Bytes got = register_after(expectation(c)).data;
    for (std::size_t i = 0; i < 256; ++i) {
      ASSERT_EQ(got[i], i / 32 == lone ? c.ub[0].data[8192 + i] : 0);
    }
  }
}

TEST(AscGatherDatablock, ReachesTheFirstAndTheLastByteOfTheBuffer) {
  Case c = datablock_call("ret");
  point(c, "src", 0);
  put_u32(vreg(c, "index"), 0, 16384 - 32);
  const Bytes got = register_after(expectation(c)).data;
  EXPECT_EQ(got[31], c.ub[0].data[16383]);
  EXPECT_EQ(got[32], c.ub[0].data[32]);
}

}  // namespace
}  // namespace assay
