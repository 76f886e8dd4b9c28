// A target with one planted fault: any other target, its calls or answers changed.
//
//   FaultTarget target(catalog, find_fault(catalog, "basic/Gather.base_dropped"),
//                      std::make_unique<emulator::EmulatorTarget>());
#ifndef ASSAY_FUZZ_TARGETS_FAULT_TARGET_H_
#define ASSAY_FUZZ_TARGETS_FAULT_TARGET_H_

#include <memory>
#include <utility>

#include "fuzz/targets/target.h"
#include "oracle/faults/fault.h"

namespace assay {

class FaultTarget final : public Target {
 public:
  // `catalog` must outlive the target.
  FaultTarget(const Catalog& catalog, Fault fault, std::unique_ptr<Target> pristine)
      : catalog_(catalog), fault_(std::move(fault)), pristine_(std::move(pristine)) {}

  TargetInfo info() const override;
  // Cases of other ops go to the pristine target. Throws BadInput where the case is no call.
  Result run(const Case& c) override;

 private:
  const Catalog& catalog_;
  Fault fault_;
  std::unique_ptr<Target> pristine_;
  FaultState state_;
};

}  // namespace assay

#endif  // ASSAY_FUZZ_TARGETS_FAULT_TARGET_H_
