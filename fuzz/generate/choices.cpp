#include "fuzz/generate/choices.h"

#include <bit>

#include "spec/bad_input.h"

namespace assay {

std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

std::uint64_t Random::next() {
  state_ += 0x9e3779b97f4a7c15;
  return mix64(state_);
}

Choices Choices::from_seed(std::uint64_t seed) { return Choices(seed, true, {}); }

Choices Choices::replay(std::vector<std::uint64_t> tape) {
  return Choices(0, false, std::move(tape));
}

std::uint64_t Choices::below(std::uint64_t bound) {
  ASSAY_CHECK(bound > 0);
  std::uint64_t value = 0;
  if (tape_.size() < given_.size()) {
    value = given_[tape_.size()] % bound;
  } else if (is_random_) {
    value = random_.below(bound);
  }
  tape_.push_back(value);
  return value;
}

std::int64_t Choices::between(std::int64_t lo, std::int64_t hi) {
  ASSAY_CHECK(lo <= hi);
  return lo + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(hi - lo) + 1));
}

std::uint64_t Choices::seed() { return below(std::uint64_t{1} << 63); }

std::uint64_t Choices::log_between(std::uint64_t lo, std::uint64_t hi) {
  ASSAY_CHECK(lo <= hi);
  const std::uint64_t span = hi - lo;
  if (span == 0) return lo;
  const std::uint64_t digits = below(static_cast<std::uint64_t>(std::bit_width(span)) + 1);
  const std::uint64_t top = digits >= 64 ? span : (std::uint64_t{1} << digits) - 1;
  return lo + below(std::min(top, span) + 1);
}

std::size_t Choices::pick(std::string_view label, std::initializer_list<Class> classes) {
  std::uint64_t total = 0;
  for (const Class& c : classes) total += c.weight;
  std::uint64_t drawn = below(total);
  std::size_t index = 0;
  for (const Class& c : classes) {
    if (drawn < c.weight) {
      tags_.push_back(std::string(label) + ":" + std::string(c.name));
      break;
    }
    drawn -= c.weight;
    ++index;
  }
  return index;
}

}  // namespace assay
