// The oracle: what a call must yield.
//
//   Evaluator oracle(catalog);
//   a_case.expect = oracle.expect(a_case);
//
// An Evaluator keeps its buffers from case to case; use one for each thread.
#ifndef ASSAY_ORACLE_EVALUATE_H_
#define ASSAY_ORACLE_EVALUATE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/call.h"
#include "oracle/legality.h"
#include "oracle/trace_sink.h"

namespace assay {

// Where one output bit of a call comes from.
struct Origin {
  MoveKind kind = MoveKind::kKeep;
  Place src;              // kCopy: the bit it is a copy of
  std::string_view rule;  // constraint or behaviour id
};

// Where everything comes from: the moves of a call in program order.
struct Provenance {
  std::vector<Move> moves;
  std::vector<Advance> advances;

  // The origin of a bit of an output register or of memory. `place` may name any operand that
  // reaches the bit; memory is matched by absolute address. Bits that no move names keep their
  // contents, by the rule `OpSpec::untouched`.
  Origin origin(const Call& call, Place place) const;
};

class Evaluator {
 public:
  explicit Evaluator(const Catalog& catalog);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  // Verdict, outputs and alternatives. Throws BadInput where the case is no call of a cell
  // (call.h) or lacks memory that the call reads ("missing-memory").
  Expectation expect(const Case& c);
  Expectation expect(Call& call, const Legality& legality);

  // The constraint and behaviour rows that the last expect() went through.
  const std::vector<std::string>& rules() const { return rules_; }

  // Precondition: the call is legal. The answers are those in force in `call`.
  ExpectedOutputs outputs(const Call& call);
  Provenance trace(const Call& call);

 private:
  class Memory;
  void add_alternatives(Call& call, Expectation& e);

  const Catalog& catalog_;
  std::unique_ptr<Memory> memory_;
  std::vector<std::string> rules_;
};

}  // namespace assay

#endif  // ASSAY_ORACLE_EVALUATE_H_
