// The list of faults, and finding one by its id.
#include "oracle/faults/fault.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "oracle/test_outcomes.h"

namespace assay {
namespace {

using namespace test_calls;

TEST(Faults, TheirIdsAreDistinctAndFoundAgain) {
  const std::vector<Fault> faults = all_faults(catalog());
  for (std::size_t k = 0; k < faults.size(); ++k) {
    EXPECT_TRUE(faults[k].id.starts_with(faults[k].op + "."));
    EXPECT_EQ(find_fault(catalog(), faults[k].id).fault, faults[k].fault);
    EXPECT_NE(faults[k].fault->sentence, "");
    EXPECT_NE(faults[k].fault->before == nullptr, faults[k].fault->after == nullptr);
    for (std::size_t other = 0; other < k; ++other) EXPECT_NE(faults[k].id, faults[other].id);
  }
  EXPECT_TRUE(std::is_sorted(faults.begin(), faults.end(),
                             [](const Fault& a, const Fault& b) { return a.op < b.op; }));
}

TEST(Faults, AnUnknownIdIsBadInput) {
  for (const char* id :
       {"", "base_dropped", "basic/Gather", "basic/Gather.", "reg/asc_copy.base_dropped"}) {
    EXPECT_EQ(test_calls::bad_input_of([&] { find_fault(catalog(), id); }), "unknown-fault") << id;
  }
}

TEST(Faults, AnUnknownIdIsAnsweredWithThoseThatExist) {
  try {
    find_fault(catalog(), "no-such-fault");
    FAIL();
  } catch (const BadInput& e) {
    for (const Fault& fault : all_faults(catalog())) {
      EXPECT_NE(e.advice.find(fault.id), std::string::npos) << fault.id;
    }
  }
}

TEST(Faults, AnOpHasThoseThatOneOfItsFormsCanShow) {
  const auto names = [](const std::string& op) {
    Names all;
    for (const Fault& fault : all_faults(catalog())) {
      if (fault.op == op) all.emplace_back(fault.fault->name);
    }
    return all;
  };
  EXPECT_EQ(names("reg/asc_copy"), Names{"mask_ignored"});
  EXPECT_EQ(names("reg/asc_loadalign_upsample_postupdate"), Names{"pointer_not_updated"});
  EXPECT_EQ(names("reg/asc_gather_datablock"),
            (Names{"offset_in_elements", "index_16_bits", "mask_ignored"}));
  EXPECT_EQ(names("vector/asc_reduce"),
            (Names{"bits_inverted", "stride_ignored", "last_repeat_lost", "last_element_lost"}));
  EXPECT_EQ(names("basic/Gather"),
            (Names{"offset_in_elements", "index_16_bits", "base_dropped", "mask_ignored",
                   "stride_ignored", "last_repeat_lost", "last_element_lost"}));
}

}  // namespace
}  // namespace assay
