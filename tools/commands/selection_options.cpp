#include "tools/commands/selection_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <thread>

#include "spec/bad_input.h"
#include "tools/commands/command.h"

namespace assay {
namespace {

constexpr std::uint64_t kMaxCasesPerCell = 1'000'000'000;

[[noreturn]] void bad_usage(std::string message, std::string advice) {
  throw BadInput("", "", "bad-usage", std::move(message), std::move(advice));
}

bool selected(const std::vector<std::string>& wanted, const std::string& id) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), id) != wanted.end();
}

// An option value that names nothing is a typing error, not an empty selection.
template <typename Has>
void check_names(const std::vector<std::string>& names, const char* what, Has has) {
  for (const std::string& name : names) {
    if (!has(name)) {
      bad_usage(fmt::format("there is no {} '{}'", what, name), "see 'assay spec list'");
    }
  }
}

}  // namespace

void SelectionOptions::add_to(CLI::App& app) {
  app.add_option("--op", ops, "only this op, e.g. basic/Gather (repeatable)")
      ->allow_extra_args(false);
  app.add_option("--form", forms, "only this form, e.g. mask_bits (repeatable)")
      ->allow_extra_args(false);
  app.add_option("--product", products, "only this product, e.g. ascend950 (repeatable)")
      ->allow_extra_args(false);
  app.add_option("--dtype", dtypes, "only this dtype, e.g. half (repeatable)")
      ->allow_extra_args(false);
  app.add_option("--set", set, "which cases: random draws --cases for each cell")
      ->capture_default_str();
  app.add_option("--cases", cases_per_cell, "cases for each op, form, product and dtype")
      ->check(CLI::Range(std::uint64_t{1}, kMaxCasesPerCell));
  app.add_option("--seed", seed_text, "decimal or 0x hexadecimal")->capture_default_str();
  app.add_option("--ub-bytes", ub_bytes, "usable bytes of the Unified Buffer (product's default)");
  app.add_option("--jobs", jobs, "threads (default: all cores)")->check(CLI::Range(1u, kMaxJobs));
}

std::vector<Cell> SelectionOptions::cells(const Catalog& catalog) const {
  check_names(ops, "op", [&](const auto& n) { return catalog.find_op(n) != nullptr; });
  check_names(forms, "form", [&](const auto& n) {
    return std::any_of(catalog.ops().begin(), catalog.ops().end(),
                       [&](const OpSpec& op) { return op.find_form(n) != nullptr; });
  });
  check_names(products, "product",
              [&](const auto& n) { return catalog.find_product(n) != nullptr; });
  check_names(dtypes, "dtype", [&](const auto& n) { return catalog.find_dtype(n) != nullptr; });
  std::vector<Cell> result;
  for (const Cell& cell : catalog.cells()) {
    const OpSpec& op = catalog.ops()[cell.op];
    if (selected(ops, op.id) && selected(forms, op.forms[cell.form].id) &&
        selected(products, catalog.products()[cell.product].id) &&
        selected(dtypes, catalog.dtypes()[cell.dtype].id)) {
      result.push_back(cell);
    }
  }
  if (result.empty()) {
    bad_usage("nothing is selected: no op has this form, product and dtype together",
              "see 'assay spec list'");
  }
  return result;
}

std::uint64_t SelectionOptions::cases() const {
  if (set != "random") {
    bad_usage(fmt::format("this version makes no set '{}'", set), "use --set random --cases N");
  }
  if (cases_per_cell == 0) bad_usage("--set random needs --cases N above 0", "e.g. --cases 100");
  return cases_per_cell;
}

std::uint64_t SelectionOptions::seed() const {
  std::string_view text = seed_text;
  const bool hex = text.starts_with("0x");
  if (hex) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
  if (error != std::errc() || end != text.data() + text.size()) {
    bad_usage("--seed '" + seed_text + "' is no 64-bit number", "e.g. --seed 7 or --seed 0x1f");
  }
  return value;
}

GeneratorOptions SelectionOptions::generator(const Catalog& catalog,
                                             const std::vector<Cell>& cells) const {
  if (!ub_bytes) return {};
  for (const Cell& cell : cells) {
    const Product& p = catalog.products()[cell.product];
    if (*ub_bytes < kMinUbBytes || *ub_bytes > p.ub_physical_bytes) {
      bad_usage(fmt::format("--ub-bytes {} is outside {}..{} of {}", *ub_bytes, kMinUbBytes,
                            p.ub_physical_bytes, p.id),
                "choose a size that every selected product has, or select with --product");
    }
  }
  return {ub_bytes};
}

unsigned SelectionOptions::threads() const {
  return jobs != 0 ? jobs : std::max(1u, std::thread::hardware_concurrency());
}

std::string SelectionOptions::as_json() const {
  nlohmann::ordered_json j;
  j["set"] = set;
  if (!ops.empty()) j["op"] = ops;
  if (!forms.empty()) j["form"] = forms;
  if (!products.empty()) j["product"] = products;
  if (!dtypes.empty()) j["dtype"] = dtypes;
  if (cases_per_cell != 0) j["cases"] = cases_per_cell;
  if (ub_bytes) j["ub_bytes"] = *ub_bytes;
  return j.dump();
}

}  // namespace assay
