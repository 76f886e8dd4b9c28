// The verdict on a run as JSON, format "assay-report" version 1.
#ifndef ASSAY_CONFORMANCE_REPORT_JSON_REPORT_H_
#define ASSAY_CONFORMANCE_REPORT_JSON_REPORT_H_

#include <string>

#include "conformance/diff.h"

namespace assay {

// Pretty-printed; ends in a newline. Cases that passed are counted, not listed.
std::string json_report(const DiffReport& report);

}  // namespace assay

#endif  // ASSAY_CONFORMANCE_REPORT_JSON_REPORT_H_
