#include "spec/record/id_set.h"

#include <cstring>

namespace assay {

IdKey IdHash::key(std::string_view id) {
  hash_.update(id);
  const Digest digest = hash_.digest();
  IdKey key{};
  std::memcpy(key.data(), digest.data(), sizeof key);
  return key;
}

std::uint64_t IdSet::add(std::string_view id, std::uint64_t line) {
  const auto [place, is_new] = lines_.try_emplace(hash_.key(id), line);
  return is_new ? 0 : place->second;
}

}  // namespace assay
