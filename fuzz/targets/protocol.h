// The lines of the target protocol, version 1, as the side that asks sees them.
//
//   -> {"hello":{"protocol":1}}
//   <- {"hello":{"protocol":1,"name":"my-emulator","version":"2.1","window":4}}
//   -> {"run":{"id":"5q3k",...}}
//   <- {"id":"5q3k","status":"ok",...}           read with parse_result()
//   -> {"bye":true}
//
// Requests here include their line end; an answer is given without it.
#ifndef ASSAY_FUZZ_TARGETS_PROTOCOL_H_
#define ASSAY_FUZZ_TARGETS_PROTOCOL_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "spec/record/case.h"
#include "spec/record/result.h"

namespace assay {

inline constexpr std::uint32_t kMaxWindow = 256;

struct Hello {
  TargetInfo target;         // kind is "process"
  std::uint32_t window = 1;  // requests in flight, 1 to kMaxWindow; a larger wish is cut
  bool operator==(const Hello&) const = default;
};

std::string hello_request();
std::string run_request(const Case& c);
std::string bye_request();

// Name and version may be absent, other keys are ignored. BadInput no-hello: the line is no
// hello, speaks another protocol, or has a field of a wrong type.
Hello parse_hello(std::string_view line);

// A line of a target as it can be shown in a message: its start, on one line.
std::string excerpt(std::string_view line);

}  // namespace assay

#endif  // ASSAY_FUZZ_TARGETS_PROTOCOL_H_
