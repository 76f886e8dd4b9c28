#!/usr/bin/env python3
"""`assay run`, `diff` and `check`: targets good, wrong, lame and dead; verdicts and exit codes.

    tools/run_test.py --programs build/release/bin
"""
import json
import signal
import subprocess
import sys
import time

import assay_program
from assay_program import SOME_CELLS, ProgramTest

MASK_COPY = ("--op", "reg/asc_copy", "--form", "mreg")

# A right target for MASK_COPY.
GOOD = """
copied = "src" if case["context"]["core"] == "aiv" else "dst"
return {"id": case["id"], "status": "ok", "mreg": {"dst": case["mreg"][copied]}}
"""
WRONG = 'return {"id": case["id"], "status": "ok", "mreg": {"dst": "00" * 32}}'
STATUS = 'return {"id": case["id"], "status": "%s"}'


class Run(ProgramTest):
    def test_same_results_for_any_number_of_jobs(self):
        self.gen("v", *SOME_CELLS)
        self.assay("run", "--emulator", "v", "-o", "r1")
        self.assay("run", "--emulator", "--jobs", 2, "v", "-o", "r2")
        self.assertEqual(self.read("r1"), self.read("r2"))
        cases = assay_program.cases_of(self.lines("v"))
        answered = [json.loads(line)["id"] for line in self.lines("r1")[1:]]
        self.assertEqual(answered, [c["id"] for c in cases])

    def test_the_emulator_as_a_process_answers_alike(self):
        self.gen("v", *SOME_CELLS)
        self.assay("run", "--emulator", "v", "-o", "inside")
        for jobs in (1, 2):
            self.assay("run", "--target", f"'{self.programs}/assay-emulator'", "--jobs", jobs, "v",
                       "-o", "outside")
            self.assertEqual(self.lines("outside")[1:], self.lines("inside")[1:])

    def test_target_files(self):
        self.gen("v", *MASK_COPY)
        self.assay("run", "--emulator", "v", "-o", "good")
        self.assay("run", "--target-files", "test -s {in} && cp good {out}", "v", "-o", "r")
        self.assay("diff", "v", "r")

    def test_only_by_id_and_by_tag(self):
        self.gen("v", *SOME_CELLS)
        cases = assay_program.cases_of(self.lines("v"))
        some_id, tag = cases[3]["id"], cases[8]["tags"][0]
        self.assay("run", "--emulator", "--only", some_id, "v", "-o", "r")
        self.assertEqual([json.loads(line)["id"] for line in self.lines("r")[1:]], [some_id])
        self.assay("run", "--emulator", "--only", tag, "--only", some_id, "v", "-o", "r")
        wanted = [c["id"] for c in cases if tag in c["tags"] or c["id"] == some_id]
        self.assertEqual([json.loads(line)["id"] for line in self.lines("r")[1:]], wanted)
        self.assay("run", "--emulator", "--only", "no:such-tag", "v", "-o", "r", code=2)

    def test_one_case_by_reference(self):
        self.gen("v", *SOME_CELLS)
        one = assay_program.cases_of(self.lines("v"))[4]
        self.assay("run", "--emulator", f"v#{one['id']}", "-o", "r")
        self.assertEqual(len(self.lines("r")), 2)
        self.assay("diff", f"v#{one['id']}", "r")
        self.assay("diff", "v", "r", code=3)
        self.assay("check", f"v#{one['id']}")
        self.write("one.json", json.dumps(one))
        self.assay("check", "one.json")
        for command in (["run", "--emulator", "v#no", "-o", "x"], ["check", "v#no"],
                        ["diff", "v#no", "r"]):
            with self.subTest(command):
                self.assertNotEqual(self.start(self.programs / "assay", *command).returncode, 0)

    def test_resume_after_a_kill(self):
        self.gen("v", *MASK_COPY, cases=60)
        slow = self.target("import time; time.sleep(0.02)\n" + GOOD.strip())
        command = ["run", "--target", slow, "v", "-o"]
        self.assay(*command, "whole")
        child = subprocess.Popen([self.programs / "assay", *command, "r"], cwd=self.folder,
                                 stdout=subprocess.DEVNULL)
        partial = self.folder / "r.partial"
        for _ in range(500):
            if partial.exists() and partial.read_bytes().count(b"\n") > 5:
                break
            time.sleep(0.01)
        child.send_signal(signal.SIGKILL)
        child.wait()
        kept = self.read("r.partial")
        self.assertGreater(kept.count(b"\n"), 5)
        self.assertNotIn("r", self.files())
        self.write("r.partial", kept + b'{"id":"torn')
        self.assay(*command, "r", "--resume")
        self.assertEqual(self.read("r"), self.read("whole"))
        self.assertTrue(self.read("r").startswith(kept))
        self.assertNotIn("r.partial", self.files())

    def test_exit_codes(self):
        self.gen("v", *MASK_COPY, cases=4)
        crash = "import os\nos.kill(os.getpid(), 11)"
        late = 'if case["id"] == "%s": import time; time.sleep(60)\n' % (
            assay_program.cases_of(self.lines("v"))[0]["id"])
        for body, code in ((GOOD, 0), (STATUS % "rejected", 0), (STATUS % "unsupported", 3),
                           (STATUS % "error", 3), (STATUS % "crash", 1), (late + GOOD, 1)):
            with self.subTest(body):
                self.assay("run", "--target", self.target(body), "--timeout-ms", 1000, "v", "-o",
                           "r", code=code)
        first = assay_program.cases_of(self.lines("v"))[0]["id"]
        once = f'if case["id"] == "{first}":\n    import os; os.kill(os.getpid(), 11)\n'
        self.assay("run", "--target", self.target(once + GOOD), "v", "-o", "r", code=1)
        self.assay("run", "--target", self.target(crash), "v", "-o", "r", code=2)

    def test_targets_that_say_no_hello(self):
        self.gen("v", *MASK_COPY)
        for command in ("false", "no-such-program", "echo hi", "cat /dev/null", "sleep 60"):
            with self.subTest(command):
                self.assay("run", "--target", command, "--timeout-ms", 500, "v", "-o", "r", code=2)
                self.assertNotIn("r", self.files())

    def test_exactly_one_target(self):
        self.gen("v", *MASK_COPY)
        for options in ([], ["--emulator", "--target", "cat"], ["--target", "cat", "--fault", "x"],
                        ["--fault", "no/such.fault"], ["--emulator", "--target-files", "cp"],
                        ["--emulator", "--jobs", -1], ["--emulator", "--jobs", 0],
                        ["--emulator", "--timeout-ms", -1]):
            with self.subTest(options):
                self.assay("run", *options, "v", "-o", "r", code=2)


class Diff(ProgramTest):
    def setUp(self):
        super().setUp()
        self.gen("v", *SOME_CELLS)
        self.cases = assay_program.cases_of(self.lines("v"))
        self.assay("run", "--emulator", "v", "-o", "good")
        self.header, *self.results = self.lines("good")

    def test_good_and_wrong(self):
        self.assay("diff", "v", "good")
        self.assay("run", "--fault", "basic/Gather.offset_in_elements", "v", "-o", "wrong")
        text = self.assay("diff", "v", "wrong", code=1).stdout
        for piece in ("op basic/Gather, form ", "dtype half", "element ", "byte ", "DataBlock ",
                      "repeat ", "lane ", "expected ", "actual ", "rule        GAT-B01: "):
            self.assertIn(piece, text)
        repeat = next(line for line in text.split("\n") if line.startswith("  repeat "))
        reference = repeat.split("'")[1]
        self.assay("check", reference, "--fault", "basic/Gather.offset_in_elements", code=1)
        self.assay("check", reference, "--emulator")

    def test_nothing_judged_is_no_pass(self):
        self.write("empty", b"")
        self.assay("diff", "v", "empty", code=3)
        self.write("header", self.header)
        self.assay("diff", "v", "header", code=3)
        self.write("no_cases", self.lines("v")[0] + assay_program.footer([]))
        self.assay("diff", "no_cases", "empty", code=3)

    def test_results_in_any_order_and_in_several_files(self):
        self.write("a", self.header + b"".join(self.results[::-2]))
        self.write("b", b"".join(self.results[-2::-2]))
        self.assay("diff", "v", "b", "a")
        self.assay("diff", "v", "--", "a", "b", "--json", "report.json")
        self.assertEqual(json.loads(self.read("report.json"))["totals"]["pass"], len(self.cases))
        self.assay("diff", "v", "a", code=3)
        self.assay("diff", "v", "a", "a", code=2)

    def test_several_vectors_files(self):
        self.gen("w", "--dtype", "float")
        self.assay("run", "--emulator", "w", "-o", "w.r")
        self.assay("diff", "v", "w", "--", "w.r", "good")
        self.assay("diff", "v", "v", "--", "good", code=2)
        self.assay("diff", "v", "--", "good", "w.r", code=2)

    def test_usage(self):
        for words in ([], ["v"], ["--", "good"], ["v", "--"], ["no", "good"], ["v", "no"],
                      ["good", "v"], ["v", "v"], ["v", "good", "--answer", "x"],
                      ["v", "good", "--answer", "basic/Gather.inactive_lanes=no"],
                      ["v", "good", "--answer", "no/such.question=keep"]):
            with self.subTest(words):
                self.assay("diff", *words, code=2)

    def test_statuses(self):
        for status, code in (("crash", 1), ("timeout", 1), ("rejected", 1), ("error", 3),
                             ("unsupported", 3)):
            with self.subTest(status):
                line = json.dumps({"id": self.cases[0]["id"], "status": status}).encode() + b"\n"
                self.write("r", line + b"".join(self.results[1:]))
                self.assay("diff", "v", "r", code=code)
        self.assay("diff", "v", "r", "--allow-unsupported")
        all_unsupported = [json.dumps({"id": c["id"], "status": "unsupported"}) + "\n"
                           for c in self.cases]
        self.write("r", "".join(all_unsupported))
        self.assay("diff", "v", "r", "--allow-unsupported", code=3)

    def test_the_lowest_of_2_1_3(self):
        fail = json.dumps({"id": self.cases[0]["id"], "status": "rejected"}).encode() + b"\n"
        self.write("r", fail + b"".join(self.results[2:]))  # one fails, one is missing
        self.assay("diff", "v", "r", code=1)
        self.write("r", fail + b"".join(self.results[2:]) + b"{\n")
        self.assay("diff", "v", "r", code=2)

    def test_answers(self):
        question = "reg/asc_gather_datablock.inactive_blocks"
        self.assay("diff", "v", "good", "--answer", f"{question}=keep")
        self.assay("diff", "v", "good", "--answer", f"{question}=zero", code=1)
        text = self.assay("diff", "v", "good").stdout
        self.assertRegex(text, f"open question {question}\\b.*\\bkeep\\b.*")

    def test_strict_legality(self):
        lines = self.lines("v")
        case = self.cases[0]
        case["expect"] = {"verdict": "undefined"}
        lines[1] = json.dumps(case, separators=(",", ":")).encode() + b"\n"
        self.write("u", b"".join(lines[:-1]) + assay_program.footer(lines[1:-1]))
        self.assertIn("1 recorded", self.assay("diff", "u", "good").stdout)
        self.assay("diff", "u", "good", "--strict-legality", code=1)
        refusal = json.dumps({"id": case["id"], "status": "rejected"}).encode() + b"\n"
        self.write("r", refusal + b"".join(self.results[1:]))
        self.assay("diff", "u", "r", "--strict-legality")

    def test_against(self):
        self.assay("run", "--fault", "basic/Gather.offset_in_elements", "v", "-o", "wrong")
        text = self.assay("diff", "v", "good", "--against", "wrong").stdout
        count = len(self.cases)
        self.assertNotIn(f" {count} pass on both", text)
        self.assertIn(f" {count} pass on both", self.assay("diff", "--against", "good", "v",
                                                           "good").stdout)
        self.assertIn("fail alike", self.assay("diff", "v", "wrong", "--against", "wrong",
                                               code=1).stdout)

    def test_json_report(self):
        self.assay("run", "--fault", "basic/Gather.offset_in_elements", "v", "-o", "wrong")
        self.assay("diff", "v", "wrong", "--json", "report.json", code=1)
        report = json.loads(self.read("report.json"))
        self.assertEqual((report["format"], report["version"]), ("assay-report", 1))
        self.assertEqual(sum(report["totals"].values()), len(self.cases))
        self.assertEqual(report["totals"]["fail"],
                         sum(c["verdict"] == "fail" for c in report["cases"]))
        known = {c["id"] for c in self.cases}
        for entry in report["cases"]:
            self.assertIn(entry["id"], known)
            first = entry["first"]
            self.assertEqual(len(first["expected"]), len(first["actual"]))
            self.assertNotEqual(first["expected"], first["actual"])

    def test_vectors_without_expectation(self):
        lines = self.lines("v")
        stripped = []
        for case in self.cases:
            del case["expect"]
            stripped.append(json.dumps(case, separators=(",", ":")).encode() + b"\n")
        self.write("bare", lines[0] + b"".join(stripped) + assay_program.footer(stripped))
        self.assay("diff", "bare", "good", code=2)
        self.assay("check", "bare")


class Check(ProgramTest):
    def test_the_verdict_does_not_depend_on_jobs(self):
        def verdict(jobs, fault, code):
            return self.assay("check", "--set", "random", "--cases", 3, *SOME_CELLS, "--jobs", jobs,
                              *fault, code=code).stdout
        for fault, code in ([], 0), (["--fault", "basic/Gather.offset_in_elements"], 1):
            one = verdict(1, fault, code).split("\n")
            two = verdict(2, fault, code).split("\n")
            self.assertEqual([x for x in one if "tripwires" not in x],
                             [x for x in two if "tripwires" not in x])

    def test_a_target_process(self):
        command = ["check", "--set", "random", "--cases", 5, *MASK_COPY, "--target"]
        self.assay(*command, self.target(GOOD))
        self.assay(*command, self.target(WRONG), code=1)
        self.assay(*command, self.target(STATUS % "unsupported"), code=3)
        self.assay(*command, "false", code=2)

    def test_how_to_repeat_a_failure(self):
        text = self.assay("check", "--set", "random", "--cases", 2, "--seed", "0x7", *SOME_CELLS,
                          "--fault", "basic/Gather.offset_in_elements", code=1).stdout
        self.assertIn("assay gen --set random --seed 0x7 ", text)


if __name__ == "__main__":
    assay_program.command_line()
    sys.exit(assay_program.main(Run, Diff, Check))
