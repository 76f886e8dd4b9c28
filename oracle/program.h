// The table of op programs: what oracle/ops/<family>/<op>.cpp offers to the rest.
#ifndef ASSAY_ORACLE_PROGRAM_H_
#define ASSAY_ORACLE_PROGRAM_H_

#include <string_view>
#include <vector>

#include "oracle/movement.h"
#include "oracle/trace_sink.h"
#include "oracle/value_sink.h"

namespace assay {

struct Program {
  // Precondition of both: check_legality(call) is kOk.
  void (*values)(const Call&, ValueSink&);
  void (*trace)(const Call&, TraceSink&);
  // Any call, legal or not; must not overflow for arguments within their C types.
  std::vector<Extent> (*extents)(const Call&);
};

template <class Op>
constexpr Program program() {
  return {&Op::template move<ValueSink>, &Op::template move<TraceSink>, &Op::extents};
}

namespace ops {

struct NamedProgram {
  std::string_view op;
  const Program* program;
};

// Every program of oracle/ops/, sorted by op id. Written by the build.
extern const std::vector<NamedProgram> kPrograms;

}  // namespace ops

// The program of an op that is in the catalog. (The build has paired them.)
const Program& find_program(std::string_view op);

}  // namespace assay

#endif  // ASSAY_ORACLE_PROGRAM_H_
