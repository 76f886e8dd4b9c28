// For random cases of every cell, and under every listed answer: the provenance of the bits,
// followed back to the inputs, gives exactly what the oracle expects; the moves name rows of the
// spec and stay inside the memory that the extents declare.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "fuzz/generate/test_cases.h"
#include "oracle/accesses.h"
#include "oracle/evaluate.h"
#include "oracle/program.h"

namespace assay {
namespace {

using namespace test_cases;

// Bits of origin() times moves that one case may cost; where every bit would cost more, every
// n-th is looked at.
constexpr std::int64_t kBudget = 400000;

void choose(Call& call, const Answers& answers) {
  for (const auto& [question, option] : answers) {
    for (std::size_t q = 0; q < call.op().questions.size(); ++q) {
      const Question& asked = call.op().questions[q];
      if (asked.id != question) continue;
      for (std::size_t o = 0; o < asked.options.size(); ++o) {
        if (asked.options[o].id == option) call.set_answer(q, o);
      }
    }
  }
}

bool bit(std::span<const std::uint8_t> bytes, std::int64_t k) {
  return ((bytes[static_cast<std::size_t>(k / 8)] >> (k % 8)) & 1) != 0;
}

// The input bit at a place; false for a by-return result, which has none.
bool input_bit(const Call& call, Place place) {
  if (call.form().params[place.operand].kind != ParamKind::kUb) {
    const auto bytes = call.register_bytes(place.operand);
    return !bytes.empty() && bit(bytes, place.bit);
  }
  const std::int64_t at = 8 * static_cast<std::int64_t>(call.address(place.operand)) + place.bit;
  const Segment* s = CaseMemory(call.record()).find(static_cast<std::uint64_t>(at / 8));
  if (s == nullptr) {
    ADD_FAILURE() << "a move reads memory that the case does not hold";
    return false;
  }
  return bit(s->data, at - 8 * static_cast<std::int64_t>(s->addr));
}

struct Output {
  Place first;  // its bit 0, through some operand
  const Bytes* data;
  const Bytes* care;
};

std::vector<Output> outputs_of(const Call& call, const ExpectedOutputs& out) {
  std::vector<Output> all;
  for (const auto* registers : {&out.vreg, &out.mreg}) {
    for (const ExpectedRegister& r : *registers) {
      all.push_back({call.operand(r.name), &r.data, &r.care});
    }
  }
  for (std::uint32_t i = 0; i < call.form().params.size(); ++i) {
    if (call.form().params[i].kind != ParamKind::kUb) continue;
    for (const ExpectedSegment& s : out.ub) {
      const std::int64_t from =
          static_cast<std::int64_t>(s.addr) - static_cast<std::int64_t>(call.address(i));
      all.push_back({Place{i, 8 * from}, &s.data, &s.care});
    }
    break;  // any pointer reaches all memory
  }
  return all;
}

void expect_origins_rebuild(const Call& call, const Provenance& trace, const ExpectedOutputs& out) {
  std::int64_t bits = 0;
  const std::vector<Output> outputs = outputs_of(call, out);
  for (const Output& o : outputs) bits += 8 * std::ssize(*o.data);
  const std::int64_t moves = std::ssize(trace.moves) + 1;
  const std::int64_t step = bits * moves <= kBudget ? 1 : (bits * moves / kBudget) | 1;
  for (const Output& o : outputs) {
    for (std::int64_t k = 0; k < 8 * std::ssize(*o.data); k += step) {
      const Place place = o.first.bits(k);
      const Origin origin = trace.origin(call, place);
      const bool cared = o.care->empty() || bit(*o.care, k);
      ASSERT_EQ(origin.kind == MoveKind::kUndefined, !cared) << origin.rule << " bit " << k;
      ASSERT_FALSE(origin.rule.empty());
      bool value = false;  // kZero, and what is not promised is written as 0
      if (origin.kind == MoveKind::kCopy) value = input_bit(call, origin.src);
      if (origin.kind == MoveKind::kKeep) value = input_bit(call, place);
      ASSERT_EQ(bit(*o.data, k), value) << origin.rule << " bit " << k;
    }
  }
}

void expect_rules_exist(const Call& call, const Provenance& trace) {
  std::set<std::string_view> rows = {call.op().untouched};
  for (const Behaviour& b : call.op().behaviours) rows.insert(b.id);
  for (const Constraint& c : call.op().constraints) rows.insert(c.id);
  std::set<std::string_view> named;
  for (const Move& move : trace.moves) named.insert(move.rule);
  for (const Advance& advance : trace.advances) named.insert(advance.rule);
  for (const std::string_view rule : named) EXPECT_EQ(rows.count(rule), 1u) << rule;
}

// Disjoint ascending runs of everything that an operand may touch.
std::vector<Run> merged_accesses(const Call& call, std::size_t param) {
  std::vector<Run> runs = accesses(call, param, find_program(call.op().id).extents(call), false);
  std::sort(runs.begin(), runs.end(), [](auto& a, auto& b) { return a.begin < b.begin; });
  std::vector<Run> merged;
  for (const Run& run : runs) {
    if (!merged.empty() && run.begin <= merged.back().end) {
      merged.back().end = std::max(merged.back().end, run.end);
    } else {
      merged.push_back(run);
    }
  }
  return merged;
}

void expect_inside(const Call& call, const std::vector<std::vector<Run>>& allowed, Place place,
                   std::int64_t bits) {
  if (call.form().params[place.operand].kind != ParamKind::kUb) {
    const bool vector = call.form().params[place.operand].kind == ParamKind::kVreg;
    EXPECT_GE(place.bit, 0);
    EXPECT_LE(place.bit + bits, vector ? 2048 : 256);
    return;
  }
  const std::int64_t base = 8 * static_cast<std::int64_t>(call.address(place.operand));
  const std::int64_t begin = (base + place.bit) / 8, end = (base + place.bit + bits + 7) / 8;
  const std::vector<Run>& runs = allowed[place.operand];
  auto after = std::upper_bound(runs.begin(), runs.end(), begin,
                                [](std::int64_t a, const Run& run) { return a < run.begin; });
  ASSERT_NE(after, runs.begin()) << call.form().params[place.operand].name;
  EXPECT_LE(end, std::prev(after)->end) << call.form().params[place.operand].name;
}

void expect_moves_inside_accesses(const Call& call, const Provenance& trace) {
  std::vector<std::vector<Run>> allowed;
  for (std::size_t i = 0; i < call.form().params.size(); ++i) {
    allowed.push_back(merged_accesses(call, i));
  }
  for (const Move& move : trace.moves) {
    const bool writes = move.kind == MoveKind::kCopy || move.kind == MoveKind::kZero;
    if (writes) expect_inside(call, allowed, move.dst, move.bits);
    if (move.kind == MoveKind::kCopy) expect_inside(call, allowed, move.src, move.bits);
  }
}

void expect_pointers(const Call& call, const Provenance& trace, const ExpectedOutputs& out) {
  for (const UpdatedPointer& p : out.scalar) {
    const std::uint32_t operand = call.operand(p.name).operand;
    auto address = static_cast<std::int64_t>(call.address(operand));
    for (const Advance& a : trace.advances) address += a.operand == operand ? a.bytes : 0;
    EXPECT_EQ(address, p.address);
  }
}

void expect_traced(Evaluator& oracle, const Case& c) {
  std::vector<Answers> readings = {c.expect->options};
  for (const Alternative& a : c.expect->alternatives) readings.push_back(a.options);
  for (const Answers& answers : readings) {
    Call call(catalog(), c);
    choose(call, answers);
    const ExpectedOutputs out = oracle.outputs(call);
    const Provenance trace = oracle.trace(call);
    expect_origins_rebuild(call, trace, out);
    expect_rules_exist(call, trace);
    expect_moves_inside_accesses(call, trace);
    expect_pointers(call, trace, out);
    if (testing::Test::HasFailure()) {
      FAIL() << c.name;
    }
  }
}

TEST(Provenance, RebuildsWhatIsExpectedInEveryCell) {
  Evaluator oracle(catalog());
  for_each_case(catalog().cells(), 6 * catalog().cells().size(), [&](const Case& c) {
    if (!testing::Test::HasFailure()) expect_traced(oracle, c);
  });
}

TEST(Provenance, RepeatsThatOverlapAndLeaveLanesOut) {
  Evaluator oracle(catalog());
  int overlapping = 0;
  for_each_case(cells_of("basic/Gather"), 2000, [&](const Case& c) {
    if (testing::Test::HasFailure() || c.expect->alternatives.size() < 3) return;
    ++overlapping;
    if (overlapping < 40) expect_traced(oracle, c);
  });
  EXPECT_GT(overlapping, 20);
}

}  // namespace
}  // namespace assay
