// Planted faults: each is caught, and none disturbs another op.
#include "fuzz/targets/fault_target.h"

#include <gtest/gtest.h>

#include <memory>

#include "fuzz/emulator/emulator.h"
#include "fuzz/generate/test_cases.h"
#include "oracle/judge/judge.h"

namespace assay {
namespace {

using namespace test_cases;

FaultTarget planted(const Fault& fault) {
  return FaultTarget(catalog(), fault, std::make_unique<emulator::EmulatorTarget>());
}

Verdict verdict_of(Target& target, const Case& c) {
  const Result result = target.run(c);
  return judge(c, &result, catalog().find_dtype(c.dtype)->lane_bytes).verdict;
}

TEST(FaultTarget, EveryFaultIsCaughtWithin300RandomCases) {
  const std::vector<Fault> faults = all_faults(catalog());
  EXPECT_GE(faults.size(), 15u);
  for (const Fault& fault : faults) {
    FaultTarget target = planted(fault);
    std::uint64_t caught = 0;
    for_each_case(cells_of(fault.op), 300, [&](const Case& c) {
      if (verdict_of(target, c) == Verdict::kFail) ++caught;
    });
    EXPECT_GE(caught, 1u) << fault.id << " (seed " << test_seed() << ")";
  }
}

TEST(FaultTarget, AFaultTouchesNoOtherOp) {
  const std::vector<Fault> faults = all_faults(catalog());
  for (const Fault& fault : faults) {
    FaultTarget target = planted(fault);
    const std::string_view other =
        fault.op == "basic/Gather" ? "vector/asc_reduce" : "basic/Gather";
    for_each_case(cells_of(other), 40, [&](const Case& c) {
      EXPECT_EQ(verdict_of(target, c), Verdict::kPass) << fault.id;
    });
  }
}

TEST(FaultTarget, AFormWithoutWhatTheFaultIsAboutStaysRight) {
  for (const Fault& fault : all_faults(catalog())) {
    const OpSpec& op = *catalog().find_op(fault.op);
    FaultTarget target = planted(fault);
    for_each_case(cells_of(fault.op), 150, [&](const Case& c) {
      if (fault.fault->applies(*op.find_form(c.form))) return;
      EXPECT_EQ(verdict_of(target, c), Verdict::kPass) << fault.id << " " << c.name;
    });
  }
}

TEST(FaultTarget, SaysWhichFaultItHas) {
  const Fault fault = find_fault(catalog(), "basic/Gather.base_dropped");
  EXPECT_EQ(fault.op, "basic/Gather");
  EXPECT_EQ(planted(fault).info().name, "assay-emulator with basic/Gather.base_dropped");
}

}  // namespace
}  // namespace assay
