#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "fuzz/targets/files_target.h"
#include "fuzz/targets/run_engine.h"
#include "spec/bad_input.h"
#include "tools/commands/case_reference.h"
#include "tools/commands/command.h"
#include "tools/commands/progress.h"
#include "tools/commands/target_options.h"

namespace assay {
namespace {

struct RunCommand {
  TargetOptions target;
  std::string files_command;
  unsigned jobs = 1;
  std::vector<std::string> only;
  bool resume = false;
  std::string vectors;
  std::string output;
};

RunSummary run_on_target(const RunCommand& options, const Catalog& catalog,
                         const std::string& vectors, RunOptions run) {
  const int named = (options.target.command.empty() ? 0 : 1) +
                    (options.files_command.empty() ? 0 : 1) +
                    (options.target.emulator || !options.target.fault.empty() ? 1 : 0);
  if (named != 1) {
    throw BadInput("", "", "bad-usage", "name one target",
                   "--target CMD, --target-files CMD or --emulator");
  }
  if (!options.files_command.empty()) {
    const FilesOptions files{options.files_command,
                             std::chrono::milliseconds(options.target.timeout_ms)};
    return run_files(files, vectors, options.output, run);
  }
  return run_vectors(vectors, options.output, options.target.factory(catalog, run.stop), run);
}

int run(const RunCommand& options) {
  const Catalog catalog = load_builtin_catalog();
  const CaseReference reference = parse_case_reference(options.vectors);
  Progress progress("run", 0);
  RunOptions run;
  run.jobs = options.jobs;
  run.only = options.only;
  if (!reference.id.empty()) run.only.push_back(reference.id);
  run.resume = options.resume;
  run.stop = stop_on_signals();
  run.progress = [&](std::uint64_t done, std::uint64_t) { progress.update(done); };
  const RunSummary s = run_on_target(options, catalog, reference.file, run);
  fmt::print(
      "{} of {} cases answered: {} ok, {} rejected, {} unsupported, {} crash, {} timeout, "
      "{} error\n",
      s.answered(), s.selected, s.count(Status::kOk), s.count(Status::kRejected),
      s.count(Status::kUnsupported), s.count(Status::kCrash), s.count(Status::kTimeout),
      s.count(Status::kError));
  if (s.stopped) {
    fmt::print("stopped; go on with --resume ({}.partial holds what there is)\n", options.output);
    return s.exit_code() == kExitFail ? kExitFail : kExitIncomplete;
  }
  return s.exit_code();
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
  CLI::App* sub = app.add_subcommand("run", "run vectors on a target and write its results");
  auto options = std::make_shared<RunCommand>();
  options->target.add_to(*sub);
  sub->add_option("--target-files", options->files_command,
                  "command that reads {in} and writes {out}");
  sub->add_option("--jobs", options->jobs, "targets at the same time")
      ->check(CLI::Range(1u, kMaxJobs))
      ->capture_default_str();
  sub->add_option("--only", options->only,
                  "only the case of this id, or cases with this tag (repeatable)")
      ->allow_extra_args(false);
  sub->add_flag("--resume", options->resume, "go on where an interrupted run stopped");
  sub->add_option("VECTORS", options->vectors, "vectors file, or FILE#ID")->required();
  sub->add_option("-o", options->output, "results file")->required();
  sub->footer("Example:\n  assay run --target 'python3 my_target.py' v.jsonl -o r.jsonl");
  sub->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace assay
