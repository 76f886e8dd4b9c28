#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "spec/record/codec.h"
#include "spec/record/json_text.h"
#include "spec/record/sha256.h"

namespace assay {
namespace {

constexpr int kMaskWordDigits = 16;

void append_text_member(std::string& out, JsonList& list, std::string_view key,
                        std::string_view text) {
  list.key(out, key);
  append_json_string(out, text);
}

void append_optional_text(std::string& out, JsonList& list, std::string_view key,
                          std::string_view text) {
  if (!text.empty()) append_text_member(out, list, key, text);
}

void append_name(std::string& out, JsonList& list, std::string_view name) {
  list.next(out);
  append_json_string(out, name);
  out += ':';
}

void append_care(std::string& out, const Bytes& care) {
  if (care.empty()) return;
  out += ",\"care\":";
  append_json_bytes(out, care);
}

void append_one(std::string& out, const Segment& s) {
  out += "{\"addr\":";
  append_json_integer(out, s.addr);
  out += ",\"data\":";
  append_json_bytes(out, s.data);
  out += '}';
}

void append_one(std::string& out, const ExpectedSegment& s) {
  out += "{\"addr\":";
  append_json_integer(out, s.addr);
  out += ",\"data\":";
  append_json_bytes(out, s.data);
  append_care(out, s.care);
  out += '}';
}

void append_one(std::string& out, const std::string& text) { append_json_string(out, text); }

void append_value(std::string& out, const Register& r) { append_json_bytes(out, r.data); }

void append_value(std::string& out, const ExpectedRegister& r) {
  out += "{\"data\":";
  append_json_bytes(out, r.data);
  append_care(out, r.care);
  out += '}';
}

void append_value(std::string& out, const UpdatedPointer& p) {
  append_json_integer(out, p.address);
}

void append_value(std::string& out, const Arg& arg) {
  std::visit(
      [&out](const auto& value) {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, Pointer>) {
          out += "{\"ub\":";
          append_json_integer(out, value.address);
          out += '}';
        } else if constexpr (std::is_same_v<T, MaskWords>) {
          out += '[';
          JsonList words;
          for (const std::uint64_t word : value) {
            words.next(out);
            append_json_hex_integer(out, word, kMaskWordDigits);
          }
          out += ']';
        } else {
          append_json_integer(out, value);
        }
      },
      arg.value);
}

// "key":[...] and "key":{...}, left out where there is nothing in them.
template <typename T>
void append_array(std::string& out, JsonList& list, std::string_view key,
                  const std::vector<T>& elements) {
  if (elements.empty()) return;
  list.key(out, key);
  out += '[';
  JsonList commas;
  for (const T& element : elements) {
    commas.next(out);
    append_one(out, element);
  }
  out += ']';
}

template <typename T>
void append_members(std::string& out, const std::vector<T>& members) {
  out += '{';
  JsonList commas;
  for (const T& member : members) {
    append_name(out, commas, member.name);
    append_value(out, member);
  }
  out += '}';
}

template <typename T>
void append_object(std::string& out, JsonList& list, std::string_view key,
                   const std::vector<T>& members) {
  if (members.empty()) return;
  list.key(out, key);
  append_members(out, members);
}

void append_answers(std::string& out, JsonList& list, const Answers& answers) {
  list.key(out, "options");
  out += '{';
  JsonList commas;
  for (const auto& [question, option] : answers) {
    append_name(out, commas, question);
    append_json_string(out, option);
  }
  out += '}';
}

template <typename Outputs>
void append_outputs(std::string& out, JsonList& list, const Outputs& outputs) {
  append_array(out, list, "ub", outputs.ub);
  append_object(out, list, "vreg", outputs.vreg);
  append_object(out, list, "mreg", outputs.mreg);
  append_object(out, list, "scalar", outputs.scalar);
}

void append_expectation(std::string& out, const Expectation& e) {
  out += '{';
  JsonList list;
  append_text_member(out, list, "verdict", to_text(e.verdict));
  if (e.verdict == ExpectedVerdict::kReject) append_text_member(out, list, "clause", e.clause);
  if (!e.options.empty()) append_answers(out, list, e.options);
  append_outputs(out, list, e.outputs);
  if (!e.alternatives.empty()) {
    list.key(out, "alternatives");
    out += '[';
    JsonList commas;
    for (const Alternative& alternative : e.alternatives) {
      commas.next(out);
      out += '{';
      JsonList members;
      append_answers(out, members, alternative.options);
      append_outputs(out, members, alternative.outputs);
      out += '}';
    }
    out += ']';
  }
  out += '}';
}

void append_context(std::string& out, JsonList& list, const Case& c) {
  list.key(out, "context");
  out += "{\"core\":";
  append_json_string(out, to_text(c.core));
  out += ",\"ub_bytes\":";
  append_json_integer(out, c.ub_bytes);
  out += '}';
}

template <typename T>
std::vector<T> sorted_by_name(std::vector<T> members) {
  std::sort(members.begin(), members.end(), [](const T& a, const T& b) { return a.name < b.name; });
  return members;
}

// What a target may see of a case, but for the id, with all keys sorted: the same call has the
// same text whoever names it and in whatever order it was written.
std::string canonical_json(const Case& c) {
  std::string out = "{";
  JsonList list;
  append_optional_text(out, list, "after", c.after);
  list.key(out, "args");
  append_members(out, sorted_by_name(c.args));
  append_context(out, list, c);
  append_text_member(out, list, "dtype", c.dtype);
  append_text_member(out, list, "form", c.form);
  append_object(out, list, "mreg", sorted_by_name(c.mreg));
  append_text_member(out, list, "op", c.op);
  append_text_member(out, list, "product", c.product);
  append_array(out, list, "ub", c.ub);
  append_object(out, list, "vreg", sorted_by_name(c.vreg));
  return out + '}';
}

}  // namespace

void append_case_json(std::string& out, const Case& c, CaseText what) {
  const bool whole = what == CaseText::kWhole;
  out += '{';
  JsonList list;
  append_text_member(out, list, "id", c.id);
  if (whole) append_optional_text(out, list, "name", c.name);
  append_text_member(out, list, "op", c.op);
  append_text_member(out, list, "form", c.form);
  append_text_member(out, list, "product", c.product);
  append_text_member(out, list, "dtype", c.dtype);
  append_context(out, list, c);
  append_array(out, list, "ub", c.ub);
  append_object(out, list, "vreg", c.vreg);
  append_object(out, list, "mreg", c.mreg);
  list.key(out, "args");
  append_members(out, c.args);
  if (whole) append_array(out, list, "tags", c.tags);
  if (whole) append_array(out, list, "clauses", c.clauses);
  append_optional_text(out, list, "after", c.after);
  if (whole && c.expect) {
    list.key(out, "expect");
    append_expectation(out, *c.expect);
  }
  out += '}';
}

void append_result_json(std::string& out, const Result& r) {
  out += '{';
  JsonList list;
  append_text_member(out, list, "id", r.id);
  append_text_member(out, list, "status", to_text(r.status));
  append_optional_text(out, list, "clause", r.clause);
  append_optional_text(out, list, "detail", r.detail);
  if (r.stable) {
    list.key(out, "stable");
    out += *r.stable ? "true" : "false";
  }
  append_outputs(out, list, r);
  out += '}';
}

std::string case_id(const Case& c) {
  static constexpr std::size_t kIdCharacters = 26;
  std::string digits = to_base32(sha256(canonical_json(c)));
  digits.resize(kIdCharacters);
  return digits;
}

}  // namespace assay
