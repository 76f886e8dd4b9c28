// What surrounds the op programs: care masks, which answers are listed, untouched memory, cores
// without vector unit. The numbers of the ops are checked beside their programs.
#include "oracle/evaluate.h"

#include <gtest/gtest.h>

#include "oracle/test_outcomes.h"

namespace assay {
namespace {

using namespace test_calls;

Names options_of(const Answers& answers) {
  Names names;
  for (const auto& [question, option] : answers) names.push_back(option);
  return names;
}

std::vector<Names> listed(const Expectation& e) {
  std::vector<Names> all;
  for (const Alternative& a : e.alternatives) all.push_back(options_of(a.options));
  return all;
}

TEST(Evaluate, TheWorkedExamplesOfTheSpec) {
  std::size_t examples = 0;
  for (const OpSpec& op : catalog().ops()) {
    for (const Example& example : op.examples) {
      const ExpectedOutputs& want = example.call.expect->outputs;
      const ExpectedOutputs got = expectation(example.call).outputs;
      const auto expect_same = [&](const Bytes& data, const Bytes& care, const Bytes& other,
                                   const Bytes& other_care) {
        ASSERT_EQ(data.size(), other.size());
        for (std::size_t i = 0; i < data.size(); ++i) {
          const unsigned cared = care.empty() ? 0xff : care[i];
          ASSERT_EQ((data[i] ^ other[i]) & cared, 0u) << example.title << " byte " << i;
          ASSERT_EQ(cared & (other_care.empty() ? 0xff : other_care[i]), cared) << example.title;
        }
      };
      ASSERT_EQ(got.ub.size(), want.ub.size());
      for (std::size_t k = 0; k < want.ub.size(); ++k) {
        expect_same(want.ub[k].data, want.ub[k].care, got.ub[k].data, got.ub[k].care);
      }
      ASSERT_EQ(got.vreg.size(), want.vreg.size());
      for (std::size_t k = 0; k < want.vreg.size(); ++k) {
        expect_same(want.vreg[k].data, want.vreg[k].care, got.vreg[k].data, got.vreg[k].care);
      }
      ASSERT_EQ(got.mreg.size(), want.mreg.size());
      for (std::size_t k = 0; k < want.mreg.size(); ++k) {
        expect_same(want.mreg[k].data, want.mreg[k].care, got.mreg[k].data, got.mreg[k].care);
      }
      EXPECT_EQ(got.scalar, want.scalar) << example.title;
      ++examples;
    }
  }
  EXPECT_GE(examples, 10u);
}

TEST(Evaluate, ByReferenceFormsGiveDstAndByReturnFormsReturn) {
  for (const char* form : {"ref", "ref_masked"}) {
    EXPECT_EQ(register_after(expectation(datablock_call(form))).name, "dst");
  }
  for (const char* form : {"ret", "ret_masked"}) {
    EXPECT_EQ(register_after(expectation(datablock_call(form))).name, "return");
  }
}

TEST(Evaluate, NothingBesideTheOutputChanges) {
  const Case c = gather_call("count", "half");
  Expectation e = expectation(c);
  ASSERT_EQ(e.outputs.ub.size(), 1u);
  EXPECT_TRUE(e.outputs.ub[0].care.empty());
  Bytes want = c.ub[0].data;
  for (std::size_t i = 0; i < 10; ++i) want[4096 + i] = want[8192 + i];
  EXPECT_EQ(e.outputs.ub[0].data, want);
  EXPECT_EQ(e.outputs.ub[0].addr, 0u);
  e = expectation(datablock_call("ref"));
  EXPECT_EQ(e.outputs.ub[0].data, datablock_call("ref").ub[0].data);
}

TEST(Evaluate, EverySegmentIsAnOutput) {
  Case c = gather_call("count", "half");
  const Bytes all = c.ub[0].data;
  const auto part = [&](std::size_t from, std::size_t bytes) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(from);
    return Segment{from, Bytes(begin, begin + static_cast<std::ptrdiff_t>(bytes))};
  };
  c.ub = {part(0, 3), part(4064, 74), part(8192, 10), part(12288, 20)};
  const ExpectedOutputs out = expectation(c).outputs;
  ASSERT_EQ(out.ub.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(out.ub[k].addr, c.ub[k].addr);
    EXPECT_EQ(out.ub[k].data.size(), c.ub[k].data.size());
    EXPECT_EQ(out.ub[k].data == c.ub[k].data, k != 1);
  }
}

TEST(Evaluate, OffTheVectorCoreByReferenceFormsChangeNothing) {
  for (Case c : {datablock_call("ref"), datablock_call("ref_masked"), copy_call("vreg", "half"),
                 copy_call("mreg"), copy_call("mreg_masked"), copy_call("vreg_to_mreg", "uint16"),
                 upsample_call("vreg", "half"), upsample_call("mreg")}) {
    if (c.op == "reg/asc_loadalign_upsample_postupdate") set(c, "offset", 64);
    if (c.form == "ref_masked") mreg(c, "mask").assign(32, 0x5a);
    c.core = Core::kAic;
    const Expectation e = expectation(c);
    const ExpectedRegister& dst = register_after(e);
    const auto& initial = e.outputs.vreg.empty() ? c.mreg : c.vreg;
    EXPECT_EQ(dst.data, find_register(initial, "dst")->data) << c.op << " " << c.form;
    EXPECT_TRUE(dst.care.empty());
    EXPECT_TRUE(e.options.empty()) << c.op << " " << c.form;
    for (const ExpectedSegment& s : e.outputs.ub) EXPECT_EQ(s.data, c.ub[0].data);
    for (const UpdatedPointer& p : e.outputs.scalar) {
      EXPECT_EQ(p.address, 8192) << "the pointer stays as well";
    }
  }
}

TEST(Evaluate, OffTheVectorCoreAReturnedRegisterIsOpen) {
  for (const char* form : {"ret", "ret_masked"}) {
    Case c = datablock_call(form);
    c.core = Core::kAic;
    const Expectation e = expectation(c);
    EXPECT_EQ(register_after(e).care, Bytes(256, 0));
    EXPECT_EQ(register_after(e).data, Bytes(256, 0));
    EXPECT_EQ(options_of(e.options), Names{"unspecified"});
    EXPECT_EQ(listed(e), std::vector<Names>{{"zero"}});
    const ExpectedRegister& zero = e.alternatives.at(0).outputs.vreg.at(0);
    EXPECT_EQ(zero.data, Bytes(256, 0));
    EXPECT_TRUE(zero.care.empty());
  }
}

TEST(Evaluate, InactiveBlocksByReferenceAndByReturn) {
  Case c = datablock_call("ref_masked");
  set_bit(mreg(c, "mask"), 4 * 3, false);
  Expectation e = expectation(c);
  EXPECT_EQ(e.options, (Answers{{"reg/asc_gather_datablock.inactive_blocks", "keep"}}));
  EXPECT_EQ(listed(e), std::vector<Names>{{"zero"}});
  EXPECT_TRUE(register_after(e).care.empty());
  EXPECT_TRUE(e.alternatives.at(0).outputs.ub.empty()) << "only what differs is listed";
  EXPECT_TRUE(e.alternatives.at(0).outputs.vreg.at(0).care.empty());

  c.form = "ret_masked";
  c.vreg.erase(c.vreg.begin());
  e = expectation(c);
  EXPECT_EQ(e.options, (Answers{{"reg/asc_gather_datablock.inactive_blocks_return", "zero"}}));
  EXPECT_EQ(listed(e), std::vector<Names>{{"unspecified"}});
  Bytes care(256, 0xff);
  std::fill_n(care.begin() + 96, 32, std::uint8_t{0});
  EXPECT_EQ(e.alternatives.at(0).outputs.vreg.at(0).care, care);
  EXPECT_TRUE(register_after(e).care.empty());
}

TEST(Evaluate, AnswersAreListedOnlyWhereTheyDiffer) {
  EXPECT_TRUE(expectation(datablock_call("ref_masked")).options.empty()) << "every block active";
  Case c = datablock_call("ref_masked");
  set_bit(mreg(c, "mask"), 0, false);
  std::fill_n(vreg(c, "dst").begin(), 32, std::uint8_t{0});  // keep and zero look the same
  EXPECT_TRUE(expectation(c).options.empty());
  EXPECT_TRUE(expectation(c).alternatives.empty());
  c = gather_call("mask_count", "half");
  EXPECT_TRUE(expectation(c).options.empty());
  c = reduce_call("count");
  std::fill_n(at(c, 12288).begin(), 3, std::uint8_t{0xff});
  set(c, "count", 16);  // nothing is left behind the packed elements
  EXPECT_TRUE(expectation(c).options.empty());
  c = upsample_call("vreg", "int4x2");
  std::fill_n(at(c, 8192).begin(), 128, std::uint8_t{0x77});
  EXPECT_TRUE(expectation(c).options.empty());
}

TEST(Evaluate, MaskGroupsInTheirOrder) {
  Case c = copy_call("mreg_masked");
  mreg(c, "src") = distinct_bytes(32, 5);
  mreg(c, "mask") = distinct_bytes(32, 6);
  const Expectation e = expectation(c);
  EXPECT_EQ(options_of(e.options), Names{"bitwise"});
  EXPECT_EQ(listed(e),
            (std::vector<Names>{{"lsb_only_b16"}, {"lsb_only_b32"}, {"group_b16"}, {"group_b32"}}));
}

TEST(Evaluate, TwoQuestionsMakeEveryCombination) {
  Case c = gather_call("mask_count", "float");
  set(c, "mask", 48);
  set(c, "repeatTime", 2);
  set(c, "dstRepStride", 4);  // half of a repeat lies over the one before
  const Expectation e = expectation(c);
  EXPECT_EQ(e.options, (Answers{{"basic/Gather.inactive_lanes", "keep"},
                                {"basic/Gather.overlapping_repeats", "ascending"}}));
  EXPECT_EQ(listed(e), (std::vector<Names>{{"unspecified", "ascending"},
                                           {"keep", "unspecified"},
                                           {"unspecified", "unspecified"}}));
  // Repeat 0 writes elements 0..47 and leaves out 48..63; repeat 1 writes 32..79 and leaves out
  // 80..95. Elements 32..47 are written twice, 48..63 once.
  const auto care = [&](const Names& options, std::size_t element) {
    return memory_care(under(e, options), 4096 + 4 * element, 4)[0];
  };
  EXPECT_EQ(memory_care(e, 4096, 384), Bytes(384, 0xff));
  for (std::size_t i = 0; i < 96; ++i) {
    const bool twice = i >= 32 && i < 48, inactive = i >= 80;
    EXPECT_EQ(care({"unspecified", "ascending"}, i), inactive ? 0 : 0xff) << i;
    EXPECT_EQ(care({"keep", "unspecified"}, i), twice ? 0 : 0xff) << i;
    EXPECT_EQ(care({"unspecified", "unspecified"}, i), twice || inactive ? 0 : 0xff) << i;
  }
}

TEST(Evaluate, ReduceAbove255RepeatsMeetsItsTail) {
  Case c = reduce_call("strided", "uint32");
  give_memory(c, 188160);
  set(c, "repeat", 256);
  set(c, "src0_repeat_stride", 0);
  point(c, "src0", 96000);
  const Expectation e = expectation(c);
  EXPECT_EQ(options_of(e.options), (Names{"unspecified", "works"}));
  EXPECT_EQ(listed(e), (std::vector<Names>{{"keep", "works"},
                                           {"zero_to_datablock", "works"},
                                           {"unspecified", "unspecified"},
                                           {"keep", "unspecified"},
                                           {"zero_to_datablock", "unspecified"}}));
  const Expectation anything = under(e, {"keep", "unspecified"});
  EXPECT_EQ(memory_care(anything, 4096, 65536), Bytes(65536, 0));
  EXPECT_EQ(memory_care(anything, 4064, 32), Bytes(32, 0xff));
  EXPECT_EQ(memory_care(anything, 4096 + 65536, 32), Bytes(32, 0xff));
  set(c, "repeat", 255);
  EXPECT_EQ(options_of(expectation(c).options), Names{"unspecified"}) << "the tail alone";
}

TEST(Evaluate, GatherWithNothingToDoByProduct) {
  for (const char* form : {"count", "mask_bits", "mask_count"}) {
    const char* work = std::string(form) == "count" ? "count" : "repeatTime";
    for (const char* product : {"atlas_a2", "atlas_a3"}) {
      Case c = gather_call(form, "half", product);
      set(c, work, 0);
      const Expectation e = expectation(c);
      EXPECT_EQ(e.outputs.ub[0].data, c.ub[0].data) << product;
      EXPECT_TRUE(e.outputs.ub[0].care.empty());
      EXPECT_TRUE(e.options.empty());
    }
    for (const char* product : {"ascend950", "atlas_200i_500_a2", "atlas_inference_aicore"}) {
      Case c = gather_call(form, "half", product);
      set(c, work, 0);
      // dst has a segment of its own: all of it is open, and nothing else.
      const Bytes all = c.ub[0].data;
      c.ub = {{0, Bytes(all.begin(), all.begin() + 4000)},
              {4096, Bytes(all.begin() + 4096, all.begin() + 4100)},
              {8192, Bytes(all.begin() + 8192, all.end())}};
      const Expectation e = expectation(c);
      EXPECT_EQ(e.options, (Answers{{"basic/Gather.zero_work", "unspecified"}})) << product;
      EXPECT_EQ(listed(e), std::vector<Names>{{"nop"}});
      EXPECT_TRUE(e.outputs.ub[0].care.empty() && e.outputs.ub[2].care.empty());
      EXPECT_EQ(e.outputs.ub[1].care, Bytes(4, 0));
      const std::vector<ExpectedSegment> untouched = {{4096, c.ub[1].data, {}}};
      EXPECT_EQ(e.alternatives.at(0).outputs.ub, untouched);
    }
  }
}

TEST(Evaluate, OnlyAnOkCaseHasOutputs) {
  Case c = reduce_call("count");
  set(c, "count", 0);
  Expectation e = expectation(c);
  EXPECT_EQ(e.verdict, ExpectedVerdict::kUndefined);
  EXPECT_EQ(e.clause, "");
  EXPECT_EQ(e.outputs, ExpectedOutputs{});
  c = upsample_call("mreg");
  point(c, "src", kPhysical950);
  e = expectation(c);
  EXPECT_EQ(e.verdict, ExpectedVerdict::kReject);
  EXPECT_EQ(e.clause, "UPS-C07");
  EXPECT_EQ(e.outputs, ExpectedOutputs{});
}

TEST(Evaluate, AnEvaluatorRemembersNothingOfEarlierCases) {
  Evaluator reused(catalog());
  Case narrow = gather_call("count", "half");
  narrow.ub[0].data.resize(12400);
  Case masked = datablock_call("ret_masked");
  mreg(masked, "mask").assign(32, 0);
  for (const Case& c : {gather_call("mask_bits", "float"), masked, narrow, reduce_call("count"),
                        upsample_call("mreg"), masked, copy_call("mreg"), narrow}) {
    EXPECT_EQ(reused.expect(c), expectation(c)) << c.op;
  }
}

TEST(Evaluate, NamesTheRowsItWentThrough) {
  Evaluator oracle(catalog());
  Case c = copy_call("vreg", "half");
  oracle.expect(c);
  EXPECT_EQ(oracle.rules(), Names{"CPY-B01"});
  set_bit(mreg(c, "mask"), 2, false);
  oracle.expect(c);
  EXPECT_EQ(oracle.rules(), (Names{"CPY-B01", "CPY-B02"}));
  set(c = reduce_call("count"), "count", 0);
  oracle.expect(c);
  EXPECT_TRUE(oracle.rules().empty());
}

}  // namespace
}  // namespace assay
