#include "conformance/check.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "oracle/call.h"
#include "spec/bad_input.h"
#include "spec/record/vectors_file.h"
#include "tools/commands/case_reference.h"
#include "tools/commands/command.h"
#include "tools/commands/progress.h"
#include "tools/commands/report_options.h"
#include "tools/commands/selection_options.h"
#include "tools/commands/target_options.h"

namespace assay {
namespace {

struct CheckCommand {
  SelectionOptions selection;
  TargetOptions target;
  ReportOptions report;
  std::string vectors;  // empty: cases are made
};

DiffReport empty_report(const Catalog& catalog, const JudgeOptions& judge, TargetInfo target) {
  return {Verdicts(catalog, judge), {}, std::move(target), false, {}};
}

// Cases of a file, one after the other.
int check_file(const CheckCommand& command, const Catalog& catalog) {
  const CaseReference reference = parse_case_reference(command.vectors);
  const std::unique_ptr<Target> target = command.target.factory(catalog, stop_on_signals())();
  DiffReport report = empty_report(catalog, command.report.judge(catalog), target->info());
  VectorsReader reader(reference.file);
  report.header = reader.header();
  Evaluator oracle(catalog);
  while (std::optional<Case> c = reader.next()) {
    if (!reference.id.empty() && c->id != reference.id) continue;
    try {
      if (!c->expect) c->expect = oracle.expect(*c);
      const Call call(catalog, *c);
    } catch (const BadInput& e) {
      throw BadInput(reference.file, fmt::format("line {} (case {})", reader.place().line, c->id),
                     e.id, e.message, e.advice);
    }
    const Result result = target->run(*c);
    report.verdicts.add(*c, &result, reference.file);
  }
  if (report.verdicts.cases() == 0) {
    throw BadInput(reference.file, "", "unknown-id", "it has no case '" + reference.id + "'",
                   "ids stand in the report and in the file");
  }
  return command.report.report(catalog, report, "assay check '{}' --target CMD");
}

// Cases made in memory.
int check_made(const CheckCommand& command, const Catalog& catalog) {
  const SelectionOptions& s = command.selection;
  CheckOptions options;
  options.cells = s.cells(catalog);
  options.cases_per_cell = s.cases();
  options.seed = s.seed();
  options.jobs = s.threads();
  options.generator = s.generator(catalog, options.cells);
  options.judge = command.report.judge(catalog);
  options.make_target = command.target.factory(catalog, stop_on_signals());
  DiffReport report = empty_report(catalog, options.judge, {"", "", ""});
  Progress progress("check", options.cases_per_cell * options.cells.size());
  options.progress = [&](std::uint64_t done) { progress.update(done); };
  report.target = options.make_target()->info();
  report.verdicts = check(catalog, options);
  const int code = command.report.report(catalog, report, "");
  if (code == kExitFail) {
    fmt::print(
        "to look at a case again, write it to a file: case N of a cell is\n"
        "  assay gen --set random --seed {} --op OP --form FORM --product PRODUCT --dtype "
        "DTYPE --cases N+1 --shard N+1/N+1 -o case.jsonl\n",
        s.seed_text);
  }
  return code;
}

int check_command(const CheckCommand& command) {
  const Catalog catalog = load_builtin_catalog();
  return command.vectors.empty() ? check_made(command, catalog) : check_file(command, catalog);
}

}  // namespace

void add_check(CLI::App& app, Action& action) {
  CLI::App* sub = app.add_subcommand("check", "make cases, run and judge them, write nothing");
  auto command = std::make_shared<CheckCommand>();
  command->selection.add_to(*sub);
  command->target.add_to(*sub);
  command->report.add_to(*sub);
  sub->add_option("VECTORS", command->vectors, "take the cases of this file, or of FILE#ID");
  sub->footer(
      "Examples:\n"
      "  assay check --set random --cases 1000            the built-in emulator\n"
      "  assay check --set random --cases 50 --target ./my-emulator\n"
      "  assay check 'v.jsonl#5q3k...' --target ./my-emulator");
  sub->callback([command, &action] { action = [command] { return check_command(*command); }; });
}

}  // namespace assay
