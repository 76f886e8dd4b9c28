// A case in the making: sizes, then places, then contents.
#ifndef ASSAY_FUZZ_GENERATE_DRAFT_H_
#define ASSAY_FUZZ_GENERATE_DRAFT_H_

#include <cstdint>
#include <span>
#include <vector>

#include "fuzz/generate/choices.h"
#include "fuzz/generate/limits.h"
#include "oracle/movement.h"
#include "spec/model/catalog.h"
#include "spec/record/case.h"

namespace assay {

class Draft {
 public:
  Draft(const Catalog& catalog, const Cell& cell, std::uint64_t ub_bytes, Choices& choices);

  void choose_core();
  void choose_sizes();    // counts, repeats, strides, selectors; then cut down to what fits
  void choose_windows();  // how much memory operands have that indices point into
  void place_operands();  // addresses
  void choose_offsets();  // bases, index entries, post-update steps
  void fill_memory();
  void fill_registers();
  Case take() { return std::move(case_); }

 private:
  static constexpr std::uint64_t kGuardBytes = 32;

  const Param& param(std::size_t i) const { return form_.params[i]; }
  std::size_t params() const { return form_.params.size(); }
  std::size_t index_of(const std::string& name) const;

  void set_arg(std::size_t i, ArgValue value);
  std::int64_t scalar(std::size_t i) const;

  // sizes (draft_sizes.cpp)
  void choose_count(std::size_t i);
  void choose_repeat(std::size_t i);
  void choose_stride(std::size_t i);
  void choose_lane_count(std::size_t i);
  void choose_mask_words(std::size_t i);
  void cut_to_fit(std::size_t i);
  void measure();  // hulls_ from the op's extents
  std::uint64_t needed_bytes() const;

  // places (draft_places.cpp)
  bool in_place_allowed(std::size_t i) const;
  std::uint64_t packed_bytes(std::size_t i) const;
  void place(const std::vector<std::size_t>& order);
  void place_unread();

  // contents (draft_contents.cpp)
  void choose_base(std::size_t i);
  void choose_entries(std::size_t i);
  void choose_step(std::size_t i);
  void add_segments();
  std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes);

  const Catalog& catalog_;
  const OpSpec& op_;
  const Form& form_;
  const Product& product_;
  const Dtype& dtype_;
  Choices& choices_;
  Case case_;
  std::vector<ParamLimits> limits_;
  std::vector<std::uint64_t> hulls_;    // kUb: bytes from the pointer on that belong to it
  std::vector<std::uint64_t> address_;  // kUb
  std::vector<std::vector<std::uint32_t>> entries_;  // kIndex
  std::uint32_t repeat_bytes_ = 0;
  std::uint32_t repeat_lanes_ = 0;
};

}  // namespace assay

#endif  // ASSAY_FUZZ_GENERATE_DRAFT_H_
