#!/usr/bin/env python3
"""A judge that never sees a difference must not be believed: its runs are void, exit code 3.

    tools/tripwire_test.py --programs build/release/bin --dead build/release/test_bin/assay_dead_judge
"""
import sys

import assay_program


class DeadJudge(assay_program.ProgramTest):
    dead = ""

    def setUp(self):
        super().setUp()
        self.gen("v.jsonl", *assay_program.SOME_CELLS)
        self.assay("run", "--emulator", "v.jsonl", "-o", "good.jsonl")
        self.assay("run", "--fault", "basic/Gather.offset_in_elements", "v.jsonl", "-o",
                   "wrong.jsonl")

    def test_good_files_are_void(self):
        self.assay("diff", "v.jsonl", "good.jsonl")
        run = self.start(self.dead, "diff", "v.jsonl", "good.jsonl")
        self.assertEqual(run.returncode, 3, run.stdout)
        self.assertIn("VOID", run.stdout)
        self.assertIn("tripwires were not caught", run.stdout)

    def test_wrong_files_are_void(self):
        self.assay("diff", "v.jsonl", "wrong.jsonl", code=1)
        run = self.start(self.dead, "diff", "v.jsonl", "wrong.jsonl")
        self.assertEqual(run.returncode, 3, run.stdout)
        self.assertIn("VOID", run.stdout)

    def test_one_case_is_void(self):
        one = self.lines("v.jsonl")[1].split(b'"')[3].decode()
        run = self.start(self.dead, "diff", f"v.jsonl#{one}", "good.jsonl")
        self.assertEqual(run.returncode, 3, run.stdout)

    def test_check_is_void(self):
        run = self.start(self.dead, "check", "--set", "random", "--cases", 2,
                         *assay_program.SOME_CELLS)
        self.assertEqual(run.returncode, 3, run.stdout)
        self.assertIn("VOID", run.stdout)


if __name__ == "__main__":
    options = assay_program.command_line("--dead")
    DeadJudge.dead = options.dead
    sys.exit(assay_program.main(DeadJudge))
