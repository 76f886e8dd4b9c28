#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "conformance/diagnosis.h"
#include "spec/bad_input.h"
#include "tools/commands/command.h"

namespace assay {
namespace {

std::string joined(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& item : list) text += (text.empty() ? "" : ", ") + item;
  return text;
}

int list() {
  const Catalog catalog = load_builtin_catalog();
  for (const OpSpec& op : catalog.ops()) {
    fmt::print("{}  ({})\n", op.id, op.title);
    for (const Form& form : op.forms) {
      fmt::print("  {}\n", form.id);
      for (const Product& product : catalog.products()) {
        std::vector<std::string> dtypes;
        for (const Dtype& dtype : catalog.dtypes()) {
          if (catalog.has_cell(op, form, product, dtype)) dtypes.push_back(dtype.id);
        }
        if (!dtypes.empty()) fmt::print("    {:24} {}\n", product.id, joined(dtypes));
      }
    }
  }
  fmt::print("{} ops, {} cells, spec {}\n", catalog.ops().size(), catalog.cells().size(),
             catalog.sha256());
  return kExitOk;
}

void show_form(const Form& form) {
  fmt::print("\nform {}: {}\n  {}\n", form.id, form.title, form.prototype);
  for (const Param& p : form.params) {
    fmt::print("  {:20} {:6} {:18} {}\n", p.name, to_text(p.io), to_text(p.role), p.text);
  }
  for (const Support& s : form.support) {
    fmt::print("  on {}: {}\n", joined(s.products), joined(s.dtypes));
  }
}

int show(const std::string& id) {
  const Catalog catalog = load_builtin_catalog();
  const OpSpec* op = catalog.find_op(id);
  if (op == nullptr) {
    throw BadInput("", "", "unknown-op", "there is no op '" + id + "'", "see 'assay spec list'");
  }
  fmt::print("{}: {}\nvendor page {}, header {}\n", op->id, op->title, op->page,
             op->header.empty() ? "not named" : op->header);
  for (const ProductRow& row : op->products) {
    fmt::print("  {:24} {}\n", row.product, to_text(row.availability));
  }
  for (const Form& form : op->forms) show_form(form);
  fmt::print("\nconstraints\n");
  for (const Constraint& c : op->constraints) {
    fmt::print("  {} [{}, {}] {}\n      ({})\n", c.id, to_text(c.kind), to_text(c.violation),
               c.text, source_text(*op, c.source));
  }
  fmt::print("\nbehaviours\n");
  for (const Behaviour& b : op->behaviours) {
    fmt::print("  {} {}\n      ({})\n", b.id, b.text, source_text(*op, b.source));
  }
  fmt::print("\nopen questions\n");
  for (const Question& q : op->questions) {
    fmt::print("  {}: {}\n", q.id, q.text);
    for (const Option& o : q.options) {
      fmt::print("      {:20} {} ({})\n", o.id, o.text, source_text(*op, o.source));
    }
  }
  return kExitOk;
}

int lint(const std::string& folder) {
  const Catalog catalog =
      folder.empty() ? load_builtin_catalog() : load_catalog(read_spec_folder(folder));
  fmt::print("ok: {} products, {} dtypes, {} ops, {} cells, spec {}\n", catalog.products().size(),
             catalog.dtypes().size(), catalog.ops().size(), catalog.cells().size(),
             catalog.sha256());
  return kExitOk;
}

}  // namespace

void add_spec(CLI::App& app, Action& action) {
  CLI::App* sub = app.add_subcommand("spec", "look at the spec");
  sub->require_subcommand(1);
  sub->add_subcommand("list", "every op, form, product and dtype")->callback([&action] {
    action = list;
  });
  auto id = std::make_shared<std::string>();
  CLI::App* show_app = sub->add_subcommand("show", "what the spec says of one op");
  show_app->add_option("OP", *id, "e.g. reg/asc_copy")->required();
  show_app->callback([id, &action] { action = [id] { return show(*id); }; });
  auto folder = std::make_shared<std::string>();
  CLI::App* lint_app = sub->add_subcommand("lint", "load and cross-check a spec folder");
  lint_app->add_option("FOLDER", *folder, "default: the spec that is compiled in");
  lint_app->callback([folder, &action] { action = [folder] { return lint(*folder); }; });
  sub->footer("Example:\n  assay spec show basic/Gather");
}

}  // namespace assay
