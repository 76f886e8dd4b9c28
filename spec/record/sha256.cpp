#include "spec/record/sha256.h"

#include <openssl/evp.h>

#include "spec/bad_input.h"
#include "spec/record/hex.h"

namespace assay {

void Sha256::Free::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  ASSAY_CHECK(context_ != nullptr);
  ASSAY_CHECK(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
}

void Sha256::update(std::string_view text) {
  ASSAY_CHECK(EVP_DigestUpdate(context_.get(), text.data(), text.size()) == 1);
}

Digest Sha256::digest() {
  Digest digest{};
  unsigned size = 0;
  ASSAY_CHECK(EVP_DigestFinal_ex(context_.get(), digest.data(), &size) == 1);
  ASSAY_CHECK(size == digest.size());
  // A null type keeps the algorithm that the context has: cheaper than looking it up again.
  ASSAY_CHECK(EVP_DigestInit_ex(context_.get(), nullptr, nullptr) == 1);
  return digest;
}

std::string Sha256::hex_digest() { return to_hex(digest()); }

Digest sha256(std::string_view text) {
  Sha256 hash;
  hash.update(text);
  return hash.digest();
}

std::string to_base32(std::span<const std::uint8_t> bytes) {
  static constexpr char kAlphabet[] = "abcdefghijklmnopqrstuvwxyz234567";
  std::string text;
  text.reserve((bytes.size() * 8 + 4) / 5);
  std::uint32_t pending = 0;  // its low `bits` bits are still to be written
  unsigned bits = 0;
  for (const std::uint8_t byte : bytes) {
    pending = (pending << 8 | byte) & 0xfffu;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += kAlphabet[pending >> bits & 31u];
    }
  }
  if (bits > 0) text += kAlphabet[pending << (5 - bits) & 31u];
  return text;
}

}  // namespace assay
