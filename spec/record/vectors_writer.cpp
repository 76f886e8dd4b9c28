#include <fmt/format.h>

#include "spec/bad_input.h"
#include "spec/record/codec.h"
#include "spec/record/file_header.h"
#include "spec/record/output_file.h"
#include "spec/record/sha256.h"
#include "spec/record/vectors_file.h"

namespace assay {

class VectorsWriter::Impl {
 public:
  Impl(const std::string& path, const VectorsHeader& header)
      : file_(path), one_object_(is_one_object_path(path)) {
    file_.write(open_vectors_header(header));
    file_.write(one_object_ ? ",\"cases\":[\n" : "}\n");
  }

  void add(const Case& c) {
    line_.clear();
    append_case_json(line_, c);
    add_line(line_);
  }

  void add_line(std::string_view line) {
    ASSAY_CHECK(line.starts_with('{') && line.ends_with('}'));
    ASSAY_CHECK(line.find('\n') == std::string_view::npos);
    if (line.size() > kMaxRecordBytes) {
      throw BadInput("", "", "line-too-long", "a case of more than 16 MiB of text",
                     "ask for smaller cases");
    }
    if (one_object_ && count_ > 0) file_.write(",\n");
    file_.write(line);
    if (!one_object_) file_.write("\n");
    hash_.update(line);
    hash_.update("\n");
    ++count_;
  }

  void finish() {
    const std::string footer = fmt::format("\"footer\":{{\"cases\":{},\"sha256\":\"{}\"}}}}\n",
                                           count_, hash_.hex_digest());
    file_.write(one_object_ ? "\n]," : "{");
    file_.write(footer);
    file_.finish();
  }

 private:
  OutputFile file_;
  bool one_object_;
  std::uint64_t count_ = 0;
  Sha256 hash_;
  std::string line_;
};

VectorsWriter::VectorsWriter(const std::string& path, const VectorsHeader& header)
    : impl_(std::make_unique<Impl>(path, header)) {}
VectorsWriter::~VectorsWriter() = default;
VectorsWriter::VectorsWriter(VectorsWriter&&) noexcept = default;
VectorsWriter& VectorsWriter::operator=(VectorsWriter&&) noexcept = default;

void VectorsWriter::add(const Case& c) { impl_->add(c); }
void VectorsWriter::add_line(std::string_view line) { impl_->add_line(line); }
void VectorsWriter::finish() { impl_->finish(); }

}  // namespace assay
