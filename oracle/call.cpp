#include "oracle/call.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

#include "spec/bad_input.h"

namespace assay {
namespace {

[[noreturn]] void bad(std::string id, std::string message, std::string advice) {
  throw BadInput("", "", std::move(id), std::move(message), std::move(advice));
}

template <typename T>
bool selects(const std::vector<T>& list, const T& value) {
  return list.empty() || std::find(list.begin(), list.end(), value) != list.end();
}

struct IntegerType {
  std::string_view name;
  std::int64_t min;
  std::uint64_t max;
};

constexpr IntegerType kIntegerTypes[] = {
    {"uint8_t", 0, std::numeric_limits<std::uint8_t>::max()},
    {"uint16_t", 0, std::numeric_limits<std::uint16_t>::max()},
    {"uint32_t", 0, std::numeric_limits<std::uint32_t>::max()},
    {"uint64_t", 0, std::numeric_limits<std::uint64_t>::max()},
    {"int16_t", std::numeric_limits<std::int16_t>::min(), 0x7fff},
    {"int32_t", std::numeric_limits<std::int32_t>::min(), 0x7fffffff},
};

// The argument as two's complement, if the parameter's C type can hold it.
std::optional<std::uint64_t> scalar_in_type(std::string_view type, const ArgValue& value) {
  if (type.starts_with("const ")) type.remove_prefix(6);
  for (const IntegerType& t : kIntegerTypes) {
    if (t.name != type) continue;
    if (const auto* wide = std::get_if<std::uint64_t>(&value)) {
      return *wide <= t.max ? std::optional(*wide) : std::nullopt;
    }
    const auto* v = std::get_if<std::int64_t>(&value);
    if (v == nullptr || *v < t.min) return std::nullopt;
    if (*v >= 0 && static_cast<std::uint64_t>(*v) > t.max) return std::nullopt;
    return static_cast<std::uint64_t>(*v);
  }
  return std::nullopt;
}

// Named things of a case that the form does not have.
void refuse_unknown(const Form& form, const Case& c) {
  const auto refuse = [&](const std::string& name) {
    const Param* p = form.find_param(name);
    if (p == nullptr) {
      bad("unknown-operand", fmt::format("form {} of {} has no operand '{}'", form.id, c.op, name),
          "remove it, or see 'assay spec show " + c.op + "'");
    }
    return p;
  };
  for (const Register& r : c.vreg) {
    if (refuse(r.name)->kind != ParamKind::kVreg)
      bad("bad-argument", r.name + " is no vector register", "move it to its own kind");
  }
  for (const Register& r : c.mreg) {
    if (refuse(r.name)->kind != ParamKind::kMreg)
      bad("bad-argument", r.name + " is no mask register", "move it to its own kind");
  }
  for (const Arg& a : c.args) {
    const ParamKind kind = refuse(a.name)->kind;
    if (kind == ParamKind::kVreg || kind == ParamKind::kMreg) {
      bad("bad-argument", a.name + " is a register, not an argument", "give it under vreg or mreg");
    }
  }
}

void refuse_beyond_memory(const Product& product, const Case& c) {
  if (c.ub_bytes > product.ub_physical_bytes) {
    bad("bad-argument",
        fmt::format("context.ub_bytes is {}, the buffer of {} has {}", c.ub_bytes, product.id,
                    product.ub_physical_bytes),
        "give at most the physical size");
  }
  for (const Segment& s : c.ub) {
    if (s.addr > product.ub_physical_bytes || s.data.size() > product.ub_physical_bytes - s.addr) {
      bad("bad-segment", fmt::format("the segment at {} ends beyond the buffer", s.addr),
          "memory that does not exist has no contents; leave it out");
    }
  }
}

}  // namespace

Call::Call(const Catalog& catalog, const Case& c) : case_(&c) {
  op_ = catalog.find_op(c.op);
  form_ = op_ == nullptr ? nullptr : op_->find_form(c.form);
  product_ = catalog.find_product(c.product);
  dtype_ = catalog.find_dtype(c.dtype);
  if (form_ == nullptr || product_ == nullptr || dtype_ == nullptr ||
      !catalog.has_cell(*op_, *form_, *product_, *dtype_)) {
    bad("not-a-cell",
        fmt::format("no such call: op '{}', form '{}', product '{}', dtype '{}'", c.op, c.form,
                    c.product, c.dtype),
        "'assay spec list' prints every op, form, product and dtype that exists");
  }
  ASSAY_CHECK(form_->params.size() <= kMaxParams);
  ASSAY_CHECK(op_->questions.size() <= kMaxQuestions);
  refuse_unknown(*form_, c);
  refuse_beyond_memory(*product_, c);
  for (std::size_t i = 0; i < form_->params.size(); ++i) bind_param(i);
  repeat_bytes_ = product_->repeat_bytes;
  for (const Constraint& row : op_->constraints) {
    if (row.kind == ConstraintKind::kRepeatDatablocks && binds(row)) repeat_bytes_ = *row.bytes;
  }
}

void Call::bind_param(std::size_t index) {
  const Param& p = form_->params[index];
  const auto missing = [&] {
    bad("missing-operand", fmt::format("operand '{}' of {} is missing", p.name, op_->id),
        "every input, and every by-reference output's initial contents, must be given");
  };
  if (p.kind == ParamKind::kVreg || p.kind == ParamKind::kMreg) {
    const auto& registers = p.kind == ParamKind::kVreg ? case_->vreg : case_->mreg;
    register_[index] = find_register(registers, p.name);
    if (p.name == "return") {
      if (register_[index] != nullptr) {
        bad("bad-argument", "a by-return result has no initial contents", "remove 'return'");
      }
      return;
    }
    if (register_[index] == nullptr) missing();
    const std::size_t bytes =
        p.kind == ParamKind::kVreg ? kVectorRegisterBytes : kMaskRegisterBytes;
    if (register_[index]->data.size() != bytes) {
      bad("bad-argument", fmt::format("register '{}' must have {} bytes", p.name, bytes), "");
    }
    return;
  }
  const ArgValue* value = find_arg(*case_, p.name);
  if (value == nullptr) missing();
  const auto wrong = [&](std::string_view want) {
    bad("bad-argument", fmt::format("argument '{}' must be {}", p.name, want), "");
  };
  if (p.kind == ParamKind::kUb) {
    const auto* pointer = std::get_if<Pointer>(value);
    if (pointer == nullptr) wrong("a pointer {\"ub\":address}");
    if (pointer->address > std::numeric_limits<std::uint32_t>::max()) wrong("below 2^32");
    address_[index] = pointer->address;
  } else if (p.kind == ParamKind::kMaskWords) {
    words_[index] = std::get_if<MaskWords>(value);
    if (words_[index] == nullptr || words_[index]->size() != 2) wrong("two 64-bit mask words");
  } else {
    const std::optional<std::uint64_t> bits = scalar_in_type(p.type, *value);
    if (!bits) wrong("an integer that " + p.type + " can hold");
    address_[index] = *bits;
  }
}

std::optional<Place> Call::find_operand(std::string_view name) const {
  for (std::size_t i = 0; i < form_->params.size(); ++i) {
    if (form_->params[i].name == name) return Place{static_cast<std::uint32_t>(i), 0};
  }
  return std::nullopt;
}

Place Call::operand(std::string_view name) const {
  const std::optional<Place> place = find_operand(name);
  ASSAY_CHECK(place.has_value());
  return *place;
}

Place Call::output() const { return operand(form_->by_return() ? "return" : "dst"); }

std::int64_t Call::scalar(std::string_view name) const {
  return static_cast<std::int64_t>(unsigned_scalar(name));
}

std::uint64_t Call::unsigned_scalar(std::string_view name) const {
  const std::uint32_t i = operand(name).operand;
  ASSAY_CHECK(form_->params[i].kind == ParamKind::kScalar);
  return address_[i];
}

std::span<const std::uint64_t> Call::words(std::string_view name) const {
  const MaskWords* words = words_[operand(name).operand];
  ASSAY_CHECK(words != nullptr);
  return *words;
}

std::span<const std::uint8_t> Call::register_bytes(std::size_t param) const {
  if (register_[param] == nullptr) return {};
  return register_[param]->data;
}

bool Call::binds(const Constraint& row) const {
  return selects(row.forms, form_->id) && selects(row.products, product_->id) &&
         selects(row.lane_bytes, dtype_->lane_bytes);
}

bool Call::binds(const Question& question) const {
  return selects(question.forms, form_->id) && selects(question.products, product_->id);
}

std::optional<std::size_t> Call::find_question(std::string_view short_name) const {
  for (std::size_t q = 0; q < op_->questions.size(); ++q) {
    const Question& question = op_->questions[q];
    const bool named = std::string_view(question.id).substr(op_->id.size() + 1) == short_name;
    if (named && binds(question)) return q;
  }
  return std::nullopt;
}

std::string_view Call::answer(std::string_view short_name) const {
  const std::optional<std::size_t> q = find_question(short_name);
  ASSAY_CHECK(q.has_value());
  asked_ |= 1u << *q;
  return op_->questions[*q].options[chosen_[*q]].id;
}

}  // namespace assay
