#!/usr/bin/env python3
"""The command line of `assay`: help, usage errors, gen, merge, spec, and where output goes.

    tools/cli_test.py --programs build/release/bin
"""
import gzip
import json
import os
import shutil
import subprocess
import sys

import assay_program
from assay_program import SOME_CELLS, ProgramTest

SUBCOMMANDS = ("gen", "run", "diff", "check", "merge", "spec")


class Help(ProgramTest):
    def test_every_subcommand_has_help_with_an_example(self):
        listing = self.assay("--help").stdout
        self.assertIn("Exit codes", listing)
        for name in SUBCOMMANDS:
            with self.subTest(name):
                self.assertIn(f"\n  {name} ", listing)
                text = self.assay(name, "--help").stdout
                self.assertRegex(text, r"Examples?:\n")
                self.assertIn(f"  assay {name} ", text)

    def test_version(self):
        self.assertRegex(self.assay("--version").stdout, r"\Aassay \d+\.\d+\.\d+\n\Z")

    def test_no_or_unknown_subcommand(self):
        self.assay(code=2)
        self.assay("no-such-command", code=2)
        for name in SUBCOMMANDS:
            with self.subTest(name):
                self.assay(name, "--no-such-option", code=2)


class GenUsage(ProgramTest):
    def wrong(self, *arguments):
        with self.subTest(arguments):
            self.assay("gen", *arguments, "-o", "v.jsonl", code=2)
            self.assertEqual(self.files(), [])

    def test_random_needs_cases(self):
        self.wrong()
        self.wrong("--set", "random")
        self.wrong("--set", "random", "--cases", 0)
        self.wrong("--cases", "x")
        self.wrong("--cases", -1)

    def test_other_sets_take_no_cases(self):
        for name in ("smoke", "standard", "full", "no-such-set"):
            self.wrong("--set", name, "--cases", 2)

    def test_unknown_names(self):
        for option in ("--op", "--form", "--product", "--dtype"):
            self.wrong("--set", "random", "--cases", 1, option, "no_such_thing")
            self.wrong("--set", "random", "--cases", 1, option, "")

    def test_empty_selection(self):
        self.wrong("--set", "random", "--cases", 1, "--op", "basic/Gather", "--dtype", "mask")

    def test_numbers(self):
        for seed in ("x", "-1", "0x", "0xg", "1.5", "0x10000000000000000", ""):
            self.wrong("--set", "random", "--cases", 1, "--seed", seed)
        for shard in ("0/4", "5/4", "1", "1/0", "/", "1/2/3", "-1/2", "a/b", "1/99999999"):
            self.wrong("--set", "random", "--cases", 1, "--shard", shard)
        for size in ("0", "31", "99999999", "x"):
            self.wrong("--set", "random", "--cases", 1, "--ub-bytes", size)

    def test_output_is_needed(self):
        self.assay("gen", "--set", "random", "--cases", 1, code=2)


class Gen(ProgramTest):
    def test_same_bytes_for_any_number_of_threads(self):
        whole = self.gen("a", *SOME_CELLS, "--jobs", 1, cases=5).read_bytes()
        for jobs in (2, 3):
            self.assertEqual(self.gen("b", *SOME_CELLS, "--jobs", jobs, cases=5).read_bytes(),
                             whole)

    def test_same_bytes_in_any_locale(self):
        wanted = self.gen("a", *SOME_CELLS).read_bytes()
        command = ["gen", "--set", "random", "--cases", 2, *SOME_CELLS, "-o", "b"]
        self.assay(*command, env={**os.environ, "LC_ALL": "C"})
        self.assertEqual(self.read("b"), wanted)
        if shutil.which("localedef") is None:
            self.skipTest("no localedef to make a locale with a decimal comma")
        made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8",
                               str(self.folder / "de_DE.UTF-8")], capture_output=True, text=True)
        self.assertEqual(made.returncode, 0, made.stderr)
        env = {**os.environ, "LOCPATH": str(self.folder), "LC_ALL": "de_DE.UTF-8"}
        comma = self.start(sys.executable, "-c", "import locale; locale.setlocale(locale.LC_ALL, "
                           "''); print(locale.localeconv()['decimal_point'])", env=env)
        self.assertEqual(comma.stdout, ",\n", comma.stderr)
        self.assay(*command, env=env)
        self.assertEqual(self.read("b"), wanted)

    def test_shards_in_order_are_the_whole(self):
        self.gen("whole", *SOME_CELLS, cases=3)
        whole = self.lines("whole")
        for count in (1, 4, 7):
            parts = []
            for index in range(1, count + 1):
                self.gen("part", *SOME_CELLS, "--shard", f"{index}/{count}", cases=3)
                lines = self.lines("part")
                self.assertEqual(lines[0], whole[0])
                self.assertEqual(lines[-1], assay_program.footer(lines[1:-1]))
                parts += lines[1:-1]
            self.assertEqual(parts, whole[1:-1])

    def test_shard_holds_the_cases_of_the_formula(self):
        self.gen("whole", *SOME_CELLS, cases=1)
        cases = self.lines("whole")[1:-1]
        for index in range(1, 6):
            self.gen("part", *SOME_CELLS, "--shard", f"{index}/5", cases=1)
            wanted = [c for k, c in enumerate(cases) if k * 5 // len(cases) + 1 == index]
            self.assertEqual(self.lines("part")[1:-1], wanted)

    def test_more_shards_than_cases(self):
        self.gen("v", "--dtype", "mask", "--shard", "1/9", cases=1)
        self.assay("gen", "--set", "random", "--cases", 1, "--dtype", "mask", "--shard", "2/9",
                   "-o", "v2", code=2)

    def test_seed(self):
        one = self.gen("a", "--dtype", "mask", "--seed", "0x1f").read_bytes()
        self.assertEqual(self.gen("b", "--dtype", "mask", "--seed", "31").read_bytes(), one)
        self.assertNotEqual(self.gen("b", "--dtype", "mask", "--seed", "32").read_bytes(), one)
        default = self.gen("b", "--dtype", "mask").read_bytes()
        self.assertEqual(self.gen("a", "--dtype", "mask", "--seed", "0x1").read_bytes(), default)

    def test_options_may_be_repeated(self):
        self.gen("v", "--dtype", "half", "--dtype", "mask", "--op", "reg/asc_copy", "--op",
                 "basic/Gather", cases=1)
        cases = assay_program.cases_of(self.lines("v"))
        self.assertEqual({c["dtype"] for c in cases}, {"half", "mask"})
        self.assertEqual({c["op"] for c in cases}, {"reg/asc_copy", "basic/Gather"})

    def test_every_cell_gets_its_cases(self):
        self.gen("v", cases=2)
        cells = {}
        for c in assay_program.cases_of(self.lines("v")):
            key = c["op"], c["form"], c["product"], c["dtype"]
            cells[key] = cells.get(key, 0) + 1
        self.assertEqual(set(cells.values()), {2})
        listed = self.assay("spec", "list").stdout
        self.assertIn(f" {len(cells)} cells,", listed)

    def test_one_object_and_compressed(self):
        lines = self.lines(self.gen("v.jsonl", "--dtype", "mask"))
        whole = json.loads(self.gen("v.json", "--dtype", "mask").read_text())
        self.assertEqual(whole["cases"], assay_program.cases_of(lines))
        self.assertEqual(whole["footer"], json.loads(lines[-1])["footer"])
        packed = self.gen("v.jsonl.gz", "--dtype", "mask").read_bytes()
        self.assertEqual(gzip.decompress(packed), b"".join(lines))

    def test_small_buffer(self):
        self.gen("v", "--dtype", "half", "--ub-bytes", 16384)
        for case in assay_program.cases_of(self.lines("v")):
            self.assertEqual(case["context"]["ub_bytes"], 16384)
            for segment in case.get("ub", []):
                self.assertLessEqual(segment["addr"] + len(segment["data"]) // 2, 16384)


class Output(ProgramTest):
    def writers(self):
        self.gen("v.jsonl", "--dtype", "mask")
        self.assay("run", "--emulator", "v.jsonl", "-o", "r.jsonl")
        return {
            "gen": ["gen", "--set", "random", "--cases", 2, "--dtype", "mask", "-o"],
            "run": ["run", "--emulator", "v.jsonl", "-o"],
            "merge": ["merge", "r.jsonl", "-o"],
            "merge of vectors": ["merge", "v.jsonl", "-o"],
            "diff": ["diff", "v.jsonl", "r.jsonl", "--json"],
        }

    def test_full_disk(self):
        for name, command in self.writers().items():
            with self.subTest(name):
                before = self.files()
                self.assay(*command, "/dev/full", code=2)
                self.assertEqual(self.files(), before)

    def test_no_such_folder(self):
        for name, command in self.writers().items():
            with self.subTest(name):
                before = self.files()
                self.assay(*command, "no/such/folder/x", code=2)
                self.assertEqual(self.files(), before)

    def test_a_folder_is_no_file(self):
        writers = self.writers()
        (self.folder / "taken").mkdir()
        for name, command in writers.items():
            with self.subTest(name):
                before = self.files()
                self.assay(*command, "taken", code=2)
                self.assertEqual(self.files(), before)

    def test_file_size_limit(self):
        self.writers()
        before = self.files()
        run = self.start("sh", "-c", f"ulimit -f 1; trap '' XFSZ; exec '{self.programs}/assay' gen "
                         "--set random --cases 20 -o big.jsonl")
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertRegex(run.stderr, r"\Aassay: [^\n]+\n\Z")
        self.assertEqual(self.files(), before)

    def test_old_file_stays_when_writing_fails(self):
        self.gen("v.jsonl", "--dtype", "mask")
        self.write("keep.jsonl", "old")
        self.write("broken.jsonl", b"".join(self.lines("v.jsonl")[:-1]))
        self.assay("merge", "broken.jsonl", "-o", "keep.jsonl", code=2)
        self.assertEqual(self.read("keep.jsonl"), b"old")


class Merge(ProgramTest):
    def test_shards_of_vectors(self):
        whole = self.gen("whole", *SOME_CELLS).read_bytes()
        for index in (1, 2, 3):
            self.gen(f"p{index}", *SOME_CELLS, "--shard", f"{index}/3")
        self.assay("merge", "p1", "p2", "p3", "-o", "merged")
        self.assertEqual(self.read("merged"), whole)

    def test_shards_of_results(self):
        self.gen("whole", *SOME_CELLS)
        self.assay("run", "--emulator", "whole", "-o", "whole.r")
        for index in (1, 2, 3):
            self.gen(f"p{index}", *SOME_CELLS, "--shard", f"{index}/3")
            self.assay("run", "--emulator", f"p{index}", "-o", f"r{index}")
        self.assay("merge", "r1", "r2", "r3", "-o", "merged.r")
        self.assertEqual(self.read("merged.r"), self.read("whole.r"))

    def test_what_does_not_belong_together(self):
        self.gen("a", "--dtype", "mask")
        self.gen("b", "--dtype", "mask", "--seed", 2)
        self.assay("run", "--emulator", "a", "-o", "r")
        for files in (["a", "a"], ["a", "b"], ["a", "r"], ["r", "a"], ["r", "r"], ["a", "none"]):
            with self.subTest(files):
                self.assay("merge", *files, "-o", "m", code=2)
                self.assertNotIn("m", self.files())


class Spec(ProgramTest):
    def test_list(self):
        text = self.assay("spec", "list").stdout
        self.assertIn("basic/Gather  (", text)
        self.assertRegex(text, r"\n\d+ ops, \d+ cells, spec [0-9a-f]{64}\n\Z")

    def test_show(self):
        text = self.assay("spec", "show", "basic/Gather").stdout
        for piece in ("form mask_bits", "GAT-C05 [", "GAT-B01 ", "basic/Gather.zero_work: "):
            self.assertIn(piece, text)
        self.assay("spec", "show", "basic/NoSuchOp", code=2)
        self.assay("spec", code=2)

    def test_lint(self):
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "spec")
        built_in = self.assay("spec", "lint").stdout
        self.assertEqual(self.assay("spec", "lint", source).stdout, built_in)
        shutil.copytree(source, self.folder / "spec")
        path = self.folder / "spec/ops/reg/asc_copy.json"
        path.write_text(path.read_text("utf-8").replace('"kind": "vreg"', '"kind": "no"', 1),
                        "utf-8")
        run = self.assay("spec", "lint", "spec", code=2)
        self.assertIn("asc_copy.json", run.stderr)
        self.assay("spec", "lint", "no_such_folder", code=2)


if __name__ == "__main__":
    assay_program.command_line()
    sys.exit(assay_program.main(Help, GenUsage, Gen, Output, Merge, Spec))
