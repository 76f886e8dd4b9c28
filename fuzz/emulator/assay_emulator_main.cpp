// assay-emulator: the built-in emulator as a program that speaks the target protocol, version 1.
//
//   -> {"hello":{"protocol":1}}
//   <- {"hello":{"protocol":1,"name":"assay-emulator","version":"...","window":64}}
//   -> {"run":{"id":"5q3k",...}}
//   <- {"id":"5q3k","status":"ok",...}
//   -> {"bye":true}                       ends it, as does the end of the input
#include <CLI/CLI.hpp>
#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>

#include "fuzz/emulator/emulator.h"
#include "spec/bad_input.h"
#include "spec/record/codec.h"
#include "spec/record/json_record.h"
#include "spec/record/json_skimmer.h"
#include "spec/record/json_text.h"
#include "spec/record/text_place.h"

namespace assay {
namespace {

constexpr int kProtocol = 1;
constexpr int kWindow = 64;
constexpr std::uint64_t kMaxLineBytes = std::uint64_t{16} << 20;
constexpr int kExitBadInput = 2;

// A line is an object with one member, which says what is wanted. Both as compact JSON text.
struct Request {
  std::string key;
  std::string value;
};

Request parse_request(std::string_view line, const TextPlace& place) {
  Request request;
  JsonSkimmer skimmer(line, place);
  skimmer.take('{');
  skimmer.value(&request.key, kMaxLineBytes);
  skimmer.take(':');
  skimmer.value(&request.value, kMaxLineBytes);
  skimmer.take('}');
  if (skimmer.peek() != JsonSkimmer::kEnd) skimmer.fail("text after the end of the request");
  return request;
}

std::string hello(const std::string& fields, const TargetInfo& info, const TextPlace& place) {
  const JsonRecord record(fields, place, "hello");
  const JsonValue& protocol = record.need(record.root(), "protocol");
  if (record.u64(protocol) != kProtocol) {
    record.fail(protocol, "wrong-protocol", "another protocol than 1", "use an `assay` that fits");
  }
  std::string answer = R"({"hello":{"protocol":)" + std::to_string(kProtocol) + R"(,"name":)";
  append_json_string(answer, info.name);
  answer += R"(,"version":)";
  append_json_string(answer, info.version);
  return answer + R"(,"window":)" + std::to_string(kWindow) + "}}";
}

// Answers until bye or the end of the input.
void serve(std::istream& in, std::ostream& out) {
  emulator::EmulatorTarget target;
  TextPlace place{"stdin", 0};
  bool greeted = false;
  std::string answer;
  for (std::string line; std::getline(in, line);) {
    ++place.line;
    const Request request = parse_request(line, place);
    if (request.key == R"("bye")") return;
    if (request.key == R"("hello")") {
      answer = hello(request.value, target.info(), place);
      greeted = true;
    } else if (request.key == R"("run")" && greeted) {
      answer.clear();
      append_result_json(answer, target.run(parse_case(request.value, place)));
    } else {
      refuse(place, "", "bad-request", "neither hello, run (after a hello) nor bye",
             "send one request of the target protocol a line");
    }
    out << answer << '\n';
    // With more requests at hand their answers go out together.
    if (in.rdbuf()->in_avail() <= 0) out.flush();
  }
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  CLI::App app("Runs cases on Assay's built-in emulator: target protocol on stdin and stdout.",
               "assay-emulator");
  app.set_version_flag("--version", assay::emulator::EmulatorTarget().info().version);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : assay::kExitBadInput;
  }
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  try {
    assay::serve(std::cin, std::cout);
    std::cout.flush();
    return 0;
  } catch (const assay::BadInput& e) {
    std::cout.flush();  // the answers before the bad request stand
    std::cerr << "assay-emulator: " << e.what() << '\n';
    return assay::kExitBadInput;
  }
}
