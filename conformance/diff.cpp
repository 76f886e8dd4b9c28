#include "conformance/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "oracle/call.h"
#include "spec/bad_input.h"

namespace assay {
namespace {

std::string position(const RecordPlace& place, const std::string& id) {
  return fmt::format("line {} (case {})", place.line, id);
}

// A vectors file must hold calls that exist, and say what they must yield.
void check_case(const Catalog& catalog, const VectorsReader& reader, const Case& c) {
  try {
    const Call call(catalog, c);
  } catch (const BadInput& e) {
    throw BadInput(reader.path(), position(reader.place(), c.id), e.id, e.message, e.advice);
  }
  if (!c.expect) {
    throw BadInput(reader.path(), position(reader.place(), c.id), "no-expectation",
                   "the case does not say what must come out",
                   "diff needs the vectors as 'assay gen' wrote them, not the target's copy");
  }
}

void refuse_unknown_results(const ResultsIndex& index) {
  const std::optional<ResultLocation> stray = index.first_unused();
  if (!stray) return;
  const Result r = index.read(*stray);
  throw BadInput(index.paths()[stray->file], position(stray->place, r.id), "unknown-id",
                 "no vectors file has a case of this id",
                 "give all vectors files that the target was run on");
}

std::optional<Result> find_result(ResultsIndex& index, const std::string& id) {
  const std::optional<ResultLocation> at = index.lookup(id);
  if (!at) return {};
  return index.read(*at);
}

// The same answer, as far as a target gives one: details and clauses are free text.
bool same_answer(const std::optional<Result>& a, const std::optional<Result>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->status == b->status && a->ub == b->ub && a->vreg == b->vreg && a->mreg == b->mreg &&
         a->scalar == b->scalar;
}

bool is_good(Verdict v) { return v == Verdict::kPass || v == Verdict::kKnown; }

void count_against(const Case& c, const std::optional<Result>& first, Verdict first_verdict,
                   const std::optional<Result>& second, Verdict second_verdict, Against& a) {
  const bool same = same_answer(first, second);
  if (first_verdict == Verdict::kRecorded || second_verdict == Verdict::kRecorded) {
    ++(same ? a.unjudged_alike : a.unjudged_differently);
  } else if (is_good(first_verdict) && is_good(second_verdict)) {
    ++a.both_pass;
  } else if (is_good(first_verdict)) {
    ++a.only_first_passes;
  } else if (is_good(second_verdict)) {
    ++a.only_second_passes;
  } else {
    ++(same ? a.fail_alike : a.fail_differently);
  }
  if (first_verdict != second_verdict) {
    a.splits.push_back({c.id, c.name, first_verdict, second_verdict});
  }
}

// Ids over several vectors files; one file checks its own.
class SeenIds {
 public:
  explicit SeenIds(bool needed) : needed_(needed) {}
  void add(const VectorsReader& reader, const Case& c) {
    if (!needed_ || ids_.insert(c.id).second) return;
    throw BadInput(reader.path(), position(reader.place(), c.id), "double-id",
                   "an earlier vectors file has a case of the same id",
                   "give every vectors file once");
  }

 private:
  bool needed_;
  std::unordered_set<std::string> ids_;
};

}  // namespace

DiffReport diff(const Catalog& catalog, const DiffOptions& options) {
  ResultsIndex results(options.results);
  std::optional<ResultsIndex> second;
  DiffReport report{Verdicts(catalog, options.judge), {}, results.target(), false, {}};
  if (!options.against.empty()) {
    second.emplace(options.against);
    report.against.emplace();
  }
  SeenIds seen(options.vectors.size() > 1);
  for (const std::string& path : options.vectors) {
    VectorsReader reader(path);
    if (!report.header) report.header = reader.header();
    if (reader.header()) {
      const std::string& sha = reader.header()->spec_sha256;
      const bool known = sha.find_first_not_of('0') != std::string::npos;
      report.other_spec = report.other_spec || (known && sha != catalog.sha256());
    }
    while (const std::optional<Case> c = reader.next()) {
      check_case(catalog, reader, *c);
      seen.add(reader, *c);
      const std::optional<Result> result = find_result(results, c->id);
      if (!options.only_id.empty() && c->id != options.only_id) continue;
      const Verdict first = report.verdicts.add(*c, result ? &*result : nullptr, path).verdict;
      if (second) {
        const std::optional<Result> other = find_result(*second, c->id);
        const Judgement j = judge(*c, other ? &*other : nullptr,
                                  catalog.find_dtype(c->dtype)->lane_bytes, options.judge);
        count_against(*c, result, first, other, j.verdict, *report.against);
      }
      if (options.progress) options.progress(report.verdicts.cases());
    }
  }
  refuse_unknown_results(results);
  if (second) refuse_unknown_results(*second);
  return report;
}

}  // namespace assay
