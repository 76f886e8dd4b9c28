// The smallest target that is of use, in C++: the op reg/asc_copy in its form mreg, and nothing
// else.
//
//   assay run --target build/release/bin/example_target smoke.jsonl -o results.jsonl
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

using nlohmann::json;

json run(const json& request) {
  json answer = {{"id", request["id"]}};
  if (request["op"] != "reg/asc_copy" || request["form"] != "mreg") {
    answer["status"] = "unsupported";
    return answer;
  }
  // A core without vector unit (aic) returns at once, so dst keeps what it held.
  const char* copied = request["context"]["core"] == "aiv" ? "src" : "dst";
  answer["status"] = "ok";
  answer["mreg"]["dst"] = request["mreg"][copied];
  return answer;
}

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    const json request = json::parse(line);
    if (request.contains("bye")) return 0;
    json answer;
    if (request.contains("run")) {
      answer = run(request["run"]);
    } else {
      answer["hello"] = {{"protocol", 1}, {"name", "example-cpp"}, {"version", "1"}};
    }
    std::cout << answer.dump() << std::endl;
  }
}
