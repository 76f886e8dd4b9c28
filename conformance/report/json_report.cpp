#include "conformance/report/json_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "spec/record/hex.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Json vectors_json(const DiffReport& report) {
  Json j = Json::object();
  if (!report.header) return j;
  j["generator"] = {{"name", report.header->generator_name},
                    {"version", report.header->generator_version}};
  j["spec_sha256"] = report.header->spec_sha256;
  j["seed"] = fmt::format("{:#x}", report.header->seed);
  j["selection"] = Json::parse(report.header->selection);
  return j;
}

Json target_json(const TargetInfo& target) {
  return {{"name", target.name}, {"version", target.version}, {"kind", target.kind}};
}

Json totals_json(const Verdicts& v) {
  Json j = Json::object();
  for (const Verdict verdict : kVerdicts) j[std::string(to_text(verdict))] = v.total(verdict);
  return j;
}

Json answers_json(const AnswerBook::Counts& answers) {
  Json j = Json::object();
  for (const auto& [question, places] : answers) {
    for (const auto& [where, options] : places) {
      for (const auto& [option, cases] : options) j[question][where][option] = cases;
    }
  }
  return j;
}

Json inconsistent_json(const std::vector<AnswerBook::Inconsistency>& all) {
  Json j = Json::array();
  for (const AnswerBook::Inconsistency& i : all) {
    Json options = Json::object();
    for (const auto& [option, cases] : i.options) options[option] = cases;
    j.push_back({{"question", i.question}, {"where", i.where}, {"options", options}});
  }
  return j;
}

Json case_json(const NotPassed& entry) {
  Json j = {{"id", entry.id},
            {"name", entry.name},
            {"verdict", to_text(entry.judgement.verdict)},
            {"why", entry.judgement.why}};
  if (const auto& d = entry.judgement.difference) {
    j["first"] = {{"output", d->output},
                  {"bit", d->bit},
                  {"expected", to_hex(d->expected)},
                  {"actual", to_hex(d->actual)}};
  }
  return j;
}

Json against_json(const Against& a) {
  Json splits = Json::array();
  for (const Against::Split& s : a.splits) {
    splits.push_back({{"id", s.id},
                      {"name", s.name},
                      {"first", to_text(s.first)},
                      {"second", to_text(s.second)}});
  }
  return {{"both_pass", a.both_pass},
          {"only_first_passes", a.only_first_passes},
          {"only_second_passes", a.only_second_passes},
          {"fail_alike", a.fail_alike},
          {"fail_differently", a.fail_differently},
          {"unjudged_alike", a.unjudged_alike},
          {"unjudged_differently", a.unjudged_differently},
          {"splits", splits}};
}

}  // namespace

std::string json_report(const DiffReport& report) {
  const Verdicts& v = report.verdicts;
  Json j;
  j["format"] = "assay-report";
  j["version"] = 1;
  j["vectors"] = vectors_json(report);
  j["target"] = target_json(report.target);
  j["totals"] = totals_json(v);
  j["answers"] = answers_json(v.answers());
  j["inconsistent"] = inconsistent_json(v.inconsistent());
  j["tripwires"] = {{"planted", v.tripwires_planted()}, {"missed", v.tripwires_missed()}};
  j["groups"] = Json::array();
  if (report.against) j["against"] = against_json(*report.against);
  Json cases = Json::array();
  for (const NotPassed& entry : v.not_passed()) cases.push_back(case_json(entry));
  j["cases"] = std::move(cases);
  return j.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace assay
