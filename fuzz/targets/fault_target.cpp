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
  Case changed = c;
  if (fault_.fault->before != nullptr) fault_.fault->before(call, changed);
  Result result = pristine_->run(changed);
  // Inputs that the fault rewrote in memory are the target's view, not something it wrote.
  for (std::size_t i = 0; i < result.ub.size() && i < c.ub.size(); ++i) {
    for (std::size_t k = 0; k < c.ub[i].data.size() && k < result.ub[i].data.size(); ++k) {
      if (changed.ub[i].data[k] != c.ub[i].data[k] &&
          result.ub[i].data[k] == changed.ub[i].data[k]) {
        result.ub[i].data[k] = c.ub[i].data[k];
      }
    }
  }
  if (fault_.fault->after != nullptr && result.status == Status::kOk) {
    fault_.fault->after(call, result);
  }
  return result;
}

}  // namespace assay
