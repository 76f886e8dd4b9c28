// assay_conformance: the whole spec as a GoogleTest program, one test for each cell.
//
//   ASSAY_TARGET=./my-emulator assay_conformance --gtest_filter='*Gather*half*'
//
// Tests are named Cells/Conformance.Cell/basic_Gather_count_ascend950_half. What is tested and
// how much comes from the environment: see kUsage. GoogleTest's own options and sharding work.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include "conformance/report/text_report.h"
#include "conformance/verdicts.h"
#include "fuzz/emulator/emulator.h"
#include "fuzz/generate/generator.h"
#include "fuzz/targets/process_target.h"
#include "spec/bad_input.h"
#include "spec/model/catalog.h"

namespace assay {
namespace {

constexpr int kExitFail = 1;
constexpr int kExitBadInput = 2;
constexpr int kExitIncomplete = 3;

constexpr char kUsage[] =
    "assay_conformance: one GoogleTest test for each op, form, product and dtype of the spec.\n"
    "Environment:\n"
    "  ASSAY_TARGET             command that speaks the target protocol (the built-in emulator)\n"
    "  ASSAY_CASES              random cases for each cell (20)\n"
    "  ASSAY_SEED               decimal or 0x hexadecimal (0x1)\n"
    "  ASSAY_TIMEOUT_MS         time for one answer (10000)\n"
    "  ASSAY_ALLOW_UNSUPPORTED  1: what the target does not have is skipped, not failed\n"
    "Example:\n"
    "  ASSAY_TARGET=./my-emulator assay_conformance --gtest_filter='*Gather*half*'\n"
    "Exit codes: 0 all well; 1 a failure; 2 bad usage or a dead target; 3 nothing was judged.\n\n";

std::string environment(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? "" : text;
}

std::uint64_t number(const char* name, std::uint64_t fallback) {
  const std::string text = environment(name);
  if (text.empty()) return fallback;
  const bool hex = text.starts_with("0x");
  const char* begin = text.data() + (hex ? 2 : 0);
  const char* end = text.data() + text.size();
  std::uint64_t value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value, hex ? 16 : 10);
  if (error != std::errc() || stop != end) {
    throw BadInput("", "", "bad-usage", fmt::format("{}='{}' is no 64-bit number", name, text),
                   "give it decimal or as 0x and hexadecimal digits");
  }
  return value;
}

struct Settings {
  std::string target;
  std::uint64_t cases = 20;
  std::uint64_t seed = 1;
  std::chrono::milliseconds timeout{10'000};
  bool allow_unsupported = false;
};

Settings read_settings() {
  Settings s;
  s.target = environment("ASSAY_TARGET");
  s.cases = number("ASSAY_CASES", s.cases);
  s.seed = number("ASSAY_SEED", s.seed);
  const std::uint64_t timeout = number("ASSAY_TIMEOUT_MS", 10'000);
  s.timeout = std::chrono::milliseconds(timeout);
  s.allow_unsupported = number("ASSAY_ALLOW_UNSUPPORTED", 0) != 0;
  if (s.cases == 0 || timeout == 0 || timeout > 86'400'000) {
    throw BadInput("", "", "bad-usage", "ASSAY_CASES or ASSAY_TIMEOUT_MS is out of range",
                   "give at least 1, and a timeout of a day at most");
  }
  return s;
}

// In single quotes for a shell.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// What all tests of one run of the program work with.
class Suite {
 public:
  Suite(const Catalog& catalog, const Settings& settings)
      : catalog_(catalog), settings_(settings), generator_(catalog), all_(catalog, {}) {}

  // Throws BadInput where the target cannot be started.
  void start_target() {
    if (settings_.target.empty()) {
      target_ = std::make_unique<emulator::EmulatorTarget>();
    } else {
      const ProcessOptions options{settings_.target, settings_.timeout, nullptr};
      target_ = std::make_unique<ProcessTarget>(options);
    }
  }

  void test_cell(const Cell& cell);

  const Verdicts& all() const { return all_; }
  const std::string& dead() const { return dead_; }  // why the target is dead; empty: it lives

 private:
  std::string repeat_commands(const Cell& cell, std::uint64_t index) const;

  const Catalog& catalog_;
  const Settings& settings_;
  Generator generator_;
  std::unique_ptr<Target> target_;
  Verdicts all_;
  std::string dead_;
};

std::string Suite::repeat_commands(const Cell& cell, std::uint64_t index) const {
  const OpSpec& op = catalog_.ops()[cell.op];
  const std::string target =
      settings_.target.empty() ? "--emulator" : "--target " + quoted(settings_.target);
  return fmt::format(
      "to repeat the first of them:\n"
      "  assay gen --set random --seed {:#x} --op {} --form {} --product {} --dtype {} "
      "--cases {} --shard {}/{} -o case.jsonl && assay check case.jsonl {}\n",
      settings_.seed, op.id, op.forms[cell.form].id, catalog_.products()[cell.product].id,
      catalog_.dtypes()[cell.dtype].id, index + 1, index + 1, index + 1, target);
}

void Suite::test_cell(const Cell& cell) {
  if (!dead_.empty()) GTEST_SKIP() << "the target is dead";
  Verdicts verdicts(catalog_, {});
  std::optional<std::uint64_t> first_bad;
  try {
    for (std::uint64_t k = 0; k < settings_.cases; ++k) {
      const Case c = generator_.random_case(cell, settings_.seed, k);
      const Result result = target_->run(c);
      const Verdict verdict = verdicts.add(c, &result, "").verdict;
      if (verdict != Verdict::kPass && !first_bad) first_bad = k;
    }
  } catch (const BadInput& e) {
    dead_ = e.what();
    FAIL() << dead_;
  }
  const int code = verdicts.exit_code(settings_.allow_unsupported);
  const std::string report = text_report(catalog_, verdicts, {});
  const bool none = verdicts.total(Verdict::kUnsupported) == verdicts.cases();
  all_.merge(std::move(verdicts));
  if (settings_.allow_unsupported && none) GTEST_SKIP() << "the target does not have this cell";
  if (code != 0) FAIL() << report << (first_bad ? repeat_commands(cell, *first_bad) : "");
}

class CellTest : public testing::Test {
 public:
  CellTest(Suite& suite, Cell cell) : suite_(suite), cell_(cell) {}
  void TestBody() override { suite_.test_cell(cell_); }

 private:
  Suite& suite_;
  Cell cell_;
};

void register_tests(Suite& suite, const Catalog& catalog) {
  for (const Cell& cell : catalog.cells()) {
    std::string name = catalog.cell_name(cell);
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '/' || c == '.'; }, '_');
    testing::RegisterTest("Cells/Conformance", ("Cell/" + name).c_str(), nullptr, nullptr, __FILE__,
                          __LINE__,
                          [&suite, cell]() -> CellTest* { return new CellTest(suite, cell); });
  }
}

// The verdict on the run as a whole: what no single test can see.
int conclude(const Suite& suite, int code) {
  if (!suite.dead().empty()) {
    std::fprintf(stderr, "assay_conformance: %s\n", suite.dead().c_str());
    return kExitBadInput;
  }
  if (code != 0) return kExitFail;
  for (const AnswerBook::Inconsistency& i : suite.all().inconsistent()) {
    fmt::print(stderr, "INCONSISTENT {} on {}: the target answers in more than one way\n",
               i.question, i.where);
    code = kExitFail;
  }
  if (code != 0) return code;
  const auto& unit = *testing::UnitTest::GetInstance();
  const bool empty_shard =
      unit.test_to_run_count() == 0 && !environment("GTEST_TOTAL_SHARDS").empty();
  if (suite.all().judged() > 0 || empty_shard) return 0;
  std::fprintf(stderr, "assay_conformance: nothing was judged\n");
  return kExitIncomplete;
}

int run(int argc, char** argv) {
  const bool help =
      std::any_of(argv, argv + argc, [](std::string_view a) { return a == "--help"; });
  if (help) std::fputs(kUsage, stdout);
  testing::InitGoogleTest(&argc, argv);
  if (argc > 1 && !help) {
    throw BadInput("", "", "bad-usage", fmt::format("unknown argument '{}'", argv[1]),
                   "see 'assay_conformance --help'");
  }
  const Settings settings = read_settings();
  const Catalog catalog = load_builtin_catalog();
  Suite suite(catalog, settings);
  register_tests(suite, catalog);
  if (help || testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();
  suite.start_target();
  return conclude(suite, RUN_ALL_TESTS());
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  try {
    return assay::run(argc, argv);
  } catch (const assay::BadInput& e) {
    std::fprintf(stderr, "assay_conformance: %s\n", e.what());
    return assay::kExitBadInput;
  }
}
