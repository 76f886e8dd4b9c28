#include "tools/commands/case_reference.h"

#include <filesystem>

namespace assay {

CaseReference parse_case_reference(const std::string& text) {
  const std::size_t hash = text.rfind('#');
  if (hash == std::string::npos || std::filesystem::exists(text)) return {text, ""};
  return {text.substr(0, hash), text.substr(hash + 1)};
}

}  // namespace assay
