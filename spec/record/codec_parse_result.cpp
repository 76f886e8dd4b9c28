#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "spec/record/codec.h"
#include "spec/record/codec_parts.h"
#include "spec/record/json_record.h"

namespace assay {
namespace {

Status parse_status(const JsonRecord& record) {
  const JsonValue& value = record.need(record.root(), "status");
  const std::string& text = record.text(value);
  if (const std::optional<Status> status = status_from_text(text)) return *status;
  record.fail(value, "unknown-status", "there is no status " + quoted(text),
              "write ok, rejected, unsupported, crash, timeout or error");
}

// An address given twice would leave open which of the two answers counts.
void refuse_double_segments(const JsonRecord& record, const JsonValue& list,
                            const std::vector<Segment>& segments) {
  std::vector<std::uint64_t> addresses;
  for (const Segment& segment : segments) addresses.push_back(segment.addr);
  std::sort(addresses.begin(), addresses.end());
  const auto twice = std::adjacent_find(addresses.begin(), addresses.end());
  if (twice == addresses.end()) return;
  record.fail(list, "bad-segment", fmt::format("there are two segments at address {}", *twice),
              "write each segment once");
}

std::vector<Segment> parse_segments(const JsonRecord& record) {
  std::vector<Segment> segments;
  const JsonValue* list = record.find(record.root(), "ub");
  if (list == nullptr) return segments;
  for (const JsonValue& value : record.array(*list)) {
    segments.push_back(
        {record.u64(record.need(value, "addr")), record.bytes(record.need(value, "data"))});
  }
  refuse_double_segments(record, *list, segments);
  return segments;
}

std::vector<UpdatedPointer> parse_scalars(const JsonRecord& record) {
  std::vector<UpdatedPointer> scalars;
  const JsonValue* list = record.find(record.root(), "scalar");
  if (list == nullptr) return scalars;
  for (const JsonMember& member : record.object(*list)) {
    scalars.push_back({member.key, record.i64_saturated(member.value)});
  }
  return scalars;
}

}  // namespace

Result parse_result(std::string_view json, const TextPlace& place) {
  const JsonRecord record(json, place, "result");
  const JsonValue& root = record.root();
  Result r;
  r.id = parse_id(record);
  r.status = parse_status(record);
  r.clause = record.optional_text(root, "clause");
  r.detail = record.optional_text(root, "detail");
  if (const JsonValue* stable = record.find(root, "stable")) r.stable = record.boolean(*stable);
  r.ub = parse_segments(record);
  r.vreg = parse_registers(record, root, "vreg");
  r.mreg = parse_registers(record, root, "mreg");
  r.scalar = parse_scalars(record);
  return r;
}

}  // namespace assay
