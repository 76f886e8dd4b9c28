#include "conformance/report/text_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "conformance/diagnosis.h"
#include "spec/bad_input.h"
#include "spec/record/hex.h"

namespace assay {
namespace {

constexpr std::size_t kListed = 10;  // names of cases that are listed without a diagnosis

class Writer {
 public:
  Writer(const Catalog& catalog, const TextOptions& options)
      : catalog_(catalog), options_(options), oracle_(catalog) {}

  template <typename... Args>
  void line(fmt::format_string<Args...> text, Args&&... args) {
    out_ += fmt::format(text, std::forward<Args>(args)...) + "\n";
  }
  std::string paint(std::string_view text, std::string_view code) const {
    if (!options_.colour) return std::string(text);
    return fmt::format("\033[{}m{}\033[0m", code, text);
  }

  void failure(const NotPassed& entry);
  void totals(const Verdicts& v);
  void answers(const Verdicts& v);
  void tripwires(const Verdicts& v);
  std::string take() { return std::move(out_); }

 private:
  void wrong_output(const Case& c, const Difference& d);

  const Catalog& catalog_;
  const TextOptions& options_;
  Evaluator oracle_;
  std::string out_;
};

std::string place_text(const WrongPlace& w) {
  if (w.is_guard) {
    return fmt::format("byte {} from {}: memory that the call must not touch", w.byte, w.operand);
  }
  return fmt::format("{}: element {}, byte {}, bit {}, DataBlock {}, repeat {}, lane {}", w.operand,
                     w.element, w.byte, w.bit, w.datablock, w.repeat, w.lane);
}

void Writer::wrong_output(const Case& c, const Difference& d) {
  if (!d.problem.empty()) return line("  output {}: {}", d.output, d.problem);
  const Diagnosis g = diagnose(catalog_, oracle_, c, d);
  line("  output {}: {} wrong bits", d.output, d.wrong_bits);
  if (d.output.starts_with("scalar.")) {
    line("  pointer     {} after the call", g.place.operand);
    line("  expected    {}", g.expected);
    line("  actual      {}", g.actual);
  } else {
    line("  first wrong {}", place_text(g.place));
    line("  expected    {} = {}", to_hex(d.expected), g.expected);
    line("  actual      {} = {}", to_hex(d.actual), g.actual);
  }
  line("  comes from  {}", g.origin);
  if (!g.rule.empty()) {
    line("  rule        {}: {}", g.rule, g.rule_text);
    line("              ({})", g.source);
  }
}

void Writer::failure(const NotPassed& entry) {
  line("{} {}", paint("FAIL", "31;1"), entry.name.empty() ? entry.id : entry.name);
  if (entry.call) {
    const Case& c = *entry.call;
    line("  call        op {}, form {}, product {}, dtype {}", c.op, c.form, c.product, c.dtype);
    std::string tags;
    for (const std::string& tag : c.tags) tags += (tags.empty() ? "" : ", ") + tag;
    if (!tags.empty()) line("  made with   {}", tags);
  }
  line("  why         {}", entry.judgement.why);
  if (entry.call && entry.judgement.difference) {
    try {
      wrong_output(*entry.call, *entry.judgement.difference);
    } catch (const BadInput& e) {
      line("  (no diagnosis: {})", e.message);
    }
  }
  std::string command = options_.repeat_command;
  const std::size_t at = command.find("{}");
  if (at != std::string::npos) {
    line("  repeat      {}", command.replace(at, 2, entry.file + "#" + entry.id));
  }
  line("");
}

void Writer::totals(const Verdicts& v) {
  std::string counts;
  for (const Verdict verdict : kVerdicts) {
    if (v.total(verdict) == 0) continue;
    const bool good =
        verdict == Verdict::kPass || verdict == Verdict::kKnown || verdict == Verdict::kRecorded;
    counts += (counts.empty() ? "" : ", ") +
              paint(fmt::format("{} {}", v.total(verdict), to_text(verdict)), good ? "32" : "31");
  }
  line("{} cases in {} cells: {}", v.cases(), v.cells(),
       counts.empty() ? "nothing was judged" : counts);
}

// One line for each answer to each question, with the places that gave it.
void Writer::answers(const Verdicts& v) {
  for (const auto& [question, places] : v.answers()) {
    std::map<std::string, std::pair<std::uint64_t, std::string>> by_option;
    for (const auto& [where, options] : places) {
      for (const auto& [option, cases] : options) {
        auto& [sum, text] = by_option[option];
        sum += cases;
        text += (text.empty() ? "" : ", ") + where;
      }
    }
    for (const auto& [option, told] : by_option) {
      line("  open question {}: {} in {} cases ({})", question, option, told.first, told.second);
    }
  }
  for (const AnswerBook::Inconsistency& i : v.inconsistent()) {
    line("{} {} on {}: the target answers in more than one way", paint("INCONSISTENT", "31;1"),
         i.question, i.where);
  }
}

void Writer::tripwires(const Verdicts& v) {
  if (v.tripwires_missed() == 0) {
    line("{} tripwires planted, all caught", v.tripwires_planted());
    return;
  }
  line("{} {} of {} tripwires were not caught: the judge is broken and the run says nothing",
       paint("VOID", "31;1"), v.tripwires_missed(), v.tripwires_planted());
}

}  // namespace

std::string text_report(const Catalog& catalog, const Verdicts& verdicts,
                        const TextOptions& options) {
  Writer w(catalog, options);
  std::size_t told = 0, listed = 0, left = 0;
  for (const NotPassed& entry : verdicts.not_passed()) {
    if (entry.judgement.verdict == Verdict::kFail && told < options.failures) {
      w.failure(entry);
      ++told;
    }
  }
  std::size_t fails = 0;
  for (const NotPassed& entry : verdicts.not_passed()) {
    if (entry.judgement.verdict == Verdict::kRecorded) continue;
    if (entry.judgement.verdict == Verdict::kFail && fails++ < told) continue;
    if (listed == kListed) {
      ++left;
      continue;
    }
    w.line("{} {}: {}", to_text(entry.judgement.verdict),
           entry.name.empty() ? entry.id : entry.name, entry.judgement.why);
    ++listed;
  }
  if (left > 0) w.line("... and {} more", left);
  w.answers(verdicts);
  w.tripwires(verdicts);
  w.totals(verdicts);
  return w.take();
}

std::string against_text(const Against& a) {
  std::string text = fmt::format(
      "against the second target: {} pass on both, {} only on the first, {} only on the second, "
      "{} fail alike, {} fail differently\n",
      a.both_pass, a.only_first_passes, a.only_second_passes, a.fail_alike, a.fail_differently);
  if (a.unjudged_alike + a.unjudged_differently > 0) {
    text += fmt::format("  where nothing is promised: {} answered alike, {} differently\n",
                        a.unjudged_alike, a.unjudged_differently);
  }
  for (std::size_t i = 0; i < std::min(kListed, a.splits.size()); ++i) {
    const Against::Split& s = a.splits[i];
    text += fmt::format("  {}: {} on the first, {} on the second\n", s.name.empty() ? s.id : s.name,
                        to_text(s.first), to_text(s.second));
  }
  return text;
}

}  // namespace assay
