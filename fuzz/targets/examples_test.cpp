// The example targets of tools/examples, as a newcomer would start them.
#include <gtest/gtest.h>

#include <filesystem>

#include "fuzz/targets/process_target.h"

namespace assay {
namespace {

Case make_case(const std::string& form, Core core) {
  Case c;
  c.id = "a";
  c.op = "reg/asc_copy";
  c.form = form;
  c.product = "ascend950";
  c.dtype = "mask";
  c.core = core;
  c.ub_bytes = 253952;
  c.mreg = {{"dst", Bytes(32, 0x11)}, {"src", Bytes(32, 0xa5)}};
  return c;
}

void expect_copies_mask_registers(const std::string& command, const std::string& name) {
  ProcessTarget target({command});
  EXPECT_EQ(target.info().name, name);
  Result result = target.run(make_case("mreg", Core::kAiv));
  EXPECT_EQ(result.status, Status::kOk) << result.detail;
  EXPECT_EQ(result.mreg, (std::vector<Register>{{"dst", Bytes(32, 0xa5)}}));
  result = target.run(make_case("mreg", Core::kAic));
  EXPECT_EQ(result.mreg, (std::vector<Register>{{"dst", Bytes(32, 0x11)}}));
  EXPECT_EQ(target.run(make_case("mreg_masked", Core::kAiv)).status, Status::kUnsupported);
}

TEST(Examples, TheTargetInPython) {
  expect_copies_mask_registers("python3 '" ASSAY_SOURCE_DIR "/tools/examples/target.py'",
                               "example-python");
}

TEST(Examples, TheTargetInCpp) {
  const std::string program = ASSAY_BINARY_DIR "/example_target";
  ASSERT_TRUE(std::filesystem::exists(program)) << program << " has not been built";
  expect_copies_mask_registers("'" + program + "'", "example-cpp");
}

}  // namespace
}  // namespace assay
