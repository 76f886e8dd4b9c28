// Where text was found, and the refusal of it: BadInput with a position such as
// "line 12 /ub/0/data".
#ifndef ASSAY_SPEC_RECORD_TEXT_PLACE_H_
#define ASSAY_SPEC_RECORD_TEXT_PLACE_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

// `file` must outlive the place.
struct TextPlace {
  std::string_view file;
  std::uint64_t line = 0;  // 0: not from a file of lines
};

// Throws BadInput. `pointer` is a JSON pointer into the record at `place`, "" for all of it.
[[noreturn]] void refuse(const TextPlace& place, std::string_view pointer, std::string_view id,
                         std::string message, std::string advice);

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_TEXT_PLACE_H_
