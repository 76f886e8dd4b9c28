#include "fuzz/targets/protocol.h"

#include <fmt/format.h>

#include <algorithm>

#include "spec/bad_input.h"
#include "spec/record/codec.h"
#include "spec/record/json_record.h"

namespace assay {
namespace {

constexpr std::size_t kExcerptBytes = 120;

Hello read_hello(std::string_view line) {
  const JsonRecord answer(line, {}, "hello");
  const JsonValue& fields = answer.need(answer.root(), "hello");
  if (answer.u64(answer.need(fields, "protocol")) != 1) {
    answer.fail(fields, "no-hello", "it speaks another protocol than 1", "");
  }
  Hello hello;
  hello.target = {answer.optional_text(fields, "name"), answer.optional_text(fields, "version"),
                  "process"};
  if (const JsonValue* window = answer.find(fields, "window")) {
    const std::uint64_t wish = answer.u64(*window);
    if (wish == 0) answer.fail(*window, "no-hello", "a window is at least 1", "");
    hello.window = static_cast<std::uint32_t>(std::min<std::uint64_t>(wish, kMaxWindow));
  }
  return hello;
}

}  // namespace

std::string hello_request() { return "{\"hello\":{\"protocol\":1}}\n"; }

std::string run_request(const Case& c) {
  std::string line = "{\"run\":";
  append_case_json(line, c, CaseText::kRequest);
  line += "}\n";
  return line;
}

std::string bye_request() { return "{\"bye\":true}\n"; }

Hello parse_hello(std::string_view line) {
  try {
    return read_hello(line);
  } catch (const BadInput& e) {
    throw BadInput("", e.position, "no-hello",
                   fmt::format("its first line is no hello ({}): {}", e.message, excerpt(line)),
                   R"(it must answer like {"hello":{"protocol":1,"name":"...","version":"..."}})");
  }
}

std::string excerpt(std::string_view line) {
  std::string text(line.substr(0, kExcerptBytes));
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  if (line.size() > kExcerptBytes) text += fmt::format("... ({} bytes)", line.size());
  return text;
}

}  // namespace assay
