// Every fault of the catalogue can be seen where it says that it can.
#include "fuzz/targets/fault_target.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/emulator/emulator.h"
#include "fuzz/generate/generator.h"
#include "oracle/judge/judge.h"
#include "oracle/test_calls.h"
#include "oracle/test_outcomes.h"

namespace assay {
namespace {

using test_calls::catalog;

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kMostCases = 3000;

std::vector<Fault> faults_with(Visibility visibility) {
  std::vector<Fault> faults = all_faults(catalog());
  std::erase_if(faults, [&](const Fault& f) { return f.kind->visibility != visibility; });
  return faults;
}

FaultTarget faulty(const Fault& fault) {
  return FaultTarget(catalog(), fault, std::make_unique<emulator::EmulatorTarget>());
}

Judgement judgement(Target& target, const Case& c) {
  const Result result = target.run(c);
  return judge(c, &result, catalog().find_dtype(c.dtype)->lane_bytes);
}

// Random legal cases of an op, all its cells in turn, made when they are first asked for.
class CasesOfOp {
 public:
  explicit CasesOfOp(std::string_view op) : generator_(catalog()) {
    for (const Cell& cell : catalog().cells()) {
      if (catalog().ops()[cell.op].id == op) cells_.push_back(cell);
    }
  }
  const Case& at(std::size_t i) {
    while (cases_.size() <= i) {
      const std::size_t n = cases_.size();
      cases_.push_back(generator_.random_case(cells_[n % cells_.size()], kSeed, n / cells_.size(),
                                              Naming::kNameAsId));
    }
    return cases_[i];
  }

 private:
  Generator generator_;
  std::vector<Cell> cells_;
  std::vector<Case> cases_;
};

bool can_show(const Fault& fault, const Case& c) {
  const OpSpec& op = *catalog().find_op(c.op);
  return fault.applies(op, *op.find_form(c.form));
}

// How many cases it takes until the fault is judged a fail; 0: kMostCases do not do.
std::size_t cases_until_seen(const Fault& fault, CasesOfOp& cases) {
  FaultTarget target = faulty(fault);
  for (std::size_t i = 0; i < kMostCases; ++i) {
    const Case& c = cases.at(i);
    if (can_show(fault, c) && judgement(target, c).verdict == Verdict::kFail) return i + 1;
  }
  return 0;
}

// Legal calls for faults that random ones may miss, because only buffers nearly full show them.
std::optional<Case> rare_case(const std::string& fault) {
  if (fault == "basic/Gather.element_number_16_bits") {
    Case c = test_calls::gather_call("count", "uint16", "atlas_a2");
    test_calls::give_memory(c, 188160);
    for (std::size_t i = 0; i < 5; ++i) {
      test_calls::put_u32(test_calls::at(c, 12288), i, 131072 + 2 * i);
    }
    return c;
  }
  if (fault == "basic/Gather.count_signed_16_bits") {
    Case c = test_calls::gather_call("count", "uint8");
    test_calls::give_memory(c, 253952);
    test_calls::point(c, "src", 40960);
    test_calls::point(c, "srcOffset", 65536);
    test_calls::set(c, "count", 32773);
    for (std::size_t i = 0; i < 32773; ++i) {
      test_calls::put_u32(test_calls::at(c, 65536), i, i % 256);
    }
    return c;
  }
  return std::nullopt;
}

bool is_seen_in(const Fault& fault, std::optional<Case> c) {
  if (!c) return false;
  c->expect = test_calls::expectation(*c);
  FaultTarget target = faulty(fault);
  return judgement(target, *c).verdict == Verdict::kFail;
}

// Prints, for each fault, how many cases it took; 0 stands for one made by hand.
TEST(FaultTarget, FaultsOfLegalCallsAreSeen) {
  std::string op;
  std::optional<CasesOfOp> cases;
  for (const Fault& fault : faults_with(Visibility::kLegalCall)) {
    if (fault.op != op) cases.emplace(op = fault.op);
    const std::size_t taken = cases_until_seen(fault, *cases);
    std::printf("%6zu  %s\n", taken, fault.id.c_str());
    EXPECT_TRUE(taken > 0 || is_seen_in(fault, rare_case(fault.id))) << fault.id;
    EXPECT_TRUE(!rare_case(fault.id) || is_seen_in(fault, rare_case(fault.id))) << fault.id;
  }
}

// The question and option of "question=option".
std::pair<std::string, std::string> answer_of(const Fault& fault) {
  const std::string answer(fault.kind->answer);
  const std::size_t equals = answer.find('=');
  return {answer.substr(0, equals), answer.substr(equals + 1)};
}

TEST(FaultTarget, OpenAnswersPassAndAreTakenForWhatTheyAre) {
  for (const Fault& fault : faults_with(Visibility::kOpenAnswer)) {
    SCOPED_TRACE(fault.id);
    const auto [question, option] = answer_of(fault);
    CasesOfOp cases(fault.op);
    FaultTarget target = faulty(fault);
    std::size_t told = 0;  // cases in which no other option explains what came out
    for (std::size_t i = 0; i < 600; ++i) {
      const Case& c = cases.at(i);
      const Judgement j = judgement(target, c);
      ASSERT_EQ(j.verdict, Verdict::kPass) << c.name << ": " << j.why;
      for (const auto& [asked, options] : j.answers) {
        if (asked != question) continue;
        told += options == std::vector<std::string>{option};
      }
    }
    EXPECT_GT(told, 0u);
  }
}

TEST(FaultTarget, OtherFaultsPassEveryLegalCallAlone) {
  for (const Visibility v : {Visibility::kSecondCall, Visibility::kIllegalCall}) {
    for (const Fault& fault : faults_with(v)) {
      SCOPED_TRACE(fault.id);
      CasesOfOp cases(fault.op);
      for (std::size_t i = 0; i < 300; ++i) {
        FaultTarget target = faulty(fault);
        const Case& c = cases.at(i);
        const Judgement j = judgement(target, c);
        ASSERT_EQ(j.verdict, Verdict::kPass) << c.name << ": " << j.why;
      }
    }
  }
}

TEST(FaultTarget, FaultsOfSecondCallsAreSeenInPairs) {
  for (const Fault& fault : faults_with(Visibility::kSecondCall)) {
    CasesOfOp cases(fault.op);
    FaultTarget target = faulty(fault);
    std::size_t seen = 0;
    for (std::size_t i = 0; i < kMostCases && seen == 0; ++i) {
      const Judgement j = judgement(target, cases.at(i));
      if (j.verdict == Verdict::kFail) seen = i + 1;
    }
    std::printf("%6zu  %s\n", seen, fault.id.c_str());
    EXPECT_GT(seen, 1u) << fault.id << ": not seen";
  }
}

// A call that breaks one rule, and the fault that takes it in its own way.
struct IllegalCall {
  std::string fault;
  Case call;
};

std::vector<IllegalCall> illegal_gather_calls() {
  Case odd = test_calls::gather_call("count", "uint16");
  test_calls::put_u32(test_calls::at(odd, 12288), 2, 7);
  Case misaligned = test_calls::gather_call("count", "uint16");
  test_calls::point(misaligned, "src", 8200);
  Case outside = test_calls::gather_call("mask_count", "uint16");
  test_calls::set(outside, "mask", 4);
  test_calls::put_u32(test_calls::at(outside, 12288), 100, 1 << 20);
  Case in_place = test_calls::gather_call("count", "uint16");
  test_calls::point(in_place, "dst", 8194);
  return {{"basic/Gather.misaligned_offset_rounded", odd},
          {"basic/Gather.misaligned_pointer_rounded", misaligned},
          {"basic/Gather.inactive_accessed", outside},
          {"basic/Gather.in_place_by_element", in_place}};
}

std::vector<IllegalCall> illegal_datablock_calls() {
  const std::string op = "reg/asc_gather_datablock.";
  Case odd = test_calls::datablock_call("ref");
  test_calls::put_u32(test_calls::vreg(odd, "index"), 3, 40);
  Case misaligned = test_calls::datablock_call("ret");
  test_calls::point(misaligned, "src", 8200);
  Case outside = test_calls::datablock_call("ref_masked");
  test_calls::put_u32(test_calls::vreg(outside, "index"), 5, 1 << 20);
  Case inactive = outside;
  test_calls::set_bit(test_calls::mreg(inactive, "mask"), 20, false);
  return {{op + "misaligned_offset_rounded", odd},
          {op + "misaligned_pointer_rounded", misaligned},
          {op + "outside_skipped", outside},
          {op + "inactive_accessed", inactive}};
}

std::vector<IllegalCall> illegal_calls() {
  std::vector<IllegalCall> calls = illegal_gather_calls();
  for (IllegalCall& c : illegal_datablock_calls()) calls.push_back(std::move(c));
  const std::string upsample = "reg/asc_loadalign_upsample_postupdate.";
  Case misaligned = test_calls::upsample_call("vreg", "uint8");
  test_calls::point(misaligned, "src", 8200);
  calls.push_back({upsample + "misaligned_pointer_rounded", misaligned});
  Case beyond = test_calls::upsample_call("mreg");
  test_calls::point(beyond, "src", test_calls::kPhysical950);
  calls.push_back({upsample + "wraps_around_buffer", beyond});
  Case source = test_calls::reduce_call("strided");
  test_calls::point(source, "src0", 8200);
  calls.push_back({"vector/asc_reduce.misaligned_pointer_rounded", source});
  Case in_place = test_calls::reduce_call("strided");
  test_calls::point(in_place, "dst", 8224);
  test_calls::set(in_place, "pattern_mode", 7);
  calls.push_back({"vector/asc_reduce.sees_results", in_place});
  return calls;
}

TEST(FaultTarget, FaultsOfIllegalCallsAreSeenInThem) {
  std::set<std::string> shown;
  for (IllegalCall& c : illegal_calls()) {
    SCOPED_TRACE(c.fault);
    FaultTarget target = faulty(find_fault(catalog(), c.fault));
    // The emulator takes overlapping operands of Gather element by element itself.
    if (c.fault != "basic/Gather.in_place_by_element") {
      EXPECT_NE(target.run(c.call), emulator::EmulatorTarget().run(c.call));
    }
    c.call.expect = test_calls::expectation(c.call);
    EXPECT_NE(c.call.expect->verdict, ExpectedVerdict::kOk);
    const Result result = target.run(c.call);
    const Judgement j = judge(c.call, &result, 1, {.answers = {}, .strict_legality = true});
    EXPECT_NE(j.verdict, Verdict::kPass);
    EXPECT_NE(j.verdict, Verdict::kRecorded);
    shown.insert(c.fault);
  }
  for (const Fault& fault : faults_with(Visibility::kIllegalCall)) {
    EXPECT_TRUE(shown.contains(fault.id)) << fault.id;
  }
}

TEST(FaultTarget, RepeatsItsAnswers) {
  for (const Fault& fault : all_faults(catalog())) {
    CasesOfOp cases(fault.op);
    FaultTarget a = faulty(fault), b = faulty(fault);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(a.run(cases.at(i)), b.run(cases.at(i)));
  }
}

// The least or the greatest value of a scalar's type, and pointers anywhere.
void distort(Case& c, Random& random) {
  const Form& form = *catalog().find_op(c.op)->find_form(c.form);
  for (Arg& a : c.args) {
    if (random.below(2) == 0) continue;
    const std::string& type = form.find_param(a.name)->type;
    const bool least = random.below(2) == 0, is_signed = type.starts_with("int");
    const int bits = type.find("8_t") != std::string::npos    ? 8
                     : type.find("16_t") != std::string::npos ? 16
                     : type.find("64_t") != std::string::npos ? 62
                                                              : 32;
    const std::int64_t span = std::int64_t{1} << (is_signed ? bits - 1 : bits);
    if (std::holds_alternative<Pointer>(a.value)) a.value = Pointer{random.next() & 0xffffffff};
    if (!std::holds_alternative<std::int64_t>(a.value)) continue;
    a.value = least ? (is_signed ? -span : 0) : span - 1;
  }
  c.expect.reset();
}

TEST(FaultTarget, SurvivesCallsThatBreakTheRules) {
  std::string op;
  std::optional<CasesOfOp> cases;
  for (const Fault& fault : all_faults(catalog())) {
    if (fault.op != op) cases.emplace(op = fault.op);
    FaultTarget target = faulty(fault);
    Random random(kSeed);
    for (std::size_t i = 0; i < 40; ++i) {
      Case c = cases->at(i);
      distort(c, random);
      target.run(c);
    }
  }
}

TEST(FaultTarget, NamesItsFaultAndLeavesOtherOpsAlone) {
  FaultTarget target = faulty(find_fault(catalog(), "basic/Gather.base_dropped"));
  EXPECT_EQ(target.info().name, "assay-emulator with basic/Gather.base_dropped");
  const Case c = test_calls::copy_call("mreg");
  EXPECT_EQ(target.run(c), emulator::EmulatorTarget().run(c));
}

TEST(FaultTarget, ReportsWhatTheFaultMadeOfAnInputAsTheInput) {
  Case c = test_calls::gather_call("count", "uint16");
  FaultTarget target = faulty(find_fault(catalog(), "basic/Gather.offsets_from_the_end"));
  const Result r = target.run(c), pristine = emulator::EmulatorTarget().run(c);
  const auto offsets = [](const Result& of) {
    return Bytes(of.ub[0].data.begin() + 12288, of.ub[0].data.begin() + 12308);
  };
  EXPECT_NE(r.ub, pristine.ub);
  EXPECT_EQ(offsets(r), offsets(pristine));
}

TEST(Faults, HaveUniqueIdsAndSayWhatAndWhy) {
  std::set<std::string> ids;
  std::map<std::string_view, std::size_t> classes;
  for (const Fault& fault : all_faults(catalog())) {
    SCOPED_TRACE(fault.id);
    const FaultKind& kind = *fault.kind;
    EXPECT_TRUE(ids.insert(fault.id).second);
    EXPECT_TRUE(kind.sentence.starts_with("takes ")) << kind.sentence;
    EXPECT_FALSE(kind.sentence.ends_with("."));
    EXPECT_FALSE(kind.evidence.empty());
    EXPECT_FALSE(to_text(kind.fault_class).empty());
    ++classes[to_text(kind.fault_class)];
    EXPECT_EQ(find_fault(catalog(), fault.id).id, fault.id);
    if (kind.visibility != Visibility::kOpenAnswer) {
      EXPECT_EQ(kind.answer, "");
      continue;
    }
    const auto [question, option] = answer_of(fault);
    const std::vector<Question>& questions = catalog().find_op(fault.op)->questions;
    const auto asked = std::find_if(questions.begin(), questions.end(),
                                    [&q = question](const Question& x) { return x.id == q; });
    ASSERT_NE(asked, questions.end());
    EXPECT_TRUE(std::any_of(asked->options.begin(), asked->options.end(),
                            [&o = option](const Option& x) { return x.id == o; }));
  }
  EXPECT_GE(ids.size(), 110u);
  EXPECT_EQ(classes.size(), 22u) << "every class has a fault";
}

TEST(Faults, AnUnknownIdIsBadInput) {
  EXPECT_EQ(test_calls::bad_input_of([] { find_fault(catalog(), "basic/Gather.no_such"); }),
            "unknown-fault");
}

}  // namespace
}  // namespace assay
