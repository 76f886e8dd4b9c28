// The whole spec, loaded and cross-checked: products, dtypes and ops.
//
//   const Catalog catalog = load_catalog(builtin_spec_files());
//   const OpSpec* op = catalog.find_op("reg/asc_copy");
//   for (const Cell& cell : catalog.cells()) ...
#ifndef ASSAY_SPEC_MODEL_CATALOG_H_
#define ASSAY_SPEC_MODEL_CATALOG_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "spec/model/builtin.h"
#include "spec/model/op_spec.h"

namespace assay {

struct UbVariant {
  std::string text;  // when this much is usable
  std::uint64_t usable_bytes = 0;
  bool operator==(const UbVariant&) const = default;
};

struct Product {
  std::string id;          // "ascend950"
  std::string title;       // the vendor's words
  std::uint32_t arch = 0;  // __NPU_ARCH__
  std::uint64_t ub_physical_bytes = 0;
  std::uint64_t ub_usable_bytes = 0;  // default
  std::vector<UbVariant> ub_variants;
  std::uint32_t vl_bytes = 0;  // vector register length; 0: no register model
  std::uint32_t datablock_bytes = 0;
  std::uint32_t repeat_bytes = 0;
  Source source;
  bool operator==(const Product&) const = default;
};

enum class DtypeKind { kInteger, kFloat, kMask };

struct Dtype {
  std::string id;  // "half"
  DtypeKind kind = DtypeKind::kInteger;
  std::uint32_t bits = 0;               // of one element
  std::uint32_t lane_bytes = 0;         // of one register lane
  std::uint32_t elements_per_lane = 1;  // 2 for packed 4-bit types: the low nibble is the even one
  bool is_signed = false;               // has a sign bit
  std::uint32_t exponent_bits = 0;      // kFloat
  std::uint32_t mantissa_bits = 0;      // kFloat
  std::string encoding;       // how a pattern becomes a value: "twos_complement", "unsigned",
                              // "ieee", "finite" (no inf, no NaN), "finite_nan" (all ones is NaN),
                              // "scaled_integer", "exponent_only", "tapered", "bits"
  std::int32_t bias = 0;      // kFloat: of the exponent
  std::string memory_type;    // vendor's element type, e.g. "int4b_t"
  std::string register_type;  // vendor's register type, e.g. "vector_int4x2_t"
  std::string text;
  bool operator==(const Dtype&) const = default;
};

// What can be called: one dtype of one form on one product.
struct Cell {
  std::uint32_t op = 0;    // index into Catalog::ops()
  std::uint32_t form = 0;  // index into OpSpec::forms
  std::uint32_t product = 0;
  std::uint32_t dtype = 0;
  bool operator==(const Cell&) const = default;
};

class Catalog {
 public:
  Catalog(std::vector<Product> products, std::vector<Dtype> dtypes, std::vector<OpSpec> ops,
          std::string sha256);

  const std::vector<Product>& products() const { return products_; }
  const std::vector<Dtype>& dtypes() const { return dtypes_; }
  const std::vector<OpSpec>& ops() const { return ops_; }  // sorted by id
  // In the order op, form, product, dtype of the JSON.
  const std::vector<Cell>& cells() const { return cells_; }
  // Over the sorted paths and bytes of the spec's JSON, lower-case hex.
  const std::string& sha256() const { return sha256_; }

  const Product* find_product(std::string_view id) const;
  const Dtype* find_dtype(std::string_view id) const;
  const OpSpec* find_op(std::string_view id) const;
  bool has_cell(const OpSpec& op, const Form& form, const Product& product,
                const Dtype& dtype) const;

  // "basic/Gather.count.ascend950.half"
  std::string cell_name(const Cell& cell) const;

 private:
  std::vector<Product> products_;
  std::vector<Dtype> dtypes_;
  std::vector<OpSpec> ops_;
  std::vector<Cell> cells_;
  std::string sha256_;
};

// Parses and cross-checks. Throws BadInput (file, JSON pointer, id, advice) for the first thing
// wrong: unknown or missing key, wrong type, duplicate id, dangling reference.
Catalog load_catalog(const std::vector<SpecFile>& files);

// The JSON files of a spec folder (schema/ aside), sorted by path. Throws BadInput.
std::vector<SpecFile> read_spec_folder(const std::filesystem::path& folder);

// The catalog of the spec that is compiled in.
Catalog load_builtin_catalog();

}  // namespace assay

#endif  // ASSAY_SPEC_MODEL_CATALOG_H_
