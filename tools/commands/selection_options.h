// The options that say which cases are made: shared by gen and check.
#ifndef ASSAY_TOOLS_COMMANDS_SELECTION_OPTIONS_H_
#define ASSAY_TOOLS_COMMANDS_SELECTION_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/generate/generator.h"
#include "spec/model/catalog.h"

namespace CLI {
class App;
}

namespace assay {

struct SelectionOptions {
  std::vector<std::string> ops, forms, products, dtypes;
  std::string set = "random";
  std::uint64_t cases_per_cell = 0;  // 0: not given
  std::string seed_text = "0x1";
  std::optional<std::uint64_t> ub_bytes;
  unsigned jobs = 0;  // 0: all cores

  void add_to(CLI::App& app);

  // All of the following throw BadInput for what makes no sense together.
  std::vector<Cell> cells(const Catalog& catalog) const;  // never empty
  std::uint64_t cases() const;
  std::uint64_t seed() const;
  GeneratorOptions generator(const Catalog& catalog, const std::vector<Cell>& cells) const;
  unsigned threads() const;
  std::string as_json() const;  // for the header of a vectors file
};

}  // namespace assay

#endif  // ASSAY_TOOLS_COMMANDS_SELECTION_OPTIONS_H_
