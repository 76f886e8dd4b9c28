#include "tools/commands/target_options.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>

#include "fuzz/emulator/emulator.h"
#include "fuzz/targets/fault_target.h"
#include "fuzz/targets/process_target.h"
#include "spec/bad_input.h"

namespace assay {
namespace {

constexpr std::uint32_t kMaxTimeoutMs = 86'400'000;  // a day

std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // set from a signal handler

void on_signal(int signal) {
  stop_requested = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

const std::atomic<bool>* stop_on_signals() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  return &stop_requested;
}

void TargetOptions::add_to(CLI::App& app) {
  app.add_option("--target", command, "command that speaks the target protocol");
  app.add_flag("--emulator", emulator, "the built-in emulator");
  app.add_option("--fault", fault, "plant this fault into the built-in emulator");
  app.add_option("--timeout-ms", timeout_ms, "time for one answer")
      ->check(CLI::Range(1u, kMaxTimeoutMs))
      ->capture_default_str();
}

std::function<std::unique_ptr<Target>()> TargetOptions::factory(
    const Catalog& catalog, const std::atomic<bool>* stop) const {
  if (!command.empty()) {
    if (emulator || !fault.empty()) {
      throw BadInput("", "", "bad-usage", "--target excludes --emulator and --fault",
                     "name one target");
    }
    const ProcessOptions options{command, std::chrono::milliseconds(timeout_ms), stop};
    return [options] { return std::make_unique<ProcessTarget>(options); };
  }
  if (fault.empty()) return [] { return std::make_unique<emulator::EmulatorTarget>(); };
  const Fault planted = find_fault(catalog, fault);
  return [&catalog, planted]() -> std::unique_ptr<Target> {
    return std::make_unique<FaultTarget>(catalog, planted,
                                         std::make_unique<emulator::EmulatorTarget>());
  };
}

}  // namespace assay
