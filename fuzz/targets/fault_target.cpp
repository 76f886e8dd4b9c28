#include "fuzz/targets/fault_target.h"

namespace assay {

TargetInfo FaultTarget::info() const {
  TargetInfo info = pristine_->info();
  info.name += " with " + fault_.id;
  return info;
}

Result FaultTarget::run(const Case& c) {
  if (c.op != fault_.op) return pristine_->run(c);
  const Call call(catalog_, c);
  return fault_.run(
      call, [this](const Case& changed) { return pristine_->run(changed); }, state_);
}

}  // namespace assay
