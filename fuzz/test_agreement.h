// For tests: the emulator against the oracle, cell by cell.
#ifndef ASSAY_FUZZ_TEST_AGREEMENT_H_
#define ASSAY_FUZZ_TEST_AGREEMENT_H_

#include <gtest/gtest.h>

#include "fuzz/emulator/emulator.h"
#include "fuzz/generate/test_cases.h"
#include "oracle/judge/answer_book.h"
#include "oracle/judge/judge.h"

namespace assay {

// `cases_per_cell` random cases of every cell pass, and the answers to open questions agree.
inline void expect_agreement(std::uint64_t cases_per_cell) {
  const Catalog& catalog = test_cases::catalog();
  testing::Test::RecordProperty("seed", std::to_string(test_cases::test_seed()));
  emulator::EmulatorTarget emulator;
  AnswerBook answers;
  std::uint64_t failures = 0;
  test_cases::for_each_case(
      catalog.cells(), cases_per_cell * catalog.cells().size(), [&](const Case& c) {
        const std::uint32_t lane_bytes = catalog.find_dtype(c.dtype)->lane_bytes;
        const Result result = emulator.run(c);
        const Judgement j = judge(c, &result, lane_bytes);
        answers.add(j, c.product + "/" + std::to_string(lane_bytes));
        if (j.verdict == Verdict::kPass || ++failures > 5) return;
        ADD_FAILURE() << c.name << ": " << to_text(j.verdict) << " " << j.why << " (seed "
                      << test_cases::test_seed() << ")";
      });
  EXPECT_EQ(failures, 0u);
  EXPECT_TRUE(answers.inconsistent().empty());
}

}  // namespace assay

#endif  // ASSAY_FUZZ_TEST_AGREEMENT_H_
