#include "oracle/judge/judge.h"

#include <fmt/format.h>

#include <algorithm>

#include "spec/bad_input.h"

namespace assay {
namespace {

constexpr std::string_view kUnspecified = "unspecified";

const std::string* option_of(const Answers& answers, const std::string& question) {
  for (const auto& [q, option] : answers) {
    if (q == question) return &option;
  }
  return nullptr;
}

// One way in which the outcome may be right.
struct Candidate {
  const Answers* answers;
  const ExpectedOutputs* replaced;  // null: the primary outputs
};

// May these answers count? Not if the user fixed another one, and not where they accept anything
// (`unspecified`) unless that is the primary reading or was asked for.
bool admitted(const Answers& answers, const Answers& primary, const JudgeOptions& options) {
  for (const auto& [question, option] : answers) {
    const std::string* fixed = option_of(options.answers, question);
    if (fixed != nullptr) {
      if (*fixed != option) return false;
      continue;
    }
    const std::string* first = option_of(primary, question);
    if (option == kUnspecified && (first == nullptr || *first != kUnspecified)) return false;
  }
  return true;
}

void add_answers(const Answers& answers, Judgement& j) {
  for (const auto& [question, option] : answers) {
    auto entry = std::find_if(j.answers.begin(), j.answers.end(),
                              [&q = question](const auto& e) { return e.first == q; });
    if (entry == j.answers.end()) {
      j.answers.push_back({question, {option}});
    } else if (std::find(entry->second.begin(), entry->second.end(), option) ==
               entry->second.end()) {
      entry->second.push_back(option);
    }
  }
}

// "Anything goes" is the answer only where no specific option explains the outcome.
void prefer_specific(Judgement& j) {
  for (auto& [question, options] : j.answers) {
    if (options.size() > 1) std::erase(options, kUnspecified);
  }
}

Judgement judge_outputs(const Case& c, const Result& result, std::uint32_t lane_bytes,
                        const JudgeOptions& options) {
  const Expectation& e = *c.expect;
  std::vector<Candidate> candidates = {{&e.options, nullptr}};
  for (const Alternative& a : e.alternatives) candidates.push_back({&a.options, &a.outputs});
  Judgement j;
  j.verdict = Verdict::kFail;
  j.why = "no reading of the open questions admits this answer";
  for (const Candidate& candidate : candidates) {
    if (!admitted(*candidate.answers, e.options, options)) continue;
    auto difference = compare(e.outputs, candidate.replaced, result, lane_bytes);
    if (!difference) {
      j.verdict = Verdict::kPass;
      add_answers(*candidate.answers, j);
    } else if (!j.difference) {
      j.difference = std::move(difference);
    }
  }
  if (j.verdict == Verdict::kPass) {
    j.difference.reset();
    j.why.clear();
    prefer_specific(j);
  } else if (j.difference) {
    const Difference& d = *j.difference;
    j.why = d.output + ": " +
            (d.problem.empty() ? fmt::format("{} wrong bits", d.wrong_bits) : d.problem);
  }
  return j;
}

Judgement verdict(Verdict v, std::string why) { return {v, std::move(why), {}, {}}; }

std::string why_of(std::string_view text, const Result& result) {
  return result.detail.empty() ? std::string(text) : fmt::format("{}: {}", text, result.detail);
}

Judgement judge_refusal(const Case& c, const Result& result) {
  if (result.status == Status::kRejected) return {};
  return verdict(Verdict::kFail,
                 c.expect->clause.empty()
                     ? "accepted a call that breaks a rule"
                     : "accepted a call that " + c.expect->clause + " says is an error");
}

}  // namespace

std::string_view to_text(Verdict v) {
  switch (v) {
    case Verdict::kPass: return "pass";
    case Verdict::kFail: return "fail";
    case Verdict::kKnown: return "known";
    case Verdict::kRecorded: return "recorded";
    case Verdict::kUnsupported: return "unsupported";
    case Verdict::kMissing: return "missing";
    case Verdict::kCrash: return "crash";
    case Verdict::kTimeout: return "timeout";
    case Verdict::kError: return "error";
  }
  return "";
}

Judgement judge(const Case& c, const Result* result, std::uint32_t lane_bytes,
                const JudgeOptions& options) {
  ASSAY_CHECK(c.expect.has_value());
  if (result == nullptr) return verdict(Verdict::kMissing, "no answer");
  const ExpectedVerdict expected = c.expect->verdict;
  if (expected == ExpectedVerdict::kUndefined && !options.strict_legality) {
    const bool unstable = result->stable.has_value() && !*result->stable;
    return verdict(Verdict::kRecorded, fmt::format("{}{}", to_text(result->status),
                                                   unstable ? ", different from run to run" : ""));
  }
  switch (result->status) {
    case Status::kCrash: return verdict(Verdict::kCrash, why_of("crashed", *result));
    case Status::kTimeout: return verdict(Verdict::kTimeout, why_of("no answer in time", *result));
    case Status::kError: return verdict(Verdict::kError, why_of("adapter failed", *result));
    case Status::kUnsupported:
      return verdict(Verdict::kUnsupported, why_of("unsupported", *result));
    case Status::kOk:
    case Status::kRejected: break;
  }
  if (expected != ExpectedVerdict::kOk) return judge_refusal(c, *result);
  if (result->status == Status::kRejected) {
    return verdict(Verdict::kFail, why_of("refused a legal call", *result));
  }
  return judge_outputs(c, *result, lane_bytes, options);
}

}  // namespace assay
