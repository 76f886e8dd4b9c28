#include "spec/model/catalog.h"

#include <algorithm>
#include <utility>

#include "spec/bad_input.h"

namespace assay {
namespace {

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

template <typename Row>
const Row* find_id(const std::vector<Row>& rows, std::string_view id) {
  const auto it = std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.id == id; });
  return it == rows.end() ? nullptr : &*it;
}

bool supports(const Form& form, const Product& product, const Dtype& dtype) {
  return std::any_of(form.support.begin(), form.support.end(), [&](const Support& row) {
    return contains(row.products, product.id) && contains(row.dtypes, dtype.id);
  });
}

// Precondition: the op's support names nothing that the two lists have not (load_catalog checks).
void append_cells(std::vector<Cell>& cells, std::uint32_t op_index, const OpSpec& op,
                  const std::vector<Product>& products, const std::vector<Dtype>& dtypes) {
  for (std::uint32_t form = 0; form < op.forms.size(); ++form) {
    for (std::uint32_t product = 0; product < products.size(); ++product) {
      for (std::uint32_t dtype = 0; dtype < dtypes.size(); ++dtype) {
        if (supports(op.forms[form], products[product], dtypes[dtype])) {
          cells.push_back({op_index, form, product, dtype});
        }
      }
    }
  }
}

}  // namespace

Catalog::Catalog(std::vector<Product> products, std::vector<Dtype> dtypes, std::vector<OpSpec> ops,
                 std::string sha256)
    : products_(std::move(products)),
      dtypes_(std::move(dtypes)),
      ops_(std::move(ops)),
      sha256_(std::move(sha256)) {
  std::sort(ops_.begin(), ops_.end(), [](const OpSpec& a, const OpSpec& b) { return a.id < b.id; });
  for (std::uint32_t i = 0; i < ops_.size(); ++i) {
    append_cells(cells_, i, ops_[i], products_, dtypes_);
  }
}

const Product* Catalog::find_product(std::string_view id) const { return find_id(products_, id); }

const Dtype* Catalog::find_dtype(std::string_view id) const { return find_id(dtypes_, id); }

const OpSpec* Catalog::find_op(std::string_view id) const { return find_id(ops_, id); }

bool Catalog::has_cell(const OpSpec& op, const Form& form, const Product& product,
                       const Dtype& dtype) const {
  const OpSpec* known_op = find_op(op.id);
  const Form* known_form = known_op == nullptr ? nullptr : known_op->find_form(form.id);
  return known_form != nullptr && find_product(product.id) != nullptr &&
         find_dtype(dtype.id) != nullptr && supports(*known_form, product, dtype);
}

std::string Catalog::cell_name(const Cell& cell) const {
  ASSAY_CHECK(cell.op < ops_.size());
  const OpSpec& op = ops_[cell.op];
  ASSAY_CHECK(cell.form < op.forms.size() && cell.product < products_.size() &&
              cell.dtype < dtypes_.size());
  return op.id + "." + op.forms[cell.form].id + "." + products_[cell.product].id + "." +
         dtypes_[cell.dtype].id;
}

}  // namespace assay
