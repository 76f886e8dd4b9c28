// Laws that need no expected value. Each holds for the oracle and for the emulator.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "fuzz/emulator/emulator.h"
#include "fuzz/generate/choices.h"
#include "oracle/judge/test_answers.h"
#include "oracle/test_outcomes.h"

namespace assay {
namespace {

using namespace test_calls;

Result by_oracle(const Case& c) { return test_answers::right_answer(expectation(c).outputs); }
Result by_emulator(const Case& c) { return emulator::EmulatorTarget().run(c); }
using Implementation = Result (*)(const Case&);

// RapidCheck prints the seed of each run; RC_PARAMS="seed=N" repeats it.
template <typename Law>
void holds(const char* name, Law law) {
  for (const auto& [who, run] :
       {std::pair<const char*, Implementation>{"oracle", by_oracle}, {"emulator", by_emulator}}) {
    EXPECT_TRUE(rc::check(std::string(name) + ", " + who, [&law, run = run] { law(run); }));
  }
}

std::uint64_t below(std::uint64_t n) { return *rc::gen::inRange<std::uint64_t>(0, n); }
std::string one_of(const Names& names) { return names[below(names.size())]; }

Bytes random_bytes(std::size_t count) {
  Random random(*rc::gen::arbitrary<std::uint64_t>() * 0x9e3779b97f4a7c15);
  Bytes bytes(count);
  for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(random.next() >> 32);
  return bytes;
}

std::vector<std::size_t> random_permutation(std::size_t n) {
  std::vector<std::size_t> p(n);
  std::iota(p.begin(), p.end(), std::size_t{0});
  Random random(*rc::gen::arbitrary<std::uint64_t>() * 0x9e3779b97f4a7c15);
  for (std::size_t i = n; i > 1; --i) std::swap(p[i - 1], p[random.below(i)]);
  return p;
}

Bytes complement(Bytes bytes) {
  for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(~b);
  return bytes;
}

Bytes register_of(const Result& r) {
  const auto& registers = r.vreg.empty() ? r.mreg : r.vreg;
  RC_ASSERT(registers.size() == 1u);
  return registers.front().data;
}

Bytes memory_of(const Result& r, std::uint64_t address, std::size_t bytes) {
  RC_ASSERT(r.status == Status::kOk);
  const auto begin = r.ub.at(0).data.begin() + static_cast<std::ptrdiff_t>(address);
  return Bytes(begin, begin + static_cast<std::ptrdiff_t>(bytes));
}

std::size_t width(const std::string& dtype) { return catalog().find_dtype(dtype)->lane_bytes; }

const Names kGatherDtypes = {"int8", "half", "float", "int64"};

TEST(Laws, IdentityIndicesCopy) {
  holds("Gather copies", [](Implementation run) {
    Case c = gather_call("count", one_of(kGatherDtypes));
    const std::size_t n = 1 + below(250), bytes = n * width(c.dtype);
    set(c, "count", static_cast<std::int64_t>(n));
    RC_ASSERT(memory_of(run(c), 4096, bytes) == memory_of(run(c), 8192, bytes));
  });
  holds("asc_gather_datablock copies", [](Implementation run) {
    const Case c = datablock_call(one_of({"ref", "ref_masked", "ret", "ret_masked"}),
                                  one_of({"int4x2", "half", "float"}));
    RC_ASSERT(register_of(run(c)) == memory_of(run(c), 8192, 256));
  });
}

TEST(Laws, AMaskAndItsComplementRebuildTheUnmaskedResult) {
  holds("asc_copy, vreg", [](Implementation run) {
    Case c = copy_call("vreg", one_of({"uint8", "bfloat16", "float"}));
    mreg(c, "mask") = random_bytes(32);
    vreg(c, "dst") = register_of(run(c));
    mreg(c, "mask") = complement(mreg(c, "mask"));
    RC_ASSERT(register_of(run(c)) == vreg(c, "src"));
  });
  holds("asc_copy, mreg_masked", [](Implementation run) {
    Case c = copy_call("mreg_masked");
    mreg(c, "src") = random_bytes(32);
    mreg(c, "mask") = random_bytes(32);
    Bytes both = register_of(run(c));
    mreg(c, "mask") = complement(mreg(c, "mask"));
    const Bytes other = register_of(run(c));
    for (std::size_t i = 0; i < 32; ++i) {
      RC_ASSERT((both[i] & other[i]) == 0);
      both[i] = static_cast<std::uint8_t>(both[i] | other[i]);
    }
    RC_ASSERT(both == mreg(c, "src"));
  });
  holds("asc_gather_datablock", [](Implementation run) {
    Case c = datablock_call("ref_masked", "half");
    for (std::size_t b = 0; b < 8; ++b) put_u32(vreg(c, "index"), b, 32 * below(256));
    mreg(c, "mask") = random_bytes(32);
    Case unmasked = c;
    unmasked.form = "ref";
    unmasked.mreg.clear();
    vreg(c, "dst") = register_of(run(c));
    mreg(c, "mask") = complement(mreg(c, "mask"));
    RC_ASSERT(register_of(run(c)) == register_of(run(unmasked)));
  });
  holds("Gather", [](Implementation run) {
    Case c = gather_call("mask_bits", one_of({"half", "float", "int64"}));
    const std::size_t lanes = 256 / width(c.dtype);
    for (std::size_t i = 0; i < lanes; ++i) {
      put_u32(at(c, 12288), i, width(c.dtype) * below(500));
    }
    set(c, "repeatTime", 1);
    const MaskWords full = std::get<MaskWords>(*find_arg(c, "mask"));
    const Bytes whole = run(c).ub[0].data;
    MaskWords some = {*rc::gen::arbitrary<std::uint64_t>() * 0x9e3779b97f4a7c15 & full[0],
                      *rc::gen::arbitrary<std::uint64_t>() * 0x9e3779b97f4a7c15 & full[1]};
    set(c, "mask", ArgValue(some));
    c.ub[0].data = run(c).ub[0].data;
    set(c, "mask", ArgValue(MaskWords{~some[0] & full[0], ~some[1] & full[1]}));
    RC_ASSERT(run(c).ub[0].data == whole);
  });
}

TEST(Laws, APermutationAndItsInverseRestore) {
  holds("Gather", [](Implementation run) {
    Case c = gather_call("count", one_of(kGatherDtypes));
    const std::size_t w = width(c.dtype), n = 1 + below(250);
    const auto p = random_permutation(n);
    set(c, "count", static_cast<std::int64_t>(n));
    for (std::size_t i = 0; i < n; ++i) put_u32(at(c, 12288), i, w * p[i]);
    const Bytes original = memory_of(run(c), 8192, n * w);
    const Bytes shuffled = memory_of(run(c), 4096, n * w);
    std::copy(shuffled.begin(), shuffled.end(), at(c, 8192).begin());
    for (std::size_t i = 0; i < n; ++i) put_u32(at(c, 12288), p[i], w * i);
    RC_ASSERT(memory_of(run(c), 4096, n * w) == original);
  });
  holds("asc_gather_datablock", [](Implementation run) {
    Case c = datablock_call("ret", "uint8");
    const auto p = random_permutation(8);
    for (std::size_t b = 0; b < 8; ++b) put_u32(vreg(c, "index"), b, 32 * p[b]);
    const Bytes original = memory_of(run(c), 8192, 256), shuffled = register_of(run(c));
    std::copy(shuffled.begin(), shuffled.end(), at(c, 8192).begin());
    for (std::size_t b = 0; b < 8; ++b) put_u32(vreg(c, "index"), p[b], 32 * b);
    RC_ASSERT(register_of(run(c)) == original);
  });
}

TEST(Laws, TwoCallsOnPartsEqualTheWhole) {
  holds("Gather", [](Implementation run) {
    Case c = gather_call("count", one_of(kGatherDtypes));
    const std::size_t w = width(c.dtype), first = 32 * (1 + below(4)), n = first + 1 + below(90);
    for (std::size_t i = 0; i < n; ++i) put_u32(at(c, 12288), i, w * below(256));
    set(c, "count", static_cast<std::int64_t>(n));
    const Bytes whole = run(c).ub[0].data;
    set(c, "count", static_cast<std::int64_t>(first));
    c.ub[0].data = run(c).ub[0].data;
    set(c, "count", static_cast<std::int64_t>(n - first));
    point(c, "dst", 4096 + first * w);
    point(c, "srcOffset", 12288 + 4 * first);
    RC_ASSERT(run(c).ub[0].data == whole);
  });
  holds("asc_reduce", [](Implementation run) {
    Case c = reduce_call(one_of({"count", "count_sync"}), one_of({"uint16", "uint32"}));
    const std::size_t w = width(c.dtype), first = 256 * (1 + below(2)), n = first + 1 + below(300);
    const Bytes bits = random_bytes(128);
    std::copy(bits.begin(), bits.end(), at(c, 12288).begin());
    const auto selected = [&](std::size_t from, std::size_t to) {
      std::size_t count = 0;
      for (std::size_t k = from; k < to; ++k) count += bit_of(bits, k) ? 1u : 0u;
      return count;
    };
    set(c, "count", static_cast<std::int64_t>(n));
    const Bytes whole = memory_of(run(c), 4096, w * selected(0, n));
    set(c, "count", static_cast<std::int64_t>(first));
    Bytes pieces = memory_of(run(c), 4096, w * selected(0, first));
    set(c, "count", static_cast<std::int64_t>(n - first));
    point(c, "src0", 8192 + first * w);
    point(c, "src1", 12288 + first / 8);
    const Bytes rest = memory_of(run(c), 4096, w * selected(first, n));
    pieces.insert(pieces.end(), rest.begin(), rest.end());
    RC_ASSERT(pieces == whole);
  });
}

TEST(Laws, AFixedPatternIsAUsersMaskWithItsBits) {
  constexpr std::array<std::uint8_t, 8> kBits = {0, 0x55, 0xaa, 0x11, 0x22, 0x44, 0x88, 0xff};
  holds("asc_reduce", [&](Implementation run) {
    Case c = reduce_call("strided", one_of({"uint16", "uint32"}));
    const std::uint64_t pattern = 1 + below(7), repeat = 1 + below(4);
    set(c, "pattern_mode", static_cast<std::int64_t>(pattern));
    set(c, "repeat", static_cast<std::int64_t>(repeat));
    set(c, "src0_repeat_stride", static_cast<std::int64_t>(below(12)));
    set(c, "src1_repeat_stride", static_cast<std::int64_t>(below(12)));
    std::fill_n(at(c, 12288).begin(), 2048, kBits[pattern]);
    const std::size_t quarters = pattern == 7 ? 4 : pattern < 3 ? 2 : 1;
    const std::size_t bytes = 64 * repeat * quarters;
    const Bytes fixed = memory_of(run(c), 4096, bytes);
    set(c, "pattern_mode", 0);
    RC_ASSERT(memory_of(run(c), 4096, bytes) == fixed);
  });
}

TEST(Laws, EveryOtherLaneOfAnUpsampledLoadIsTheSource) {
  holds("vreg", [](Implementation run) {
    Case c = upsample_call("vreg", one_of({"int4x2", "uint8", "fp8_e5m2", "half"}));
    const std::size_t w = width(c.dtype);
    point(c, "src", 32 * below(500));
    set(c, "offset", 0);
    const std::uint64_t src = std::get<Pointer>(*find_arg(c, "src")).address;
    const Bytes got = register_of(run(c)), source = memory_of(run(c), src, 128);
    for (std::size_t i = 0; i < 256; ++i) {
      RC_ASSERT(got[i] == source[i / (2 * w) * w + i % w]);
    }
  });
  holds("mreg", [](Implementation run) {
    Case c = upsample_call("mreg");
    const Bytes bits = random_bytes(16);
    std::copy(bits.begin(), bits.end(), at(c, 8192).begin());
    const Bytes got = register_of(run(c));
    for (std::size_t k = 0; k < 128; ++k) {
      RC_ASSERT(bit_of(got, 2 * k) == bit_of(bits, k));
      RC_ASSERT(bit_of(got, 2 * k + 1) == bit_of(bits, k));
    }
  });
}

TEST(Laws, MaskingTwiceIsMaskingOnce) {
  holds("asc_copy, mreg_masked", [](Implementation run) {
    Case c = copy_call("mreg_masked");
    mreg(c, "src") = random_bytes(32);
    mreg(c, "mask") = random_bytes(32);
    const Bytes once = register_of(run(c));
    mreg(c, "src") = once;
    RC_ASSERT(register_of(run(c)) == once);
    mreg(c, "mask") = once;
    RC_ASSERT(register_of(run(c)) == once);
  });
}

}  // namespace
}  // namespace assay
