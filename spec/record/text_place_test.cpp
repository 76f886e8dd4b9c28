#include "spec/record/text_place.h"

#include <gtest/gtest.h>

#include "spec/record/test_files.h"

namespace assay {
namespace {

std::string position(const TextPlace& place, std::string_view pointer) {
  try {
    refuse(place, pointer, "some-id", "message", "advice");
  } catch (const BadInput& e) {
    EXPECT_EQ(e.file, place.file);
    EXPECT_EQ(e.id, "some-id");
    return e.position;
  }
  return "nothing was thrown";
}

TEST(TextPlace, PositionsHaveWhatIsKnown) {
  EXPECT_EQ(position({"f", 12}, "/ub/0/data"), "line 12 /ub/0/data");
  EXPECT_EQ(position({"f", 12}, ""), "line 12");
  EXPECT_EQ(position({"f", 0}, "/ub"), "/ub");
  EXPECT_EQ(position({}, ""), "");
}

TEST(TextPlace, PointersOfAnyLengthAreCut) {
  EXPECT_EQ(position({"f", 1}, std::string(10'000, 'x')).size(),
            std::string("line 1 ").size() + 200);
}

}  // namespace
}  // namespace assay
