#include "oracle/faults/fault.h"

#include <algorithm>

#include "spec/bad_input.h"

namespace assay {

std::vector<Fault> all_faults(const Catalog& catalog) {
  std::vector<Fault> all;
  for (const OpSpec& op : catalog.ops()) {
    for (const GenericFault& fault : kGenericFaults) {
      if (std::any_of(op.forms.begin(), op.forms.end(), fault.applies)) {
        all.push_back({op.id + "." + std::string(fault.name), op.id, &fault});
      }
    }
  }
  return all;
}

Fault find_fault(const Catalog& catalog, std::string_view id) {
  std::string known;
  for (Fault& fault : all_faults(catalog)) {
    if (fault.id == id) return fault;
    known += (known.empty() ? "" : ", ") + fault.id;
  }
  throw BadInput("", "", "unknown-fault", "no fault '" + std::string(id) + "'",
                 "known are " + known);
}

}  // namespace assay
