#include "oracle/program.h"

#include "spec/bad_input.h"

namespace assay {

const Program& find_program(std::string_view op) {
  for (const ops::NamedProgram& p : ops::kPrograms) {
    if (p.op == op) return *p.program;
  }
  ASSAY_CHECK(!"an op of the catalog has no program");
  return *ops::kPrograms.front().program;
}

}  // namespace assay
