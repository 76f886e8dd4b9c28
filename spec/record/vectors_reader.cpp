#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "spec/record/codec.h"
#include "spec/record/file_header.h"
#include "spec/record/id_set.h"
#include "spec/record/json_record.h"
#include "spec/record/json_skimmer.h"
#include "spec/record/sha256.h"
#include "spec/record/vectors_file.h"

namespace assay {
namespace {

constexpr const char* kAgain = "make the file again with assay gen, or copy it again";

}  // namespace

class VectorsReader::Impl {
 public:
  Impl(const std::string& path, Access access) : records_(path, kVectorsFormat, access) {
    if (records_.header()) {
      header_ = parse_vectors_header(*records_.header(), path);
    } else {
      take_bare_case();
    }
  }

  std::optional<Case> next() {
    if (bare_case_) return std::exchange(bare_case_, std::nullopt);
    if (at_end_) return std::nullopt;
    const std::optional<Record> record = records_.next();
    if (!record) {
      at_end_ = true;
      check_footer();
      return std::nullopt;
    }
    place_ = record->place;
    text_ = record->text;
    hash_.update(text_);
    hash_.update("\n");
    ++count_;
    Case c = parse_case(text_, here());
    check_neighbours(c);
    return c;
  }

  Case read(const RecordPlace& place) const {
    return parse_case(records_.read_at(place), {path(), place.line});
  }

  const std::optional<VectorsHeader>& header() const { return header_; }
  const RecordPlace& place() const { return place_; }
  std::string_view text() const { return text_; }
  const std::string& path() const { return records_.path(); }

 private:
  TextPlace here() const { return {path(), place_.line}; }

  // A file without a header is one bare case, or no vectors file.
  void take_bare_case() {
    std::optional<Record> record = records_.next();
    if (!record && !records_.footer()) {
      refuse({path(), 0}, "", "empty-file", "the file has no header and no cases", kAgain);
    }
    if (!record || !is_one_object_path(path()) || records_.is_one_object()) missing_header();
    place_ = record->place;
    bare_text_ = record->text;
    text_ = bare_text_;
    if (!skim_member(text_, "op", here())) missing_header();
    if (records_.next() || records_.footer()) missing_header();
    bare_case_ = parse_case(text_, here());
    at_end_ = true;
    if (!bare_case_->after.empty()) {
      refuse(here(), "/after", "bad-after", "a bare case has no case before it",
             "give the vectors file and #ID");
    }
  }

  [[noreturn]] void missing_header() const {
    refuse({path(), 1}, "", "missing-header",
           "the file does not start with a header that has a \"format\"", kAgain);
  }

  void check_neighbours(const Case& c) {
    if (const std::uint64_t line = ids_.add(c.id, place_.line); line != 0) {
      refuse(here(), "/id", "double-id",
             fmt::format("the id {} is also on line {}", quoted(c.id), line), "keep one of them");
    }
    if (c.after.empty()) {
      chain_.clear();
    } else if (std::find(chain_.rbegin(), chain_.rend(), c.after) == chain_.rend()) {
      refuse(here(), "/after", "bad-after",
             fmt::format("the case must run after {}, which is not directly before it",
                         quoted(c.after)),
             "keep such cases together and in order");
    }
    chain_.push_back(c.id);
  }

  void check_footer() {
    if (!records_.footer()) {
      refuse(
          {path(), 0}, "", "missing-footer",
          fmt::format("the file ends without a footer (cases so far: {}): it is truncated", count_),
          kAgain);
    }
    const Record& footer = *records_.footer();
    const JsonRecord record(footer.text, {path(), footer.place.line}, "footer");
    record.only_keys(record.root(), {"footer"});
    const JsonValue& value = record.need(record.root(), "footer");
    record.only_keys(value, {"cases", "sha256"});
    const JsonValue& cases = record.need(value, "cases");
    const JsonValue& sha256 = record.need(value, "sha256");
    if (record.u64(cases) != count_) {
      record.fail(
          cases, "footer-count",
          fmt::format("cases in the file: {}, by its footer: {}", count_, record.u64(cases)),
          kAgain);
    }
    if (record.text(sha256) != hash_.hex_digest()) {
      record.fail(sha256, "footer-sha256", "the cases are not those that the footer was made for",
                  kAgain);
    }
  }

  RecordStream records_;
  std::optional<VectorsHeader> header_;
  std::optional<Case> bare_case_;  // until it has been given out
  std::string bare_text_;
  RecordPlace place_;
  std::string_view text_;
  bool at_end_ = false;
  std::uint64_t count_ = 0;
  Sha256 hash_;  // of the cases so far
  IdSet ids_;
  std::vector<std::string> chain_;  // the case before and those it follows without a break
};

VectorsReader::VectorsReader(const std::string& path, Access access)
    : impl_(std::make_unique<Impl>(path, access)) {}
VectorsReader::~VectorsReader() = default;
VectorsReader::VectorsReader(VectorsReader&&) noexcept = default;
VectorsReader& VectorsReader::operator=(VectorsReader&&) noexcept = default;

const std::optional<VectorsHeader>& VectorsReader::header() const { return impl_->header(); }
std::optional<Case> VectorsReader::next() { return impl_->next(); }
const RecordPlace& VectorsReader::place() const { return impl_->place(); }
std::string_view VectorsReader::text() const { return impl_->text(); }
Case VectorsReader::read(const RecordPlace& place) const { return impl_->read(place); }
const std::string& VectorsReader::path() const { return impl_->path(); }

}  // namespace assay
