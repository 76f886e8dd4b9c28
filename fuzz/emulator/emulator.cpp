#include "fuzz/emulator/emulator.h"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

#include "fuzz/emulator/machine.h"

namespace assay::emulator {
namespace {

Result refusal(const Case& c, Status status, std::string detail, std::string clause = {}) {
  Result r;
  r.id = c.id;
  r.status = status;
  r.clause = std::move(clause);
  r.detail = std::move(detail);
  return r;
}

Result run_op(EmulatedOp* op, const Case& c) {
  Machine m(c);
  op(m);
  return m.result();
}

}  // namespace

TargetInfo EmulatorTarget::info() const { return {"assay-emulator", "0.1.0", "emulator"}; }

Result EmulatorTarget::run(const Case& c) {
  const auto found = std::find_if(kEmulators.begin(), kEmulators.end(),
                                  [&c](const NamedEmulator& e) { return e.op == c.op; });
  if (found == kEmulators.end()) {
    return refusal(c, Status::kUnsupported, "no emulator of op '" + c.op + "'");
  }
  try {
    return run_op(found->run, c);
  } catch (const Rejected& r) {
    return refusal(c, Status::kRejected, r.detail, r.clause);
  } catch (const Unsupported& u) {
    return refusal(c, Status::kUnsupported, u.detail);
  } catch (const Malformed& m) {
    return refusal(c, Status::kError, m.detail);
  } catch (const std::exception& e) {  // such as no memory: an answer all the same
    return refusal(c, Status::kError, e.what());
  }
}

}  // namespace assay::emulator
