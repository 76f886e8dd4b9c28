// The JSON of spec/ -> structs, one file or object at a time: keys, types and what a single object
// must fulfil by itself. References between objects are cross_check.h's.
#ifndef ASSAY_SPEC_MODEL_OP_CODEC_H_
#define ASSAY_SPEC_MODEL_OP_CODEC_H_

#include <vector>

#include "spec/model/builtin.h"
#include "spec/model/catalog.h"
#include "spec/model/strict_reader.h"

namespace assay {

// Each throws BadInput for the first thing wrong in the file.
OpSpec parse_op(const SpecFile& file);
std::vector<Product> parse_products(const SpecFile& file);
std::vector<Dtype> parse_dtypes(const SpecFile& file);

Source parse_source(ObjectReader& o);

// Which fields go with a parameter's kind and role, and with a constraint's kind. Each throws
// "missing-key" or "bad-value".
void check_param(const Param& param, const JsonPlace& place);
void check_constraint(const Constraint& constraint, const JsonPlace& place);

}  // namespace assay

#endif  // ASSAY_SPEC_MODEL_OP_CODEC_H_
