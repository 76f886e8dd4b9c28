// The one exception of the library: something that came from outside is wrong.
//
// A wrong file, option or target answer is thrown as BadInput and ends the command with exit
// code 2 and exactly one line on stderr. A wrong program is not: it stops in ASSAY_CHECK.
#ifndef ASSAY_SPEC_BAD_INPUT_H_
#define ASSAY_SPEC_BAD_INPUT_H_

#include <stdexcept>
#include <string>

namespace assay {

struct BadInput : std::runtime_error {
  // `file` may be empty (no file is involved). `position` is "line 12", "byte 300" or a JSON
  // pointer such as "/forms/0/params/2". `id` is stable, lower-case and hyphenated
  // ("unknown-key"): tests and other programs may match on it. `advice` says what to do.
  BadInput(std::string file, std::string position, std::string id, std::string message,
           std::string advice);

  std::string file;
  std::string position;
  std::string id;
  std::string message;
  std::string advice;
};

// Ends the program with the text and place of a broken invariant. Always on, in every build.
[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace assay

#define ASSAY_CHECK(condition) \
  ((condition) ? void(0) : ::assay::check_failed(#condition, __FILE__, __LINE__))

#endif  // ASSAY_SPEC_BAD_INPUT_H_
