// What case and result objects are both made of, read from JSON. Internal to the codec.
#ifndef ASSAY_SPEC_RECORD_CODEC_PARTS_H_
#define ASSAY_SPEC_RECORD_CODEC_PARTS_H_

#include <string>
#include <string_view>
#include <vector>

#include "spec/record/case.h"
#include "spec/record/json_record.h"

namespace assay {

// The required, not empty id of a case or result; empty-id.
const std::string& parse_id(const JsonRecord& record);

// {"dst":"00ff...", ...}; no registers where `object` has no `key`.
std::vector<Register> parse_registers(const JsonRecord& record, const JsonValue& object,
                                      std::string_view key);

// Refuses `data` (bad-length) unless it has `bytes` bytes.
void check_length(const JsonRecord& record, const JsonValue& at, const Bytes& data,
                  std::size_t bytes);

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_CODEC_PARTS_H_
