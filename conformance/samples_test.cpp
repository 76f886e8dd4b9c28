// The vendor's own samples: their inputs must give their golden bytes, in the emulator and in the
// oracle. corpus/samples/manifest.json says which bytes are which operand of which call.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "conformance/agreement.h"
#include "conformance/diagnosis.h"
#include "conformance/emulated_run.h"
#include "oracle/evaluate.h"
#include "oracle/legality.h"
#include "spec/model/catalog.h"
#include "spec/record/codec.h"

namespace assay {
namespace {

using nlohmann::json;

const std::string kSamples = std::string(ASSAY_SOURCE_DIR) + "/corpus/samples/";
constexpr std::uint64_t kFirstAddress = 4096;
constexpr std::uint64_t kGuardBytes = 32;

// A call with the vendor's answer as its expectation, and where in it the golden bytes lie.
struct GoldenCase {
  Case call;
  bool in_memory = false;       // the output is the last segment; else the only register
  std::size_t golden_byte = 0;  // first one, counted from the start of that output
  std::size_t golden_bytes = 0;

  Bytes& output() {
    ExpectedOutputs& outputs = call.expect->outputs;
    if (in_memory) return outputs.ub.back().data;
    return outputs.vreg.empty() ? outputs.mreg[0].data : outputs.vreg[0].data;
  }
};

struct Sample {
  std::string folder;
  std::vector<GoldenCase> cases;
};

// A file, or `bytes` of it from `from_byte` on. `step` such pieces further where calls repeat.
Bytes read_piece(const std::string& folder, const json& piece, std::size_t step = 0) {
  const std::string text = file_text(folder + std::string(piece.at("file")));
  const std::size_t from = piece.value("from_byte", std::size_t{0});
  const std::size_t size = piece.value("bytes", text.size() - from);
  EXPECT_GT(size, 0u) << piece;
  EXPECT_LE(from + (step + 1) * size, text.size()) << piece;
  const std::string part = text.substr(from + step * size, size);
  return {part.begin(), part.end()};
}

Bytes padded(Bytes bytes, std::size_t size, std::uint8_t fill) {
  EXPECT_LE(bytes.size(), size);
  bytes.resize(size, fill);
  return bytes;
}

// What an output holds before the call: different from its golden in every bit.
Bytes complement(Bytes bytes) {
  for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(~b);
  return bytes;
}

// Makes the case of one call, parameter by parameter of its form.
class CaseMaker {
 public:
  CaseMaker(const Catalog& catalog, const json& sample, const json& call, std::size_t iteration)
      : catalog_(catalog), sample_(sample), call_(call), iteration_(iteration) {}

  GoldenCase make(const std::string& product) {
    Case& c = made_.call;
    c.op = sample_.at("op");
    c.form = sample_.at("form");
    c.dtype = sample_.at("dtype");
    c.product = product;
    c.ub_bytes = catalog_.find_product(product)->ub_usable_bytes;
    c.expect.emplace();
    lane_bytes_ = catalog_.find_dtype(c.dtype)->lane_bytes;
    folder_ = kSamples + std::string(sample_.at("folder")) + "/";
    golden_ = read_piece(folder_, call_.at("golden"), iteration_);
    made_.golden_bytes = golden_.size();
    const Form& form = *catalog_.find_op(c.op)->find_form(c.form);
    for (const Param& p : form.params) {
      if (p.name != call_.at("golden").at("output")) add_input(p);
    }
    for (const Param& p : form.params) {
      if (p.name == call_.at("golden").at("output")) add_output(p);
    }
    c.id = case_id(c);
    c.name = fmt::format("{}.{}.{}", std::string(sample_.at("folder")), product, c.id);
    return made_;
  }

 private:
  bool is_given(const Param& p) const { return call_.at("operands").contains(p.name); }
  Bytes given(const Param& p) const { return read_piece(folder_, call_.at("operands").at(p.name)); }

  void add_input(const Param& p) {
    switch (p.kind) {
      case ParamKind::kUb: return add_memory_input(p);
      case ParamKind::kVreg:
        made_.call.vreg.push_back({p.name, padded(given(p), kVectorRegisterBytes, 0)});
        return;
      case ParamKind::kMreg: return add_mask(p);
      case ParamKind::kScalar: {
        const std::uint64_t value = call_.at("scalars").at(p.name);
        made_.call.args.push_back({p.name, scalar_arg(value)});
        return;
      }
      case ParamKind::kMaskWords: FAIL() << "no sample has mask words";
    }
  }

  // A pointer that the sample does not give is not read, and points to the input before it.
  void add_memory_input(const Param& p) {
    if (is_given(p)) {
      input_ = next_address_;
      add_segment({input_, given(p)}, {});
    }
    const std::uint64_t distance =
        p.updated ? call_.at("scalars").at("offset").get<std::uint64_t>() * lane_bytes_ : 0;
    const std::uint64_t before = input_ + iteration_ * distance;
    made_.call.args.push_back({p.name, Pointer{before}});
    if (!p.updated) return;
    const auto after = static_cast<std::int64_t>(before + distance);
    made_.call.expect->outputs.scalar.push_back({p.name, after});
  }

  void add_mask(const Param& p) {
    const std::size_t bytes = call_.at("selected_lanes").get<std::size_t>() * lane_bytes_ / 8;
    made_.call.mreg.push_back({p.name, padded(Bytes(bytes, 0xff), kMaskRegisterBytes, 0)});
  }

  void add_output(const Param& p) {
    if (p.kind == ParamKind::kUb) return add_memory_output(p);
    const bool is_mask = p.kind == ParamKind::kMreg;
    const std::size_t size = is_mask ? kMaskRegisterBytes : kVectorRegisterBytes;
    ASSERT_EQ(golden_.size(), size);
    ExpectedOutputs& outputs = made_.call.expect->outputs;
    (is_mask ? outputs.mreg : outputs.vreg).push_back({p.name, golden_, {}});
    (is_mask ? made_.call.mreg : made_.call.vreg)
        .push_back({p.name, is_given(p) ? given(p) : complement(golden_)});
  }

  // Guards around dst must stay. Where the vendor compares less than its file holds, nothing
  // behind is compared.
  void add_memory_output(const Param& p) {
    const json whole_file = {{"file", call_.at("golden").at("file")}};
    const std::size_t room = read_piece(folder_, whole_file).size();
    const std::size_t size = kGuardBytes + room + kGuardBytes;
    Bytes before(kGuardBytes, 0xc3);
    Bytes after = before;
    const Bytes initial = complement(golden_);
    before.insert(before.end(), initial.begin(), initial.end());
    after.insert(after.end(), golden_.begin(), golden_.end());
    Bytes care;
    if (golden_.size() < room) care = padded(Bytes(after.size(), 0xff), size, 0);
    made_.in_memory = true;
    made_.golden_byte = kGuardBytes;
    made_.call.args.push_back({p.name, Pointer{next_address_ + kGuardBytes}});
    add_segment({next_address_, padded(before, size, 0xc3)}, {});
    made_.call.expect->outputs.ub.back().data = padded(after, size, 0xc3);
    made_.call.expect->outputs.ub.back().care = care;
  }

  void add_segment(const Segment& s, const Bytes& care) {
    made_.call.ub.push_back(s);
    made_.call.expect->outputs.ub.push_back({s.addr, s.data, care});
    next_address_ += (s.data.size() + kFirstAddress - 1) / kFirstAddress * kFirstAddress;
  }

  const Catalog& catalog_;
  const json& sample_;
  const json& call_;
  std::size_t iteration_;
  std::string folder_;
  Bytes golden_;
  std::uint64_t lane_bytes_ = 0;
  std::uint64_t next_address_ = kFirstAddress;
  std::uint64_t input_ = kFirstAddress;
  GoldenCase made_;
};

Sample make_sample(const Catalog& catalog, const json& facts) {
  Sample sample{facts.at("folder"), {}};
  for (const std::string product : facts.at("products")) {
    for (const json& call : facts.at("calls")) {
      const std::size_t iterations = call.value("iterations", std::size_t{1});
      for (std::size_t i = 0; i < iterations; ++i) {
        sample.cases.push_back(CaseMaker(catalog, facts, call, i).make(product));
      }
    }
  }
  return sample;
}

std::vector<Case> calls_of(const Sample& sample) {
  std::vector<Case> calls;
  for (const GoldenCase& g : sample.cases) calls.push_back(g.call);
  return calls;
}

class Samples : public testing::Test {
 protected:
  Samples() {
    const json manifest = json::parse(file_text(kSamples + "manifest.json"));
    for (const json& facts : manifest.at("samples")) {
      samples_.push_back(make_sample(catalog_, facts));
    }
  }

  const Sample& sample(std::string_view folder) const {
    const auto has_name = [folder](const Sample& s) { return s.folder == folder; };
    return *std::find_if(samples_.begin(), samples_.end(), has_name);
  }

  const Catalog catalog_ = load_builtin_catalog();
  Evaluator oracle_{catalog_};
  std::vector<Sample> samples_;
};

TEST_F(Samples, AreAllThere) {
  std::map<std::string, std::size_t> cases, on_disk;
  for (const Sample& s : samples_) cases[s.folder] = s.cases.size();
  for (const auto& entry : std::filesystem::directory_iterator(kSamples)) {
    if (entry.is_directory()) on_disk[entry.path().filename().string()] = 0;
  }
  const std::map<std::string, std::size_t> expected = {
      {"gather_1", 2},  {"gather_2", 4},  {"gather_3", 5},  {"gather_4", 1},
      {"mergemode", 2}, {"regload_2", 2}, {"regmove_1", 1}, {"upsample_6", 16}};
  EXPECT_EQ(cases, expected);
  for (const auto& [folder, count] : expected) EXPECT_TRUE(on_disk.contains(folder)) << folder;
  EXPECT_EQ(on_disk.size(), expected.size());
}

TEST_F(Samples, TheEmulatorGivesTheGoldenBytes) {
  const EmulatedRun run(catalog_);
  for (const Sample& s : samples_) {
    const DiffReport report = run.judge(calls_of(s));
    EXPECT_EQ(report.verdicts.total(Verdict::kPass), s.cases.size()) << s.folder;
    for (const NotPassed& n : report.verdicts.not_passed()) {
      ADD_FAILURE() << n.name << ": " << n.judgement.why;
    }
    EXPECT_EQ(report.verdicts.exit_code(false), 0) << s.folder;
  }
}

TEST_F(Samples, TheOracleGivesTheGoldenBytes) {
  for (const Sample& s : samples_) {
    for (const GoldenCase& g : s.cases) {
      const Legality legality = check_legality(Call(catalog_, g.call));
      EXPECT_EQ(legality.verdict, ExpectedVerdict::kOk) << g.call.name;
      EXPECT_FALSE(legality.incomplete) << g.call.name;
      const Expectation computed = oracle_.expect(g.call);
      EXPECT_EQ(computed.verdict, ExpectedVerdict::kOk) << g.call.name;
      EXPECT_EQ(disagreement(g.call.expect->outputs, computed.outputs), "") << g.call.name;
    }
  }
}

// A wrong byte of a golden, counted from its start, is found and named.
void expect_named(const Catalog& catalog, const GoldenCase& g, std::size_t byte,
                  const NotPassed& n) {
  ASSERT_EQ(n.id, g.call.id);
  EXPECT_EQ(n.judgement.verdict, Verdict::kFail);
  ASSERT_TRUE(n.judgement.difference) << g.call.name;
  EXPECT_EQ(n.judgement.difference->bit, 8 * (g.golden_byte + byte)) << g.call.name;
  EXPECT_EQ(n.judgement.difference->wrong_bits, 8u) << g.call.name;
  Evaluator oracle(catalog);
  const Diagnosis d = diagnose(catalog, oracle, g.call, *n.judgement.difference);
  const bool is_mask = !g.call.expect->outputs.mreg.empty();
  const std::size_t element_bits = is_mask ? 1 : catalog.find_dtype(g.call.dtype)->bits;
  EXPECT_EQ(d.place.operand, "dst") << g.call.name;
  EXPECT_EQ(d.place.element, static_cast<std::int64_t>(8 * byte / element_bits)) << g.call.name;
}

// At the start, in the middle and at the end of each golden.
TEST_F(Samples, AFlippedGoldenByteFailsAndIsNamed) {
  const EmulatedRun run(catalog_);
  std::size_t checked = 0;
  for (const std::size_t halves : {0u, 1u, 2u}) {
    const auto flipped_byte = [halves](const GoldenCase& g) {
      return halves * (g.golden_bytes - 1) / 2;
    };
    for (Sample s : samples_) {
      for (GoldenCase& g : s.cases) g.output()[g.golden_byte + flipped_byte(g)] ^= 0xff;
      const DiffReport report = run.judge(calls_of(s));
      ASSERT_EQ(report.verdicts.not_passed().size(), s.cases.size()) << s.folder;
      EXPECT_EQ(report.verdicts.exit_code(false), 1) << s.folder;
      for (std::size_t i = 0; i < s.cases.size(); ++i, ++checked) {
        const GoldenCase& g = s.cases[i];
        expect_named(catalog_, g, flipped_byte(g), report.verdicts.not_passed()[i]);
        EXPECT_NE(disagreement(g.call.expect->outputs, oracle_.expect(g.call).outputs), "");
      }
    }
  }
  EXPECT_EQ(checked, 3 * 33u);
}

std::int64_t updated_pointer(const std::vector<UpdatedPointer>& pointers) {
  return pointers.size() == 1 ? pointers[0].address : 0;
}

// Each call gets the pointer that the one before has answered, not the one in its case.
TEST_F(Samples, UpsamplingCarriesThePointerFromCallToCall) {
  emulator::EmulatorTarget target;
  std::int64_t emulated = kFirstAddress;
  std::int64_t computed = kFirstAddress;
  for (const GoldenCase& g : sample("upsample_6").cases) {
    Case c = g.call;
    for (Arg& arg : c.args) {
      if (arg.name == "src") arg.value = Pointer{static_cast<std::uint64_t>(emulated)};
    }
    const Bytes& golden = g.call.expect->outputs.vreg[0].data;
    const Result result = target.run(c);
    ASSERT_EQ(result.vreg, (std::vector<Register>{{"dst", golden}}));
    emulated = updated_pointer(result.scalar);

    for (Arg& arg : c.args) {
      if (arg.name == "src") arg.value = Pointer{static_cast<std::uint64_t>(computed)};
    }
    const ExpectedOutputs outputs = oracle_.expect(c).outputs;
    ASSERT_EQ(outputs.vreg, (std::vector<ExpectedRegister>{{"dst", golden, {}}}));
    computed = updated_pointer(outputs.scalar);
  }
  EXPECT_EQ(emulated, static_cast<std::int64_t>(kFirstAddress) + 16 * 64 * 2);
  EXPECT_EQ(computed, emulated);
}

}  // namespace
}  // namespace assay
