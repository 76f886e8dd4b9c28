// The worked examples of the vendor's documents, as the `examples` of every op's JSON hold them:
// legal calls, and the oracle and the emulator give the bytes of the document.
#include <gtest/gtest.h>

#include <algorithm>

#include "conformance/agreement.h"
#include "conformance/emulated_run.h"
#include "oracle/evaluate.h"
#include "oracle/legality.h"
#include "spec/model/catalog.h"
#include "spec/record/codec.h"

namespace assay {
namespace {

class SpecExamples : public testing::Test {
 protected:
  SpecExamples() {
    for (const OpSpec& op : catalog_.ops()) {
      for (const Example& example : op.examples) {
        cases_.push_back(example.call);
        cases_.back().id = case_id(example.call);
      }
    }
  }

  const Catalog catalog_ = load_builtin_catalog();
  Evaluator oracle_{catalog_};
  std::vector<Case> cases_;
};

TEST_F(SpecExamples, EveryOpHasOneAndAllAreOfTheirOp) {
  for (const OpSpec& op : catalog_.ops()) {
    EXPECT_FALSE(op.examples.empty()) << op.id;
    for (const Example& example : op.examples) EXPECT_EQ(example.call.op, op.id) << example.title;
  }
}

TEST_F(SpecExamples, AreLegalCalls) {
  for (const Case& c : cases_) {
    const Legality legality = check_legality(Call(catalog_, c));
    EXPECT_EQ(legality.verdict, ExpectedVerdict::kOk) << c.name;
    for (const BrokenRule& rule : legality.broken) ADD_FAILURE() << c.name << ": " << rule.detail;
    EXPECT_FALSE(legality.incomplete) << c.name;
  }
}

TEST_F(SpecExamples, TheOracleGivesTheBytesOfTheDocument) {
  for (const Case& c : cases_) {
    ASSERT_TRUE(c.expect) << c.name;
    const Expectation computed = oracle_.expect(c);
    EXPECT_EQ(computed.verdict, ExpectedVerdict::kOk) << c.name;
    EXPECT_EQ(disagreement(c.expect->outputs, computed.outputs), "") << c.name;
  }
}

TEST_F(SpecExamples, TheEmulatorGivesTheBytesOfTheDocument) {
  const DiffReport report = EmulatedRun(catalog_).judge(cases_);
  EXPECT_EQ(report.verdicts.total(Verdict::kPass), cases_.size());
  for (const NotPassed& n : report.verdicts.not_passed()) {
    ADD_FAILURE() << n.name << ": " << n.judgement.why;
  }
  EXPECT_EQ(report.verdicts.exit_code(false), 0);
}

// The bytes that the call must change: where the document differs from what was there before. The
// dst of a by-return form was nothing before.
std::vector<std::uint8_t*> changed_bytes(Case& c) {
  std::vector<std::uint8_t*> found;
  const auto add = [&found](auto& after, const Bytes& before) {
    for (std::size_t i = 0; i < after.data.size(); ++i) {
      const bool changed = before.empty() || after.data[i] != before[i];
      if (changed && care_of(after.care, i) == 0xff) found.push_back(&after.data[i]);
    }
  };
  ExpectedOutputs& outputs = c.expect->outputs;
  for (std::size_t i = 0; i < outputs.ub.size(); ++i) add(outputs.ub[i], c.ub[i].data);
  for (ExpectedRegister& r : outputs.vreg) {
    const Register* before = find_register(c.vreg, r.name);
    add(r, before ? before->data : Bytes{});
  }
  return found;
}

// A spoilt byte of each example is noticed: the tests above compare what they say they do.
TEST_F(SpecExamples, ASpoiltByteIsNoticed) {
  std::vector<Case> spoilt = cases_;
  for (Case& c : spoilt) {
    const std::vector<std::uint8_t*> bytes = changed_bytes(c);
    ASSERT_GE(bytes.size(), 32u) << c.name << ": the example shows next to nothing";
    *bytes[bytes.size() / 2] ^= 0x10;
    EXPECT_NE(disagreement(c.expect->outputs, oracle_.expect(c).outputs), "") << c.name;
  }
  const DiffReport report = EmulatedRun(catalog_).judge(spoilt);
  EXPECT_EQ(report.verdicts.total(Verdict::kFail), cases_.size());
  EXPECT_EQ(report.verdicts.exit_code(false), 1);
}

}  // namespace
}  // namespace assay
