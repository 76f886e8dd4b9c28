// Binding a case to its cell: what is found, and each way in which a case is no call.
#include "oracle/call.h"

#include <gtest/gtest.h>

#include <functional>
#include <iterator>
#include <limits>

#include "oracle/test_outcomes.h"

namespace assay {
namespace {

using namespace test_calls;

std::string bad(const Case& c) {
  return bad_input_of([&] { Call call(catalog(), c); });
}

std::string bad_after(Case c, const std::function<void(Case&)>& change) {
  change(c);
  return bad(c);
}

TEST(Call, EveryPlainCallBinds) {
  for (const char* form : {"count", "mask_bits", "mask_count"}) {
    EXPECT_EQ(bad(gather_call(form, "half")), "");
  }
  for (const char* form : {"ref", "ref_masked", "ret", "ret_masked"}) {
    EXPECT_EQ(bad(datablock_call(form)), "");
  }
  EXPECT_EQ(bad(copy_call("vreg", "int8")), "");
  EXPECT_EQ(bad(copy_call("vreg_to_mreg", "uint32")), "");
  EXPECT_EQ(bad(upsample_call("mreg")), "");
  EXPECT_EQ(bad(reduce_call("strided")), "");
}

TEST(Call, OnlyTheCellsOfTheSpecAreCalls) {
  const Case plain = gather_call("mask_bits", "half");
  for (std::string Case::*field : {&Case::op, &Case::form, &Case::product, &Case::dtype}) {
    for (const char* text : {"", "no/such"}) {
      EXPECT_EQ(bad_after(plain, [&](Case& c) { c.*field = text; }), "not-a-cell");
    }
  }
  // Each name exists, but not together.
  EXPECT_EQ(bad_after(plain, [](Case& c) { c.dtype = "int8"; }), "not-a-cell");
  EXPECT_EQ(bad_after(plain, [](Case& c) { c.product = "atlas_training"; }), "not-a-cell");
  EXPECT_EQ(bad_after(plain, [](Case& c) { c.form = "mreg"; }), "not-a-cell");
  EXPECT_EQ(bad_after(datablock_call("ret"), [](Case& c) { c.dtype = "int64"; }), "not-a-cell");
  EXPECT_EQ(bad_after(upsample_call("vreg", "half"), [](Case& c) { c.dtype = "float"; }),
            "not-a-cell");
}

TEST(Call, EveryOperandMustBeThere) {
  for (const Case& plain : {gather_call("mask_count", "half"), reduce_call("strided"),
                            upsample_call("vreg", "int8"), datablock_call("ref_masked")}) {
    for (std::ptrdiff_t i = 0; i < std::ssize(plain.args); ++i) {
      EXPECT_EQ(bad_after(plain, [i](Case& c) { c.args.erase(c.args.begin() + i); }),
                "missing-operand")
          << plain.op << " " << plain.args[static_cast<std::size_t>(i)].name;
    }
    for (std::ptrdiff_t i = 0; i < std::ssize(plain.vreg); ++i) {
      EXPECT_EQ(bad_after(plain, [i](Case& c) { c.vreg.erase(c.vreg.begin() + i); }),
                "missing-operand")
          << plain.op << " " << plain.vreg[static_cast<std::size_t>(i)].name;
    }
    if (plain.mreg.empty()) continue;
    EXPECT_EQ(bad_after(plain, [](Case& c) { c.mreg.clear(); }), "missing-operand");
  }
}

TEST(Call, AnOperandThatTheFormDoesNotHaveIsRefused) {
  const Case plain = datablock_call("ref");
  EXPECT_EQ(bad_after(plain, [](Case& c) { set(c, "count", 1); }), "unknown-operand");
  EXPECT_EQ(bad_after(plain,
                      [](Case& c) {
                        c.vreg.push_back({"src0", Bytes(256)});
                      }),
            "unknown-operand");
  EXPECT_EQ(bad_after(plain,
                      [](Case& c) {
                        c.mreg.push_back({"mask", Bytes(32)});
                      }),
            "unknown-operand");
}

TEST(Call, AnOperandOfAnotherKindIsRefused) {
  const Case plain = datablock_call("ref_masked");
  EXPECT_EQ(bad_after(plain,
                      [](Case& c) {
                        c.vreg.push_back({"mask", Bytes(256)});
                      }),
            "bad-argument");
  EXPECT_EQ(bad_after(plain,
                      [](Case& c) {
                        c.mreg.push_back({"dst", Bytes(32)});
                      }),
            "bad-argument");
  EXPECT_EQ(bad_after(plain, [](Case& c) { set(c, "dst", 1); }), "bad-argument");
  EXPECT_EQ(bad_after(plain, [](Case& c) { set(c, "mask", 1); }), "bad-argument");
  EXPECT_EQ(bad_after(plain, [](Case& c) { set(c, "src", 8192); }), "bad-argument");
  const Case gather = gather_call("mask_bits", "half");
  EXPECT_EQ(bad_after(gather, [](Case& c) { point(c, "repeatTime", 1); }), "bad-argument");
  EXPECT_EQ(bad_after(gather, [](Case& c) { set(c, "mask", 1); }), "bad-argument");
  EXPECT_EQ(bad_after(gather, [](Case& c) { set(c, "mask", ArgValue(MaskWords{1})); }),
            "bad-argument");
  EXPECT_EQ(bad_after(gather,
                      [](Case& c) {
                        set(c, "mask", ArgValue(MaskWords{1, 2, 3}));
                      }),
            "bad-argument");
}

TEST(Call, RegistersHaveTheirLength) {
  const Case plain = datablock_call("ref_masked");
  for (const std::size_t bytes : {0u, 32u, 255u, 257u}) {
    EXPECT_EQ(bad_after(plain, [&](Case& c) { vreg(c, "dst").resize(bytes); }), "bad-argument");
  }
  for (const std::size_t bytes : {0u, 31u, 33u, 256u}) {
    EXPECT_EQ(bad_after(plain, [&](Case& c) { mreg(c, "mask").resize(bytes); }), "bad-argument");
  }
}

TEST(Call, AReturnedResultHasNoContents) {
  EXPECT_EQ(bad_after(datablock_call("ret"),
                      [](Case& c) {
                        c.vreg.push_back({"return", Bytes(256)});
                      }),
            "bad-argument");
  const Case plain = datablock_call("ret");
  const Call call(catalog(), plain);
  EXPECT_TRUE(call.register_bytes(call.output().operand).empty());
}

TEST(Call, ScalarsFitTheirCType) {
  struct Row {
    Case call;
    const char* name;
    std::int64_t min, max;
  };
  for (const Row& row : {Row{gather_call("mask_bits", "half"), "repeatTime", 0, 0xff},
                         Row{gather_call("mask_bits", "half"), "dstRepStride", 0, 0xffff},
                         Row{gather_call("count", "half"), "count", 0, 0xffffffff},
                         Row{gather_call("count", "half"), "srcBaseAddr", 0, 0xffffffff},
                         Row{copy_call("vreg_to_mreg", "uint16"), "part", -0x8000, 0x7fff},
                         Row{upsample_call("mreg"), "offset", -0x80000000ll, 0x7fffffff}}) {
    for (const std::int64_t inside : {row.min, row.max}) {
      EXPECT_EQ(bad_after(row.call, [&](Case& c) { set(c, row.name, inside); }), "") << row.name;
    }
    for (const std::int64_t outside : {row.min - 1, row.max + 1}) {
      EXPECT_EQ(bad_after(row.call, [&](Case& c) { set(c, row.name, outside); }), "bad-argument")
          << row.name;
    }
    EXPECT_EQ(bad_after(row.call, [&](Case& c) { set(c, row.name, scalar_arg(~0ull)); }),
              "bad-argument");
  }
}

TEST(Call, A64BitScalarTakesAllItsValues) {
  Case c = gather_call("mask_count", "half");
  set(c, "mask", scalar_arg(~0ull));
  EXPECT_EQ(Call(catalog(), c).unsigned_scalar("mask"), ~0ull);
  set(c, "mask", std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(Call(catalog(), c).unsigned_scalar("mask"), 0x7fffffffffffffffull);
  set(c, "mask", -1);
  EXPECT_EQ(bad(c), "bad-argument");
}

TEST(Call, PointersHave32Bits) {
  Case c = upsample_call("mreg");
  point(c, "src", 0xffffffff);
  EXPECT_EQ(bad(c), "");
  point(c, "src", 0x100000000);
  EXPECT_EQ(bad(c), "bad-argument");
}

TEST(Call, MemoryThatDoesNotExistHasNoContents) {
  Case c = upsample_call("mreg");
  c.ub_bytes = kPhysical950;
  c.ub = {{0, Bytes(16384)}, {kPhysical950 - 1, Bytes(1)}};
  EXPECT_EQ(bad(c), "");
  c.ub_bytes = kPhysical950 + 1;
  EXPECT_EQ(bad(c), "bad-argument");
  c.ub_bytes = kPhysical950;
  c.ub.back() = {kPhysical950 - 1, Bytes(2)};
  EXPECT_EQ(bad(c), "bad-segment");
  c.ub.back() = {kPhysical950 + 1, Bytes(1)};
  EXPECT_EQ(bad(c), "bad-segment");
  c.ub.back() = {~0ull, Bytes(1)};  // address + size wraps around
  EXPECT_EQ(bad(c), "bad-segment");
}

TEST(Call, KnowsItsOperands) {
  const Case c = gather_call("mask_bits", "int8", "atlas_200i_500_a2");
  const Call call(catalog(), c);
  EXPECT_TRUE(call.aiv());
  EXPECT_EQ(call.lane_bytes(), 1u);
  EXPECT_EQ(call.repeat_bytes(), 128u);  // GAT-C15
  EXPECT_EQ(call.repeat_lanes(), 128u);
  EXPECT_EQ(call.operand("src"), (Place{1, 0}));
  EXPECT_EQ(call.operand("src").bytes(3).bits(2), (Place{1, 26}));
  EXPECT_EQ(call.output(), call.operand("dst"));
  EXPECT_FALSE(call.find_operand("count").has_value());
  EXPECT_EQ(call.address(2), 12288u);
  EXPECT_EQ(call.scalar("dstRepStride"), 4);
  EXPECT_EQ(call.words("mask")[1], ~0ull);
}

TEST(Call, SignedScalarsKeepTheirSign) {
  Case c = upsample_call("mreg");
  set(c, "offset", -16);
  EXPECT_EQ(Call(catalog(), c).scalar("offset"), -16);
}

TEST(Call, QuestionsStartAtTheirFirstOptionAndRememberThatTheyWereAsked) {
  const Case c = gather_call("mask_bits", "half");
  Call call(catalog(), c);
  EXPECT_TRUE(call.is_open("inactive_lanes"));
  EXPECT_TRUE(call.is_open("zero_work"));
  EXPECT_FALSE(call.is_open("tail"));
  EXPECT_EQ(call.asked(), 0u);
  EXPECT_EQ(call.answer("inactive_lanes"), "keep");
  EXPECT_EQ(call.asked(), 1u);
  call.set_answer(0, 1);
  EXPECT_EQ(call.answer("inactive_lanes"), "unspecified");
  call.forget_asked();
  EXPECT_EQ(call.asked(), 0u);
  const Case other = gather_call("count", "half", "atlas_a3");
  EXPECT_FALSE(Call(catalog(), other).is_open("zero_work"));       // by product
  EXPECT_FALSE(Call(catalog(), other).is_open("inactive_lanes"));  // by form
}

TEST(Call, RowsBindByFormProductAndWidth) {
  const Case c = gather_call("mask_bits", "half");
  const Call call(catalog(), c);
  const auto binds = [&](Names forms, Names products, std::vector<std::uint32_t> widths) {
    Constraint row;
    row.forms = std::move(forms);
    row.products = std::move(products);
    row.lane_bytes = std::move(widths);
    return call.binds(row);
  };
  EXPECT_TRUE(binds({}, {}, {}));
  EXPECT_TRUE(binds({"mask_bits"}, {"atlas_a2", "ascend950"}, {2}));
  EXPECT_FALSE(binds({"count"}, {}, {}));
  EXPECT_FALSE(binds({}, {"atlas_a2"}, {}));
  EXPECT_FALSE(binds({}, {}, {4}));
}

}  // namespace
}  // namespace assay
