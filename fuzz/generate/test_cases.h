// For tests: the cells of the spec, and random cases of them.
#ifndef ASSAY_FUZZ_GENERATE_TEST_CASES_H_
#define ASSAY_FUZZ_GENERATE_TEST_CASES_H_

#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/generate/generator.h"
#include "oracle/test_calls.h"

namespace assay::test_cases {

using test_calls::catalog;

// The seed of every random test: ASSAY_SEED of the environment, or 1.
inline std::uint64_t test_seed() {
  const char* text = std::getenv("ASSAY_SEED");
  return text == nullptr ? 1 : std::strtoull(text, nullptr, 0);
}

inline std::vector<Cell> cells_of(std::string_view op) {
  std::vector<Cell> cells;
  for (const Cell& cell : catalog().cells()) {
    if (catalog().ops()[cell.op].id == op) cells.push_back(cell);
  }
  return cells;
}

// `count` random cases with expectations, from these cells in turn.
inline void for_each_case(const std::vector<Cell>& cells, std::uint64_t count,
                          const std::function<void(const Case&)>& look,
                          GeneratorOptions options = {}) {
  Generator generator(catalog(), options);
  for (std::uint64_t n = 0; n < count; ++n) {
    look(generator.random_case(cells[n % cells.size()], test_seed(), n / cells.size()));
  }
}

}  // namespace assay::test_cases

#endif  // ASSAY_FUZZ_GENERATE_TEST_CASES_H_
