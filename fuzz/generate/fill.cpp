#include "fuzz/generate/fill.h"

#include <algorithm>

#include "spec/bad_input.h"

namespace assay {
namespace {

// A bijection of 32-bit words for each salt: distinct positions give distinct words.
std::uint32_t position_word(std::uint64_t salt, std::uint64_t word) {
  auto x = static_cast<std::uint32_t>(word) + static_cast<std::uint32_t>(salt);
  x = (x ^ (x >> 16)) * 0x7feb352d;
  x ^= static_cast<std::uint32_t>(salt >> 32);
  x = (x ^ (x >> 15)) * 0x846ca68b;
  return x ^ (x >> 16);
}

}  // namespace

std::uint8_t position_byte(std::uint64_t salt, std::uint64_t address) {
  return static_cast<std::uint8_t>(position_word(salt, address / 4) >> (8 * (address % 4)));
}

void fill_positions(std::uint64_t salt, std::uint64_t address, std::span<std::uint8_t> out) {
  for (std::size_t i = 0; i < out.size();) {
    std::uint32_t word = position_word(salt, (address + i) / 4);
    const std::size_t skip = (address + i) % 4;
    word >>= 8 * skip;
    for (std::size_t k = skip; k < 4 && i < out.size(); ++k, ++i, word >>= 8) {
      out[i] = static_cast<std::uint8_t>(word);
    }
  }
}

namespace {

// Bit patterns at which decoders, converters and comparators go wrong: zeros, infinities, NaNs
// with payload, subnormals, the extremes of integers. For packed types, of each element.
std::vector<std::uint64_t> special_patterns(const Dtype& dtype) {
  const std::uint64_t all =
      dtype.bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << dtype.bits) - 1;
  const std::uint64_t sign = std::uint64_t{1} << (dtype.bits - 1);
  std::vector<std::uint64_t> patterns = {0, 1, sign, sign | 1, all, all ^ sign, all - 1};
  if (dtype.kind == DtypeKind::kFloat) {
    const std::uint64_t one = std::uint64_t{1} << dtype.mantissa_bits;  // least exponent
    const std::uint64_t top = (all ^ sign) & ~(one - 1);                // all exponent bits
    for (const std::uint64_t p : {one, one - 1, top, top | 1, top | (one >> 1), top - 1}) {
      patterns.push_back(p & all);
      patterns.push_back((p | sign) & all);
    }
  }
  return patterns;
}

void fill_special(std::uint64_t seed, const Dtype& dtype, std::span<std::uint8_t> out) {
  const std::vector<std::uint64_t> patterns = special_patterns(dtype);
  Random random(seed);
  const std::size_t lane_bytes = dtype.lane_bytes;
  for (std::size_t at = 0; at < out.size(); at += lane_bytes) {
    std::uint64_t lane = 0;
    for (std::uint32_t e = 0; e < dtype.elements_per_lane; ++e) {
      lane |= patterns[random.below(patterns.size())] << (e * dtype.bits);
    }
    for (std::size_t k = 0; k < lane_bytes && at + k < out.size(); ++k) {
      out[at + k] = static_cast<std::uint8_t>(lane >> (8 * k));
    }
  }
}

}  // namespace

void fill_data(Choices& choices, const Dtype& dtype, std::uint64_t address,
               std::span<std::uint8_t> out) {
  const bool typed = dtype.kind != DtypeKind::kMask;
  const std::size_t kind = choices.pick(
      "data", {{"positions", 13}, {"special-values", typed ? 2u : 0u}, {"extremes", 1}});
  const std::uint64_t seed = choices.seed();
  if (kind == 0) return fill_positions(seed, address, out);
  if (kind == 1) return fill_special(seed, dtype, out);
  Random random(seed);
  for (std::uint8_t& b : out) b = random.below(2) == 0 ? 0x00 : 0xff;
}

std::vector<bool> choose_lanes(Choices& choices, std::size_t lanes) {
  const std::size_t kind = choices.pick("mask", {{"full", 3},
                                                 {"empty", 2},
                                                 {"one-lane", 4},
                                                 {"all-but-one", 4},
                                                 {"first-lanes", 3},
                                                 {"last-lanes", 2},
                                                 {"alternating", 2},
                                                 {"random", 8},
                                                 {"sparse", 2},
                                                 {"dense", 2}});
  std::vector<bool> on(lanes, false);
  const std::size_t n = choices.below(lanes);
  Random random(choices.seed());
  for (std::size_t i = 0; i < lanes; ++i) {
    switch (kind) {
      case 0: on[i] = true; break;
      case 1: on[i] = false; break;
      case 2: on[i] = i == n; break;
      case 3: on[i] = i != n; break;
      case 4: on[i] = i <= n; break;
      case 5: on[i] = i >= n; break;
      case 6: on[i] = i % 2 == n % 2; break;
      case 7: on[i] = random.below(2) == 0; break;
      case 8: on[i] = random.below(8) == 0; break;
      default: on[i] = random.below(8) != 0; break;
    }
  }
  return on;
}

void fill_mask_register(Choices& choices, const std::vector<bool>& lanes,
                        std::uint32_t bits_per_lane, std::span<std::uint8_t> out) {
  const bool has_junk = lanes.size() < 8 * out.size();
  const std::size_t kind =
      has_junk
          ? choices.pick("junk", {{"none", 2}, {"all-ones", 1}, {"random", 3}, {"complement", 2}})
          : 0;
  Random random(choices.seed());
  std::fill(out.begin(), out.end(), std::uint8_t{0});
  for (std::size_t k = 0; k < 8 * out.size(); ++k) {
    const std::size_t lane = k / bits_per_lane;
    const bool counts = k % bits_per_lane == 0 && lane < lanes.size();
    const bool on = lane < lanes.size() && lanes[lane];
    bool bit = on;
    if (!counts) bit = kind == 1 || (kind == 2 && random.below(2) == 0) || (kind == 3 && !on);
    if (bit) out[k / 8] = static_cast<std::uint8_t>(out[k / 8] | 1u << (k % 8));
  }
}

void fill_bits(Choices& choices, std::span<std::uint8_t> out) {
  const std::size_t kind = choices.pick("bits", {{"all-ones", 2},
                                                 {"all-zeros", 1},
                                                 {"alternating", 1},
                                                 {"random", 8},
                                                 {"sparse", 3},
                                                 {"dense", 2},
                                                 {"one-bit", 1}});
  Random random(choices.seed());
  const std::uint64_t one = out.empty() ? 0 : random.below(8 * out.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint64_t r = random.next();
    switch (kind) {
      case 0: out[i] = 0xff; break;
      case 1: out[i] = 0x00; break;
      case 2: out[i] = 0x55; break;
      case 3: out[i] = static_cast<std::uint8_t>(r); break;
      case 4: out[i] = static_cast<std::uint8_t>(r & (r >> 8) & (r >> 16)); break;
      case 5: out[i] = static_cast<std::uint8_t>(r | (r >> 8) | (r >> 16)); break;
      default: out[i] = static_cast<std::uint8_t>(one / 8 == i ? 1u << (one % 8) : 0u); break;
    }
  }
}

std::vector<std::uint32_t> choose_indices(Choices& choices, std::size_t entries, std::uint64_t unit,
                                          std::uint64_t max) {
  const std::uint64_t slots = max / unit + 1;
  const std::size_t kind = choices.pick("index", {{"ascending", 1},
                                                  {"descending", 1},
                                                  {"constant", 1},
                                                  {"scrambled", 6},
                                                  {"ends", 2},
                                                  {"high-half", 2},
                                                  {"rotated", 2}});
  Random random(choices.seed());
  const std::uint64_t start = random.below(slots);
  std::vector<std::uint32_t> all;
  all.reserve(entries);
  for (std::size_t i = 0; i < entries; ++i) {
    std::uint64_t slot = 0;
    switch (kind) {
      case 0: slot = i % slots; break;
      case 1: slot = slots - 1 - i % slots; break;
      case 2: slot = start; break;
      case 3: slot = random.below(slots); break;
      case 4: slot = random.below(2) == 0 ? 0 : slots - 1; break;
      case 5: slot = slots / 2 + random.below(slots - slots / 2); break;
      default: slot = (start + i) % slots; break;
    }
    all.push_back(static_cast<std::uint32_t>(slot * unit));
  }
  return all;
}

}  // namespace assay
