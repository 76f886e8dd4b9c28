// Which ids a file has had so far, and where: by 128 bits of their SHA-256, so that the memory
// does not depend on their length.
#ifndef ASSAY_SPEC_RECORD_ID_SET_H_
#define ASSAY_SPEC_RECORD_ID_SET_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "spec/record/sha256.h"

namespace assay {

using IdKey = std::array<std::uint64_t, 2>;

// Makes keys; an object of its own, because setting up a hash costs more than using it.
class IdHash {
 public:
  IdKey key(std::string_view id);

 private:
  Sha256 hash_;
};

class IdSet {
 public:
  // 0 when `id` is new; else the line it was added with.
  std::uint64_t add(std::string_view id, std::uint64_t line);

 private:
  struct Low {
    std::size_t operator()(const IdKey& key) const { return static_cast<std::size_t>(key[0]); }
  };
  IdHash hash_;
  std::unordered_map<IdKey, std::uint64_t, Low> lines_;
};

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_ID_SET_H_
