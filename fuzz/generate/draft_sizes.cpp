// How much work a case does: counts, repeats, strides and masks.
//
// Most cases are small, a few are as large as the buffer allows; the classes are those at which
// implementations have been seen to fail (one less, one more than a block, a register, 255
// repeats; strides other than the contiguous one, above 8 bits, 0).
#include <algorithm>
#include <array>

#include "fuzz/generate/draft.h"
#include "fuzz/generate/fill.h"
#include "oracle/program.h"
#include "spec/bad_input.h"

namespace assay {

Draft::Draft(const Catalog& catalog, const Cell& cell, std::uint64_t ub_bytes, Choices& choices)
    : catalog_(catalog),
      op_(catalog.ops()[cell.op]),
      form_(op_.forms[cell.form]),
      product_(catalog.products()[cell.product]),
      dtype_(catalog.dtypes()[cell.dtype]),
      choices_(choices) {
  case_.op = op_.id;
  case_.form = form_.id;
  case_.product = product_.id;
  case_.dtype = dtype_.id;
  case_.ub_bytes = ub_bytes;
  hulls_.resize(params());
  address_.resize(params());
  entries_.resize(params());
  // The simplest contents of everything, so that the case can be bound from the start.
  for (const Param& p : form_.params) {
    switch (p.kind) {
      case ParamKind::kVreg:
        if (p.name != "return") case_.vreg.push_back({p.name, Bytes(kVectorRegisterBytes)});
        break;
      case ParamKind::kMreg:
        if (p.name != "return") case_.mreg.push_back({p.name, Bytes(kMaskRegisterBytes)});
        break;
      case ParamKind::kUb: case_.args.push_back({p.name, Pointer{0}}); break;
      case ParamKind::kScalar: case_.args.push_back({p.name, std::int64_t{0}}); break;
      case ParamKind::kMaskWords: case_.args.push_back({p.name, MaskWords{0, 0}}); break;
    }
  }
  const Call call(catalog_, case_);
  limits_ = limits_of(call);
  repeat_bytes_ = call.repeat_bytes();
  repeat_lanes_ = call.repeat_lanes();
}

std::size_t Draft::index_of(const std::string& name) const {
  for (std::size_t i = 0; i < params(); ++i) {
    if (param(i).name == name) return i;
  }
  check_failed("the loader has checked that the parameter exists", __FILE__, __LINE__);
}

void Draft::set_arg(std::size_t i, ArgValue value) {
  for (Arg& a : case_.args) {
    if (a.name == param(i).name) a.value = std::move(value);
  }
}

std::int64_t Draft::scalar(std::size_t i) const {
  return std::get<std::int64_t>(*find_arg(case_, param(i).name));
}

void Draft::choose_core() {
  for (const Constraint& row : op_.constraints) {
    const bool here = row.forms.empty() ||
                      std::find(row.forms.begin(), row.forms.end(), form_.id) != row.forms.end();
    if (row.kind != ConstraintKind::kCore || !here) continue;
    if (choices_.pick("core", {{"aiv", 15}, {"aic", 1}}) == 1) case_.core = Core::kAic;
    return;
  }
}

void Draft::choose_count(std::size_t i) {
  const std::int64_t e = repeat_lanes_, d = kDatablockBytes / dtype_.lane_bytes;
  const std::size_t kind = choices_.pick("count", {{"small", 24},
                                                   {"one", 6},
                                                   {"around-datablock", 20},
                                                   {"around-repeat", 20},
                                                   {"around-two-repeats", 14},
                                                   {"prime", 14},
                                                   {"multiple", 10},
                                                   {"hundreds", 6},
                                                   {"above-255-repeats", 1},
                                                   {"largest", 1},
                                                   {"zero", limits_[i].min > 0 ? 0u : 6u}});
  constexpr std::array<std::int64_t, 6> kPrimes = {3, 7, 61, 127, 257, 509};
  const std::int64_t near = choices_.between(-1, 1);
  std::int64_t n = 1;
  switch (kind) {
    case 0: n = choices_.between(1, 2 * e); break;
    case 1: n = 1; break;
    case 2: n = d * choices_.between(1, 4) + near; break;
    case 3: n = e + near; break;
    case 4: n = 2 * e + near; break;
    case 5: n = kPrimes[choices_.below(kPrimes.size())]; break;
    case 6: n = e * choices_.between(1, 4); break;
    case 7: n = choices_.between(1, 1024); break;
    case 8: n = 257 * e; break;
    case 9: n = static_cast<std::int64_t>(case_.ub_bytes); break;
    default: n = 0; break;
  }
  set_arg(i, std::clamp(n, limits_[i].min, limits_[i].max));
}

void Draft::choose_repeat(std::size_t i) {
  const std::size_t kind = choices_.pick("repeat", {{"one", 50},
                                                    {"two", 50},
                                                    {"three", 40},
                                                    {"four-to-eight", 20},
                                                    {"nine-to-forty", 3},
                                                    {"254-to-257", 1},
                                                    {"largest", 1},
                                                    {"zero", limits_[i].min > 0 ? 0u : 6u}});
  std::int64_t n = 1;
  switch (kind) {
    case 0: n = 1; break;
    case 1: n = 2; break;
    case 2: n = 3; break;
    case 3: n = choices_.between(4, 8); break;
    case 4: n = choices_.between(9, 40); break;
    case 5: n = choices_.between(254, 257); break;
    case 6: n = limits_[i].max; break;
    default: n = 0; break;
  }
  set_arg(i, std::clamp(n, limits_[i].min, limits_[i].max));
}

void Draft::choose_stride(std::size_t i) {
  const std::int64_t contiguous = repeat_bytes_ / kDatablockBytes;
  const std::size_t kind = choices_.pick(param(i).name, {{"contiguous", 40},
                                                         {"zero", limits_[i].min > 0 ? 0u : 16u},
                                                         {"one", 24},
                                                         {"below", 12},
                                                         {"above", 24},
                                                         {"to-sixteen", 16},
                                                         {"around-255", 2},
                                                         {"300", limits_[i].max < 300 ? 0u : 2u},
                                                         {"far", 1}});
  std::int64_t n = contiguous;
  switch (kind) {
    case 0: n = contiguous; break;
    case 1: n = 0; break;
    case 2: n = 1; break;
    case 3: n = contiguous - 1; break;
    case 4: n = contiguous + 1; break;
    case 5: n = choices_.between(0, 16); break;
    case 6: n = choices_.between(254, 257); break;
    case 7: n = 300; break;
    default:
      n = static_cast<std::int64_t>(choices_.log_between(1, case_.ub_bytes / kDatablockBytes));
      break;
  }
  set_arg(i, std::clamp(n, limits_[i].min, limits_[i].max));
}

// "The first n lanes": also none, all, and more than there are.
void Draft::choose_lane_count(std::size_t i) {
  const std::int64_t e = repeat_lanes_;
  const std::size_t kind = choices_.pick("mask", {{"first-lanes", 8},
                                                  {"one-lane", 2},
                                                  {"all-but-one", 3},
                                                  {"full", 4},
                                                  {"empty", 2},
                                                  {"above", 3},
                                                  {"far-above", 2}});
  std::int64_t n = e;
  switch (kind) {
    case 0: n = choices_.between(1, e); break;
    case 1: n = 1; break;
    case 2: n = e - 1; break;
    case 3: n = e; break;
    case 4: n = 0; break;
    case 5: n = e + choices_.between(1, e); break;
    default: n = choices_.between(256, limits_[i].max - 1); break;
  }
  set_arg(i, n);
}

void Draft::choose_mask_words(std::size_t i) {
  const std::vector<bool> lanes = choose_lanes(choices_, repeat_lanes_);
  MaskWords words(2);
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    if (lanes[k]) words[k / 64] |= std::uint64_t{1} << (k % 64);
  }
  set_arg(i, std::move(words));
}

void Draft::choose_sizes() {
  for (std::size_t i = 0; i < params(); ++i) {
    if (param(i).kind == ParamKind::kMaskWords) choose_mask_words(i);
    if (param(i).kind != ParamKind::kScalar) continue;
    switch (param(i).role) {
      case ParamRole::kCount: choose_count(i); break;
      case ParamRole::kRepeat: choose_repeat(i); break;
      case ParamRole::kStrideDatablocks: choose_stride(i); break;
      case ParamRole::kMask: choose_lane_count(i); break;
      case ParamRole::kSelector:
        set_arg(i, choices_.between(limits_[i].min, limits_[i].max));
        choices_.tag(param(i).name + ":" + std::to_string(scalar(i)));
        break;
      case ParamRole::kBase:  // follow from where the operands are
      case ParamRole::kStep:
      case ParamRole::kData:
      case ParamRole::kIndex:
      case ParamRole::kBits: break;
    }
  }
  measure();
  for (std::size_t i = 0; i < params(); ++i) {
    if (param(i).role == ParamRole::kCount || param(i).role == ParamRole::kRepeat) cut_to_fit(i);
  }
  for (std::size_t i = 0; i < params(); ++i) {  // one repeat may be too long for a small buffer
    if (param(i).role == ParamRole::kStrideDatablocks) cut_to_fit(i);
  }
  ASSAY_CHECK(needed_bytes() <= case_.ub_bytes);
}

void Draft::measure() {
  std::fill(hulls_.begin(), hulls_.end(), 0);
  const Call call(catalog_, case_);
  for (const Extent& e : find_program(op_.id).extents(call)) {
    hulls_[e.operand] = std::max(hulls_[e.operand], e.hull_bytes());
  }
  for (std::size_t i = 0; i < params(); ++i) {
    // A call with nothing to do still gets a destination whose bytes are watched.
    const bool output = param(i).kind == ParamKind::kUb && param(i).io != ParamIo::kIn;
    if (output && hulls_[i] == 0) hulls_[i] = repeat_bytes_;
    if (param(i).role != ParamRole::kIndex) continue;
    const std::uint32_t block =
        param(i).block_bytes == kLaneBytes ? dtype_.lane_bytes : param(i).block_bytes;
    std::uint64_t& window = hulls_[index_of(param(i).into)];
    window = std::max<std::uint64_t>(window, block);
  }
}

std::uint64_t Draft::needed_bytes() const {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < params(); ++i) total += packed_bytes(i);
  return total;
}

// The largest value, not above the chosen one, with which all operands fit side by side.
void Draft::cut_to_fit(std::size_t i) {
  if (needed_bytes() <= case_.ub_bytes) return;
  std::int64_t fits = std::max<std::int64_t>(limits_[i].min, 1), too_many = scalar(i);
  if (too_many <= fits) return;
  while (too_many - fits > 1) {
    const std::int64_t middle = fits + (too_many - fits) / 2;
    set_arg(i, middle);
    measure();
    (needed_bytes() <= case_.ub_bytes ? fits : too_many) = middle;
  }
  set_arg(i, fits);
  measure();
  choices_.tag(param(i).name + ":fills-ub");
}

}  // namespace assay
