// Every checkable constraint row of the spec, from just inside and from just outside.
#include "oracle/legality.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "oracle/test_outcomes.h"

namespace assay {
namespace {

using namespace test_calls;
using Change = std::function<void(Case&)>;

// A plain call, changed so that it just keeps a row, and so that it breaks exactly `broken`.
struct Edge {
  Case call;
  Change inside;
  Change outside;
  Names broken;
};

void put_offset(Case& c, std::size_t entry, std::uint64_t value) {
  const auto address = std::get<Pointer>(*find_arg(c, "srcOffset")).address;
  put_u32(at(c, address), entry, value);
}

void move_offsets(Case& c, std::uint64_t address) {
  point(c, "srcOffset", address);
  for (std::size_t i = 0; i < 32 && address + 4 * i + 4 <= c.ub_bytes; ++i) {
    put_offset(c, i, 2 * i);
  }
}

Change pointer(const char* name, std::uint64_t address) {
  return [=](Case& c) { point(c, name, address); };
}
Change scalar(const char* name, std::int64_t value) {
  return [=](Case& c) { set(c, name, value); };
}
Change offset(std::uint64_t value) {
  return [=](Case& c) { put_offset(c, 3, value); };
}
Change words(std::uint64_t low, std::uint64_t high) {
  return [=](Case& c) { set(c, "mask", ArgValue(MaskWords{low, high})); };
}
Change both(const Change& a, const Change& b) {
  return [=](Case& c) { a(c), b(c); };
}

Case in_large_memory(Case c, std::uint64_t ub_bytes) {
  const bool gather = c.op == "basic/Gather";
  give_memory(c, ub_bytes);
  if (gather) move_offsets(c, 12288);
  return c;
}

void expect_edges(const std::vector<Edge>& edges) {
  for (const Edge& edge : edges) {
    const std::string name = edge.call.op + " " + edge.call.form + " " + edge.broken.front();
    Case inside = edge.call;
    edge.inside(inside);
    EXPECT_EQ(broken_rows(inside), Names{}) << name;
    EXPECT_EQ(legality_of(inside).verdict, ExpectedVerdict::kOk) << name;
    EXPECT_EQ(legality_of(inside).clause(), nullptr) << name;
    EXPECT_FALSE(legality_of(inside).incomplete) << name;
    Case outside = edge.call;
    edge.outside(outside);
    EXPECT_EQ(broken_rows(outside), edge.broken) << name;
    const Case kept = outside;  // the legality points into it
    const Legality legality = legality_of(kept);
    const bool reject = edge.broken.front() == "UPS-C07";
    EXPECT_EQ(legality.verdict, reject ? ExpectedVerdict::kReject : ExpectedVerdict::kUndefined);
    EXPECT_EQ(clause_of(kept), edge.broken.front());
    for (const BrokenRule& b : legality.broken) EXPECT_NE(b.detail, "") << name;
  }
}

std::vector<Edge> gather_edges() {
  const Case half = gather_call("count", "half"), bits = gather_call("mask_bits", "half");
  const Case big = in_large_memory(half, kPhysical950);
  const Case count = gather_call("mask_count", "float", "atlas_a2");
  const auto all = ~0ull;
  return {
      {half, pointer("dst", 4128), pointer("dst", 4112), {"GAT-C02"}},
      {half, pointer("src", 8224), pointer("src", 8208), {"GAT-C02"}},
      {half, pointer("srcOffset", 12320), pointer("srcOffset", 12304), {"GAT-C02"}},
      // src below dst, so that an offset of 32 reads dst[0].
      {half,
       both(pointer("src", 4064), offset(30)),
       both(pointer("src", 4064), offset(32)),
       {"GAT-C03"}},
      {half, offset(6), offset(7), {"GAT-C05"}},
      {gather_call("count", "int64"), offset(8), offset(12), {"GAT-C05"}},
      {half, offset(8190), offset(8192), {"GAT-C06"}},
      {half,
       both(scalar("srcBaseAddr", 2), offset(8188)),
       both(scalar("srcBaseAddr", 2), offset(8190)),
       {"GAT-C06"}},
      {count, offset(8188), offset(0xfffffffc), {"GAT-C06"}},
      {big, offset(131070), offset(131072), {"GAT-C07"}},
      {in_large_memory(gather_call("count", "int8"), kPhysical950),
       offset(65535),
       offset(65536),
       {"GAT-C07"}},
      {in_large_memory(gather_call("count", "half", "atlas_200i_500_a2"), 253952),
       offset(131070),
       offset(131072),
       {"GAT-C07"}},
      {half, scalar("srcBaseAddr", 2), scalar("srcBaseAddr", 3), {"GAT-C09"}},
      {half,
       both(pointer("dst", 16352), scalar("count", 16)),
       both(pointer("dst", 16352), scalar("count", 17)),
       {"GAT-C10"}},
      {half,
       [](Case& c) { move_offsets(c, 16320), set(c, "count", 16); },
       [](Case& c) { move_offsets(c, 16320), set(c, "count", 17); },
       {"GAT-C10"}},
      {gather_call("mask_bits", "float"), words(all, 0), words(all, 1), {"GAT-C20"}},
      {gather_call("mask_bits", "int64"), words(all >> 32, 0), words(1ull << 32, 0), {"GAT-C20"}},
      {bits, pointer("dst", 16128), pointer("dst", 16160), {"GAT-C22"}},
      {gather_call("mask_count", "half"),
       pointer("srcOffset", 12288),
       pointer("srcOffset", 15904),
       {"GAT-C22"}},
      {half,
       [](Case& c) { move_offsets(c, 4128), set(c, "count", 16); },
       [](Case& c) { move_offsets(c, 4128), set(c, "count", 17); },
       {"GAT-C24"}},
      {half,
       both(pointer("src", 12256), offset(30)),
       both(pointer("src", 12256), offset(32)),
       {"GAT-C25"}},
  };
}

std::vector<Edge> register_edges() {
  const Case blocks = datablock_call("ref"), upsample = upsample_call("vreg", "int8");
  const Case mask = upsample_call("mreg");
  const auto index = [](std::uint64_t value) {
    return Change([=](Case& c) { put_u32(vreg(c, "index"), 7, value); });
  };
  return {
      {copy_call("vreg_to_mreg", "uint16"), scalar("part", 15), scalar("part", 16), {"CPY-C09"}},
      {copy_call("vreg_to_mreg", "uint32"), scalar("part", 31), scalar("part", 32), {"CPY-C09"}},
      {copy_call("vreg_to_mreg", "uint32"), scalar("part", 0), scalar("part", -1), {"CPY-C09"}},
      {blocks, pointer("src", 8224), pointer("src", 8208), {"GDB-C05"}},
      {blocks, index(64), index(48), {"GDB-C06"}},
      {blocks, index(8160), index(8192), {"GDB-C08"}},
      {blocks, index(8160), index(0xffffffe0), {"GDB-C08"}},
      {upsample,
       pointer("src", 8224),
       both(pointer("src", 8208), scalar("offset", 16)),
       {"UPS-C04"}},
      {upsample, pointer("src", 8224), pointer("src", 8208), {"UPS-C04", "UPS-C06"}},
      {mask, pointer("src", 8208), both(pointer("src", 8200), scalar("offset", 8)), {"UPS-C05"}},
      {upsample, scalar("offset", 32), scalar("offset", 16), {"UPS-C06"}},
      {upsample, scalar("offset", -32), scalar("offset", -31), {"UPS-C06"}},
      {upsample_call("vreg", "half"), scalar("offset", 16), scalar("offset", 8), {"UPS-C06"}},
      {in_large_memory(upsample, kPhysical950),
       pointer("src", kPhysical950 - 128),
       pointer("src", kPhysical950 - 96),
       {"UPS-C07", "UPS-C14"}},
      {in_large_memory(mask, kPhysical950),
       pointer("src", kPhysical950 - 16),
       pointer("src", kPhysical950),
       {"UPS-C07", "UPS-C14"}},
      {upsample, scalar("offset", 8192), scalar("offset", 8224), {"UPS-C09"}},
      {upsample, scalar("offset", -8192), scalar("offset", -8224), {"UPS-C09"}},
      {mask, scalar("offset", 8192), scalar("offset", 8208), {"UPS-C09"}},
      {mask, scalar("offset", 16), scalar("offset", 8), {"UPS-C13"}},
      {upsample, pointer("src", 16256), pointer("src", 16288), {"UPS-C14"}},
      {mask, pointer("src", 16368), pointer("src", 16384), {"UPS-C14"}},
  };
}

std::vector<Edge> reduce_edges() {
  const Case count = reduce_call("count"), strided = reduce_call("strided");
  const auto with = [](const char* name, std::uint64_t address, std::int64_t n) {
    return both(pointer(name, address), scalar("count", n));
  };
  return {
      {count, pointer("dst", 4128), pointer("dst", 4112), {"RED-C03"}},
      {count, pointer("src0", 8224), pointer("src0", 8208), {"RED-C03"}},
      {strided, pointer("src1", 12320), pointer("src1", 12304), {"RED-C03"}},
      {count, with("src0", 4128, 16), with("src0", 4128, 17), {"RED-C04"}},
      {reduce_call("count_sync"), with("src1", 4128, 16), with("src1", 4128, 17), {"RED-C04"}},
      {strided,
       both(pointer("src0", 4096), scalar("repeat", 1)),
       pointer("src0", 4096),
       {"RED-C05"}},
      {strided, pointer("src0", 4608), pointer("src0", 4576), {"RED-C04", "RED-C05"}},
      {strided, scalar("pattern_mode", 7), scalar("pattern_mode", 8), {"RED-C06"}},
      {strided, scalar("pattern_mode", 0), scalar("pattern_mode", 255), {"RED-C06"}},
      {count, scalar("count", 1), scalar("count", 0), {"RED-C11"}},
      {reduce_call("count_sync"), scalar("count", 1), scalar("count", 0), {"RED-C11"}},
      {strided, scalar("repeat", 1), scalar("repeat", 0), {"RED-C11"}},
      {strided, scalar("src0_block_stride", 1), scalar("src0_block_stride", 0), {"RED-C12"}},
      {count, with("dst", 16352, 16), with("dst", 16352, 17), {"RED-C15"}},
      {count, with("src0", 16352, 16), with("src0", 16352, 17), {"RED-C15"}},
      {count, with("src1", 16352, 256), with("src1", 16352, 257), {"RED-C15"}},
      {count, with("src1", 8224, 16), with("src1", 8224, 17), {"RED-C19"}},
      {strided,
       pointer("src1", 8192),
       both(pointer("src1", 8192), scalar("pattern_mode", 0)),
       {"RED-C19"}},
  };
}

TEST(Legality, GatherRowsFromBothSides) { expect_edges(gather_edges()); }
TEST(Legality, RegisterOpRowsFromBothSides) { expect_edges(register_edges()); }
TEST(Legality, ReduceRowsFromBothSides) { expect_edges(reduce_edges()); }

bool is_checked(const Constraint& row) {
  const bool promise = row.violation == Violation::kReject ||
                       row.violation == Violation::kUndefined ||
                       row.violation == Violation::kWrongResult;
  switch (row.kind) {
    case ConstraintKind::kAligned:
    case ConstraintKind::kNextAligned:
    case ConstraintKind::kMultipleOf:
    case ConstraintKind::kRange:
    case ConstraintKind::kInUb:
    case ConstraintKind::kPointerInUb:
    case ConstraintKind::kDisjoint:
    case ConstraintKind::kMaskLanes: return promise;
    case ConstraintKind::kZeroWork:
    case ConstraintKind::kRepeatDatablocks:
    case ConstraintKind::kCore:
    case ConstraintKind::kProduct:
    case ConstraintKind::kDtype:
    case ConstraintKind::kConstant:
    case ConstraintKind::kIgnored:
    case ConstraintKind::kPermission:
    case ConstraintKind::kSemantics:
    case ConstraintKind::kContext: return false;
  }
  return false;
}

TEST(Legality, NoCheckableRowIsLeftOutAbove) {
  std::set<std::string> seen = {"GAT-C08", "GAT-C11"};  // as wide as the type: never broken
  for (const auto& edges : {gather_edges(), register_edges(), reduce_edges()}) {
    for (const Edge& edge : edges) seen.insert(edge.broken.begin(), edge.broken.end());
  }
  for (const OpSpec& op : catalog().ops()) {
    for (const Constraint& row : op.constraints) {
      EXPECT_EQ(seen.count(row.id) != 0, is_checked(row)) << row.id;
    }
  }
}

TEST(Legality, AnyOffsetAndAnyRepeatTimeOfTheTypeKeepsItsRow) {
  Case c = gather_call("mask_count", "float", "atlas_a3");
  put_offset(c, 0, 0xfffffffc);
  EXPECT_EQ(broken_rows(c), Names{"GAT-C06"});  // not GAT-C08
  c = gather_call("mask_count", "float", "atlas_a3");
  set(c, "repeatTime", 255);
  for (const std::string& id : broken_rows(c)) EXPECT_NE(id, "GAT-C11");
}

TEST(Legality, ListsEverythingThatIsBrokenInTheOrderOfTheSpec) {
  Case c = gather_call("mask_bits", "half");
  point(c, "dst", 4112);
  put_offset(c, 0, 131073);
  set(c, "srcBaseAddr", 1);
  EXPECT_EQ(broken_rows(c), (Names{"GAT-C02", "GAT-C05", "GAT-C06", "GAT-C07", "GAT-C09"}));
  EXPECT_EQ(clause_of(c), "GAT-C02");
  EXPECT_NE(legality_of(c).broken.at(1).detail.find("srcOffset[0] = 131073"), std::string::npos);
}

TEST(Legality, TheRowThatPromisesAnErrorIsNamedEvenIfAnotherComesFirst) {
  Case c = in_large_memory(upsample_call("vreg", "int8"), kPhysical950);
  point(c, "src", kPhysical950 - 48);
  set(c, "offset", -16);
  EXPECT_EQ(broken_rows(c), (Names{"UPS-C04", "UPS-C07", "UPS-C14"}));
  EXPECT_EQ(legality_of(c).verdict, ExpectedVerdict::kReject);
  EXPECT_EQ(clause_of(c), "UPS-C07");
  EXPECT_EQ(expectation(c).clause, "UPS-C07");
}

}  // namespace
}  // namespace assay
