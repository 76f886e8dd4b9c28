#!/usr/bin/env python3
"""The GoogleTest program assay_conformance: names, filters, shards, targets, exit codes.

    tools/conformance_test.py --programs build/release/bin
"""
import os
import re
import sys

import assay_program
from assay_program import ProgramTest

MASK_COPY = "--gtest_filter=*asc_copy_mreg_ascend950*"
GOOD = """
copied = "src" if case["context"]["core"] == "aiv" else "dst"
return {"id": case["id"], "status": "ok", "mreg": {"dst": case["mreg"][copied]}}
"""
WRONG = 'return {"id": case["id"], "status": "ok", "mreg": {"dst": "00" * 32}}'
UNSUPPORTED = 'return {"id": case["id"], "status": "unsupported"}'


class Conformance(ProgramTest):
    def suite(self, *arguments, code=0, **settings):
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("ASSAY_", "GTEST_"))}
        env = {**clean, **{name: str(value) for name, value in settings.items()}}
        run = self.start(self.programs / "assay_conformance", *arguments, env=env)
        self.assertEqual(run.returncode, code, f"{arguments}\n{run.stdout}\n{run.stderr}")
        return run

    def names(self, *arguments, **settings):
        text = self.suite("--gtest_list_tests", *arguments, **settings).stdout
        return re.findall(r"^  Cell/(\w+)", text, re.MULTILINE)

    def test_one_test_for_each_cell(self):
        names = self.names()
        cells = re.search(r", (\d+) cells", self.assay("spec", "list").stdout)
        self.assertEqual(len(names), int(cells[1]))
        self.assertEqual(len(set(names)), len(names))
        self.assertIn("basic_Gather_count_ascend950_half", names)

    def test_the_emulator_passes_all(self):
        text = self.suite(ASSAY_CASES=2).stdout
        self.assertIn(f"[  PASSED  ] {len(self.names())} tests.", text)
        self.assertIn("Cells/Conformance.Cell/basic_Gather_count_ascend950_half", text)

    def test_filter(self):
        text = self.suite("--gtest_filter=*Gather*half*", ASSAY_CASES=1).stdout
        wanted = [n for n in self.names() if re.search("Gather.*half", n)]
        self.assertGreater(len(wanted), 1)
        self.assertEqual(text.count("[       OK ]"), len(wanted))

    def test_shards(self):
        ran = []
        for index in range(3):
            text = self.suite(ASSAY_CASES=1, GTEST_TOTAL_SHARDS=3, GTEST_SHARD_INDEX=index).stdout
            ran += re.findall(r"\[       OK \] Cells/Conformance.Cell/(\w+)", text)
        self.assertEqual(sorted(ran), sorted(self.names()))
        self.suite(MASK_COPY, ASSAY_CASES=1, GTEST_TOTAL_SHARDS=3, GTEST_SHARD_INDEX=2)

    def test_targets(self):
        self.suite(MASK_COPY, ASSAY_TARGET=self.target(GOOD))
        text = self.suite(MASK_COPY, ASSAY_TARGET=self.target(WRONG), code=1).stdout
        self.assertIn("rule        CPY-B04: ", text)
        self.assertIn("first wrong dst: element ", text)

    def test_the_failure_can_be_repeated(self):
        target = self.target(WRONG)
        text = self.suite(MASK_COPY, ASSAY_TARGET=target, ASSAY_SEED="0x2a", code=1).stdout
        command = next(line.strip() for line in text.split("\n") if " assay gen " in line)
        self.assertIn("--seed 0x2a ", command)
        env = {**os.environ, "PATH": f"{self.programs}:{os.environ['PATH']}"}
        run = self.start("sh", "-c", command, env=env)
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertIn("1 cases in 1 cells: 1 fail", run.stdout)

    def test_unsupported(self):
        target = self.target(UNSUPPORTED)
        self.suite(MASK_COPY, ASSAY_TARGET=target, code=1)
        run = self.suite(MASK_COPY, ASSAY_TARGET=target, ASSAY_ALLOW_UNSUPPORTED=1, code=3)
        self.assertIn("[  SKIPPED ]", run.stdout)
        self.assertIn("nothing was judged", run.stderr)

    def test_dead_targets(self):
        for command in ("false", "no-such-program", "echo no hello"):
            with self.subTest(command):
                run = self.suite(MASK_COPY, ASSAY_TARGET=command, ASSAY_TIMEOUT_MS=500, code=2)
                self.assertRegex(run.stderr, r"\Aassay_conformance: [^\n]+\n\Z")
        dies = self.target("import os\nos.kill(os.getpid(), 9)")
        run = self.suite("--gtest_filter=*asc_copy*", ASSAY_TARGET=dies, code=2)
        self.assertRegex(run.stderr, r"assay_conformance: [^\n]+target-dead[^\n]+\n\Z")

    def test_nothing_to_do_is_no_pass(self):
        self.suite("--gtest_filter=*NoSuchOp*", code=3)

    def test_usage(self):
        self.assertIn("ASSAY_TARGET", self.suite("--help").stdout)
        for name, value in (("ASSAY_CASES", "0"), ("ASSAY_CASES", "x"), ("ASSAY_SEED", "-1"),
                            ("ASSAY_TIMEOUT_MS", "0")):
            with self.subTest((name, value)):
                self.suite(MASK_COPY, code=2, **{name: value})
        self.suite("--no-such-option", code=2)


if __name__ == "__main__":
    assay_program.command_line()
    sys.exit(assay_program.main(Conformance))
