// What a third-party simulator answered (corpus/dumps/README.md): the verdicts are facts, and the
// independent model behind the expectations must agree with the oracle.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <span>

#include "conformance/agreement.h"
#include "conformance/diff.h"
#include "oracle/evaluate.h"
#include "oracle/legality.h"
#include "spec/model/catalog.h"
#include "spec/record/codec.h"

namespace assay {
namespace {

const std::string kVectors = ASSAY_SOURCE_DIR "/corpus/dumps/pto_cpu.vectors.jsonl";
const std::string kResults = ASSAY_SOURCE_DIR "/corpus/dumps/pto_cpu.results.jsonl";
constexpr std::size_t kTileElements = 16384;  // of the source tile given to the simulator

bool is_far(const std::string& name) { return name.find(".far.") != std::string::npos; }

class Dumps : public testing::Test {
 protected:
  Dumps() {
    VectorsReader reader(kVectors);
    while (const std::optional<Case> c = reader.next()) cases_.push_back(*c);
  }

  DiffReport judge() const {
    DiffOptions options;
    options.vectors = {kVectors};
    options.results = {kResults};
    return diff(catalog_, options);
  }

  const Catalog catalog_ = load_builtin_catalog();
  std::vector<Case> cases_;
};

TEST_F(Dumps, IdsAreThoseOfTheContent) {
  EXPECT_EQ(cases_.size(), 182u);
  for (const Case& c : cases_) EXPECT_EQ(case_id(c), c.id) << c.name;
}

TEST_F(Dumps, TheOracleAgreesWithTheIndependentModel) {
  Evaluator oracle(catalog_);
  for (const Case& c : cases_) {
    const Legality legality = check_legality(Call(catalog_, c));
    EXPECT_EQ(legality.verdict, ExpectedVerdict::kOk) << c.name;
    EXPECT_FALSE(legality.incomplete) << c.name;
    EXPECT_EQ(disagreement(c.expect->outputs, oracle.expect(c).outputs), "") << c.name;
  }
}

TEST_F(Dumps, VerdictsByFormAreThoseOfTheReadme) {
  const DiffReport report = judge();
  std::map<std::string, Verdict> not_passed;
  for (const NotPassed& n : report.verdicts.not_passed()) {
    not_passed[n.id] = n.judgement.verdict;
  }
  std::map<std::string, std::map<std::string, int>> counts;
  for (const Case& c : cases_) {
    const bool passed = !not_passed.contains(c.id);
    ++counts[c.op + "." + c.form][std::string(to_text(passed ? Verdict::kPass : not_passed[c.id]))];
  }
  const std::map<std::string, std::map<std::string, int>> expected = {
      {"basic/Gather.count", {{"pass", 60}, {"fail", 30}}},
      {"reg/asc_gather_datablock.ref", {{"pass", 32}}},
      {"reg/asc_gather_datablock.ret", {{"pass", 32}}},
      {"vector/asc_reduce.strided", {{"pass", 28}}}};
  EXPECT_EQ(counts, expected);
  EXPECT_EQ(report.verdicts.total(Verdict::kPass), 152u);
  EXPECT_EQ(report.verdicts.total(Verdict::kFail), 30u);
  EXPECT_EQ(report.verdicts.cases(), 182u);
  EXPECT_EQ(report.verdicts.exit_code(false), 1);
  EXPECT_EQ(report.target.name, "pto-isa CPU simulator");
}

TEST_F(Dumps, ExactlyTheFarGathersFail) {
  std::map<std::string, std::string> far, failed;
  for (const Case& c : cases_) {
    if (is_far(c.name)) far[c.id] = c.name;
  }
  const DiffReport report = judge();
  for (const NotPassed& n : report.verdicts.not_passed()) failed[n.id] = n.name;
  EXPECT_EQ(failed, far);
  EXPECT_EQ(far.size(), 30u);
}

// The bytes of `segments` from an address on; T is any kind of segment.
template <typename T>
std::span<const std::uint8_t> bytes_at(const std::vector<T>& segments, std::uint64_t address) {
  for (const T& s : segments) {
    if (address < s.addr || address - s.addr >= s.data.size()) continue;
    return std::span(s.data).subspan(address - s.addr);
  }
  ADD_FAILURE() << "no segment has " << address;
  return {};
}

std::uint64_t little_endian(std::span<const std::uint8_t> bytes) {
  std::uint64_t value = 0;
  for (std::size_t k = 0; k < bytes.size(); ++k) value |= std::uint64_t{bytes[k]} << (8 * k);
  return value;
}

// How many elements of a failed gather are wrong. All of those, and no others, lie beyond the
// simulator's tile, and it stored 0 for them.
std::size_t count_wrong_elements(const Call& call, const Result& got) {
  const Case& c = call.record();
  const auto dst = std::get<Pointer>(*find_arg(c, "dst")).address;
  const auto offsets = bytes_at(c.ub, std::get<Pointer>(*find_arg(c, "srcOffset")).address);
  const auto want = bytes_at(c.expect->outputs.ub, dst);
  const auto have = bytes_at(got.ub, dst);
  const std::size_t width = call.lane_bytes();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(call.scalar("count")); ++i) {
    const std::uint64_t expected = little_endian(want.subspan(i * width, width));
    const std::uint64_t actual = little_endian(have.subspan(i * width, width));
    const bool beyond = little_endian(offsets.subspan(4 * i, 4)) / width >= kTileElements;
    EXPECT_EQ(actual, beyond ? 0 : expected) << c.name << " element " << i;
    EXPECT_EQ(actual != expected, beyond) << c.name << " element " << i;
    if (actual != expected) ++wrong;
  }
  return wrong;
}

TEST_F(Dumps, FailingElementsAreZeroAndBeyondTheTile) {
  ResultsIndex results({kResults});
  std::size_t wrong = 0;
  for (const Case& c : cases_) {
    if (!is_far(c.name)) continue;
    const std::size_t in_case =
        count_wrong_elements(Call(catalog_, c), results.read(*results.lookup(c.id)));
    EXPECT_GT(in_case, 0u) << c.name;
    wrong += in_case;
  }
  EXPECT_EQ(wrong, 2037u);
}

TEST_F(Dumps, TheProgramSaysTheSame) {
  const std::string program = ASSAY_BINARY_DIR "/assay";
  ASSERT_TRUE(std::filesystem::exists(program)) << program << " has not been built";
  const std::string quoted = "'" + program + "' diff '" + kVectors + "' '" + kResults + "'";
  const int status = std::system((quoted + " >/dev/null 2>&1").c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
}

}  // namespace
}  // namespace assay
