#!/usr/bin/env python3
"""test_count.py counts what failed, whatever the program that failed has printed."""
import pathlib
import subprocess
import sys

import assay_program

COUNT = pathlib.Path(__file__).resolve().parent / "test_count.py"
REPORT = '<testsuite>{}</testsuite>'
CASE = '<testcase name="t" status="{}">{}<system-out>{}</system-out></testcase>'
GOOD = CASE.format("run", "", "[  PASSED  ] 7 tests.\n")
BAD = CASE.format("fail", '<failure message=""/>',
                  "[  PASSED  ] 5 tests.\n[  FAILED  ] 2 tests, listed below:\n")
SCRIPT = CASE.format("run", "", "OK\n3 passed, 0 failed\n")
LIAR = CASE.format("fail", '<failure message=""/>', "3 passed, 0 failed\n")
CRASH = CASE.format("fail", '<failure message=""/>', "")
NOT_RUN = CASE.format("notrun", '<skipped message=""/>', "")
SILENT = CASE.format("run", "", "")
ONE = CASE.format("run", "", "[  PASSED  ] 1 test.\n")


class TestCount(assay_program.ProgramTest):
    def count(self, *cases, more=()):
        self.write("report.xml", REPORT.format("".join(cases)))
        run = subprocess.run([sys.executable, "-B", COUNT, *more, self.folder / "report.xml"],
                             capture_output=True, text=True)
        return run.stdout.rstrip("\n").split("\n")[-1], run.returncode

    def test_all_well(self):
        self.assertEqual(self.count(GOOD, SCRIPT, ONE, SILENT), ("12 passed, 0 failed", 0))

    def test_failures(self):
        self.assertEqual(self.count(GOOD, BAD), ("12 passed, 2 failed", 1))
        self.assertEqual(self.count(GOOD, LIAR), ("10 passed, 1 failed", 1))
        self.assertEqual(self.count(GOOD, CRASH), ("7 passed, 1 failed", 1))
        self.assertEqual(self.count(GOOD, NOT_RUN), ("7 passed, 1 failed", 1))

    def test_nothing_is_no_success(self):
        self.assertEqual(self.count(), ("0 passed, 0 failed", 1))

    def test_a_step_that_failed(self):
        self.assertEqual(self.count(GOOD, more=("--failed-steps", "1")),
                         ("7 passed, 1 failed", 1))

    def test_a_report_that_is_missing_or_broken(self):
        self.assertEqual(self.count(GOOD, more=("no.xml",)), ("7 passed, 1 failed", 1))
        self.assertEqual(self.count("<"), ("0 passed, 1 failed", 1))


if __name__ == "__main__":
    sys.exit(assay_program.main(TestCount))
