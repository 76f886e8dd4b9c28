// Choices -> a legal case of a cell.
//
// Legal by construction, without a rejection loop: sizes are chosen first and cut down until all
// operands fit, then operands are placed, then indices and steps are chosen inside what was
// placed. The generator knows ops only by their JSON and their extents.
//
//   Generator generator(catalog);
//   Choices choices = Choices::from_seed(case_seed(1, "basic/Gather.count.ascend950.half", 7));
//   Case c = generator.legal_case(cell, choices);
#ifndef ASSAY_FUZZ_GENERATE_GENERATOR_H_
#define ASSAY_FUZZ_GENERATE_GENERATOR_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fuzz/generate/choices.h"
#include "oracle/evaluate.h"
#include "spec/model/catalog.h"
#include "spec/record/case.h"

namespace assay {

// The smallest Unified Buffer for which cases can be made.
inline constexpr std::uint64_t kMinUbBytes = 8192;

struct GeneratorOptions {
  // Usable bytes of the Unified Buffer; nothing: each product's default. At least kMinUbBytes
  // and at most the physical size of every product for which cases are made.
  std::optional<std::uint64_t> ub_bytes;
};

// The seed of case number `index` of a cell; the cell by Catalog::cell_name().
std::uint64_t case_seed(std::uint64_t seed, std::string_view cell_name, std::uint64_t index);

// A case's id hashes all of its bytes; where cases never leave the process their name serves.
enum class Naming { kContentId, kNameAsId };

// Not thread-safe: one for each thread.
class Generator {
 public:
  explicit Generator(const Catalog& catalog, GeneratorOptions options = {});

  // A call that check_legality() finds legal, without expectation, id, name and clauses.
  Case legal_case(const Cell& cell, Choices& choices) const;

  // Case number `index` of the random set: made, checked by check_legality(), evaluated, named.
  Case random_case(const Cell& cell, std::uint64_t seed, std::uint64_t index,
                   Naming naming = Naming::kContentId);

 private:
  const Catalog& catalog_;
  GeneratorOptions options_;
  Evaluator oracle_;
};

}  // namespace assay

#endif  // ASSAY_FUZZ_GENERATE_GENERATOR_H_
