#include "fuzz/generate/generator.h"

#include <algorithm>

#include "fuzz/generate/draft.h"
#include "oracle/legality.h"
#include "spec/bad_input.h"
#include "spec/record/codec.h"

namespace assay {

std::uint64_t case_seed(std::uint64_t seed, std::string_view cell_name, std::uint64_t index) {
  std::uint64_t h = mix64(seed + 0x9e3779b97f4a7c15);
  for (const char c : cell_name) h = mix64(h ^ static_cast<std::uint8_t>(c)) + 0x632be59bd9b4e019;
  return mix64(h ^ mix64(index + 1));
}

Generator::Generator(const Catalog& catalog, GeneratorOptions options)
    : catalog_(catalog), options_(options), oracle_(catalog) {}

Case Generator::legal_case(const Cell& cell, Choices& choices) const {
  const Product& product = catalog_.products()[cell.product];
  Draft draft(catalog_, cell, options_.ub_bytes.value_or(product.ub_usable_bytes), choices);
  draft.choose_core();
  draft.choose_sizes();
  draft.choose_windows();
  draft.place_operands();
  draft.choose_offsets();
  draft.fill_memory();
  draft.fill_registers();
  Case c = draft.take();
  c.tags = choices.tags();
  return c;
}

namespace {

// The tag that tells most about a case, as part of its name.
std::string telling_tag(const Case& c) {
  for (const std::string_view label : {"mask:", "index:", "bits:", "step:", "count:", "data:"}) {
    for (const std::string& tag : c.tags) {
      if (!tag.starts_with(label)) continue;
      std::string text = tag;
      std::replace(text.begin(), text.end(), ':', '-');
      return text + ".";
    }
  }
  return "";
}

}  // namespace

Case Generator::random_case(const Cell& cell, std::uint64_t seed, std::uint64_t index,
                            Naming naming) {
  const std::string cell_name = catalog_.cell_name(cell);
  Choices choices = Choices::from_seed(case_seed(seed, cell_name, index));
  Case c = legal_case(cell, choices);
  Call call(catalog_, c);
  const Legality legality = check_legality(call);
  ASSAY_CHECK(legality.verdict == ExpectedVerdict::kOk && !legality.incomplete);
  c.expect = oracle_.expect(call, legality);
  c.clauses = oracle_.rules();
  std::sort(c.clauses.begin(), c.clauses.end());
  c.name = cell_name + "." + telling_tag(c) + std::to_string(index);
  c.id = naming == Naming::kContentId ? case_id(c) : c.name;
  return c;
}

}  // namespace assay
