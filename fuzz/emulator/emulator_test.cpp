// The emulator as a target: which calls it runs and how it refuses the others. The numbers are
// checked beside the ops.
#include "fuzz/emulator/emulator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "fuzz/emulator/machine.h"
#include "fuzz/emulator/test_call.h"

namespace assay::emulator {
namespace {

Case mask_copy() {
  Case c = call("reg/asc_copy", "mreg", "ascend950", "mask");
  c.mreg = {{"dst", Bytes(32)}, {"src", Bytes(32, 5)}};
  return c;
}

TEST(Emulator, HasTheOpsOfTheSourceTreeInOrder) {
  std::vector<std::string> ids;
  for (const NamedEmulator& e : kEmulators) ids.emplace_back(e.op);
  EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
  for (const char* op : {"basic/Gather", "reg/asc_copy", "reg/asc_gather_datablock",
                         "reg/asc_loadalign_upsample_postupdate", "vector/asc_reduce"}) {
    EXPECT_EQ(std::count(ids.begin(), ids.end(), op), 1) << op;
  }
}

TEST(Emulator, AnswersWithTheIdOfTheCase) {
  EXPECT_EQ(run(mask_copy()).id, "case-id");
  Case c = mask_copy();
  c.op = "reg/unheard_of";
  EXPECT_EQ(run(c).id, "case-id");
}

TEST(Emulator, DoesNotSupportWhatItDoesNotKnow) {
  const auto with = [](std::string Case::*field, const char* text) {
    Case c = mask_copy();
    c.*field = text;
    return run(c);
  };
  for (std::string Case::*field : {&Case::op, &Case::form, &Case::product, &Case::dtype}) {
    EXPECT_EQ(with(field, "reg/unheard_of").status, Status::kUnsupported);
    EXPECT_NE(with(field, "reg/unheard_of").detail.find("'reg/unheard_of'"), std::string::npos);
    EXPECT_EQ(with(field, "").status, Status::kUnsupported);
  }
}

TEST(Emulator, AMalformedCaseIsAnErrorThatNamesWhatIsWrong) {
  Case c = mask_copy();
  c.mreg.pop_back();
  Result r = run(c);
  EXPECT_EQ(r.status, Status::kError);
  EXPECT_EQ(r.detail, "register 'src' is missing");
  c = mask_copy();
  c.ub = {{kPhysicalUbBytes, {1}}};
  r = run(c);
  EXPECT_EQ(r.status, Status::kError);
  EXPECT_NE(r.detail.find("262144"), std::string::npos);
}

TEST(Emulator, EveryFormOfEveryOpSurvivesACaseWithoutOperands) {
  for (const NamedEmulator& e : kEmulators) {
    for (const char* form :
         {"ref_masked", "ref", "ret_masked", "ret", "count", "count_sync", "mask_bits",
          "mask_count", "vreg", "mreg_masked", "mreg", "vreg_to_mreg", "strided"}) {
      for (const char* product : {"ascend950", "atlas_a2"}) {
        for (const char* dtype : {"uint16", "mask"}) {
          const Status status = run(call(std::string(e.op), form, product, dtype)).status;
          EXPECT_TRUE(status == Status::kError || status == Status::kUnsupported)
              << e.op << " " << form;
        }
      }
    }
  }
}

TEST(Emulator, SaysWhoItIs) {
  EXPECT_EQ(EmulatorTarget().info().name, "assay-emulator");
  EXPECT_EQ(EmulatorTarget().info().kind, "emulator");
}

}  // namespace
}  // namespace assay::emulator
