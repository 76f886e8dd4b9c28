#include "conformance/check.h"

#include <gtest/gtest.h>

#include "conformance/report/text_report.h"
#include "fuzz/emulator/emulator.h"
#include "fuzz/generate/test_cases.h"
#include "fuzz/targets/fault_target.h"
#include "spec/record/codec.h"

namespace assay {
namespace {

using test_cases::catalog;

CheckOptions options(unsigned jobs, const std::string& fault) {
  CheckOptions o;
  o.cells = test_cases::cells_of("basic/Gather");
  o.cells.resize(6);
  o.cases_per_cell = 30;
  o.jobs = jobs;
  o.make_target = [fault]() -> std::unique_ptr<Target> {
    auto emulator = std::make_unique<emulator::EmulatorTarget>();
    if (fault.empty()) return emulator;
    return std::make_unique<FaultTarget>(catalog(), find_fault(catalog(), fault),
                                         std::move(emulator));
  };
  return o;
}

TEST(Check, PassesTheEmulator) {
  const Verdicts v = check(catalog(), options(2, ""));
  EXPECT_EQ(v.total(Verdict::kPass), 180u);
  EXPECT_EQ(v.cells(), 6u);
  EXPECT_EQ(v.exit_code(false), 0);
}

TEST(Check, FindsAPlantedFaultAndNamesTheSameCasesForAnyJobs) {
  const Verdicts one = check(catalog(), options(1, "basic/Gather.offset_in_elements"));
  const Verdicts three = check(catalog(), options(3, "basic/Gather.offset_in_elements"));
  EXPECT_EQ(one.exit_code(false), 1);
  EXPECT_EQ(text_report(catalog(), one, {}), text_report(catalog(), three, {}));
  ASSERT_FALSE(one.not_passed().empty());
  ASSERT_EQ(one.not_passed().size(), three.not_passed().size());
  for (std::size_t i = 0; i < one.not_passed().size(); ++i) {
    EXPECT_EQ(one.not_passed()[i].id, three.not_passed()[i].id);
  }
  const NotPassed& first = one.not_passed()[0];
  ASSERT_TRUE(first.call.has_value());
  EXPECT_EQ(first.id, case_id(*first.call)) << "the id that gen would give the case";
}

TEST(Check, NoCasesAreNoPass) {
  CheckOptions o = options(1, "");
  o.cases_per_cell = 0;
  EXPECT_EQ(check(catalog(), o).exit_code(false), 3);
}

}  // namespace
}  // namespace assay
