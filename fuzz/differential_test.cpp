// The emulator and the oracle, two implementations from the same documents, agree.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "fuzz/test_agreement.h"

namespace assay {
namespace {

using namespace test_cases;

TEST(Differential, TheEmulatorPassesRandomCasesOfEveryCell) { expect_agreement(20); }

TEST(Differential, AnyTapeInAnyCell) {
  emulator::EmulatorTarget emulator;
  Evaluator oracle(catalog());
  const Generator generator(catalog());
  EXPECT_TRUE(rc::check([&](const std::vector<std::uint64_t>& tape) {
    const auto& cells = catalog().cells();
    Choices choices = Choices::replay(tape);
    Case c = generator.legal_case(cells[*rc::gen::inRange<std::size_t>(0, cells.size())], choices);
    c.expect = oracle.expect(c);
    c.id = "case";
    const Result result = emulator.run(c);
    const Judgement j = judge(c, &result, 1);
    RC_LOG(c.op + " " + c.form + " " + c.dtype + " " + j.why);
    RC_ASSERT(j.verdict == Verdict::kPass);
  }));
}

}  // namespace
}  // namespace assay
