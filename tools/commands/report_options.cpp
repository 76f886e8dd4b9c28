#include "tools/commands/report_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "conformance/report/json_report.h"
#include "conformance/report/text_report.h"
#include "spec/bad_input.h"
#include "spec/record/output_file.h"
#include "tools/commands/command.h"
#include "tools/commands/progress.h"

namespace assay {
namespace {

[[noreturn]] void bad_answer(const std::string& text, std::string advice) {
  throw BadInput("", "", "bad-usage", "--answer '" + text + "' fixes nothing", std::move(advice));
}

std::pair<std::string, std::string> parse_answer(const Catalog& catalog, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) bad_answer(text, "give ID=OPTION");
  const std::string id = text.substr(0, equals), option = text.substr(equals + 1);
  for (const OpSpec& op : catalog.ops()) {
    for (const Question& q : op.questions) {
      if (q.id != id) continue;
      std::string known;
      for (const Option& o : q.options) {
        if (o.id == option) return {id, option};
        known += (known.empty() ? "" : ", ") + o.id;
      }
      bad_answer(text, "the options of " + id + " are " + known);
    }
  }
  bad_answer(text, "there is no such question; see 'assay spec show OP'");
}

}  // namespace

void ReportOptions::add_to(CLI::App& app) {
  app.add_option("--json", json, "write the report as JSON to this file");
  app.add_option("--answer", answers, "accept only this answer: ID=OPTION (repeatable)")
      ->allow_extra_args(false);
  app.add_flag("--strict-legality", strict_legality,
               "a target must refuse calls of which nothing is promised");
  app.add_flag("--allow-unsupported", allow_unsupported, "unsupported cases are no gap");
}

JudgeOptions ReportOptions::judge(const Catalog& catalog) const {
  JudgeOptions options;
  options.strict_legality = strict_legality;
  for (const std::string& text : answers) {
    options.answers.push_back(parse_answer(catalog, text));
  }
  return options;
}

int ReportOptions::report(const Catalog& catalog, const DiffReport& report,
                          const std::string& repeat_command) const {
  if (!json.empty()) {
    OutputFile file(json);
    file.write(json_report(report));
    file.finish();
  }
  if (report.other_spec) {
    fmt::print("note: the vectors were made from another version of the spec\n");
  }
  TextOptions text;
  text.colour = stdout_is_terminal();
  text.repeat_command = repeat_command;
  fmt::print("{}", text_report(catalog, report.verdicts, text));
  if (report.against) fmt::print("{}", against_text(*report.against));
  return report.verdicts.exit_code(allow_unsupported);
}

}  // namespace assay
