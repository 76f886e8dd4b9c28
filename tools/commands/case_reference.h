// FILE or FILE#ID: a vectors file, or one case of it.
#ifndef ASSAY_TOOLS_COMMANDS_CASE_REFERENCE_H_
#define ASSAY_TOOLS_COMMANDS_CASE_REFERENCE_H_

#include <string>

namespace assay {

struct CaseReference {
  std::string file;
  std::string id;  // empty: all cases
};

// A file whose own name holds a '#' is taken as it is.
CaseReference parse_case_reference(const std::string& text);

}  // namespace assay

#endif  // ASSAY_TOOLS_COMMANDS_CASE_REFERENCE_H_
