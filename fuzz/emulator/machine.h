// The machine on which an emulated call runs: the registers, the Unified Buffer and the arguments
// of one Case, and the Result that grows while the call runs.
//
//   void reg_asc_copy(Machine& m) {
//     Bytes& dst = m.output_vreg("dst");     // starts with the contents that the case gives it
//     const Bytes& src = m.vreg("src");
//     dst[0] = src[0];
//   }
//
// Addresses are bytes of the Unified Buffer. The machine owns the bytes of the case's segments
// and no others: outside them loads give 0 and stores are dropped, at any 64-bit address. So
// even a call that breaks every rule is safe and always gives the same answer.
#ifndef ASSAY_FUZZ_EMULATOR_MACHINE_H_
#define ASSAY_FUZZ_EMULATOR_MACHINE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "spec/record/case.h"
#include "spec/record/result.h"

namespace assay::emulator {

// The largest Unified Buffer of any product. Nothing exists at or above this address.
inline constexpr std::uint64_t kPhysicalUbBytes = 262144;
inline constexpr std::uint32_t kDataBlockBytes = 32;

// Why a call is refused: the page promises an error; there is no such op, form, dtype or product;
// the case lacks something that the call needs.
struct Rejected {
  std::string clause;
  std::string detail;
};
struct Unsupported {
  std::string detail;
};
struct Malformed {
  std::string detail;
};

class Machine {
 public:
  // `c` must outlive the machine. Throws Malformed for a segment beyond the physical memory.
  explicit Machine(const Case& c);

  std::string_view form() const { return case_.form; }
  std::string_view product() const { return case_.product; }
  std::string_view dtype() const { return case_.dtype; }
  bool is_aiv() const { return case_.core == Core::kAiv; }

  // Bytes of a lane of the case's dtype: one byte for the packed 4-bit types, whose lane is a
  // pair of elements. Throws Unsupported for a dtype without lanes.
  std::uint32_t lane_bytes() const;

  // Throws Unsupported, naming the combination of the case.
  [[noreturn]] void refuse() const;

  // Arguments by the prototype's names. Throw Malformed if absent, of another kind or outside
  // the range of the parameter's type.
  std::uint64_t pointer(std::string_view name) const;
  std::uint64_t unsigned_arg(std::string_view name, std::uint64_t max) const;
  std::int64_t signed_arg(std::string_view name, std::int64_t min, std::int64_t max) const;
  const MaskWords& mask_words(std::string_view name) const;

  // Registers that are read: 256 or 32 bytes. Throw Malformed if absent or of another length.
  const Bytes& vreg(std::string_view name) const;
  const Bytes& mreg(std::string_view name) const;

  // The register that the call writes, part of the result from now on. A call has one of them:
  // the reference is good until the next one is asked for. `return_vreg` starts as all zeros.
  Bytes& output_vreg(std::string_view name);
  Bytes& output_mreg(std::string_view name);
  Bytes& return_vreg();

  // Little-endian values of 1 to 8 bytes at any address, aligned or not.
  std::uint64_t load(std::uint64_t address, std::uint32_t bytes) const;
  void store(std::uint64_t address, std::uint32_t bytes, std::uint64_t value);

  // The pointer parameter `name` is an output and now holds `address`.
  void set_pointer(std::string_view name, std::uint64_t address);

  // Hands over what the call did: every segment, the outputs asked for. To be called once.
  Result result();

 private:
  const Segment* segment_at(std::uint64_t address) const;

  const Case& case_;
  Result result_;                         // its `ub` is the memory
  mutable std::size_t last_segment_ = 0;  // where the last access went: the next is mostly there
};

// Bit k of a byte string, LSB first.
inline bool bit(const Bytes& bytes, std::size_t k) { return ((bytes[k / 8] >> (k % 8)) & 1) != 0; }

inline void set_bit(Bytes& bytes, std::size_t k, bool value) {
  const std::uint8_t old = bytes[k / 8];
  const auto one = static_cast<std::uint8_t>(1U << (k % 8));
  bytes[k / 8] = static_cast<std::uint8_t>(value ? old | one : old & ~one);
}

}  // namespace assay::emulator

#endif  // ASSAY_FUZZ_EMULATOR_MACHINE_H_
