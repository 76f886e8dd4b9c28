// Every case is legal, fixed by its choices, and told apart by its id.
#include "fuzz/generate/generator.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <set>

#include "fuzz/generate/test_cases.h"
#include "oracle/accesses.h"
#include "oracle/legality.h"
#include "oracle/program.h"
#include "spec/record/codec.h"

namespace assay {
namespace {

using namespace test_cases;

void expect_legal(const Case& c) {
  const Call call(catalog(), c);
  const Legality legality = check_legality(call);
  EXPECT_EQ(legality.verdict, ExpectedVerdict::kOk)
      << c.op << " " << (legality.clause() == nullptr ? "" : legality.clause()->id);
  EXPECT_FALSE(legality.incomplete) << c.op;
}

TEST(Generator, ThreeCasesAreFixedForever) {
  Generator generator(catalog());
  const auto id = [&](std::string_view name, std::uint64_t seed, std::uint64_t index) {
    for (const Cell& cell : catalog().cells()) {
      if (catalog().cell_name(cell) == name) return generator.random_case(cell, seed, index).id;
    }
    return std::string("no such cell");
  };
  EXPECT_EQ(id("basic/Gather.mask_bits.ascend950.half", 1, 0), "gm3mojxyz7ia4x2c7on6a5olmp");
  EXPECT_EQ(id("vector/asc_reduce.strided.atlas_a2.uint32", 1, 5), "vkwcn6uwe2zxxwximxoyavllsh");
  EXPECT_EQ(id("reg/asc_copy.mreg_masked.ascend950.mask", 2, 0), "zqtpxbc7glbjkzkw7vblm57cd3");
}

TEST(Generator, AnEmptyTapeMakesALegalCaseInEveryCell) {
  const Generator generator(catalog());
  for (const Cell& cell : catalog().cells()) {
    Choices choices = Choices::replay({});
    expect_legal(generator.legal_case(cell, choices));
  }
}

TEST(Generator, TheTapeReplaysTheCase) {
  const Generator generator(catalog());
  for (const Cell& cell : catalog().cells()) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      Choices choices = Choices::from_seed(test_seed() + seed);
      const Case first = generator.legal_case(cell, choices);
      Choices again = Choices::replay(choices.tape());
      EXPECT_EQ(generator.legal_case(cell, again), first) << catalog().cell_name(cell);
      EXPECT_EQ(again.tape(), choices.tape());
    }
  }
}

TEST(Generator, AnyTapeMakesALegalCase) {
  const Generator generator(catalog());
  EXPECT_TRUE(rc::check([&](const std::vector<std::uint64_t>& tape) {
    const auto& cells = catalog().cells();
    const Cell cell = cells[*rc::gen::inRange<std::size_t>(0, cells.size())];
    Choices choices = Choices::replay(tape);
    const Case c = generator.legal_case(cell, choices);
    const Legality legality = check_legality(Call(catalog(), c));
    RC_ASSERT(legality.verdict == ExpectedVerdict::kOk);
    RC_ASSERT(!legality.incomplete);
  }));
}

TEST(Generator, RandomCasesOfEveryCellAreLegalComplete) {
  std::set<std::string> ids, names;
  const std::size_t cells = catalog().cells().size();
  EXPECT_EQ(cells, 220u);
  for_each_case(catalog().cells(), 40 * cells, [&](const Case& c) {
    expect_legal(c);
    ASSERT_TRUE(c.expect.has_value());
    EXPECT_EQ(c.expect->verdict, ExpectedVerdict::kOk);
    EXPECT_EQ(c.id, case_id(c));
    ids.insert(c.id);
    names.insert(c.name);
    EXPECT_TRUE(c.name.starts_with(c.op + "." + c.form + "." + c.product + "." + c.dtype + "."));
    EXPECT_FALSE(c.tags.empty()) << c.name;
    EXPECT_TRUE(std::is_sorted(c.clauses.begin(), c.clauses.end()));
  });
  EXPECT_EQ(names.size(), 40 * cells);
  EXPECT_EQ(ids.size(), 40 * cells) << "two cases are the same";
}

TEST(Generator, ACaseDependsOnNothingButItsNumber) {
  Generator one(catalog()), other(catalog());
  const std::vector<Cell>& cells = catalog().cells();
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const Cell& late = cells[cells.size() - 1 - k];
    const Case first = one.random_case(late, 7, 3);
    one.random_case(cells[k], 7, 4);
    EXPECT_EQ(other.random_case(late, 7, 3), first);
    EXPECT_NE(other.random_case(late, 8, 3).id, first.id);
  }
}

TEST(Generator, SmallAndOddBuffersDoForEveryCell) {
  for (const std::uint64_t ub_bytes : {kMinUbBytes, kMinUbBytes + 8, kMinUbBytes + 31}) {
    for_each_case(catalog().cells(), 12 * catalog().cells().size(),
                  [&](const Case& c) {
                    expect_legal(c);
                    EXPECT_EQ(c.ub_bytes, ub_bytes);
                    for (const Segment& s : c.ub) EXPECT_LE(s.addr + s.data.size(), ub_bytes);
                  },
                  {ub_bytes});
  }
}

TEST(Generator, TheWholePhysicalBufferDoesToo) {
  for (const Product& product : catalog().products()) {
    std::vector<Cell> cells;
    for (const Cell& cell : catalog().cells()) {
      if (catalog().products()[cell.product].id == product.id) cells.push_back(cell);
    }
    if (cells.empty()) continue;
    for_each_case(cells, 3 * cells.size(), expect_legal, {product.ub_physical_bytes});
  }
}

TEST(Generator, GuardsSurroundEveryOutputInMemory) {
  for_each_case(catalog().cells(), 5 * catalog().cells().size(), [](const Case& c) {
    const Call call(catalog(), c);
    const CaseMemory memory(c);
    const auto extents = find_program(c.op).extents(call);
    for (std::size_t i = 0; i < call.form().params.size(); ++i) {
      const Param& p = call.form().params[i];
      if (p.kind != ParamKind::kUb || p.io == ParamIo::kIn) continue;
      for (const auto& run : accesses(call, i, extents, true)) {
        const auto begin = static_cast<std::uint64_t>(run.begin);
        const auto end = static_cast<std::uint64_t>(run.end);
        const std::uint64_t from = begin < 32 ? 0 : begin - 32;
        const std::uint64_t to = std::min(end + 32, c.ub_bytes);
        EXPECT_TRUE(memory.holds(from, to - from)) << c.name;
      }
    }
  });
}

TEST(Generator, ByReferenceOutputsStartAsSentinelsThatNoInputHolds) {
  for_each_case(catalog().cells(), 4 * catalog().cells().size(), [](const Case& c) {
    const Form& form = *catalog().find_op(c.op)->find_form(c.form);
    const Register* dst = find_register(
        form.find_param("dst") != nullptr && form.find_param("dst")->kind == ParamKind::kMreg
            ? c.mreg
            : c.vreg,
        "dst");
    if (dst == nullptr) return;
    const Register* src = find_register(c.vreg.size() > 1 ? c.vreg : c.mreg, "src");
    const std::set<std::uint8_t> values(dst->data.begin(), dst->data.end());
    EXPECT_GT(values.size(), dst->data.size() / 4) << "no constant fill";
    EXPECT_TRUE(src == nullptr || src->data != dst->data);
  });
}

}  // namespace
}  // namespace assay
