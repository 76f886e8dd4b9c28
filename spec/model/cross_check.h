// Checks what the rows of the spec say of each other: every reference meets something that exists
// and no id is there twice. A spec that passes can be used without a further look.
#ifndef ASSAY_SPEC_MODEL_CROSS_CHECK_H_
#define ASSAY_SPEC_MODEL_CROSS_CHECK_H_

#include <vector>

#include "spec/model/catalog.h"

namespace assay {

// Throws BadInput for the first thing wrong, with the file that it stands in ("ops/<id>.json"):
// "duplicate-id", "dangling-product", "dangling-dtype", "dangling-form", "dangling-param",
// "dangling-question", "dangling-behaviour", "missing-key" or "bad-value".
void cross_check(const std::vector<Product>& products, const std::vector<Dtype>& dtypes,
                 const std::vector<OpSpec>& ops);

}  // namespace assay

#endif  // ASSAY_SPEC_MODEL_CROSS_CHECK_H_
