// For tests: a plain legal call of each op, to be changed in one point.
//
// Each call's buffer is one segment from address 0 to its end, in which every aligned 32-bit word
// is different, so that any operand may be moved anywhere. Operands lie 4096 bytes apart.
//
//   Case c = gather_call("count", "half");
//   set(c, "count", 7);
//   EXPECT_EQ(broken_rows(c), Names{});  // test_outcomes.h
#ifndef ASSAY_ORACLE_TEST_CALLS_H_
#define ASSAY_ORACLE_TEST_CALLS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/bad_input.h"
#include "spec/model/catalog.h"
#include "spec/record/case.h"

namespace assay::test_calls {

using Names = std::vector<std::string>;

inline constexpr std::uint64_t kUbBytes = 16384;
inline constexpr std::uint64_t kPhysical950 = 262144;

inline const Catalog& catalog() {
  static const Catalog loaded = load_builtin_catalog();
  return loaded;
}

// `count` bytes that differ from those at other places and, for other salts, everywhere.
inline Bytes distinct_bytes(std::size_t count, std::uint32_t salt = 0, std::uint64_t first = 0) {
  Bytes bytes(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t at = first + i;
    const auto word = static_cast<std::uint32_t>((at / 4 + 1) * 0x9e3779b1u) ^ salt;
    bytes[i] = static_cast<std::uint8_t>(word >> (8 * (at % 4)));
  }
  return bytes;
}

inline Case empty_call(std::string op, std::string form, std::string product, std::string dtype) {
  Case c;
  c.op = std::move(op);
  c.form = std::move(form);
  c.product = std::move(product);
  c.dtype = std::move(dtype);
  c.ub_bytes = kUbBytes;
  return c;
}

// One segment over the whole buffer of `ub_bytes`.
inline void give_memory(Case& c, std::uint64_t ub_bytes = kUbBytes) {
  c.ub_bytes = ub_bytes;
  c.ub = {{0, distinct_bytes(ub_bytes)}};
}

inline void set(Case& c, std::string_view name, ArgValue value) {
  for (Arg& a : c.args) {
    if (a.name == name) {
      a.value = std::move(value);
      return;
    }
  }
  c.args.push_back({std::string(name), std::move(value)});
}

inline void set(Case& c, std::string_view name, std::int64_t value) {
  set(c, name, ArgValue(value));
}

inline void point(Case& c, std::string_view name, std::uint64_t address) {
  set(c, name, ArgValue(Pointer{address}));
}

inline Bytes& bits_of(std::vector<Register>& registers, std::string_view name) {
  for (Register& r : registers) {
    if (r.name == name) return r.data;
  }
  check_failed("the call has no such register", __FILE__, __LINE__);
}
inline Bytes& vreg(Case& c, std::string_view name) { return bits_of(c.vreg, name); }
inline Bytes& mreg(Case& c, std::string_view name) { return bits_of(c.mreg, name); }

// The memory from `address` to the end of its segment.
inline std::span<std::uint8_t> at(Case& c, std::uint64_t address) {
  for (Segment& s : c.ub) {
    if (address >= s.addr && address < s.addr + s.data.size()) {
      return std::span(s.data).subspan(address - s.addr);
    }
  }
  check_failed("the call has no such memory", __FILE__, __LINE__);
}

inline bool bit_of(const Bytes& bytes, std::size_t k) {
  return ((bytes[k / 8] >> (k % 8)) & 1) != 0;
}

inline void set_bit(Bytes& bytes, std::size_t k, bool value) {
  const auto mask = static_cast<std::uint8_t>(1u << (k % 8));
  bytes[k / 8] = static_cast<std::uint8_t>(value ? bytes[k / 8] | mask : bytes[k / 8] & ~mask);
}

inline void put_u32(std::span<std::uint8_t> bytes, std::size_t entry, std::uint64_t value) {
  for (std::size_t k = 0; k < 4; ++k) {
    bytes[4 * entry + k] = static_cast<std::uint8_t>(value >> (8 * k));
  }
}

// Gather: dst at 4096, src at 8192, srcOffset at 12288; offsets 0, w, 2w, ... Count form: 5
// elements; mask forms: one repeat, every lane.
inline Case gather_call(const std::string& form, const std::string& dtype,
                        const std::string& product = "ascend950") {
  Case c = empty_call("basic/Gather", form, product, dtype);
  give_memory(c);
  point(c, "dst", 4096);
  point(c, "src", 8192);
  point(c, "srcOffset", 12288);
  set(c, "srcBaseAddr", 0);
  const std::uint32_t w = catalog().find_dtype(dtype)->lane_bytes;
  for (std::size_t i = 0; i < 256; ++i) put_u32(at(c, 12288), i, i * w);
  if (form == "count") {
    set(c, "count", 5);
    return c;
  }
  const std::uint64_t lanes = w == 1 ? 128 : 256 / w;
  const auto all = ~std::uint64_t{0};
  if (form == "mask_count") set(c, "mask", static_cast<std::int64_t>(lanes));
  if (form == "mask_bits") {
    set(c, "mask", ArgValue(MaskWords{lanes >= 64 ? all : all >> 32, lanes > 64 ? all : 0}));
  }
  set(c, "repeatTime", 1);
  set(c, "dstRepStride", w == 1 ? 4 : 8);
  return c;
}

// asc_gather_datablock: src at 8192, offsets 0, 32, ..., 224, all DataBlocks active.
inline Case datablock_call(const std::string& form, const std::string& dtype = "uint8") {
  Case c = empty_call("reg/asc_gather_datablock", form, "ascend950", dtype);
  give_memory(c);
  point(c, "src", 8192);
  if (form.starts_with("ref")) c.vreg.push_back({"dst", distinct_bytes(256, 0x11111111)});
  c.vreg.push_back({"index", distinct_bytes(256, 0x22222222)});
  for (std::size_t b = 0; b < 8; ++b) put_u32(vreg(c, "index"), b, 32 * b);
  if (form.ends_with("_masked")) c.mreg.push_back({"mask", Bytes(32, 0xff)});
  return c;
}

// asc_copy, mask all ones, part 0.
inline Case copy_call(const std::string& form, const std::string& dtype = "mask") {
  Case c = empty_call("reg/asc_copy", form, "ascend950", dtype);
  c.ub_bytes = kUbBytes;
  const bool to_vreg = form == "vreg", from_vreg = to_vreg || form == "vreg_to_mreg";
  (to_vreg ? c.vreg : c.mreg).push_back({"dst", distinct_bytes(to_vreg ? 256 : 32, 0x33333333)});
  (from_vreg ? c.vreg : c.mreg).push_back({"src", distinct_bytes(from_vreg ? 256 : 32)});
  if (form == "vreg" || form == "mreg_masked") c.mreg.push_back({"mask", Bytes(32, 0xff)});
  if (form == "vreg_to_mreg") set(c, "part", 0);
  return c;
}

// asc_loadalign_upsample_postupdate: src at 8192, offset 0.
inline Case upsample_call(const std::string& form, const std::string& dtype = "mask") {
  Case c = empty_call("reg/asc_loadalign_upsample_postupdate", form, "ascend950", dtype);
  give_memory(c);
  point(c, "src", 8192);
  set(c, "offset", 0);
  const bool to_vreg = form == "vreg";
  (to_vreg ? c.vreg : c.mreg).push_back({"dst", distinct_bytes(to_vreg ? 256 : 32, 0x44444444)});
  return c;
}

// asc_reduce: dst at 4096, src0 at 8192, src1 at 12288. Count forms: 20 elements; strided: two
// repeats, pattern 1, contiguous.
inline Case reduce_call(const std::string& form, const std::string& dtype = "uint16") {
  Case c = empty_call("vector/asc_reduce", form, "atlas_a2", dtype);
  give_memory(c);
  point(c, "dst", 4096);
  point(c, "src0", 8192);
  point(c, "src1", 12288);
  if (form != "strided") {
    set(c, "count", 20);
    return c;
  }
  set(c, "repeat", 2);
  set(c, "src0_block_stride", 1);
  set(c, "pattern_mode", 1);
  set(c, "src0_repeat_stride", 8);
  set(c, "src1_repeat_stride", 1);
  return c;
}

}  // namespace assay::test_calls

#endif  // ASSAY_ORACLE_TEST_CALLS_H_
