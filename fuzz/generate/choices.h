// The stream of small decisions from which a case is made.
//
// A generator only ever asks "a number below n" or "one of these named classes". Where the
// numbers come from is the driver's business: a seed, a recorded tape, RapidCheck, a fuzzer's
// bytes. A tape replays to the same case; 0 is always the simplest choice, so a tape shrinks
// towards zeros and towards its end.
//
//   Choices choices = Choices::from_seed(0x1);
//   std::uint64_t block = choices.below(8);
//   std::size_t mask = choices.pick("mask", {{"full", 2}, {"one-lane", 1}});
#ifndef ASSAY_FUZZ_GENERATE_CHOICES_H_
#define ASSAY_FUZZ_GENERATE_CHOICES_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). Defined
// here to the bit, because the standard library's distributions differ between implementations.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  // 0 .. bound-1; bound > 0. The bias of the remainder does not matter for tests.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

 private:
  std::uint64_t state_;
};

// One step of SplitMix64's output function: a bijection of 64-bit words.
std::uint64_t mix64(std::uint64_t x);

// A named class and how often it is taken compared with its neighbours.
struct Class {
  std::string_view name;
  std::uint32_t weight = 1;
};

class Choices {
 public:
  static Choices from_seed(std::uint64_t seed);
  // Past the end of the tape every choice is 0.
  static Choices replay(std::vector<std::uint64_t> tape);

  // 0 .. bound-1; bound > 0.
  std::uint64_t below(std::uint64_t bound);
  // lo .. hi, both included; lo <= hi.
  std::int64_t between(std::int64_t lo, std::int64_t hi);
  // A seed for data that is expanded rather than chosen.
  std::uint64_t seed();
  // lo .. hi with small values as likely as large ones; 0 <= lo <= hi.
  std::uint64_t log_between(std::uint64_t lo, std::uint64_t hi);

  // The index of one of the classes, remembered as tag "label:name".
  std::size_t pick(std::string_view label, std::initializer_list<Class> classes);

  const std::vector<std::uint64_t>& tape() const { return tape_; }  // everything drawn so far
  const std::vector<std::string>& tags() const { return tags_; }
  void tag(std::string tag) { tags_.push_back(std::move(tag)); }

 private:
  Choices(std::uint64_t seed, bool random, std::vector<std::uint64_t> given)
      : random_(seed), is_random_(random), given_(std::move(given)) {}

  Random random_;
  bool is_random_;
  std::vector<std::uint64_t> given_;
  std::vector<std::uint64_t> tape_;
  std::vector<std::string> tags_;
};

}  // namespace assay

#endif  // ASSAY_FUZZ_GENERATE_CHOICES_H_
