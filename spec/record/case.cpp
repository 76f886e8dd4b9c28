#include "spec/record/case.h"

#include <limits>

namespace assay {

ArgValue scalar_arg(std::uint64_t value) {
  if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

const Register* find_register(const std::vector<Register>& registers, std::string_view name) {
  for (const Register& r : registers) {
    if (r.name == name) return &r;
  }
  return nullptr;
}

const ArgValue* find_arg(const Case& c, std::string_view name) {
  for (const Arg& a : c.args) {
    if (a.name == name) return &a.value;
  }
  return nullptr;
}

std::string_view to_text(Core core) {
  switch (core) {
    case Core::kAiv: return "aiv";
    case Core::kAic: return "aic";
  }
  return "";
}

std::string_view to_text(ExpectedVerdict verdict) {
  switch (verdict) {
    case ExpectedVerdict::kOk: return "ok";
    case ExpectedVerdict::kReject: return "reject";
    case ExpectedVerdict::kUndefined: return "undefined";
  }
  return "";
}

}  // namespace assay
