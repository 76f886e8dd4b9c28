// The built-in emulator: a second implementation of the operations, lane by lane.
//
// It shares nothing with oracle/ but the records of spec/record, on purpose: where the two agree,
// two independent readings of the vendor's pages agree. It answers every open question with its
// primary option.
//
//   Machine m(a_case);                  // registers, memory, arguments of the call
//   EmulatedOp f = ...;                 // found by op id in kEmulators
//   f(m);                               // reads and writes m
//   Result r = m.result();
#ifndef ASSAY_FUZZ_EMULATOR_EMULATOR_H_
#define ASSAY_FUZZ_EMULATOR_EMULATOR_H_

#include <string_view>
#include <vector>

#include "fuzz/targets/target.h"

namespace assay::emulator {

class Machine;

// Executes one call on the machine. Throws Rejected or Unsupported (machine.h) to refuse it.
using EmulatedOp = void(Machine&);

struct NamedEmulator {
  std::string_view op;
  EmulatedOp* run;
};

// Every op of fuzz/emulator/ops/, sorted by id. Written by the build.
extern const std::vector<NamedEmulator> kEmulators;

// The emulator as a target. An op without an emulator is answered kUnsupported.
class EmulatorTarget final : public Target {
 public:
  TargetInfo info() const override;
  Result run(const Case& c) override;
};

}  // namespace assay::emulator

#endif  // ASSAY_FUZZ_EMULATOR_EMULATOR_H_
