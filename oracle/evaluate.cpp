#include "oracle/evaluate.h"

#include <algorithm>

#include "oracle/accesses.h"
#include "oracle/program.h"

namespace assay {
namespace {

// No product has a larger Unified Buffer.
constexpr std::size_t kImageBytes = 256 * 1024;

}  // namespace

// Buffers in which a program runs: the Unified Buffer before and after with care bits, and the
// same for each register. Memory outside the case's segments holds whatever an earlier case left;
// a legal call never reads it.
class Evaluator::Memory {
 public:
  // Loads the case and points `sink` at it.
  void load(const Call& call, ValueSink& sink);
  ExpectedOutputs collect(const Call& call, const ValueSink& sink) const;

 private:
  struct RegisterImage {
    std::array<std::uint8_t, kVectorRegisterBytes> before, after, care;
  };
  void load_register(const Call& call, std::size_t param, ValueSink& sink);
  void load_pointer(const Call& call, std::size_t param, ValueSink& sink);

  std::vector<std::uint8_t> before_ = std::vector<std::uint8_t>(kImageBytes);
  std::vector<std::uint8_t> after_ = std::vector<std::uint8_t>(kImageBytes);
  std::vector<std::uint8_t> care_ = std::vector<std::uint8_t>(kImageBytes);
  std::array<RegisterImage, Call::kMaxParams> registers_;
};

void Evaluator::Memory::load(const Call& call, ValueSink& sink) {
  for (const Segment& s : call.record().ub) {
    std::copy(s.data.begin(), s.data.end(), before_.begin() + static_cast<std::ptrdiff_t>(s.addr));
    std::copy(s.data.begin(), s.data.end(), after_.begin() + static_cast<std::ptrdiff_t>(s.addr));
    std::fill_n(care_.begin() + static_cast<std::ptrdiff_t>(s.addr), s.data.size(), 0xff);
  }
  for (std::size_t i = 0; i < call.form().params.size(); ++i) {
    switch (call.form().params[i].kind) {
      case ParamKind::kUb: load_pointer(call, i, sink); break;
      case ParamKind::kVreg:
      case ParamKind::kMreg: load_register(call, i, sink); break;
      case ParamKind::kScalar:
      case ParamKind::kMaskWords: break;
    }
  }
}

void Evaluator::Memory::load_register(const Call& call, std::size_t param, ValueSink& sink) {
  RegisterImage& image = registers_[param];
  const std::span<const std::uint8_t> initial = call.register_bytes(param);
  const bool vector = call.form().params[param].kind == ParamKind::kVreg;
  const std::size_t bytes = vector ? kVectorRegisterBytes : kMaskRegisterBytes;
  image.before.fill(0);  // a by-return result has no initial contents
  std::copy(initial.begin(), initial.end(), image.before.begin());
  std::copy_n(image.before.begin(), bytes, image.after.begin());
  std::fill_n(image.care.begin(), bytes, 0xff);
  const auto high = static_cast<std::int64_t>(bytes);
  sink.operands[param] = {
      image.before.data(), image.after.data(), image.care.data(), 0, high, 0, high};
}

void Evaluator::Memory::load_pointer(const Call& call, std::size_t param, ValueSink& sink) {
  const std::uint64_t address = call.address(param);
  ASSAY_CHECK(address <= kImageBytes);
  const auto low = -static_cast<std::int64_t>(address);
  OperandMemory& m = sink.operands[param];
  m = {before_.data() + address,
       after_.data() + address,
       care_.data() + address,
       low,
       static_cast<std::int64_t>(kImageBytes) + low,
       0,
       0};
  if (const Segment* s = CaseMemory(call.record()).find(address)) {
    m.segment_low = static_cast<std::int64_t>(s->addr) + low;
    m.segment_high = m.segment_low + static_cast<std::int64_t>(s->data.size());
  }
}

namespace {

// The care mask to store: empty where every bit is compared.
Bytes care_bytes(const std::uint8_t* care, std::size_t bytes) {
  if (std::all_of(care, care + bytes, [](std::uint8_t b) { return b == 0xff; })) return {};
  return Bytes(care, care + bytes);
}

// Bits without a promise are written as 0, so that a file says nothing it does not mean.
void blank_uncared(Bytes& data, const Bytes& care) {
  for (std::size_t i = 0; i < care.size(); ++i) data[i] &= care[i];
}

}  // namespace

ExpectedOutputs Evaluator::Memory::collect(const Call& call, const ValueSink& sink) const {
  ExpectedOutputs out;
  for (const Segment& s : call.record().ub) {
    const std::uint8_t* after = after_.data() + s.addr;
    ExpectedSegment e{s.addr, Bytes(after, after + s.data.size()),
                      care_bytes(care_.data() + s.addr, s.data.size())};
    blank_uncared(e.data, e.care);
    out.ub.push_back(std::move(e));
  }
  for (std::size_t i = 0; i < call.form().params.size(); ++i) {
    const Param& p = call.form().params[i];
    if (p.kind == ParamKind::kUb && p.updated) {
      out.scalar.push_back(
          {p.name, static_cast<std::int64_t>(call.address(i)) + sink.advanced_bytes[i]});
    }
    if (p.io == ParamIo::kIn || (p.kind != ParamKind::kVreg && p.kind != ParamKind::kMreg)) {
      continue;
    }
    const std::size_t bytes = static_cast<std::size_t>(sink.operands[i].high);
    const RegisterImage& image = registers_[i];
    const std::uint8_t* after = image.after.data();
    ExpectedRegister e{p.name, Bytes(after, after + bytes), care_bytes(image.care.data(), bytes)};
    blank_uncared(e.data, e.care);
    (p.kind == ParamKind::kVreg ? out.vreg : out.mreg).push_back(std::move(e));
  }
  return out;
}

Evaluator::Evaluator(const Catalog& catalog)
    : catalog_(catalog), memory_(std::make_unique<Memory>()) {}
Evaluator::~Evaluator() = default;

ExpectedOutputs Evaluator::outputs(const Call& call) {
  ValueSink sink;
  memory_->load(call, sink);
  find_program(call.op().id).values(call, sink);
  for (const char* rule : sink.rules) {
    if (std::find(rules_.begin(), rules_.end(), rule) == rules_.end()) rules_.push_back(rule);
  }
  return memory_->collect(call, sink);
}

Provenance Evaluator::trace(const Call& call) {
  ValueSink values;
  memory_->load(call, values);
  TraceSink sink(values);
  find_program(call.op().id).trace(call, sink);
  return {std::move(sink.moves), std::move(sink.advances)};
}

Expectation Evaluator::expect(const Case& c) {
  Call call(catalog_, c);
  return expect(call, check_legality(call));
}

Expectation Evaluator::expect(Call& call, const Legality& legality) {
  rules_.clear();
  Expectation e;
  e.verdict = legality.verdict;
  if (e.verdict == ExpectedVerdict::kReject) e.clause = legality.clause()->id;
  if (e.verdict != ExpectedVerdict::kOk) return e;
  if (legality.incomplete) {
    throw BadInput("", "", "missing-memory",
                   "the case does not hold all the memory that the call touches",
                   "give every operand's bytes under ub");
  }
  call.forget_asked();
  e.outputs = outputs(call);
  if (call.asked() != 0) add_alternatives(call, e);
  return e;
}

namespace {

// The outputs of `other` that differ from those of `primary`.
ExpectedOutputs replaced(const ExpectedOutputs& primary, const ExpectedOutputs& other) {
  const auto keep_changed = [](const auto& from, const auto& to) {
    auto changed = to;
    changed.clear();
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (!(to[i] == from[i])) changed.push_back(to[i]);
    }
    return changed;
  };
  return {keep_changed(primary.ub, other.ub), keep_changed(primary.vreg, other.vreg),
          keep_changed(primary.mreg, other.mreg), keep_changed(primary.scalar, other.scalar)};
}

}  // namespace

// Every combination of answers to the questions on which this very case depends. Combinations
// that do not differ are listed too: that they cannot be told apart here is knowledge.
void Evaluator::add_alternatives(Call& call, Expectation& e) {
  const std::vector<Question>& questions = call.op().questions;
  std::vector<std::size_t> open;
  for (std::size_t q = 0; q < questions.size(); ++q) {
    if (((call.asked() >> q) & 1) == 0) continue;
    bool differs = false;
    for (std::size_t o = 1; o < questions[q].options.size() && !differs; ++o) {
      call.set_answer(q, o);
      differs = outputs(call) != e.outputs;
    }
    call.set_answer(q, 0);
    if (differs) open.push_back(q);
  }
  std::size_t combinations = 1;
  for (const std::size_t q : open) combinations *= questions[q].options.size();
  for (std::size_t n = 0; n < combinations && !open.empty(); ++n) {
    Answers answers;
    std::size_t rest = n;
    for (const std::size_t q : open) {
      const std::size_t option = rest % questions[q].options.size();
      rest /= questions[q].options.size();
      call.set_answer(q, option);
      answers.emplace_back(questions[q].id, questions[q].options[option].id);
    }
    if (n == 0) {
      e.options = std::move(answers);
    } else {
      e.alternatives.push_back({std::move(answers), replaced(e.outputs, outputs(call))});
    }
  }
  for (const std::size_t q : open) call.set_answer(q, 0);
}

namespace {

// A place as bits of one address space: memory by absolute address, registers by parameter.
struct Spot {
  std::int64_t space = -1;  // -1: Unified Buffer; else the parameter
  std::int64_t bit = 0;
};

Spot spot(const Call& call, Place place) {
  if (call.form().params[place.operand].kind != ParamKind::kUb) return {place.operand, place.bit};
  return {-1, 8 * static_cast<std::int64_t>(call.address(place.operand)) + place.bit};
}

}  // namespace

Origin Provenance::origin(const Call& call, Place place) const {
  const Spot wanted = spot(call, place);
  Origin untouched = {MoveKind::kKeep, {}, call.op().untouched};
  bool kept = false;
  for (auto move = moves.rbegin(); move != moves.rend(); ++move) {
    const Spot dst = spot(call, move->dst);
    const std::int64_t k = wanted.bit - dst.bit;
    if (dst.space != wanted.space || k < 0 || k >= move->bits) continue;
    if (move->kind != MoveKind::kKeep) return {move->kind, move->src.bits(k), move->rule};
    if (!kept) untouched.rule = move->rule;  // keeps what earlier moves left, if any wrote here
    kept = true;
  }
  return untouched;
}

}  // namespace assay
