#include "oracle/faults/change.h"

#include "oracle/accesses.h"
#include "oracle/program.h"
#include "spec/bad_input.h"

namespace assay::faults {
namespace {

bool is_output(const Param& p) { return p.io != ParamIo::kIn; }

std::int64_t cut_to_type(std::string_view type, std::int64_t value) {
  if (type.starts_with("const ")) type.remove_prefix(6);
  if (type == "uint8_t") return static_cast<std::uint8_t>(value);
  if (type == "uint16_t") return static_cast<std::uint16_t>(value);
  if (type == "uint32_t") return static_cast<std::uint32_t>(value);
  if (type == "int16_t") return static_cast<std::int16_t>(value);
  if (type == "int32_t") return static_cast<std::int32_t>(value);
  return value;
}

const Segment* find_segment(const std::vector<Segment>& ub, std::int64_t address) {
  for (const Segment& s : ub) {
    const auto low = static_cast<std::int64_t>(s.addr);
    if (address >= low && address - low < static_cast<std::int64_t>(s.data.size())) return &s;
  }
  return nullptr;
}

}  // namespace

bool writes_memory(const OpSpec&, const Form& form) {
  return std::any_of(form.params.begin(), form.params.end(),
                     [](const Param& p) { return p.kind == ParamKind::kUb && is_output(p); });
}

bool writes_register(const OpSpec& op, const Form& form) { return !writes_memory(op, form); }

bool reads_memory(const OpSpec&, const Form& form) {
  return std::any_of(form.params.begin(), form.params.end(), [](const Param& p) {
    return p.kind == ParamKind::kUb && p.role == ParamRole::kData && !is_output(p);
  });
}

bool moves_typed_data(const OpSpec&, const Form& form) {
  return form.support.front().dtypes.front() != "mask";
}

bool by_return(const OpSpec&, const Form& form) { return form.by_return(); }

Case inputs_of(const Case& c) {
  Case inputs;
  inputs.id = c.id;
  inputs.op = c.op;
  inputs.form = c.form;
  inputs.product = c.product;
  inputs.dtype = c.dtype;
  inputs.core = c.core;
  inputs.ub_bytes = c.ub_bytes;
  inputs.ub = c.ub;
  inputs.vreg = c.vreg;
  inputs.mreg = c.mreg;
  inputs.args = c.args;
  return inputs;
}

Result run_changed(const Call& call, const Case& changed, const Pristine& pristine) {
  const Case& meant = call.record();
  Result result = pristine(changed);
  for (std::size_t i = 0; i < result.ub.size() && i < meant.ub.size(); ++i) {
    const Bytes& given = changed.ub[i].data;
    if (given == meant.ub[i].data) continue;
    for (std::size_t k = 0; k < given.size() && k < result.ub[i].data.size(); ++k) {
      const std::uint8_t original = meant.ub[i].data[k];
      if (given[k] != original && result.ub[i].data[k] == given[k]) result.ub[i].data[k] = original;
    }
  }
  return result;
}

namespace {

Result stopped(const Call& call, Status status, std::string detail) {
  Result result;
  result.id = call.record().id;
  result.status = status;
  result.detail = std::move(detail);
  return result;
}

}  // namespace

Result rejected(const Call& call, std::string detail) {
  return stopped(call, Status::kRejected, std::move(detail));
}

Result crashed(const Call& call, std::string detail) {
  return stopped(call, Status::kCrash, std::move(detail));
}

void set_scalar(const Call& call, Case& changed, std::string_view name, std::int64_t value) {
  const Param* p = call.form().find_param(name);
  ASSAY_CHECK(p != nullptr && p->kind == ParamKind::kScalar);
  for (Arg& a : changed.args) {
    if (a.name == name) a.value = cut_to_type(p->type, value);
  }
}

void set_pointer(Case& changed, std::string_view name, std::int64_t address) {
  for (Arg& a : changed.args) {
    if (a.name == name) a.value = Pointer{static_cast<std::uint32_t>(address)};
  }
}

void change_scalars(const Call& call, Case& changed, ParamRole role,
                    const std::function<std::int64_t(std::int64_t)>& change) {
  for (const Param& p : call.form().params) {
    if (p.role != role || p.kind != ParamKind::kScalar) continue;
    set_scalar(call, changed, p.name, change(call.scalar(p.name)));
  }
}

const Param* find_role(const Form& form, ParamRole role) {
  const auto p = std::find_if(form.params.begin(), form.params.end(),
                              [role](const Param& q) { return q.role == role; });
  return p == form.params.end() ? nullptr : &*p;
}

std::int64_t sum_of(const Call& call, ParamRole role) {
  std::int64_t sum = 0;
  for (const Param& p : call.form().params) {
    if (p.role == role && p.kind == ParamKind::kScalar) sum += call.scalar(p.name);
  }
  return sum;
}

std::int64_t address_of(const Call& call, std::string_view name) {
  return static_cast<std::int64_t>(call.address(call.operand(name).operand));
}

bool is_several_repeats(const Call& call) { return sum_of(call, ParamRole::kRepeat) > 1; }

std::uint8_t peek(const std::vector<Segment>& ub, std::int64_t address) {
  const Segment* s = find_segment(ub, address);
  if (s == nullptr) return 0;
  return s->data[static_cast<std::size_t>(address) - s->addr];
}

void poke(std::vector<Segment>& ub, std::int64_t address, std::uint8_t value) {
  const Segment* found = find_segment(ub, address);
  if (found == nullptr) return;
  Segment& s = ub[static_cast<std::size_t>(found - ub.data())];
  s.data[static_cast<std::size_t>(address) - s.addr] = value;
}

std::uint64_t peek_number(const std::vector<Segment>& ub, std::int64_t address,
                          std::uint32_t bytes) {
  std::uint64_t value = 0;
  for (std::uint32_t k = 0; k < bytes; ++k) {
    value |= std::uint64_t{peek(ub, address + k)} << (8 * k);
  }
  return value;
}

void poke_number(std::vector<Segment>& ub, std::int64_t address, std::uint32_t bytes,
                 std::uint64_t value) {
  for (std::uint32_t k = 0; k < bytes; ++k) {
    poke(ub, address + k, static_cast<std::uint8_t>(value >> (8 * k)));
  }
}

void set_bit(std::span<std::uint8_t> bytes, std::size_t k, bool value) {
  if (k / 8 >= bytes.size()) return;
  const auto one = static_cast<std::uint8_t>(1u << (k % 8));
  std::uint8_t& byte = bytes[k / 8];
  byte = static_cast<std::uint8_t>(value ? byte | one : byte & ~one);
}

std::uint64_t number_of(std::span<const std::uint8_t> bytes) {
  std::uint64_t value = 0;
  for (std::size_t k = bytes.size(); k-- > 0;) value = value << 8 | bytes[k];
  return value;
}

void store_number(std::span<std::uint8_t> bytes, std::uint64_t value) {
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    bytes[k] = static_cast<std::uint8_t>(value >> (8 * k));
  }
}

Bytes* output_register(const Call& call, Result& result) {
  const Param& p = call.form().params[call.output().operand];
  for (Register& r : p.kind == ParamKind::kVreg ? result.vreg : result.mreg) {
    const std::size_t bytes =
        p.kind == ParamKind::kVreg ? kVectorRegisterBytes : kMaskRegisterBytes;
    if (r.name == p.name && r.data.size() == bytes) return &r.data;
  }
  return nullptr;
}

Bytes initial_output(const Call& call) {
  const std::size_t param = call.output().operand;
  const std::span<const std::uint8_t> held = call.register_bytes(param);
  if (!held.empty()) return Bytes(held.begin(), held.end());
  return Bytes(call.form().params[param].kind == ParamKind::kVreg ? kVectorRegisterBytes
                                                                  : kMaskRegisterBytes);
}

std::uint32_t output_lane_bytes(const Call& call) {
  const Param& p = call.form().params[call.output().operand];
  return p.kind == ParamKind::kMreg ? 0 : call.lane_bytes();
}

std::optional<IndexList> index_list(const Call& call) {
  for (std::size_t i = 0; i < call.form().params.size(); ++i) {
    if (call.form().params[i].role != ParamRole::kIndex) continue;
    auto entries = index_entries(call, i, find_program(call.op().id).extents(call));
    if (!entries || entries->empty()) return std::nullopt;
    return IndexList{i, std::move(*entries)};
  }
  return std::nullopt;
}

void set_index_list(const Call& call, Case& changed, const IndexList& list) {
  const Param& p = call.form().params[list.param];
  for (std::size_t k = 0; k < list.entries.size(); ++k) {
    if (p.kind == ParamKind::kUb) {
      const auto at = static_cast<std::int64_t>(call.address(list.param) + 4 * k);
      poke_number(changed.ub, at, 4, list.entries[k]);
    }
    for (Register& r : changed.vreg) {
      if (r.name == p.name) store_number(std::span(r.data).subspan(4 * k, 4), list.entries[k]);
    }
  }
}

void set_absolute(const Call& call, Case& changed, IndexList list,
                  const std::vector<std::int64_t>& address_of_entry) {
  for (std::size_t k = 0; k < list.entries.size(); ++k) {
    list.entries[k] = static_cast<std::uint32_t>(address_of_entry[k]);
  }
  set_index_list(call, changed, list);
  set_pointer(changed, call.form().params[list.param].into, 0);
  change_scalars(call, changed, ParamRole::kBase, [](std::int64_t) { return 0; });
}

}  // namespace assay::faults
