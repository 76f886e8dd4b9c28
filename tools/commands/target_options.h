// The options that say what is tested: shared by run and check.
#ifndef ASSAY_TOOLS_COMMANDS_TARGET_OPTIONS_H_
#define ASSAY_TOOLS_COMMANDS_TARGET_OPTIONS_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "fuzz/targets/target.h"
#include "spec/model/catalog.h"

namespace CLI {
class App;
}

namespace assay {

struct TargetOptions {
  std::string command;    // --target
  bool emulator = false;  // --emulator
  std::string fault;      // --fault
  std::uint32_t timeout_ms = 10'000;

  void add_to(CLI::App& app);

  // Makes one target; callable from any thread. `catalog` and `stop` must outlive it. Throws
  // BadInput for options that make no sense together.
  std::function<std::unique_ptr<Target>()> factory(const Catalog& catalog,
                                                   const std::atomic<bool>* stop) const;
};

// Set by the first Ctrl-C or SIGTERM; a second one ends the program at once.
const std::atomic<bool>* stop_on_signals();

}  // namespace assay

#endif  // ASSAY_TOOLS_COMMANDS_TARGET_OPTIONS_H_
