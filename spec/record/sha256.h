// SHA-256 of text that comes in pieces, and the short ids made from it.
#ifndef ASSAY_SPEC_RECORD_SHA256_H_
#define ASSAY_SPEC_RECORD_SHA256_H_

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace assay {

using Digest = std::array<std::uint8_t, 32>;

//   Sha256 hash;
//   hash.update("ab");
//   hash.update("c");
//   hash.hex_digest();  // "ba7816bf..."
class Sha256 {
 public:
  Sha256();

  void update(std::string_view text);

  // Of all text so far. Call one of them once; the object then starts again with no text.
  Digest digest();
  std::string hex_digest();

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

Digest sha256(std::string_view text);

// RFC 4648 base32 in lower case, without padding.
std::string to_base32(std::span<const std::uint8_t> bytes);

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_SHA256_H_
