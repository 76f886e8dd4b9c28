#include "conformance/diff.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>

#include "spec/bad_input.h"
#include "tools/commands/case_reference.h"
#include "tools/commands/command.h"
#include "tools/commands/progress.h"
#include "tools/commands/report_options.h"

namespace assay {
namespace {

struct DiffCommand {
  ReportOptions report;
  std::vector<std::string> files;  // VECTORS RESULTS..., or VECTORS... kResultsFollow RESULTS...
  std::vector<std::string> against;
};

void split_files(const std::vector<std::string>& files, DiffOptions& options) {
  const auto mark = std::find(files.begin(), files.end(), kResultsFollow);
  const bool marked = mark != files.end();
  const auto end_of_vectors = marked ? mark : std::next(files.begin());
  options.vectors.assign(files.begin(), end_of_vectors);
  options.results.assign(marked ? std::next(mark) : end_of_vectors, files.end());
  if (options.vectors.empty() || options.results.empty()) {
    throw BadInput("", "", "bad-usage", "diff needs vectors and results",
                   "assay diff VECTORS RESULTS..., or VECTORS... -- RESULTS...");
  }
}

int diff_command(const DiffCommand& command) {
  const Catalog catalog = load_builtin_catalog();
  DiffOptions options;
  split_files(command.files, options);
  if (options.vectors.size() == 1) {
    const CaseReference reference = parse_case_reference(options.vectors[0]);
    options.vectors[0] = reference.file;
    options.only_id = reference.id;
  }
  options.against = command.against;
  options.judge = command.report.judge(catalog);
  DiffReport report = [&] {
    Progress progress("diff", 0);
    options.progress = [&](std::uint64_t done) { progress.update(done); };
    return diff(catalog, options);
  }();
  return command.report.report(catalog, report, "assay check '{}' --target CMD");
}

}  // namespace

void add_diff(CLI::App& app, Action& action) {
  CLI::App* sub = app.add_subcommand("diff", "judge what a target answered");
  auto command = std::make_shared<DiffCommand>();
  command->report.add_to(*sub);
  sub->add_option("--against", command->against,
                  "results of a second target, compared with the first and the oracle (repeatable)")
      ->allow_extra_args(false);
  sub->add_option("FILES", command->files, "VECTORS RESULTS..., or VECTORS... -- RESULTS...")
      ->required();
  sub->footer(
      "Examples:\n"
      "  assay diff v.jsonl r.jsonl\n"
      "  assay diff v1.jsonl v2.jsonl -- r1.jsonl r2.jsonl --json report.json");
  sub->callback([command, &action] { action = [command] { return diff_command(*command); }; });
}

}  // namespace assay
