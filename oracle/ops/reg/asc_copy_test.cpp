// asc_copy against formulas written as word arithmetic, and against the numbers of the page and
// the public samples.
#include <gtest/gtest.h>

#include "oracle/test_outcomes.h"

namespace assay {
namespace {

using namespace test_calls;

// Mask byte p of round v: over the rounds 0..255 every byte takes every value.
Bytes mask_of_round(unsigned v) {
  Bytes mask(32);
  for (unsigned p = 0; p < 32; ++p) mask[p] = static_cast<std::uint8_t>(v + 37 * p);
  return mask;
}

TEST(AscCopy, VregLanesFollowTheLowestBitOfTheirGroup) {
  for (const char* dtype : {"int8", "int16", "int32"}) {
    Case c = copy_call("vreg", dtype);
    const unsigned w = catalog().find_dtype(dtype)->lane_bytes;
    for (unsigned v = 0; v < 256; ++v) {
      mreg(c, "mask") = mask_of_round(v);
      const Bytes got = register_after(expectation(c)).data;
      for (unsigned byte = 0; byte < 256; ++byte) {
        const unsigned lowest = byte & ~(w - 1);  // one mask bit a byte
        const bool copied = (mask_of_round(v)[lowest >> 3] & (1u << (lowest & 7))) != 0;
        ASSERT_EQ(got[byte], (copied ? vreg(c, "src") : vreg(c, "dst"))[byte])
            << dtype << " mask " << v << " byte " << byte;
      }
    }
  }
}

TEST(AscCopy, DtypesOfOneWidthMoveAlike) {
  for (const auto& [like, dtypes] :
       std::vector<std::pair<std::string, Names>>{{"int8", {"uint8"}},
                                                  {"int16", {"uint16", "half", "bfloat16"}},
                                                  {"int32", {"uint32", "float"}}}) {
    Case first = copy_call("vreg", like);
    mreg(first, "mask") = mask_of_round(0x35);
    for (const std::string& dtype : dtypes) {
      Case c = first;
      c.dtype = dtype;
      EXPECT_EQ(expectation(c), expectation(first)) << dtype;
    }
  }
}

TEST(AscCopy, VregMaskOfTheLowerHalf) {
  Case c = copy_call("vreg", "float");  // public sample: x where active, y = -1.0 elsewhere
  for (std::size_t lane = 0; lane < 64; ++lane) put_u32(vreg(c, "dst"), lane, 0xbf800000);
  Bytes mask(32);
  for (std::size_t lane = 0; lane < 32; ++lane) set_bit(mask, 4 * lane, true);
  mreg(c, "mask") = mask;
  const Bytes got = register_after(expectation(c)).data;
  const Bytes src = vreg(c, "src"), dst = vreg(c, "dst");
  EXPECT_TRUE(std::equal(got.begin(), got.begin() + 128, src.begin()));
  EXPECT_TRUE(std::equal(got.begin() + 128, got.end(), dst.begin() + 128));
}

TEST(AscCopy, MaskToMaskCopiesEveryBit) {
  Case c = copy_call("mreg");
  for (unsigned v = 0; v < 256; ++v) {
    mreg(c, "src") = mask_of_round(v);
    ASSERT_EQ(register_after(expectation(c)).data, mask_of_round(v));
    ASSERT_TRUE(expectation(c).options.empty());
  }
}

// What each answer lets through of one byte: the answers in the order of the spec.
std::uint8_t passed(std::size_t answer, unsigned src, unsigned mask) {
  switch (answer) {
    case 0: return static_cast<std::uint8_t>(src & mask);
    case 1: return static_cast<std::uint8_t>(src & mask & 0x55);
    case 2: return static_cast<std::uint8_t>(src & mask & 0x11);
    case 3: return static_cast<std::uint8_t>(src & ((mask & 0x55) * 3));
    default: return static_cast<std::uint8_t>(src & ((mask & 0x11) * 15));
  }
}

TEST(AscCopy, MaskedMaskToMaskUnderEveryAnswer) {
  const Names answers = {"bitwise", "lsb_only_b16", "lsb_only_b32", "group_b16", "group_b32"};
  Case c = copy_call("mreg_masked");
  for (unsigned v = 0; v < 256; ++v) {
    mreg(c, "mask") = mask_of_round(v);
    for (unsigned p = 0; p < 32; ++p) {
      mreg(c, "src")[p] = static_cast<std::uint8_t>(101 * v + 59 * p + 7);
    }
    const Expectation e = expectation(c);
    ASSERT_EQ(e.options.at(0).second, "bitwise");
    for (std::size_t a = 0; a < answers.size(); ++a) {
      const Expectation answered = a == 0 ? e : under(e, {answers[a]});
      const Bytes got = register_after(answered).data;
      for (std::size_t p = 0; p < 32; ++p) {
        ASSERT_EQ(got[p], passed(a, mreg(c, "src")[p], mreg(c, "mask")[p]))
            << answers[a] << " byte " << p;
      }
    }
  }
}

TEST(AscCopy, CanonicalMasksDoNotTellBitwiseFromLowestBitOnly) {
  Case c = copy_call("mreg_masked");
  mreg(c, "mask") = Bytes(32, 0x44);
  mreg(c, "src") = Bytes(32, 0xff);
  const Expectation e = expectation(c);
  EXPECT_TRUE(alternative(e, {"lsb_only_b16"}).outputs.mreg.empty());  // not told apart
  EXPECT_EQ(under(e, {"group_b16"}).outputs.mreg.at(0).data, Bytes(32, 0xcc));
}

// b3b2b1b0 -> b3b3b2b2b1b1b0b0
unsigned spread2(unsigned nibble) {
  unsigned x = (nibble | nibble << 2) & 0x33;
  x = (x | x << 1) & 0x55;
  return 3 * x;
}

TEST(AscCopy, EveryPartOfA16BitRegisterTwice) {
  Case c = copy_call("vreg_to_mreg", "uint16");
  for (unsigned part = 0; part < 16; ++part) {
    set(c, "part", part);
    const Bytes got = register_after(expectation(c)).data;
    for (unsigned m = 0; m < 16; ++m) {
      const unsigned s = vreg(c, "src")[16 * part + m];
      ASSERT_EQ(got[2 * m], spread2(s & 15)) << part;
      ASSERT_EQ(got[2 * m + 1], spread2(s >> 4)) << part;
    }
  }
}

TEST(AscCopy, EveryPartOfA32BitRegisterFourTimes) {
  Case c = copy_call("vreg_to_mreg", "uint32");
  for (unsigned part = 0; part < 32; ++part) {
    set(c, "part", part);
    const Bytes got = register_after(expectation(c)).data;
    for (unsigned m = 0; m < 8; ++m) {
      const unsigned s = vreg(c, "src")[8 * part + m];
      for (unsigned t = 0; t < 4; ++t) {
        const unsigned pair = s >> (2 * t);
        ASSERT_EQ(got[4 * m + t], (pair & 1) * 0x0f + (pair >> 1 & 1) * 0xf0) << part;
      }
    }
  }
}

TEST(AscCopy, EveryByteValueIsExpanded) {
  Case c = copy_call("vreg_to_mreg", "uint16");
  for (unsigned v = 0; v < 256; ++v) {
    vreg(c, "src")[5] = static_cast<std::uint8_t>(v);
    const Bytes got = register_after(expectation(c)).data;
    ASSERT_EQ(got[10], spread2(v & 15));
    ASSERT_EQ(got[11], spread2(v >> 4));
  }
}

TEST(AscCopy, PublishedNumbersOfVregToMask) {
  Case c = copy_call("vreg_to_mreg", "uint32");  // sample reg_move: 1, ffffffff, 0, ...
  vreg(c, "src").assign(256, 0);
  put_u32(vreg(c, "src"), 0, 1);
  put_u32(vreg(c, "src"), 1, 0xffffffff);
  Bytes want(32);
  want[0] = 0x0f;
  std::fill(want.begin() + 16, want.end(), std::uint8_t{0xff});
  EXPECT_EQ(register_after(expectation(c)).data, want);

  c = copy_call("vreg_to_mreg", "uint16");  // halfwords 1, 0, 0, 0, ffff, 0, ...
  vreg(c, "src").assign(256, 0);
  vreg(c, "src")[0] = 1;
  vreg(c, "src")[8] = vreg(c, "src")[9] = 0xff;
  want.assign(32, 0);
  want[0] = 0x03;
  std::fill_n(want.begin() + 16, 4, std::uint8_t{0xff});
  EXPECT_EQ(register_after(expectation(c)).data, want);
}

}  // namespace
}  // namespace assay
