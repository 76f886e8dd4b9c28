#include "spec/record/file_header.h"

#include <fmt/format.h>

#include "spec/bad_input.h"
#include "spec/record/hex.h"
#include "spec/record/json_record.h"
#include "spec/record/json_skimmer.h"
#include "spec/record/json_text.h"
#include "spec/record/text_source.h"

namespace assay {
namespace {

constexpr std::string_view kVectors = "assay-vectors";
constexpr std::string_view kResults = "assay-results";
constexpr std::size_t kSha256Digits = 64;

void check_format(const JsonRecord& record, std::string_view wanted) {
  const JsonValue& format = record.need(record.root(), "format");
  if (record.text(format) != wanted) {
    record.fail(format, "wrong-format",
                "the file's format is " + quoted(record.text(format)) + ", not " + quoted(wanted),
                "check which file goes where on the command line");
  }
  const JsonValue& version = record.need(record.root(), "version");
  const JsonInteger number = record.integer(version);
  if (number.negative || number.magnitude != 1) {
    record.fail(version, "wrong-version", "only version 1 of the format is known",
                "use the assay that wrote the file");
  }
}

std::string parse_sha256(const JsonRecord& record, const JsonValue& value) {
  const std::string& text = record.text(value);
  record.bytes(value);
  if (text.size() != kSha256Digits) {
    record.fail(value, "bad-length", fmt::format("{} hex digits for a SHA-256", text.size()),
                "write 64; all zeros mean that it is unknown");
  }
  return text;
}

std::string open_header(std::string_view format) {
  return "{\"format\":\"" + std::string(format) + "\",\"version\":1";
}

}  // namespace

VectorsHeader parse_vectors_header(const Record& text, const std::string& path) {
  const TextPlace place{path, text.place.line};
  const JsonRecord record(text.text, place, "header");
  const JsonValue& root = record.root();
  check_format(record, kVectors);
  record.only_keys(root, {"format", "version", "generator", "spec_sha256", "seed", "selection"});
  const JsonValue& generator = record.need(root, "generator");
  record.only_keys(generator, {"name", "version"});
  VectorsHeader header;
  header.generator_name = record.need_text(generator, "name");
  header.generator_version = record.need_text(generator, "version");
  header.spec_sha256 = parse_sha256(record, record.need(root, "spec_sha256"));
  header.seed = record.u64(record.need(root, "seed"));
  record.object(record.need(root, "selection"));
  header.selection = skim_member(text.text, "selection", place).value();
  return header;
}

TargetInfo parse_results_header(const Record& header, const std::string& path) {
  const JsonRecord record(header.text, {path, header.place.line}, "header");
  check_format(record, kResults);
  TargetInfo target;
  if (const JsonValue* value = record.find(record.root(), "target")) {
    target.name = record.optional_text(*value, "name");
    target.version = record.optional_text(*value, "version");
    target.kind = record.optional_text(*value, "kind");
  }
  return target;
}

std::optional<TargetInfo> results_target(const RecordStream& records) {
  if (records.header()) return parse_results_header(*records.header(), records.path());
  if (!records.is_one_object()) return std::nullopt;
  refuse({records.path(), 1}, "", "wrong-format", "the object has no \"format\"",
         "write \"format\":\"assay-results\" and \"version\":1");
}

std::string open_vectors_header(const VectorsHeader& header) {
  ASSAY_CHECK(header.spec_sha256.size() == kSha256Digits);
  std::string out = open_header(kVectors);
  out += ",\"generator\":{\"name\":";
  append_json_string(out, header.generator_name);
  out += ",\"version\":";
  append_json_string(out, header.generator_version);
  out += "},\"spec_sha256\":";
  append_json_string(out, header.spec_sha256);
  out += ",\"seed\":";
  append_json_hex_integer(out, header.seed);
  return out + ",\"selection\":" + header.selection;
}

std::string open_results_header(const TargetInfo& target) {
  std::string out = open_header(kResults) + ",\"target\":{\"name\":";
  append_json_string(out, target.name);
  out += ",\"version\":";
  append_json_string(out, target.version);
  out += ",\"kind\":";
  append_json_string(out, target.kind);
  return out + '}';
}

bool is_one_object_path(std::string_view path) {
  if (is_gzip_path(path)) path.remove_suffix(3);
  return path.ends_with(".json");
}

}  // namespace assay
