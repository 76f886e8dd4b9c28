#include "spec/record/text_place.h"

#include <cstddef>
#include <utility>

#include "spec/bad_input.h"

namespace assay {
namespace {

constexpr std::size_t kMaxPointerBytes = 200;  // keys from a broken file can be of any length

}  // namespace

void refuse(const TextPlace& place, std::string_view pointer, std::string_view id,
            std::string message, std::string advice) {
  std::string position;
  if (place.line != 0) position = "line " + std::to_string(place.line);
  if (!position.empty() && !pointer.empty()) position += ' ';
  position += pointer.substr(0, kMaxPointerBytes);
  throw BadInput(std::string(place.file), std::move(position), std::string(id), std::move(message),
                 std::move(advice));
}

}  // namespace assay
