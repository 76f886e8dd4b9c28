#include "spec/model/cross_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "spec/model/strict_reader.h"

namespace assay {
namespace {

template <typename Row>
const Row* find_id(const std::vector<Row>& rows, std::string_view id) {
  const auto it = std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.id == id; });
  return it == rows.end() ? nullptr : &*it;
}

void need(bool exists, const JsonPlace& place, const char* kind, std::string_view id) {
  if (exists) return;
  place.refuse(fmt::format("dangling-{}", kind), fmt::format("no {} \"{}\"", kind, id),
               "correct the name, or add what it names");
}

void need_new(std::set<std::string>& seen, const std::string& id, const JsonPlace& place) {
  if (seen.insert(id).second) return;
  place.refuse("duplicate-id", fmt::format("\"{}\" is there twice", id), "rename one of the two");
}

template <typename Row>
void need_distinct(const std::vector<Row>& rows, const JsonPlace& place) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < rows.size(); ++i) need_new(seen, rows[i].id, place.at(i).at("id"));
}

// An op and what it may refer to.
class OpChecker {
 public:
  OpChecker(const std::vector<Product>& products, const std::vector<Dtype>& dtypes,
            const OpSpec& op)
      : products_(products), dtypes_(dtypes), op_(op), root_{"ops/" + op.id + ".json", ""} {}

  // `row_ids`: of the constraints and behaviours of the ops before.
  void run(std::set<std::string>& row_ids) {
    check_product_rows();
    check_forms();
    for (std::size_t i = 0; i < op_.constraints.size(); ++i) {
      const JsonPlace place = root_.at("constraints").at(i);
      need_new(row_ids, op_.constraints[i].id, place.at("id"));
      check_constraint_references(op_.constraints[i], place);
    }
    for (std::size_t i = 0; i < op_.behaviours.size(); ++i) {
      const JsonPlace place = root_.at("behaviours").at(i);
      need_new(row_ids, op_.behaviours[i].id, place.at("id"));
      check_form_ids(op_.behaviours[i].forms, place.at("forms"));
    }
    need(find_id(op_.behaviours, op_.untouched) != nullptr, root_.at("untouched"), "behaviour",
         op_.untouched);
    check_questions();
    for (std::size_t i = 0; i < op_.examples.size(); ++i) {
      check_call(op_.examples[i].call, root_.at("examples").at(i).at("call"));
    }
  }

 private:
  void check_product_rows() const;
  void check_forms();
  void check_params(const Form& form, const JsonPlace& place) const;
  void check_support(const Form& form, const JsonPlace& place);
  void check_constraint_references(const Constraint& c, const JsonPlace& place) const;
  void check_constrained_params(const Constraint& c, const JsonPlace& place) const;
  void check_questions() const;
  void check_call(const Case& call, const JsonPlace& place) const;
  void check_product_ids(const std::vector<std::string>& ids, const JsonPlace& place) const;
  void check_form_ids(const std::vector<std::string>& ids, const JsonPlace& place) const;
  Availability availability(std::string_view product) const;
  std::vector<const Param*> bound_params(const Constraint& c, std::string_view name) const;

  const std::vector<Product>& products_;
  const std::vector<Dtype>& dtypes_;
  const OpSpec& op_;
  JsonPlace root_;
  std::set<std::string> cells_;  // "form product dtype"
  std::set<std::string> callable_products_;
};

void OpChecker::check_product_rows() const {
  const JsonPlace place = root_.at("products");
  for (const ProductRow& row : op_.products) {
    need(find_id(products_, row.product) != nullptr, place.at(row.product), "product", row.product);
  }
  for (std::size_t i = 0; i < products_.size(); ++i) {
    const std::string& due = products_[i].id;
    const auto it = std::find_if(op_.products.begin(), op_.products.end(),
                                 [&](const ProductRow& row) { return row.product == due; });
    if (it == op_.products.end()) {
      place.refuse("missing-key", fmt::format("product \"{}\" is missing", due),
                   "list all products, with not_listed where the page is silent");
    }
    if (op_.products[i].product != due) {
      place.refuse("bad-value", fmt::format("product \"{}\" is out of order", due),
                   "list the products in the order of products.json");
    }
  }
}

Availability OpChecker::availability(std::string_view product) const {
  for (const ProductRow& row : op_.products) {
    if (row.product == product) return row.availability;
  }
  return Availability::kNotListed;
}

void OpChecker::check_forms() {
  const JsonPlace place = root_.at("forms");
  need_distinct(op_.forms, place);
  for (std::size_t i = 0; i < op_.forms.size(); ++i) {
    check_params(op_.forms[i], place.at(i).at("params"));
    check_support(op_.forms[i], place.at(i).at("support"));
  }
  for (const ProductRow& row : op_.products) {
    if (row.availability == Availability::kSupported && !callable_products_.contains(row.product)) {
      root_.at("products")
          .at(row.product)
          .refuse("bad-value", fmt::format("no form supports product \"{}\"", row.product),
                  "add it to a form's support, or correct its availability");
    }
  }
}

void OpChecker::check_params(const Form& form, const JsonPlace& place) const {
  std::set<std::string> seen;
  bool has_output = false;
  for (std::size_t i = 0; i < form.params.size(); ++i) {
    const Param& p = form.params[i];
    has_output = has_output || p.io != ParamIo::kIn || p.updated;
    need_new(seen, p.name, place.at(i).at("name"));
    if (!p.into.empty()) {
      const Param* into = form.find_param(p.into);
      const JsonPlace at = place.at(i).at("into");
      need(into != nullptr, at, "param", p.into);
      if (into->kind != ParamKind::kUb || into->role != ParamRole::kData) {
        at.refuse("bad-value", fmt::format("\"{}\" is no operand in the buffer", p.into),
                  "name a parameter of kind ub and role data");
      }
    }
    if (!p.stride.empty()) {
      const Param* stride = form.find_param(p.stride);
      const JsonPlace at = place.at(i).at("stride");
      need(stride != nullptr, at, "param", p.stride);
      if (stride->role != ParamRole::kStrideDatablocks) {
        at.refuse("bad-value", fmt::format("\"{}\" is no stride", p.stride),
                  "name a parameter of role stride_datablocks");
      }
    }
  }
  if (!has_output) {
    place.refuse("bad-value", fmt::format("form \"{}\" writes nothing", form.id),
                 "give its outputs \"io\": \"out\" or \"inout\"");
  }
}

void OpChecker::check_support(const Form& form, const JsonPlace& place) {
  for (std::size_t i = 0; i < form.support.size(); ++i) {
    const Support& row = form.support[i];
    check_product_ids(row.products, place.at(i).at("products"));
    for (std::size_t j = 0; j < row.products.size(); ++j) {
      if (availability(row.products[j]) != Availability::kSupported) {
        place.at(i)
            .at("products")
            .at(j)
            .refuse("bad-value", fmt::format("product \"{}\" is not supported", row.products[j]),
                    "remove it, or correct its availability in the op's products");
      }
      callable_products_.insert(row.products[j]);
    }
    for (std::size_t j = 0; j < row.dtypes.size(); ++j) {
      const std::string& dtype = row.dtypes[j];
      const JsonPlace at = place.at(i).at("dtypes").at(j);
      need(find_id(dtypes_, dtype) != nullptr, at, "dtype", dtype);
      for (const std::string& product : row.products) {
        need_new(cells_, fmt::format("{} {} {}", form.id, product, dtype), at);
      }
    }
  }
}

// The parameters that `name` is in the forms of the row.
std::vector<const Param*> OpChecker::bound_params(const Constraint& c,
                                                  std::string_view name) const {
  std::vector<const Param*> result;
  for (const Form& form : op_.forms) {
    const bool bound =
        c.forms.empty() || std::find(c.forms.begin(), c.forms.end(), form.id) != c.forms.end();
    const Param* param = bound ? form.find_param(name) : nullptr;
    if (param != nullptr) result.push_back(param);
  }
  return result;
}

// True where a row of this kind can be checked of, or said about, the parameter.
bool kind_suits_param(ConstraintKind kind, const Param& p) {
  const bool ub = p.kind == ParamKind::kUb;
  switch (kind) {
    case ConstraintKind::kAligned:
    case ConstraintKind::kInUb:
    case ConstraintKind::kDisjoint: return ub;
    case ConstraintKind::kNextAligned:
    case ConstraintKind::kPointerInUb: return ub && p.updated;
    case ConstraintKind::kMultipleOf:
    case ConstraintKind::kRange: return p.kind == ParamKind::kScalar || p.role == ParamRole::kIndex;
    case ConstraintKind::kMaskLanes: return p.kind == ParamKind::kMaskWords;
    case ConstraintKind::kZeroWork:
    case ConstraintKind::kConstant: return p.kind == ParamKind::kScalar;
    case ConstraintKind::kRepeatDatablocks:
    case ConstraintKind::kCore:
    case ConstraintKind::kProduct:
    case ConstraintKind::kDtype:
    case ConstraintKind::kIgnored:
    case ConstraintKind::kPermission:
    case ConstraintKind::kSemantics:
    case ConstraintKind::kContext: return true;
  }
  return false;
}

void OpChecker::check_constrained_params(const Constraint& c, const JsonPlace& place) const {
  for (std::size_t i = 0; i < c.params.size(); ++i) {
    const JsonPlace at = place.at("params").at(i);
    const std::vector<const Param*> params = bound_params(c, c.params[i]);
    need(!params.empty(), at, "param", c.params[i]);
    for (const Param* p : params) {
      if (kind_suits_param(c.kind, *p)) continue;
      at.refuse("bad-value",
                fmt::format("\"{}\" is a {} of role {}, which \"{}\" cannot bind", p->name,
                            to_text(p->kind), to_text(p->role), to_text(c.kind)),
                "correct the row's kind or the parameter");
    }
  }
  for (std::size_t i = 0; i < c.same_start.size(); ++i) {
    const auto others = c.params.begin() + 1;
    need(std::find(others, c.params.end(), c.same_start[i]) != c.params.end(),
         place.at("same_start").at(i), "param", c.same_start[i]);
  }
}

void OpChecker::check_constraint_references(const Constraint& c, const JsonPlace& place) const {
  check_form_ids(c.forms, place.at("forms"));
  check_product_ids(c.products, place.at("products"));
  for (std::size_t i = 0; i < c.ranges.size(); ++i) {
    check_product_ids(c.ranges[i].products, place.at("ranges").at(i).at("products"));
  }
  check_constrained_params(c, place);
  if (c.question.empty()) return;
  need(find_id(op_.questions, c.question) != nullptr, place.at("question"), "question", c.question);
}

void OpChecker::check_questions() const {
  const JsonPlace root = root_.at("questions");
  need_distinct(op_.questions, root);
  for (std::size_t i = 0; i < op_.questions.size(); ++i) {
    const Question& q = op_.questions[i];
    const std::string prefix = op_.id + ".";
    if (!q.id.starts_with(prefix) || q.id == prefix) {
      root.at(i).at("id").refuse("bad-value", fmt::format("question \"{}\" of {}", q.id, op_.id),
                                 fmt::format("begin its id with \"{}\"", prefix));
    }
    check_form_ids(q.forms, root.at(i).at("forms"));
    check_product_ids(q.products, root.at(i).at("products"));
    need_distinct(q.options, root.at(i).at("options"));
  }
}

void OpChecker::check_call(const Case& call, const JsonPlace& place) const {
  if (call.op != op_.id) {
    place.at("op").refuse("bad-value", fmt::format("a call of \"{}\"", call.op),
                          fmt::format("an example of this file calls \"{}\"", op_.id));
  }
  need(op_.find_form(call.form) != nullptr, place.at("form"), "form", call.form);
  need(find_id(products_, call.product) != nullptr, place.at("product"), "product", call.product);
  need(find_id(dtypes_, call.dtype) != nullptr, place.at("dtype"), "dtype", call.dtype);
  if (!cells_.contains(fmt::format("{} {} {}", call.form, call.product, call.dtype))) {
    place.refuse("bad-value",
                 fmt::format("form {} has no dtype {} on {}", call.form, call.dtype, call.product),
                 "call what the form's support lists");
  }
}

void OpChecker::check_product_ids(const std::vector<std::string>& ids,
                                  const JsonPlace& place) const {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    need(find_id(products_, ids[i]) != nullptr, place.at(i), "product", ids[i]);
  }
}

void OpChecker::check_form_ids(const std::vector<std::string>& ids, const JsonPlace& place) const {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    need(op_.find_form(ids[i]) != nullptr, place.at(i), "form", ids[i]);
  }
}

}  // namespace

void cross_check(const std::vector<Product>& products, const std::vector<Dtype>& dtypes,
                 const std::vector<OpSpec>& ops) {
  need_distinct(products, JsonPlace{"products.json", ""}.at("products"));
  need_distinct(dtypes, JsonPlace{"dtypes.json", ""}.at("dtypes"));
  std::set<std::string> row_ids;
  for (const OpSpec& op : ops) OpChecker(products, dtypes, op).run(row_ids);
}

}  // namespace assay
