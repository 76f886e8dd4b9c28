// Reading UTF-8 code point by code point.
#ifndef ASSAY_SPEC_RECORD_UTF8_H_
#define ASSAY_SPEC_RECORD_UTF8_H_

#include <cstddef>
#include <string_view>

namespace assay {

// A code point and the bytes it takes. Text that is not UTF-8 (a lone or missing continuation
// byte, an overlong form, a surrogate, beyond U+10FFFF) yields one byte at a time, not valid.
struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

// Precondition: `text` is not empty.
CodePoint first_code_point(std::string_view text);

bool is_utf8(std::string_view text);

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_UTF8_H_
