#include "spec/bad_input.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace assay {
namespace {

std::string one_line(const BadInput& e) {
  std::string line;
  for (const std::string& part : {e.file, e.position}) {
    if (!part.empty()) line += part + ": ";
  }
  line += e.message + " [" + e.id + "]";
  if (!e.advice.empty()) line += "; " + e.advice;
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  return line;
}

}  // namespace

BadInput::BadInput(std::string file_, std::string position_, std::string id_, std::string message_,
                   std::string advice_)
    : std::runtime_error(""),
      file(std::move(file_)),
      position(std::move(position_)),
      id(std::move(id_)),
      message(std::move(message_)),
      advice(std::move(advice_)) {
  static_cast<std::runtime_error&>(*this) = std::runtime_error(one_line(*this));
}

void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "assay: internal error: %s:%d: check failed: %s\n", file, line, condition);
  std::abort();
}

}  // namespace assay
