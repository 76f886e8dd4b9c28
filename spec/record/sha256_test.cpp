#include "spec/record/sha256.h"

#include <gtest/gtest.h>

#include "spec/record/case.h"
#include "spec/record/hex.h"

namespace assay {
namespace {

Bytes bytes_of(std::string_view text) { return Bytes(text.begin(), text.end()); }

// Values of FIPS 180-4's examples.
TEST(Sha256, KnownDigests) {
  EXPECT_EQ(Sha256().hex_digest(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(to_hex(sha256("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(to_hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(Sha256, PiecesDoNotMatter) {
  Sha256 hash;
  const std::string text(1000, 'q');
  for (std::size_t i = 0; i < text.size(); i += 37) hash.update(text.substr(i, 37));
  EXPECT_EQ(hash.digest(), sha256(text));
}

TEST(Sha256, StartsAgainAfterTheDigest) {
  Sha256 hash;
  hash.update("something else");
  hash.digest();
  hash.update("abc");
  EXPECT_EQ(hash.digest(), sha256("abc"));
}

// Values of RFC 4648, section 10.
TEST(Base32, KnownTexts) {
  EXPECT_EQ(to_base32(bytes_of("")), "");
  EXPECT_EQ(to_base32(bytes_of("f")), "my");
  EXPECT_EQ(to_base32(bytes_of("fo")), "mzxq");
  EXPECT_EQ(to_base32(bytes_of("foo")), "mzxw6");
  EXPECT_EQ(to_base32(bytes_of("foob")), "mzxw6yq");
  EXPECT_EQ(to_base32(bytes_of("fooba")), "mzxw6ytb");
  EXPECT_EQ(to_base32(bytes_of("foobar")), "mzxw6ytboi");
}

}  // namespace
}  // namespace assay
