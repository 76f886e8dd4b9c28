// What the tests of the emulated ops share: making a call, running it, reading what came out.
#ifndef ASSAY_FUZZ_EMULATOR_TEST_CALL_H_
#define ASSAY_FUZZ_EMULATOR_TEST_CALL_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/emulator/emulator.h"

namespace assay::emulator {

inline Case call(std::string op, std::string form, std::string product, std::string dtype) {
  Case c;
  c.id = "case-id";
  c.op = std::move(op);
  c.form = std::move(form);
  c.product = std::move(product);
  c.dtype = std::move(dtype);
  c.ub_bytes = 188160;
  return c;
}

inline Result run(const Case& c) { return EmulatorTarget().run(c); }

// Little-endian bytes of `count` numbers of `width` bytes each, number i being number_at(i).
template <typename F>
Bytes sequence(std::size_t count, std::size_t width, F number_at) {
  Bytes bytes;
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<std::uint64_t>(number_at(i));
    for (std::size_t j = 0; j < width; ++j) {
      bytes.push_back(static_cast<std::uint8_t>(number >> (8 * j)));
    }
  }
  return bytes;
}

inline Bytes numbers(std::size_t width, const std::vector<std::uint64_t>& values) {
  return sequence(values.size(), width, [&values](std::size_t i) { return values[i]; });
}

inline Bytes padded(Bytes bytes, std::size_t size, std::uint8_t fill = 0) {
  bytes.resize(size, fill);
  return bytes;
}

inline std::uint8_t low_byte(std::size_t number) { return static_cast<std::uint8_t>(number); }

// Outputs of a result. One that is missing fails the test, and reads as zeros.
inline Bytes memory(const Result& r, std::uint64_t addr) {
  for (const Segment& s : r.ub) {
    if (s.addr == addr) return s.data;
  }
  ADD_FAILURE() << "no segment at " << addr << ": " << r.detail;
  return Bytes(4096);
}

inline Bytes contents_of(const Result& r, const std::vector<Register>& registers,
                         std::string_view name, std::uint32_t bytes) {
  const Register* found = find_register(registers, name);
  if (found != nullptr) return found->data;
  ADD_FAILURE() << "no register " << name << ": " << r.detail;
  return Bytes(bytes);
}

inline Bytes vreg_of(const Result& r, std::string_view name) {
  return contents_of(r, r.vreg, name, kVectorRegisterBytes);
}

inline Bytes mreg_of(const Result& r, std::string_view name) {
  return contents_of(r, r.mreg, name, kMaskRegisterBytes);
}

}  // namespace assay::emulator

#endif  // ASSAY_FUZZ_EMULATOR_TEST_CALL_H_
