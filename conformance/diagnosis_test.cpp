#include "conformance/diagnosis.h"

#include <gtest/gtest.h>

#include "fuzz/generate/test_cases.h"
#include "oracle/judge/test_answers.h"

namespace assay {
namespace {

using test_answers::right_answer;
using test_cases::catalog;

// What is said of a result that is right but for these bits of one byte.
Diagnosis spoilt(const Case& c, const std::string& output, std::size_t byte, std::uint8_t bits) {
  Evaluator oracle(catalog());
  Result r = right_answer(c.expect->outputs);
  for (Segment& s : r.ub) {
    const bool holds = byte >= s.addr && byte - s.addr < s.data.size();
    if (output == "ub" && holds) s.data[byte - s.addr] ^= bits;
  }
  for (Register& v : r.vreg) {
    if (output == v.name) v.data[byte] ^= bits;
  }
  for (Register& m : r.mreg) {
    if (output == m.name) m.data[byte] ^= bits;
  }
  const auto difference =
      compare(c.expect->outputs, nullptr, r, catalog().find_dtype(c.dtype)->lane_bytes);
  EXPECT_TRUE(difference.has_value());
  return diagnose(catalog(), oracle, c, *difference);
}

// Two repeats of Gather on halves, three DataBlocks apart beyond contiguous; lane 1 is inactive.
Case gather_case() {
  Case c;
  c.id = "gather";
  c.op = "basic/Gather";
  c.form = "mask_bits";
  c.product = "atlas_a2";
  c.dtype = "half";
  c.ub_bytes = 188160;
  Bytes offsets(4 * 256), src(512);
  for (std::size_t i = 0; i < 256; ++i) offsets[4 * i] = static_cast<std::uint8_t>(2 * (i % 64));
  for (std::size_t i = 0; i < src.size(); ++i) src[i] = static_cast<std::uint8_t>(7 * i + 1);
  c.ub = {{4096 - 32, Bytes(64 + 11 * 32 + 256, 0xee)}, {8192, src}, {16384, offsets}};
  c.args = {{"dst", Pointer{4096}},
            {"src", Pointer{8192}},
            {"srcOffset", Pointer{16384}},
            {"srcBaseAddr", std::int64_t{4}},
            {"mask", MaskWords{~std::uint64_t{2}, ~std::uint64_t{0}}},
            {"repeatTime", std::int64_t{2}},
            {"dstRepStride", std::int64_t{11}}};
  c.expect = Evaluator(catalog()).expect(c);
  return c;
}

TEST(Diagnosis, TellsRepeatLaneAndOriginOfMemory) {
  // Repeat 1, lane 5: byte 11 * 32 + 10 of dst.
  const Diagnosis d = spoilt(gather_case(), "ub", 4096 + 11 * 32 + 10, 0x01);
  EXPECT_EQ(d.place.operand, "dst");
  EXPECT_FALSE(d.place.is_guard);
  EXPECT_EQ(d.place.byte, 362);
  EXPECT_EQ(d.place.bit, 8 * 362);
  EXPECT_EQ(d.place.element, 181);
  EXPECT_EQ(d.place.datablock, 11);
  EXPECT_EQ(d.place.repeat, 1);
  EXPECT_EQ(d.place.lane, 5);
  EXPECT_EQ(d.origin, "src + 0xe (address 0x200e)");  // base 4, offset 2 * 5
  EXPECT_EQ(d.rule, "GAT-B01");
  EXPECT_NE(d.source.find("Gather"), std::string::npos);
  EXPECT_NE(d.expected, d.actual);
}

TEST(Diagnosis, TellsAnInactiveLane) {
  const Diagnosis d = spoilt(gather_case(), "ub", 4096 + 2, 0x80);
  EXPECT_EQ(d.place.lane, 1);
  EXPECT_EQ(d.origin, "its value before the call");
  EXPECT_EQ(d.rule, "GAT-B07");
}

TEST(Diagnosis, TellsAGuardByteAndAGap) {
  const Diagnosis guard = spoilt(gather_case(), "ub", 4095, 0x80);
  EXPECT_TRUE(guard.place.is_guard);
  EXPECT_EQ(guard.place.byte, -1);
  EXPECT_EQ(guard.rule, "GAT-B08");
  const Diagnosis gap = spoilt(gather_case(), "ub", 4096 + 8 * 32, 0x80);  // after repeat 0
  EXPECT_EQ(gap.rule, "GAT-B08");
  EXPECT_EQ(gap.place.datablock, 8);
}

Case first_aiv_case(const std::string& op, const std::string& form) {
  Generator generator(catalog());
  for (const Cell& cell : test_cases::cells_of(op)) {
    if (catalog().ops()[cell.op].forms[cell.form].id != form) continue;
    for (std::uint64_t k = 0;; ++k) {
      Case c = generator.random_case(cell, 1, k);
      if (c.core == Core::kAiv && c.expect->options.empty()) return c;
    }
  }
  return {};
}

TEST(Diagnosis, TellsLanesOfAVectorRegister) {
  Case c = first_aiv_case("reg/asc_loadalign_upsample_postupdate", "vreg");
  const Diagnosis d = spoilt(c, "dst", 9, 0x10);
  EXPECT_EQ(d.place.operand, "dst");
  EXPECT_EQ(d.place.byte, 9);
  EXPECT_EQ(d.place.repeat, 0);
  EXPECT_EQ(d.place.lane, 9);
  EXPECT_NE(d.origin.find("src + 0x4"), std::string::npos) << d.origin;
}

TEST(Diagnosis, TellsBitsOfAMaskRegister) {
  const Diagnosis d = spoilt(first_aiv_case("reg/asc_copy", "mreg"), "dst", 2, 0x08);
  EXPECT_EQ(d.place.bit, 19);
  EXPECT_EQ(d.place.element, 19);
  EXPECT_EQ(d.origin, "src bit 19");
  EXPECT_EQ(d.rule, "CPY-B04");
}

TEST(Diagnosis, TellsAPointer) {
  const Case c = first_aiv_case("reg/asc_loadalign_upsample_postupdate", "mreg");
  Result r = right_answer(c.expect->outputs);
  const std::int64_t right = r.scalar[0].address;
  r.scalar[0].address += 16;
  Evaluator oracle(catalog());
  const auto difference = compare(c.expect->outputs, nullptr, r, 1);
  ASSERT_TRUE(difference.has_value());
  const Diagnosis d = diagnose(catalog(), oracle, c, *difference);
  EXPECT_EQ(d.place.operand, "src");
  EXPECT_EQ(d.expected, std::to_string(right));
  EXPECT_EQ(d.actual, std::to_string(right + 16));
  EXPECT_EQ(d.rule, "UPS-B06");
}

TEST(Diagnosis, SaysWhereAStatementComesFrom) {
  OpSpec op;
  op.page = "Gather";
  EXPECT_EQ(source_text(op, {"page", "", "Constraints", "105"}),
            "vendor page Gather, Constraints, line 105");
  EXPECT_EQ(source_text(op, {"kit", "a.h", "enum", ""}), "vendor kit, a.h, enum");
  EXPECT_EQ(source_text(op, {"assay", "", "why", ""}), "decision of this project, why");
}

}  // namespace
}  // namespace assay
