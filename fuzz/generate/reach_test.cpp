// What some thousand random cases of an op must have met: the conditions under which real
// implementations have been seen to fail.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "fuzz/generate/test_cases.h"
#include "oracle/accesses.h"
#include "oracle/program.h"

namespace assay {
namespace {

using namespace test_cases;

constexpr std::uint64_t kCases = 3000;

// "label" -> "class class ..."
using Classes = std::map<std::string, std::string>;

const std::string kPlaces = "spread start-of-ub end-of-ub packed";
const std::string kIndices = "ascending descending constant scrambled ends high-half rotated";
const std::string kLanes =
    "full empty one-lane all-but-one first-lanes last-lanes alternating random sparse dense";
const std::string kJunk = "none all-ones random complement";
const std::string kData = "positions special-values extremes";
const std::string kCounts =
    "small one around-datablock around-repeat around-two-repeats prime multiple hundreds "
    "above-255-repeats largest fills-ub";
const std::string kRepeats = "one two three four-to-eight nine-to-forty 254-to-257 largest";
const std::string kStrides = "contiguous one below above to-sixteen around-255 far";

std::string numbers_to(int last) {
  std::string text;
  for (int n = 0; n <= last; ++n) text += std::to_string(n) + " ";
  return text;
}

Classes classes_of(const std::string& op) {
  if (op == "basic/Gather") {
    return {{"count", kCounts + " zero"},
            {"repeat", kRepeats + " zero"},
            {"repeatTime", "fills-ub"},
            {"dstRepStride", kStrides + " zero 300"},
            {"mask", kLanes + " above far-above"},
            {"window", "near far"},
            {"place", kPlaces},
            {"base", "small zero largest any"},
            {"index", kIndices},
            {"data", kData}};
  }
  if (op == "reg/asc_gather_datablock") {
    return {{"core", "aiv aic"}, {"mask", kLanes}, {"junk", kJunk},    {"window", "near far"},
            {"place", kPlaces},  {"data", kData},  {"index", kIndices}};
  }
  if (op == "reg/asc_copy") {
    return {{"core", "aiv aic"},
            {"mask", kLanes},
            {"junk", kJunk},
            {"data", kData},
            {"part", numbers_to(31)}};
  }
  if (op == "vector/asc_reduce") {
    return {{"count", kCounts},
            {"repeat", kRepeats + " fills-ub"},
            {"src0_block_stride", kStrides},
            {"src0_repeat_stride", kStrides + " zero 300"},
            {"src1_repeat_stride", kStrides + " zero"},
            {"pattern_mode", numbers_to(7)},
            {"placement", "apart in-place"},
            {"place", kPlaces},
            {"bits", "all-ones all-zeros alternating random sparse dense one-bit"},
            {"data", kData}};
  }
  return {{"core", "aiv aic"},
          {"place", kPlaces},
          {"data", kData},
          {"step", "natural zero one-alignment register backwards any first-byte end-of-ub"}};
}

std::set<std::string> tags_of(const Classes& classes) {
  std::set<std::string> tags;
  for (const auto& [label, names] : classes) {
    for (std::size_t at = 0; at < names.size();) {
      const std::size_t end = std::min(names.find(' ', at), names.size());
      if (end > at) tags.insert(label + ":" + names.substr(at, end - at));
      at = end + 1;
    }
  }
  return tags;
}

class Reach : public testing::TestWithParam<std::string> {};

TEST_P(Reach, EveryClassOfEveryChoiceAndNoOther) {
  std::set<std::string> seen;
  for_each_case(cells_of(GetParam()), kCases,
                [&](const Case& c) { seen.insert(c.tags.begin(), c.tags.end()); });
  EXPECT_EQ(seen, tags_of(classes_of(GetParam())));
}

// Where an operand's bytes begin and end over all cases.
struct Range {
  std::int64_t first = INT64_MAX;
  std::int64_t last_to_end = INT64_MAX;  // bytes between the operand's last byte and the end
};

TEST_P(Reach, TheFirstAndTheLastByteOfTheBufferByEveryPointer) {
  std::map<std::string, Range> ranges;
  for_each_case(cells_of(GetParam()), kCases, [&](const Case& c) {
    const Call call(catalog(), c);
    const auto extents = find_program(c.op).extents(call);
    for (std::size_t i = 0; i < call.form().params.size(); ++i) {
      if (call.form().params[i].kind != ParamKind::kUb) continue;
      for (const auto& run : accesses(call, i, extents, true)) {
        Range& range = ranges[call.form().params[i].name];
        range.first = std::min(range.first, run.begin);
        range.last_to_end =
            std::min(range.last_to_end, static_cast<std::int64_t>(c.ub_bytes) - run.end);
      }
    }
  });
  EXPECT_EQ(ranges.empty(), GetParam() == "reg/asc_copy");
  for (const auto& [operand, range] : ranges) {
    EXPECT_EQ(range.first, 0) << operand;
    EXPECT_EQ(range.last_to_end, 0) << operand;
  }
}

TEST_P(Reach, OffsetsThatNeedMoreThan16Bits) {
  std::uint64_t large = 0, bit15 = 0, unsorted = 0, repeated = 0, entries_seen = 0;
  for_each_case(cells_of(GetParam()), kCases, [&](const Case& c) {
    const Call call(catalog(), c);
    const auto extents = find_program(c.op).extents(call);
    for (std::size_t i = 0; i < call.form().params.size(); ++i) {
      if (call.form().params[i].role != ParamRole::kIndex) continue;
      const auto entries = index_entries(call, i, extents);
      ASSERT_TRUE(entries.has_value());
      entries_seen += entries->size();
      large += std::any_of(entries->begin(), entries->end(), [](auto e) { return e > 0xffff; });
      bit15 +=
          std::any_of(entries->begin(), entries->end(), [](auto e) { return (e & 0x8000) != 0; });
      unsorted += !std::is_sorted(entries->begin(), entries->end());
      const std::set<std::uint32_t> distinct(entries->begin(), entries->end());
      repeated += distinct.size() < entries->size();
    }
  });
  if (entries_seen == 0) return;  // an op without indices
  EXPECT_GE(large, 5u);
  EXPECT_GE(bit15, 20u);
  EXPECT_GE(unsorted, kCases / 4);
  EXPECT_GE(repeated, kCases / 20);
}

INSTANTIATE_TEST_SUITE_P(Ops, Reach,
                         testing::Values("basic/Gather", "reg/asc_copy", "reg/asc_gather_datablock",
                                         "reg/asc_loadalign_upsample_postupdate",
                                         "vector/asc_reduce"),
                         [](const auto& op) { return op.param.substr(op.param.find('/') + 1); });

std::int64_t scalar_of(const Case& c, const char* name) {
  const ArgValue* value = find_arg(c, name);
  const auto* number = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  return number == nullptr ? -1 : *number;
}

TEST(ReachOfGather, RepeatsStridesAndCountsAtTheEdgesOfTheirTypes) {
  std::set<std::int64_t> repeats, strides;
  std::int64_t most_repeats_of_count = 0;
  std::set<std::int64_t> around;  // count - 1, block, register: distance from the repeat's lanes
  for_each_case(cells_of("basic/Gather"), kCases, [&](const Case& c) {
    const Call call(catalog(), c);
    repeats.insert(scalar_of(c, "repeatTime"));
    strides.insert(scalar_of(c, "dstRepStride"));
    const std::int64_t count = scalar_of(c, "count");
    most_repeats_of_count = std::max(most_repeats_of_count, count / call.repeat_lanes());
    if (count >= 0) around.insert(count - call.repeat_lanes());
  });
  for (const std::int64_t n : {0, 1, 2, 3, 255}) EXPECT_EQ(repeats.count(n), 1u) << n;
  for (const std::int64_t n : {0, 1, 7, 8, 9}) EXPECT_EQ(strides.count(n), 1u) << n;
  EXPECT_GE(*strides.rbegin(), 300);
  EXPECT_GT(most_repeats_of_count, 255);
  for (const std::int64_t n : {-1, 0, 1}) EXPECT_EQ(around.count(n), 1u) << n;
}

TEST(ReachOfReduce, RepeatsStridesCountsAndInPlace) {
  std::set<std::int64_t> repeats, block_strides, src0_strides, src1_strides;
  std::int64_t most_repeats_of_count = 0;
  std::map<std::string, int> in_place;
  for_each_case(cells_of("vector/asc_reduce"), kCases, [&](const Case& c) {
    const Call call(catalog(), c);
    repeats.insert(scalar_of(c, "repeat"));
    block_strides.insert(scalar_of(c, "src0_block_stride"));
    src0_strides.insert(scalar_of(c, "src0_repeat_stride"));
    src1_strides.insert(scalar_of(c, "src1_repeat_stride"));
    most_repeats_of_count =
        std::max(most_repeats_of_count, scalar_of(c, "count") / call.repeat_lanes());
    if (call.address(0) == call.address(1)) ++in_place[c.form];
  });
  for (const std::int64_t n : {1, 2, 3}) EXPECT_EQ(repeats.count(n), 1u) << n;
  EXPECT_GT(*repeats.rbegin(), 255);
  EXPECT_EQ(repeats.count(0) + block_strides.count(0), 0u);
  for (const std::int64_t n : {1, 2, 7, 8, 9, 255}) EXPECT_EQ(block_strides.count(n), 1u) << n;
  for (const std::int64_t n : {0, 1, 8, 300}) EXPECT_EQ(src0_strides.count(n), 1u) << n;
  for (const std::int64_t n : {0, 1, 8, 255}) EXPECT_EQ(src1_strides.count(n), 1u) << n;
  EXPECT_GT(most_repeats_of_count, 255);
  for (const char* form : {"count", "count_sync", "strided"}) EXPECT_GT(in_place[form], 3) << form;
}

TEST(ReachOfUpsample, PointersEndEverywhere) {
  std::set<std::int64_t> ends;
  bool backwards = false, wide = false;
  for_each_case(cells_of("reg/asc_loadalign_upsample_postupdate"), kCases, [&](const Case& c) {
    if (c.core == Core::kAic) return;
    ends.insert(c.expect->outputs.scalar.at(0).address);
    backwards = backwards || scalar_of(c, "offset") < 0;
    wide = wide || scalar_of(c, "offset") > 0xffff;
  });
  EXPECT_EQ(*ends.begin(), 0);
  EXPECT_EQ(*ends.rbegin(), 253952) << "one past the buffer";
  EXPECT_TRUE(backwards && wide);
}

// An input operand's own bytes: the register, or the memory between its first and last access.
std::span<const std::uint8_t> bytes_of(const Call& call, std::size_t param) {
  if (call.form().params[param].kind != ParamKind::kUb) return call.register_bytes(param);
  const auto runs = accesses(call, param, find_program(call.op().id).extents(call), true);
  if (runs.empty()) return {};
  const auto begin = (static_cast<std::uint64_t>(runs[0].begin) + 3) / 4 * 4;
  const auto end = static_cast<std::uint64_t>(runs[0].end) / 4 * 4;
  const Segment* s = CaseMemory(call.record()).find(begin);
  if (s == nullptr || begin >= end) return {};
  return std::span(s->data).subspan(begin - s->addr, end - begin);
}

TEST(ReachOfData, WordsOfPositionDataAreDistinctInEveryCase) {
  int looked_at = 0;
  for_each_case(catalog().cells(), 4 * catalog().cells().size(), [&](const Case& c) {
    const bool other = std::any_of(c.tags.begin(), c.tags.end(), [](const std::string& tag) {
      return tag == "data:special-values" || tag == "data:extremes" || tag == "placement:in-place";
    });
    if (other) return;
    const Call call(catalog(), c);
    for (std::size_t i = 0; i < call.form().params.size(); ++i) {
      const Param& p = call.form().params[i];
      if (p.role != ParamRole::kData || p.io != ParamIo::kIn) continue;
      const auto bytes = bytes_of(call, i);
      std::set<std::uint32_t> words;
      for (std::size_t k = 0; k < bytes.size(); k += 4) {
        std::uint32_t word = 0;
        std::memcpy(&word, bytes.data() + k, 4);
        words.insert(word);
      }
      EXPECT_EQ(words.size(), bytes.size() / 4) << c.name;
      looked_at += bytes.empty() ? 0 : 1;
    }
  });
  EXPECT_GT(looked_at, 500);
}

}  // namespace
}  // namespace assay
