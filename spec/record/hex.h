// Bytes <-> lower-case hex, two digits a byte, in memory order.
#ifndef ASSAY_SPEC_RECORD_HEX_H_
#define ASSAY_SPEC_RECORD_HEX_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "spec/record/case.h"

namespace assay {

void append_hex(std::string& out, std::span<const std::uint8_t> bytes);
std::string to_hex(std::span<const std::uint8_t> bytes);

// nullopt when `text` is not pairs of the digits 0-9 and a-f.
std::optional<Bytes> decode_hex(std::string_view text);

// What decode_hex() dislikes about `text`, for a message. Precondition: it returned nullopt.
std::string describe_bad_hex(std::string_view text);

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_HEX_H_
