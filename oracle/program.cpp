#include "oracle/program.h"

#include "spec/bad_input.h"

namespace assay {

const Program& find_program(std::string_view op) {
  for (const ops::NamedProgram& p : ops::kPrograms) {
    if (p.op == op) return *p.program;
  }
  check_failed("an op of the catalog has no program", __FILE__, __LINE__);
}

}  // namespace assay
