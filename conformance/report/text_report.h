// The verdict on a run as text for a terminal.
#ifndef ASSAY_CONFORMANCE_REPORT_TEXT_REPORT_H_
#define ASSAY_CONFORMANCE_REPORT_TEXT_REPORT_H_

#include <cstddef>
#include <optional>
#include <string>

#include "conformance/diff.h"
#include "conformance/verdicts.h"
#include "spec/model/catalog.h"

namespace assay {

struct TextOptions {
  bool colour = false;
  std::size_t failures = 3;  // how many failures are told in full
  // The command that repeats a case, with "{}" for FILE#ID; empty: none is printed.
  std::string repeat_command;
};

// Ends in a newline. Says the counts, the answers to open questions, the first failures in full.
std::string text_report(const Catalog& catalog, const Verdicts& verdicts,
                        const TextOptions& options);

std::string against_text(const Against& against);

}  // namespace assay

#endif  // ASSAY_CONFORMANCE_REPORT_TEXT_REPORT_H_
