#!/usr/bin/env python3
"""An op is two files: a toy op, added to a copy of the tree, can be shown, generated and judged.

Only spec/ops/toy/lane_copy.json and oracle/ops/toy/lane_copy.cpp are added, nothing is edited.

    tools/toy_op_test.py [--compiler c++]
"""
import argparse
import json
import os
import pathlib
import shutil
import sys

import assay_program
from assay_program import ProgramTest

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = {"document": "page", "section": "Function", "lines": "1"}
TYPES = ["int8", "uint8", "int16", "uint16", "half", "bfloat16", "int32", "uint32", "float"]


def lane_copy_spec():
    products = json.loads((ROOT / "spec/products.json").read_text("utf-8"))["products"]
    rows = {p["id"]: "supported" if p["id"] == "ascend950" else "unsupported" for p in products}
    return {
        "op": "toy/lane_copy", "title": "Copies lanes", "page": "lane_copy", "untouched": "LCP-B02",
        "products": rows,
        "forms": [{
            "id": "vreg", "title": "Under a mask",
            "prototype": "void lane_copy(vector_<dtype>& dst, vector_<dtype> src, vector_bool mask)",
            "params": [
                {"name": "dst", "type": "vector_<dtype>&", "kind": "vreg", "io": "inout",
                 "text": "Result.", "source": SOURCE},
                {"name": "src", "type": "vector_<dtype>", "kind": "vreg", "text": "Operand.",
                 "source": SOURCE},
                {"name": "mask", "type": "vector_bool", "kind": "mreg", "role": "mask",
                 "text": "Lanes to copy.", "source": SOURCE}],
            "support": [{"products": ["ascend950"], "dtypes": TYPES, "source": SOURCE}]}],
        "constraints": [
            {"id": "LCP-C01", "kind": "product", "text": "One product has it.",
             "violation": "not_callable", "observable": False, "source": SOURCE}],
        "behaviours": [
            {"id": "LCP-B01", "text": "A lane whose mask bit is set is copied.", "source": SOURCE},
            {"id": "LCP-B02", "text": "Other lanes keep what they held.", "source": SOURCE}],
    }


LANE_COPY_CPP = """\
// lane_copy: lane i of dst = lane i of src where the mask's bit for it is 1, else dst stays.
#include "oracle/program.h"

namespace assay::ops {
namespace {

struct LaneCopy {
  template <class Sink>
  static void move(const Call& call, Sink& sink) {
    const Place dst = call.operand("dst"), src = call.operand("src"), mask = call.operand("mask");
    const std::int64_t w = call.lane_bytes();
    for (std::int64_t at = 0; at < kVectorRegisterBytes; at += w) {
      const bool selected = sink.bit(mask.bits(at));
      sink.rule(selected ? "LCP-B01" : "LCP-B02");
      if (selected) sink.copy(dst.bytes(at), src.bytes(at), w);
    }
  }
  static std::vector<Extent> extents(const Call&) { return {}; }
};

}  // namespace

extern const Program toy_lane_copy = program<LaneCopy>();

}  // namespace assay::ops
"""

TARGET = """
width = {"int8": 1, "uint8": 1, "int32": 4, "uint32": 4, "float": 4}.get(case["dtype"], 2)
dst = bytearray.fromhex(case["vreg"]["dst"])
src = bytes.fromhex(case["vreg"]["src"])
mask = int.from_bytes(bytes.fromhex(case["mreg"]["mask"]), "little")
for at in range(0, 256, width):
    if mask >> at & 1:
        dst[at:at + width] = src[(WHERE):(WHERE) + width]
return {"id": case["id"], "status": "ok", "vreg": {"dst": dst.hex()}}
"""


class ToyOp(ProgramTest):
    compiler = "c++"

    def setUp(self):
        super().setUp()
        self.tree = self.folder / "tree"
        shutil.copytree(ROOT, self.tree, symlinks=True, ignore=lambda folder, names: [
            n for n in names if n in {".git", "build", ".cache", "__pycache__"}])
        self.json = self.tree / "spec/ops/toy/lane_copy.json"
        self.cpp = self.tree / "oracle/ops/toy/lane_copy.cpp"
        for path, text in ((self.json, json.dumps(lane_copy_spec())), (self.cpp, LANE_COPY_CPP)):
            path.parent.mkdir()
            path.write_text(text, "utf-8")

    def configure(self):
        return self.start("cmake", "-S", self.tree, "--preset", "release", "-DASSAY_TESTS=OFF",
                          f"-DCMAKE_CXX_COMPILER={self.compiler}", "-B",
                          self.tree / "build/release")

    def build(self):
        run = self.configure()
        self.assertEqual(run.returncode, 0, run.stderr)
        # Paths in the tree relative, so that a compiler cache knows the files of other copies.
        env = {**os.environ, "CCACHE_BASEDIR": str(self.tree)}
        run = self.start("cmake", "--build", self.tree / "build/release", "--target", "assay",
                         env=env, timeout=1500)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.programs = self.tree / "build/release/bin"

    def test_two_files_make_an_op(self):
        self.build()
        self.assertIn("LCP-B01 ", self.assay("spec", "show", "toy/lane_copy").stdout)
        listed = self.assay("spec", "lint").stdout
        self.assertEqual(self.assay("spec", "lint", self.tree / "spec").stdout, listed)
        self.gen("v", "--op", "toy/lane_copy", cases=20)
        self.assertEqual(len(self.lines("v")), 2 + 20 * len(TYPES))

        self.assay("run", "--emulator", "v", "-o", "r", code=3)
        self.assertIn('"unsupported"', self.read("r").decode())
        self.assay("diff", "v", "r", code=3)

        self.assay("run", "--target", self.target(TARGET.replace("WHERE", "at")), "v", "-o", "r")
        text = self.assay("diff", "v", "r").stdout
        self.assertIn(f"{20 * len(TYPES)} cases in {len(TYPES)} cells: {20 * len(TYPES)} pass",
                      text)

        wrong = self.target(TARGET.replace("WHERE", "at ^ 4"))
        self.assay("run", "--target", wrong, "v", "-o", "r")
        text = self.assay("diff", "v", "r", code=1).stdout
        self.assertIn("rule        LCP-B01: A lane whose mask bit is set is copied.", text)
        self.assay("check", "--op", "toy/lane_copy", "--set", "random", "--cases", 2, "--target",
                   wrong, code=1)

    def test_a_missing_half_stops_the_build(self):
        self.cpp.rename(self.folder / "kept.cpp")
        run = self.configure()
        self.assertNotEqual(run.returncode, 0)
        self.assertRegex(run.stderr, r"op\s+toy/lane_copy")
        (self.folder / "kept.cpp").rename(self.cpp)
        self.json.unlink()
        run = self.configure()
        self.assertNotEqual(run.returncode, 0)
        self.assertRegex(run.stderr, r"op\s+toy/lane_copy")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--compiler", default="c++")
    ToyOp.compiler = parser.parse_args().compiler
    sys.exit(assay_program.main(ToyOp))
