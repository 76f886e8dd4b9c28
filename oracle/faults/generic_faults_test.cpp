// What each generic fault changes of a plain call, and that it changes nothing else.
#include <gtest/gtest.h>

#include <functional>

#include "oracle/faults/fault.h"
#include "oracle/test_calls.h"

namespace assay {
namespace {

using namespace test_calls;

const GenericFault& named(std::string_view name) {
  for (const GenericFault& fault : kGenericFaults) {
    if (fault.name == name) return fault;
  }
  throw std::out_of_range(std::string(name));
}

Case faulty(const Case& c, std::string_view name) {
  Case changed = c;
  named(name).before(Call(catalog(), c), changed);
  return changed;
}

// The fault turns `call` into what `change` makes of it.
void expect_change(std::string_view fault, const Case& call,
                   const std::function<void(Case&)>& change) {
  Case want = call;
  change(want);
  EXPECT_TRUE(faulty(call, fault) == want) << fault << " " << call.op << " " << call.form;
}

TEST(GenericFaults, OffsetsAsElements) {
  expect_change("offset_in_elements", gather_call("count", "float"), [](Case& c) {
    for (std::size_t i = 0; i < 5; ++i) put_u32(at(c, 12288), i, 16 * i);
  });
  expect_change("offset_in_elements", datablock_call("ret", "half"), [](Case& c) {
    for (std::size_t b = 0; b < 8; ++b) put_u32(vreg(c, "index"), b, 64 * b);
  });
  // Bytes and elements are the same for 8-bit data: a factor of 2 stands in.
  expect_change("offset_in_elements", gather_call("count", "int8"), [](Case& c) {
    for (std::size_t i = 0; i < 5; ++i) put_u32(at(c, 12288), i, 2 * i);
  });
}

TEST(GenericFaults, OffsetsOf16Bits) {
  Case call = datablock_call("ref");
  put_u32(vreg(call, "index"), 3, 0x12340);
  put_u32(vreg(call, "index"), 8, 0xffffffff);  // not an entry
  expect_change("index_16_bits", call, [](Case& c) { put_u32(vreg(c, "index"), 3, 0x2340); });
}

TEST(GenericFaults, ScalarsOfARole) {
  Case call = gather_call("mask_count", "half");
  set(call, "srcBaseAddr", 64);
  set(call, "repeatTime", 3);
  set(call, "dstRepStride", 9);
  set(call, "mask", 5);
  expect_change("base_dropped", call, [](Case& c) { set(c, "srcBaseAddr", 0); });
  expect_change("last_repeat_lost", call, [](Case& c) { set(c, "repeatTime", 2); });
  expect_change("stride_ignored", call, [](Case& c) { set(c, "dstRepStride", 8); });
  expect_change("mask_ignored", call, [](Case& c) { set(c, "mask", 128); });
  expect_change("last_element_lost", gather_call("count", "half"),
                [](Case& c) { set(c, "count", 4); });
  expect_change("stride_ignored", reduce_call("strided"), [](Case& c) {
    for (const char* name : {"src0_block_stride", "src0_repeat_stride", "src1_repeat_stride"}) {
      set(c, name, 8);
    }
  });
}

TEST(GenericFaults, NothingIsTakenFromOneRepeatOrOneElement) {
  Case call = gather_call("mask_bits", "half");
  set(call, "repeatTime", 1);
  expect_change("last_repeat_lost", call, [](Case&) {});
  call = reduce_call("count");
  set(call, "count", 1);
  expect_change("last_element_lost", call, [](Case&) {});
}

TEST(GenericFaults, MasksOfEveryKind) {
  Case call = gather_call("mask_bits", "float");
  set(call, "mask", ArgValue(MaskWords{5, 0}));
  expect_change("mask_ignored", call, [](Case& c) {
    set(c, "mask", ArgValue(MaskWords{~0ull, ~0ull}));
  });
  call = copy_call("vreg", "half");
  mreg(call, "mask").assign(32, 0x12);
  expect_change("mask_ignored", call, [](Case& c) { mreg(c, "mask").assign(32, 0xff); });
  call = copy_call("mreg_masked");
  mreg(call, "mask").assign(32, 0x12);
  expect_change("mask_ignored", call, [](Case& c) { mreg(c, "mask").assign(32, 0xff); });
}

TEST(GenericFaults, SelectionBits) {
  expect_change("bits_inverted", reduce_call("count"), [](Case& c) {
    for (std::size_t i = 0; i < 3; ++i) {  // 20 bits
      at(c, 12288)[i] = static_cast<std::uint8_t>(~at(c, 12288)[i]);
    }
  });
  expect_change("bits_inverted", reduce_call("strided"), [](Case&) {});  // a fixed pattern
}

TEST(GenericFaults, APointerThatStays) {
  const Case call = upsample_call("vreg", "half");
  Result outcome;
  outcome.scalar = {{"src", 8448}};
  named("pointer_not_updated").after(Call(catalog(), call), outcome);
  EXPECT_EQ(outcome.scalar, (std::vector<UpdatedPointer>{{"src", 8192}}));
}

}  // namespace
}  // namespace assay
