// The spec as compiled in: what can be called, and that every rule of the pages is there.
#include "spec/model/catalog.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

namespace assay {
namespace {

const Catalog& real() {
  static const Catalog catalog = load_builtin_catalog();
  return catalog;
}

// "op.form.product": number of dtypes.
std::map<std::string, int> cell_counts() {
  std::map<std::string, int> counts;
  for (const Cell& cell : real().cells()) {
    const std::string name = real().cell_name(cell);
    ++counts[name.substr(0, name.rfind('.'))];
  }
  return counts;
}

TEST(Builtin, IsTheSpecFolder) {
  EXPECT_EQ(builtin_spec_files(), read_spec_folder(std::string(ASSAY_SOURCE_DIR) + "/spec"));
}

TEST(RealSpec, CellsOfEachFormAndProduct) {
  const std::map<std::string, int> expected = {
      {"basic/Gather.count.ascend950", 11},
      {"basic/Gather.count.atlas_200i_500_a2", 8},
      {"basic/Gather.count.atlas_a2", 7},
      {"basic/Gather.count.atlas_a3", 7},
      {"basic/Gather.count.atlas_inference_aicore", 6},
      {"basic/Gather.mask_bits.ascend950", 9},
      {"basic/Gather.mask_bits.atlas_200i_500_a2", 8},
      {"basic/Gather.mask_bits.atlas_a2", 7},
      {"basic/Gather.mask_bits.atlas_a3", 7},
      {"basic/Gather.mask_bits.atlas_inference_aicore", 6},
      {"basic/Gather.mask_count.ascend950", 9},
      {"basic/Gather.mask_count.atlas_200i_500_a2", 8},
      {"basic/Gather.mask_count.atlas_a2", 7},
      {"basic/Gather.mask_count.atlas_a3", 7},
      {"basic/Gather.mask_count.atlas_inference_aicore", 6},
      {"reg/asc_copy.mreg.ascend950", 1},
      {"reg/asc_copy.mreg_masked.ascend950", 1},
      {"reg/asc_copy.vreg.ascend950", 9},
      {"reg/asc_copy.vreg_to_mreg.ascend950", 2},
      {"reg/asc_gather_datablock.ref.ascend950", 18},
      {"reg/asc_gather_datablock.ref_masked.ascend950", 18},
      {"reg/asc_gather_datablock.ret.ascend950", 16},
      {"reg/asc_gather_datablock.ret_masked.ascend950", 16},
      {"reg/asc_loadalign_upsample_postupdate.mreg.ascend950", 1},
      {"reg/asc_loadalign_upsample_postupdate.vreg.ascend950", 13},
      {"vector/asc_reduce.count.atlas_a2", 2},
      {"vector/asc_reduce.count.atlas_a3", 2},
      {"vector/asc_reduce.count_sync.atlas_a2", 2},
      {"vector/asc_reduce.count_sync.atlas_a3", 2},
      {"vector/asc_reduce.strided.atlas_a2", 2},
      {"vector/asc_reduce.strided.atlas_a3", 2},
  };
  EXPECT_EQ(cell_counts(), expected);
  EXPECT_EQ(real().cells().size(), 220U);
}

TEST(RealSpec, CellsAreInOrderAndFound) {
  const std::vector<Cell>& cells = real().cells();
  std::set<std::string> names;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Cell& c = cells[i];
    const OpSpec& op = real().ops()[c.op];
    EXPECT_TRUE(real().has_cell(op, op.forms[c.form], real().products()[c.product],
                                real().dtypes()[c.dtype]));
    EXPECT_TRUE(names.insert(real().cell_name(c)).second);
    if (i == 0) continue;
    const Cell& b = cells[i - 1];
    EXPECT_LT(std::tie(b.op, b.form, b.product, b.dtype),
              std::tie(c.op, c.form, c.product, c.dtype));
  }
  EXPECT_EQ(names.count("basic/Gather.count.ascend950.half"), 1U);
}

TEST(RealSpec, OpsAreSortedById) {
  std::vector<std::string> ids;
  for (const OpSpec& op : real().ops()) ids.push_back(op.id);
  EXPECT_EQ(ids, (std::vector<std::string>{
                     "basic/Gather", "reg/asc_copy", "reg/asc_gather_datablock",
                     "reg/asc_loadalign_upsample_postupdate", "vector/asc_reduce"}));
}

TEST(RealSpec, NoCellWhereThePageHasNone) {
  const OpSpec& op = *real().find_op("reg/asc_copy");
  const Form& mreg = *op.find_form("mreg");
  const Product& p950 = *real().find_product("ascend950");
  EXPECT_FALSE(real().has_cell(op, mreg, p950, *real().find_dtype("int8")));
  EXPECT_FALSE(
      real().has_cell(op, mreg, *real().find_product("atlas_a3"), *real().find_dtype("mask")));
  EXPECT_FALSE(real().has_cell(OpSpec(), mreg, p950, *real().find_dtype("mask")));
}

TEST(RealSpec, NamesThatDoNotExistAreNotFound) {
  EXPECT_EQ(real().find_op("reg/asc_cop"), nullptr);
  EXPECT_EQ(real().find_product(""), nullptr);
  EXPECT_EQ(real().find_dtype("int9"), nullptr);
  EXPECT_EQ(real().find_op("reg/asc_copy")->find_form("vregs"), nullptr);
  EXPECT_EQ(real().sha256().size(), 64U);
}

// s: supported, u: unsupported, n: not listed.
std::string availability(const OpSpec& op) {
  std::string letters;
  for (const ProductRow& row : op.products) letters += to_text(row.availability)[0];
  return letters;
}

TEST(RealSpec, AvailabilityOfEachProduct) {
  std::vector<std::string> products;
  for (const Product& p : real().products()) products.push_back(p.id);
  EXPECT_EQ(products, (std::vector<std::string>{"ascend950", "atlas_a3", "atlas_a2",
                                                "atlas_200i_500_a2", "atlas_inference_aicore",
                                                "atlas_inference_vectorcore", "atlas_training"}));
  EXPECT_EQ(availability(*real().find_op("basic/Gather")), "sssssuu");
  EXPECT_EQ(availability(*real().find_op("reg/asc_copy")), "suuuuuu");
  EXPECT_EQ(availability(*real().find_op("reg/asc_gather_datablock")), "suuuuuu");
  EXPECT_EQ(availability(*real().find_op("reg/asc_loadalign_upsample_postupdate")), "suuuuuu");
  EXPECT_EQ(availability(*real().find_op("vector/asc_reduce")), "nssnnnn");
}

TEST(RealSpec, EveryConstraintOfTheFivePages) {
  std::set<std::string> ids;
  for (const OpSpec& op : real().ops()) {
    for (const Constraint& c : op.constraints) ids.insert(c.id);
  }
  const std::pair<const char*, int> last[] = {
      {"GDB", 13}, {"GAT", 23}, {"CPY", 11}, {"RED", 18}, {"UPS", 12}};
  int count = 0;
  for (const auto& [prefix, n] : last) {
    for (int i = 1; i <= n; ++i, ++count) {
      const std::string id = fmt::format("{}-C{:02}", prefix, i);
      EXPECT_EQ(ids.count(id), 1U) << id;
    }
  }
  EXPECT_EQ(count, 77);
}

TEST(RealSpec, DtypesAndTheirWidths) {
  std::map<std::string, std::uint32_t> widths;
  for (const Dtype& d : real().dtypes()) widths[d.id] = d.lane_bytes;
  const std::map<std::string, std::uint32_t> expected = {
      {"int4x2", 1},   {"int8", 1},     {"uint8", 1},    {"fp4x2_e2m1", 1}, {"fp4x2_e1m2", 1},
      {"hifloat8", 1}, {"fp8_e8m0", 1}, {"fp8_e5m2", 1}, {"fp8_e4m3fn", 1}, {"int16", 2},
      {"uint16", 2},   {"half", 2},     {"bfloat16", 2}, {"int32", 4},      {"uint32", 4},
      {"float", 4},    {"int64", 8},    {"uint64", 8},   {"mask", 1}};
  EXPECT_EQ(widths, expected);
}

TEST(RealSpec, QuestionsAndTheirOptionsInOrder) {
  std::map<std::string, std::string> questions;
  for (const OpSpec& op : real().ops()) {
    for (const Question& q : op.questions) {
      for (const Option& o : q.options) questions[q.id] += o.id + " ";
    }
  }
  const std::map<std::string, std::string> expected = {
      {"reg/asc_gather_datablock.inactive_blocks", "keep zero "},
      {"reg/asc_gather_datablock.inactive_blocks_return", "zero unspecified "},
      {"reg/asc_gather_datablock.non_aiv_return", "unspecified zero "},
      {"basic/Gather.inactive_lanes", "keep unspecified "},
      {"basic/Gather.zero_work", "unspecified nop "},
      {"basic/Gather.overlapping_repeats", "ascending unspecified "},
      {"reg/asc_copy.mask_group", "bitwise lsb_only_b16 lsb_only_b32 group_b16 group_b32 "},
      {"vector/asc_reduce.tail", "unspecified keep zero_to_datablock "},
      {"vector/asc_reduce.repeat_above_255", "works unspecified "},
      {"reg/asc_loadalign_upsample_postupdate.int4_unit", "byte nibble "},
  };
  EXPECT_EQ(questions, expected);
}

}  // namespace
}  // namespace assay
