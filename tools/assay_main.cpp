// The `assay` program: parses the command line, runs one subcommand, turns what went wrong into
// one line on stderr and an exit code.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "spec/bad_input.h"
#include "tools/commands/command.h"
#include "tools/version.h"

namespace {

// As CLI11 wants them: without the program, the last first.
std::vector<std::string> arguments(int argc, char** argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (!words.empty() && words.front() == "diff") {
    std::replace(words.begin(), words.end(), std::string("--"), std::string(assay::kResultsFollow));
  }
  std::reverse(words.begin(), words.end());
  return words;
}

int run(int argc, char** argv) {
  CLI::App app(
      "Tells whether an implementation of Ascend C vector operations does what the vendor's pages "
      "say.",
      "assay");
  app.set_version_flag("--version", std::string("assay ") + assay::kVersion);
  app.require_subcommand(1);
  app.footer(
      "Example:\n"
      "  assay gen --set random --cases 20 -o v.jsonl     make vectors\n"
      "  assay run --target ./my-emulator v.jsonl -o r.jsonl   run them on a target\n"
      "  assay diff v.jsonl r.jsonl                       judge what it answered\n"
      "Exit codes: 0 all well; 1 a failure; 2 bad usage or input; 3 incomplete.");
  assay::Action action;
  assay::add_gen(app, action);
  assay::add_run(app, action);
  assay::add_diff(app, action);
  assay::add_check(app, action);
  assay::add_merge(app, action);
  assay::add_spec(app, action);
  try {
    app.parse(arguments(argc, argv));
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help, --version
    std::fprintf(stderr, "assay: %s; see 'assay --help'\n", e.what());
    return assay::kExitBadInput;
  }
  return action();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const assay::BadInput& e) {
    std::fprintf(stderr, "assay: %s\n", e.what());
    return assay::kExitBadInput;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "assay: out of memory\n");
    return assay::kExitBadInput;
  }
}
