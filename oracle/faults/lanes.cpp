#include "oracle/faults/lanes.h"

#include "spec/bad_input.h"

namespace assay::faults {
namespace {

const Param& mask_param(const Form& form) {
  const Param* p = find_role(form, ParamRole::kMask);
  ASSAY_CHECK(p != nullptr);
  return *p;
}

bool is_mask_of(const Form& form, ParamKind kind) {
  const Param* p = find_role(form, ParamRole::kMask);
  return p != nullptr && p->kind == kind;
}

std::size_t lane_count(const Call& call) {
  const Param& p = mask_param(call.form());
  if (p.kind != ParamKind::kMreg) return call.repeat_lanes();
  return p.lanes != 0 ? p.lanes : 8 * kMaskRegisterBytes / mask_group_bits(call);
}

// The form that differs from the call's in taking mask words.
const Form& form_with_words(const Call& call) {
  const std::vector<Form>& forms = call.op().forms;
  const auto found = std::find_if(forms.begin(), forms.end(), [&call](const Form& form) {
    const std::vector<Param>& own = call.form().params;
    const std::vector<Param>& other = form.params;
    return is_mask_of(form, ParamKind::kMaskWords) &&
           std::equal(own.begin(), own.end(), other.begin(), other.end(),
                      [](const Param& a, const Param& b) { return a.name == b.name; });
  });
  ASSAY_CHECK(found != forms.end());
  return *found;
}

// How many lanes are active, if they are the first ones.
std::optional<std::size_t> prefix_length(const std::vector<bool>& lanes) {
  const auto end = std::find(lanes.begin(), lanes.end(), false);
  if (std::find(end, lanes.end(), true) != lanes.end()) return std::nullopt;
  return static_cast<std::size_t>(end - lanes.begin());
}

MaskWords words_of(const std::vector<bool>& lanes) {
  MaskWords words = {0, 0};
  for (std::size_t i = 0; i < lanes.size() && i < 128; ++i) {
    if (lanes[i]) words[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  return words;
}

}  // namespace

bool is_masked(const OpSpec&, const Form& form) {
  return find_role(form, ParamRole::kMask) != nullptr;
}

bool has_mask_bits(const OpSpec&, const Form& form) {
  return is_mask_of(form, ParamKind::kMreg) || is_mask_of(form, ParamKind::kMaskWords);
}

bool has_mask_scalar(const OpSpec&, const Form& form) {
  return is_mask_of(form, ParamKind::kScalar);
}

bool has_mask_register(const OpSpec&, const Form& form) {
  return is_mask_of(form, ParamKind::kMreg) && mask_param(form).bits_per_lane != 1;
}

std::size_t mask_group_bits(const Call& call) {
  const Param& p = mask_param(call.form());
  if (p.kind != ParamKind::kMreg) return 1;
  return p.bits_per_lane != 0 ? p.bits_per_lane : call.lane_bytes();
}

std::vector<bool> active_lanes(const Call& call) {
  const Param& p = mask_param(call.form());
  std::vector<bool> lanes(lane_count(call));
  if (p.kind == ParamKind::kScalar) {
    const std::uint64_t first = call.unsigned_scalar(p.name);
    for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] = i < first;
    return lanes;
  }
  const Bytes bits = mask_bytes(call);
  const std::size_t group = mask_group_bits(call);
  for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] = bit_of(bits, group * i);
  return lanes;
}

void set_active_lanes(const Call& call, Case& changed, const std::vector<bool>& lanes) {
  const Param& p = mask_param(call.form());
  if (p.kind == ParamKind::kMreg) {
    Bytes bits(kMaskRegisterBytes);
    const std::size_t group = mask_group_bits(call);
    for (std::size_t i = 0; i < lanes.size(); ++i) set_bit(bits, group * i, lanes[i]);
    return set_mask_bytes(call, changed, bits);
  }
  const std::optional<std::size_t> first = prefix_length(lanes);
  if (p.kind == ParamKind::kScalar && first) {
    return set_scalar(call, changed, p.name, static_cast<std::int64_t>(*first));
  }
  if (p.kind == ParamKind::kScalar) changed.form = form_with_words(call).id;
  for (Arg& a : changed.args) {
    if (a.name == p.name) a.value = words_of(lanes);
  }
}

Bytes mask_bytes(const Call& call) {
  const Param& p = mask_param(call.form());
  if (p.kind == ParamKind::kMreg) {
    const auto bytes = call.register_bytes(call.operand(p.name).operand);
    return Bytes(bytes.begin(), bytes.end());
  }
  Bytes bytes;
  for (const std::uint64_t word : call.words(p.name)) {
    for (int k = 0; k < 8; ++k) bytes.push_back(static_cast<std::uint8_t>(word >> (8 * k)));
  }
  return bytes;
}

void set_mask_bytes(const Call& call, Case& changed, const Bytes& bytes) {
  const std::string& name = mask_param(call.form()).name;
  for (Register& r : changed.mreg) {
    if (r.name == name) r.data = bytes;
  }
  for (Arg& a : changed.args) {
    if (a.name != name) continue;
    const std::span all(bytes);
    a.value = MaskWords{number_of(all.first(8)), number_of(all.subspan(8, 8))};
  }
}

}  // namespace assay::faults
