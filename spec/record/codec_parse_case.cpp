#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "spec/record/codec.h"
#include "spec/record/codec_parts.h"
#include "spec/record/json_record.h"

namespace assay {
namespace {

// The lists of segments of a case: not empty, ascending, disjoint, inside the UB.
class SegmentOrder {
 public:
  SegmentOrder(const JsonRecord& record, std::uint64_t ub_bytes)
      : record_(record), ub_bytes_(ub_bytes) {}

  void add(const JsonValue& at, std::uint64_t addr, std::size_t bytes) {
    if (bytes == 0) refuse(at, "an empty segment");
    if (addr < end_) {
      refuse(at, fmt::format("the segment at {} starts before the end of the one before, {}", addr,
                             end_));
    }
    if (addr > ub_bytes_ || bytes > ub_bytes_ - addr) {
      refuse(at, fmt::format("the segment of {} bytes at {} ends outside the UB of {} bytes", bytes,
                             addr, ub_bytes_));
    }
    end_ = addr + bytes;
  }

 private:
  [[noreturn]] void refuse(const JsonValue& at, const std::string& message) const {
    record_.fail(at, "bad-segment", message,
                 "write ascending segments that do not overlap, inside the UB");
  }

  const JsonRecord& record_;
  std::uint64_t ub_bytes_;
  std::uint64_t end_ = 0;
};

struct CheckedBytes {
  Bytes data;
  Bytes care;
};

CheckedBytes parse_expected(const JsonRecord& record, const JsonValue& value) {
  CheckedBytes result;
  result.data = record.bytes(record.need(value, "data"));
  if (const JsonValue* care = record.find(value, "care")) {
    result.care = record.bytes(*care);
    check_length(record, *care, result.care, result.data.size());
  }
  return result;
}

// Reads the parts of one case; each function one part.
class CaseParser {
 public:
  explicit CaseParser(const JsonRecord& record) : record_(record) {}

  Case parse() {
    const JsonValue& root = record_.root();
    record_.only_keys(root, {"id", "name", "op", "form", "product", "dtype", "context", "ub",
                             "vreg", "mreg", "args", "tags", "clauses", "after", "expect"});
    Case c;
    c.id = parse_id(record_);
    c.name = record_.optional_text(root, "name");
    c.op = record_.need_text(root, "op");
    c.form = record_.need_text(root, "form");
    c.product = record_.need_text(root, "product");
    c.dtype = record_.need_text(root, "dtype");
    parse_context(record_.need(root, "context"), c);
    c.ub = parse_segments(root);
    c.vreg = parse_whole_registers(root, "vreg", kVectorRegisterBytes);
    c.mreg = parse_whole_registers(root, "mreg", kMaskRegisterBytes);
    c.args = parse_args(record_.need(root, "args"));
    c.tags = parse_texts(root, "tags");
    c.clauses = parse_texts(root, "clauses");
    c.after = parse_after(root);
    if (const JsonValue* expect = record_.find(root, "expect")) {
      c.expect = parse_expectation(*expect);
    }
    return c;
  }

 private:
  void parse_context(const JsonValue& value, Case& c) {
    record_.only_keys(value, {"core", "ub_bytes"});
    c.core = parse_core(record_.need(value, "core"));
    ub_bytes_ = record_.u64(record_.need(value, "ub_bytes"));
    c.ub_bytes = ub_bytes_;
  }

  Core parse_core(const JsonValue& value) const {
    const std::string& text = record_.text(value);
    for (const Core core : {Core::kAiv, Core::kAic}) {
      if (to_text(core) == text) return core;
    }
    record_.fail(value, "unknown-core", "there is no core " + quoted(text), "write aiv or aic");
  }

  std::vector<Segment> parse_segments(const JsonValue& root) const {
    std::vector<Segment> segments;
    const JsonValue* list = record_.find(root, "ub");
    if (list == nullptr) return segments;
    SegmentOrder order(record_, ub_bytes_);
    for (const JsonValue& value : record_.array(*list)) {
      record_.only_keys(value, {"addr", "data"});
      Segment segment;
      segment.addr = record_.u64(record_.need(value, "addr"));
      segment.data = record_.bytes(record_.need(value, "data"));
      order.add(value, segment.addr, segment.data.size());
      segments.push_back(std::move(segment));
    }
    return segments;
  }

  std::vector<Register> parse_whole_registers(const JsonValue& root, std::string_view key,
                                              std::size_t bytes) const {
    std::vector<Register> registers = parse_registers(record_, root, key);
    for (const Register& r : registers) {
      const JsonValue& list = record_.need(root, key);
      check_length(record_, record_.need(list, r.name), r.data, bytes);
    }
    return registers;
  }

  std::vector<Arg> parse_args(const JsonValue& value) const {
    std::vector<Arg> args;
    for (const JsonMember& member : record_.object(value)) {
      args.push_back({member.key, parse_arg(member.value)});
    }
    return args;
  }

  ArgValue parse_arg(const JsonValue& value) const {
    if (std::holds_alternative<JsonObject>(value.value)) {
      record_.only_keys(value, {"ub"});
      return Pointer{record_.u64(record_.need(value, "ub"))};
    }
    if (const auto* words = std::get_if<JsonArray>(&value.value)) {
      MaskWords mask;
      for (const JsonValue& word : *words) mask.push_back(record_.u64(word));
      return mask;
    }
    if (record_.integer(value).negative) return record_.i64(value);
    return scalar_arg(record_.u64(value));
  }

  std::vector<std::string> parse_texts(const JsonValue& root, std::string_view key) const {
    std::vector<std::string> texts;
    const JsonValue* list = record_.find(root, key);
    if (list == nullptr) return texts;
    for (const JsonValue& value : record_.array(*list)) texts.push_back(record_.text(value));
    return texts;
  }

  std::string parse_after(const JsonValue& root) const {
    const JsonValue* after = record_.find(root, "after");
    if (after == nullptr) return "";
    const std::string& text = record_.text(*after);
    if (text.empty()) record_.fail(*after, "empty-id", "`after` is empty", "leave it out");
    return text;
  }

  Expectation parse_expectation(const JsonValue& value) const {
    Expectation expectation;
    expectation.verdict = parse_verdict(record_.need(value, "verdict"));
    switch (expectation.verdict) {
      case ExpectedVerdict::kOk: parse_ok(value, expectation); break;
      case ExpectedVerdict::kReject:
        record_.only_keys(value, {"verdict", "clause"});
        expectation.clause = record_.need_text(value, "clause");
        break;
      case ExpectedVerdict::kUndefined: record_.only_keys(value, {"verdict"}); break;
    }
    return expectation;
  }

  ExpectedVerdict parse_verdict(const JsonValue& value) const {
    const std::string& text = record_.text(value);
    for (const ExpectedVerdict verdict :
         {ExpectedVerdict::kOk, ExpectedVerdict::kReject, ExpectedVerdict::kUndefined}) {
      if (to_text(verdict) == text) return verdict;
    }
    record_.fail(value, "unknown-verdict", "there is no verdict " + quoted(text),
                 "write ok, reject or undefined");
  }

  void parse_ok(const JsonValue& value, Expectation& expectation) const {
    record_.only_keys(value,
                      {"verdict", "options", "ub", "vreg", "mreg", "scalar", "alternatives"});
    if (const JsonValue* options = record_.find(value, "options")) {
      expectation.options = parse_answers(*options);
    }
    expectation.outputs = parse_outputs(value);
    const JsonValue* alternatives = record_.find(value, "alternatives");
    if (alternatives == nullptr) return;
    for (const JsonValue& alternative : record_.array(*alternatives)) {
      record_.only_keys(alternative, {"options", "ub", "vreg", "mreg", "scalar"});
      expectation.alternatives.push_back(
          {parse_answers(record_.need(alternative, "options")), parse_outputs(alternative)});
    }
  }

  Answers parse_answers(const JsonValue& value) const {
    Answers answers;
    for (const JsonMember& member : record_.object(value)) {
      answers.emplace_back(member.key, record_.text(member.value));
    }
    return answers;
  }

  ExpectedOutputs parse_outputs(const JsonValue& value) const {
    ExpectedOutputs outputs;
    outputs.ub = parse_expected_segments(value);
    outputs.vreg = parse_expected_registers(value, "vreg", kVectorRegisterBytes);
    outputs.mreg = parse_expected_registers(value, "mreg", kMaskRegisterBytes);
    if (const JsonValue* scalars = record_.find(value, "scalar")) {
      for (const JsonMember& member : record_.object(*scalars)) {
        outputs.scalar.push_back({member.key, record_.i64(member.value)});
      }
    }
    return outputs;
  }

  std::vector<ExpectedSegment> parse_expected_segments(const JsonValue& outputs) const {
    std::vector<ExpectedSegment> segments;
    const JsonValue* list = record_.find(outputs, "ub");
    if (list == nullptr) return segments;
    SegmentOrder order(record_, ub_bytes_);
    for (const JsonValue& value : record_.array(*list)) {
      record_.only_keys(value, {"addr", "data", "care"});
      const std::uint64_t addr = record_.u64(record_.need(value, "addr"));
      CheckedBytes bytes = parse_expected(record_, value);
      order.add(value, addr, bytes.data.size());
      segments.push_back({addr, std::move(bytes.data), std::move(bytes.care)});
    }
    return segments;
  }

  std::vector<ExpectedRegister> parse_expected_registers(const JsonValue& outputs,
                                                         std::string_view key,
                                                         std::size_t bytes) const {
    std::vector<ExpectedRegister> registers;
    const JsonValue* list = record_.find(outputs, key);
    if (list == nullptr) return registers;
    for (const JsonMember& member : record_.object(*list)) {
      record_.only_keys(member.value, {"data", "care"});
      CheckedBytes value = parse_expected(record_, member.value);
      check_length(record_, record_.need(member.value, "data"), value.data, bytes);
      registers.push_back({member.key, std::move(value.data), std::move(value.care)});
    }
    return registers;
  }

  const JsonRecord& record_;
  std::uint64_t ub_bytes_ = 0;
};

}  // namespace

Case parse_case(std::string_view json, const TextPlace& place) {
  const JsonRecord record(json, place, "case");
  return CaseParser(record).parse();
}

}  // namespace assay
