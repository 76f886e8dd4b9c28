// The typed form of spec/ops/<family>/<op>.json: what the vendor's page says of one operation.
//
// Flat data. A consumer asks "which rows bind this form, product and dtype" and acts by the
// row's kind; nothing here is an expression. spec/README.md describes the JSON itself.
#ifndef ASSAY_SPEC_MODEL_OP_SPEC_H_
#define ASSAY_SPEC_MODEL_OP_SPEC_H_

#include <string>
#include <string_view>
#include <vector>

#include "spec/model/constraint.h"
#include "spec/model/param.h"
#include "spec/model/source.h"
#include "spec/record/case.h"

namespace assay {

// The dtypes of a form on some products. Every (product, dtype) pair of it is a cell.
struct Support {
  std::vector<std::string> products;
  std::vector<std::string> dtypes;
  Source source;
  bool operator==(const Support&) const = default;
};

struct Form {
  std::string id;
  std::string title;
  std::string prototype;
  std::vector<Param> params;
  std::vector<Support> support;
  bool by_return() const;
  const Param* find_param(std::string_view name) const;
  bool operator==(const Form&) const = default;
};

// A numbered statement of what the op does; op sources name the row that each move follows.
struct Behaviour {
  std::string id;  // "GAT-B01"
  std::string text;
  std::vector<std::string> forms;  // empty: all
  bool observable = true;
  Source source;
  bool operator==(const Behaviour&) const = default;
};

struct Option {
  std::string id;
  std::string text;
  Source source;  // who says so
  bool operator==(const Option&) const = default;
};

// A point on which the documents are silent or disagree. The first option is the primary one.
struct Question {
  std::string id;  // "family/op.short_name"
  std::string text;
  std::vector<std::string> forms;     // empty: all
  std::vector<std::string> products;  // empty: all
  std::vector<Option> options;        // at least two
  bool operator==(const Question&) const = default;
};

// A worked example with the numbers of a document. Inputs and outputs are complete; `expect` of
// the case holds the bytes that the document gives, with care 0 where it is silent.
struct Example {
  std::string title;
  Case call;
  Source source;
  bool operator==(const Example&) const = default;
};

enum class Availability { kSupported, kUnsupported, kNotListed };

struct ProductRow {
  std::string product;
  Availability availability = Availability::kNotListed;
  bool operator==(const ProductRow&) const = default;
};

struct OpSpec {
  std::string id;  // "family/name"
  std::string title;
  std::string page;                  // name of the vendor's page
  std::string header;                // include path that the page names; empty: none named
  std::string untouched;             // behaviour id: bytes that no rule writes stay as they are
  std::vector<ProductRow> products;  // all products, in catalog order
  std::vector<Form> forms;
  std::vector<Constraint> constraints;
  std::vector<Behaviour> behaviours;
  std::vector<Question> questions;
  std::vector<Example> examples;
  const Form* find_form(std::string_view id) const;
  bool operator==(const OpSpec&) const = default;
};

std::string_view to_text(Availability availability);

}  // namespace assay

#endif  // ASSAY_SPEC_MODEL_OP_SPEC_H_
