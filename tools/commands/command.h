// The subcommands of `assay`: one file each, found by name in assay_main.cpp.
#ifndef ASSAY_TOOLS_COMMANDS_COMMAND_H_
#define ASSAY_TOOLS_COMMANDS_COMMAND_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "spec/model/catalog.h"

namespace CLI {
class App;
}

namespace assay {

inline constexpr int kExitOk = 0;
inline constexpr int kExitFail = 1;
inline constexpr int kExitBadInput = 2;
inline constexpr int kExitIncomplete = 3;

inline constexpr unsigned kMaxJobs = 1024;

// What assay_main.cpp makes of the `--` of `diff`, so that options may stand after it: the ASCII
// group separator, which is no file's name.
inline constexpr char kResultsFollow[] = "\x1d";

// Adds a subcommand to `app` and stores what it does into `action`, which main runs after parsing
// and whose value is the exit code. Options live as long as the closure.
using Action = std::function<int()>;
void add_gen(CLI::App& app, Action& action);
void add_run(CLI::App& app, Action& action);
void add_diff(CLI::App& app, Action& action);
void add_check(CLI::App& app, Action& action);
void add_merge(CLI::App& app, Action& action);
void add_spec(CLI::App& app, Action& action);

}  // namespace assay

#endif  // ASSAY_TOOLS_COMMANDS_COMMAND_H_
