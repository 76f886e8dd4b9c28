// How a verdict is reported: shared by diff and check.
#ifndef ASSAY_TOOLS_COMMANDS_REPORT_OPTIONS_H_
#define ASSAY_TOOLS_COMMANDS_REPORT_OPTIONS_H_

#include <string>
#include <vector>

#include "conformance/diff.h"
#include "oracle/judge/judge.h"

namespace CLI {
class App;
}

namespace assay {

struct ReportOptions {
  std::string json;
  std::vector<std::string> answers;  // ID=OPTION
  bool strict_legality = false;
  bool allow_unsupported = false;

  void add_to(CLI::App& app);

  // Throws BadInput for an answer to a question that does not exist.
  JudgeOptions judge(const Catalog& catalog) const;

  // Writes the reports that were asked for, prints the text report, gives the exit code.
  int report(const Catalog& catalog, const DiffReport& report,
             const std::string& repeat_command) const;
};

}  // namespace assay

#endif  // ASSAY_TOOLS_COMMANDS_REPORT_OPTIONS_H_
