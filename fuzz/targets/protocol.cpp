#include "fuzz/targets/protocol.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "spec/bad_input.h"
#include "spec/record/codec.h"

namespace assay {
namespace {

using nlohmann::json;

constexpr std::size_t kExcerptBytes = 120;

[[noreturn]] void no_hello(std::string_view line, const std::string& why) {
  throw BadInput("", "", "no-hello",
                 fmt::format("the target's first line {}: {}", why, excerpt(line)),
                 R"(it must answer like {"hello":{"protocol":1,"name":"...","version":"..."}})");
}

std::string text_field(const json& hello, const char* key, std::string_view line) {
  const auto found = hello.find(key);
  if (found == hello.end()) return "";
  if (!found->is_string()) no_hello(line, fmt::format("has a {} that is no string", key));
  return found->get<std::string>();
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
  const json answer = json::parse(line, nullptr, false);
  if (!answer.is_object() || !answer.contains("hello") || !answer["hello"].is_object()) {
    no_hello(line, "is no hello");
  }
  const json& fields = answer["hello"];
  const auto protocol = fields.find("protocol");
  if (protocol == fields.end() || !protocol->is_number_integer()) {
    no_hello(line, "has no protocol number");
  }
  if (*protocol != 1) no_hello(line, "speaks another protocol than 1");
  Hello hello;
  hello.target = {text_field(fields, "name", line), text_field(fields, "version", line), "process"};
  if (const auto window = fields.find("window"); window != fields.end()) {
    if (!window->is_number_unsigned() || *window == 0) no_hello(line, "has a window below 1");
    hello.window = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(window->get<std::uint64_t>(), kMaxWindow));
  }
  return hello;
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
