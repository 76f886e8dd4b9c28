// Memory is the list of the case's segments themselves rather than an image of the whole Unified
// Buffer: nothing has to be cleared between runs, and what is left in the list after the call is
// the answer. A case has a handful of segments, so finding one is a short walk, and the last one
// found is tried first.
#include "fuzz/emulator/machine.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>
#include <vector>

namespace assay::emulator {
namespace {

struct LaneWidth {
  std::string_view dtype;
  std::uint32_t bytes;
};

// Vendor page asc_gather_datablock, table 1: all dtypes that occur anywhere. The 4-bit types are
// held two to a byte, and a byte is what one lane is.
constexpr std::array<LaneWidth, 18> kLaneWidths = {{
    {"int4x2", 1},
    {"int8", 1},
    {"uint8", 1},
    {"fp4x2_e2m1", 1},
    {"fp4x2_e1m2", 1},
    {"hifloat8", 1},
    {"fp8_e8m0", 1},
    {"fp8_e5m2", 1},
    {"fp8_e4m3fn", 1},
    {"int16", 2},
    {"uint16", 2},
    {"half", 2},
    {"bfloat16", 2},
    {"int32", 4},
    {"uint32", 4},
    {"float", 4},
    {"int64", 8},
    {"uint64", 8},
}};

std::string quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

const ArgValue& argument(const Case& c, std::string_view name) {
  const ArgValue* value = find_arg(c, name);
  if (value == nullptr) throw Malformed{"argument " + quoted(name) + " is missing"};
  return *value;
}

[[noreturn]] void wrong_kind(std::string_view name, std::string_view kind) {
  throw Malformed{"argument " + quoted(name) + " is not " + std::string(kind)};
}

[[noreturn]] void out_of_range(std::string_view name) {
  throw Malformed{"argument " + quoted(name) + " does not fit its parameter's type"};
}

const Bytes& contents(const std::vector<Register>& registers, std::string_view name,
                      std::uint32_t bytes) {
  const Register* r = find_register(registers, name);
  if (r == nullptr) throw Malformed{"register " + quoted(name) + " is missing"};
  if (r->data.size() != bytes) {
    throw Malformed{"register " + quoted(name) + " has " + std::to_string(r->data.size()) +
                    " bytes instead of " + std::to_string(bytes)};
  }
  return r->data;
}

}  // namespace

Machine::Machine(const Case& c) : case_(c) {
  for (const Segment& s : c.ub) {
    if (s.addr > kPhysicalUbBytes || s.data.size() > kPhysicalUbBytes - s.addr) {
      throw Malformed{"segment at " + std::to_string(s.addr) + " ends beyond byte " +
                      std::to_string(kPhysicalUbBytes) + " of the Unified Buffer"};
    }
  }
  result_.ub = c.ub;
}

std::uint32_t Machine::lane_bytes() const {
  for (const LaneWidth& w : kLaneWidths) {
    if (w.dtype == case_.dtype) return w.bytes;
  }
  refuse();
}

void Machine::refuse() const {
  throw Unsupported{"no " + case_.op + " of form " + quoted(case_.form) + " and dtype " +
                    quoted(case_.dtype) + " on " + quoted(case_.product) + ", core " +
                    quoted(to_text(case_.core))};
}

std::uint64_t Machine::pointer(std::string_view name) const {
  const Pointer* p = std::get_if<Pointer>(&argument(case_, name));
  if (p == nullptr) wrong_kind(name, "a pointer");
  return p->address;
}

std::uint64_t Machine::unsigned_arg(std::string_view name, std::uint64_t max) const {
  const ArgValue& value = argument(case_, name);
  std::uint64_t number = 0;
  if (const auto* wide = std::get_if<std::uint64_t>(&value)) {
    number = *wide;
  } else if (const auto* narrow = std::get_if<std::int64_t>(&value)) {
    if (*narrow < 0) out_of_range(name);
    number = static_cast<std::uint64_t>(*narrow);
  } else {
    wrong_kind(name, "an integer");
  }
  if (number > max) out_of_range(name);
  return number;
}

std::int64_t Machine::signed_arg(std::string_view name, std::int64_t min, std::int64_t max) const {
  const ArgValue& value = argument(case_, name);
  if (std::holds_alternative<std::uint64_t>(value)) out_of_range(name);
  const auto* number = std::get_if<std::int64_t>(&value);
  if (number == nullptr) wrong_kind(name, "an integer");
  if (*number < min || *number > max) out_of_range(name);
  return *number;
}

const MaskWords& Machine::mask_words(std::string_view name) const {
  const auto* words = std::get_if<MaskWords>(&argument(case_, name));
  if (words == nullptr) wrong_kind(name, "an array of mask words");
  return *words;
}

const Bytes& Machine::vreg(std::string_view name) const {
  return contents(case_.vreg, name, kVectorRegisterBytes);
}

const Bytes& Machine::mreg(std::string_view name) const {
  return contents(case_.mreg, name, kMaskRegisterBytes);
}

Bytes& Machine::output_vreg(std::string_view name) {
  return result_.vreg.emplace_back(Register{std::string(name), vreg(name)}).data;
}

Bytes& Machine::output_mreg(std::string_view name) {
  return result_.mreg.emplace_back(Register{std::string(name), mreg(name)}).data;
}

Bytes& Machine::return_vreg() {
  return result_.vreg.emplace_back(Register{"return", Bytes(kVectorRegisterBytes)}).data;
}

const Segment* Machine::segment_at(std::uint64_t address) const {
  const auto holds = [address](const Segment& s) {
    return address >= s.addr && address - s.addr < s.data.size();
  };
  const std::vector<Segment>& segments = result_.ub;
  if (last_segment_ < segments.size() && holds(segments[last_segment_])) {
    return &segments[last_segment_];
  }
  const auto found = std::find_if(segments.begin(), segments.end(), holds);
  if (found == segments.end()) return nullptr;
  last_segment_ = static_cast<std::size_t>(found - segments.begin());
  return &*found;
}

std::uint64_t Machine::load(std::uint64_t address, std::uint32_t bytes) const {
  std::uint64_t value = 0;
  for (std::uint32_t i = 0; i < bytes; ++i) {
    const Segment* s = segment_at(address + i);
    if (s != nullptr) value |= std::uint64_t{s->data[address + i - s->addr]} << (8 * i);
  }
  return value;
}

void Machine::store(std::uint64_t address, std::uint32_t bytes, std::uint64_t value) {
  for (std::uint32_t i = 0; i < bytes; ++i) {
    if (segment_at(address + i) == nullptr) continue;
    Segment& s = result_.ub[last_segment_];
    s.data[address + i - s.addr] = static_cast<std::uint8_t>(value >> (8 * i));
  }
}

void Machine::set_pointer(std::string_view name, std::uint64_t address) {
  const auto as_signed = static_cast<std::int64_t>(address);
  for (UpdatedPointer& p : result_.scalar) {
    if (p.name == name) {
      p.address = as_signed;
      return;
    }
  }
  result_.scalar.push_back({std::string(name), as_signed});
}

Result Machine::result() {
  result_.id = case_.id;
  result_.status = Status::kOk;
  return std::move(result_);
}

}  // namespace assay::emulator
