#include "spec/record/id_set.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace assay {
namespace {

TEST(IdSet, RemembersTheFirstLine) {
  IdSet ids;
  EXPECT_EQ(ids.add("a", 2), 0u);
  EXPECT_EQ(ids.add("b", 3), 0u);
  EXPECT_EQ(ids.add("a", 4), 2u);
  EXPECT_EQ(ids.add("a", 5), 2u);
  EXPECT_EQ(ids.add("", 6), 0u);
}

TEST(IdHash, KeysDoNotDependOnWhatCameBefore) {
  IdHash one;
  IdHash other;
  std::set<IdKey> keys;
  for (int i = 0; i < 1000; ++i) {
    const std::string id = std::to_string(i);
    EXPECT_EQ(one.key(id), IdHash().key(id));
    EXPECT_TRUE(keys.insert(other.key(id)).second) << i;
  }
}

}  // namespace
}  // namespace assay
