// Where operands lie: anywhere in the Unified Buffer, never over each other unless the page
// allows it, with a bias to its first and last byte.
#include <algorithm>

#include "fuzz/generate/draft.h"
#include "spec/bad_input.h"

namespace assay {
namespace {

constexpr std::uint64_t round_up(std::uint64_t n, std::uint64_t unit) {
  return (n + unit - 1) / unit * unit;
}

}  // namespace

// What the operand takes when packed: its hull, rounded up so that the next one is aligned too.
std::uint64_t Draft::packed_bytes(std::size_t i) const {
  return round_up(hulls_[i], kDatablockBytes);
}

void Draft::choose_windows() {
  for (std::size_t i = 0; i < params(); ++i) {
    if (param(i).role != ParamRole::kIndex) continue;
    const std::size_t target = index_of(param(i).into);
    const std::uint64_t block =
        param(i).block_bytes == kLaneBytes ? dtype_.lane_bytes : param(i).block_bytes;
    const std::uint64_t free = case_.ub_bytes - needed_bytes();
    const bool wide = choices_.pick("window", {{"near", 39}, {"far", 1}}) == 1;
    const std::uint64_t most = wide ? free : std::min<std::uint64_t>(free, 2048);
    // Far enough that a third of the offsets into it needs more than 16 bits.
    const std::uint64_t least = wide ? std::min<std::uint64_t>(free, 98304) : 0;
    const std::uint64_t more = choices_.log_between(least, std::max(least, most));
    hulls_[target] = std::max(hulls_[target], block + more / block * block);
    hulls_[target] = std::min(hulls_[target], (block + free) / block * block);
  }
}

bool Draft::in_place_allowed(std::size_t i) const {
  if (limits_[i].may_coincide_with.empty()) return false;
  for (std::size_t k = 0; k < params(); ++k) {
    const bool several = param(k).role == ParamRole::kRepeat && scalar(k) > 1;
    if (several && limits_[i].coincide_needs_one_repeat) return false;
  }
  return hulls_[index_of(limits_[i].may_coincide_with)] > 0;
}

void Draft::place_operands() {
  std::vector<std::size_t> order;
  std::size_t moved = params();  // an output that lies on one of its inputs
  for (std::size_t i = 0; i < params(); ++i) {
    if (param(i).kind != ParamKind::kUb || hulls_[i] == 0) continue;
    if (in_place_allowed(i) && choices_.pick("placement", {{"apart", 15}, {"in-place", 1}}) == 1) {
      moved = i;
      continue;
    }
    order.push_back(i);
  }
  if (order.empty()) return;
  if (moved != params()) {  // the pair needs room for the larger of the two
    std::uint64_t& host = hulls_[index_of(limits_[moved].may_coincide_with)];
    host = std::max(host, hulls_[moved]);
  }
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[i - 1 - choices_.below(i)]);
  }
  place(order);
  if (moved != params()) address_[moved] = address_[index_of(limits_[moved].may_coincide_with)];
  place_unread();
  for (std::size_t i = 0; i < params(); ++i) {
    if (param(i).kind == ParamKind::kUb) set_arg(i, Pointer{address_[i]});
  }
}

// From the end of the buffer downwards, each operand below a gap of its own.
void Draft::place(const std::vector<std::size_t>& order) {
  std::uint64_t total = 0;
  for (const std::size_t i : order) total += packed_bytes(i);
  const std::uint64_t end = case_.ub_bytes / kDatablockBytes * kDatablockBytes;
  ASSAY_CHECK(total <= end);
  std::uint64_t slack = (end - total) / kDatablockBytes;  // DataBlocks to spread
  const std::size_t kind =
      choices_.pick("place", {{"spread", 8}, {"start-of-ub", 3}, {"end-of-ub", 3}, {"packed", 3}});
  std::uint64_t cursor = end;
  for (std::size_t k = order.size(); k-- > 0;) {
    const bool last = k + 1 == order.size();
    std::uint64_t gap = 0;
    if (kind == 0) gap = choices_.log_between(0, slack);
    if (kind == 1) gap = last ? slack : 0;
    if (kind == 3) gap = last ? choices_.below(slack + 1) : 0;
    slack -= gap;
    cursor -= gap * kDatablockBytes + packed_bytes(order[k]);
    address_[order[k]] = cursor;
    // A pointer with a finer alignment may lie higher inside its blocks.
    const std::uint64_t step = std::max<std::uint64_t>(limits_[order[k]].alignment, 1);
    const std::uint64_t room = (packed_bytes(order[k]) - hulls_[order[k]]) / step;
    if (step < kDatablockBytes && room > 0) {
      address_[order[k]] += step * (kind == 2 ? room : choices_.below(room + 1));
    }
  }
}

// A pointer that this call does not follow points to something harmless all the same.
void Draft::place_unread() {
  std::size_t host = params();
  for (std::size_t i = 0; i < params(); ++i) {
    if (param(i).kind == ParamKind::kUb && param(i).io == ParamIo::kIn && hulls_[i] > 0) host = i;
  }
  for (std::size_t i = 0; i < params() && host != params(); ++i) {
    if (param(i).kind == ParamKind::kUb && hulls_[i] == 0) address_[i] = address_[host];
  }
}

}  // namespace assay
