#!/usr/bin/env python3
"""Files that were damaged on the way are never a pass.

Every line of a vectors and a results file is lost, doubled, cut and corrupted in turn, and single
bytes of results are changed at random; `assay diff` may end with exit code 0 only where this
test's own comparison, on the bits that the vectors care for, finds nothing wrong either.

    tools/damage_test.py --programs build/release/bin
"""
import json
import os
import random
import sys

import assay_program
from assay_program import ProgramTest

CORRUPTIONS = 200


def bits(text):
    return int.from_bytes(bytes.fromhex(text), "little")


def same(wanted, got):
    """Is `got` (hex) what `wanted` asks for, where it cares?"""
    if not isinstance(got, str) or len(got) != len(wanted["data"]):
        return False
    try:
        wrong = bits(wanted["data"]) ^ bits(got)
    except ValueError:
        return False
    return wrong & bits(wanted.get("care", "ff" * (len(got) // 2))) == 0


def outputs(expect, alternative):
    """The outputs that are wanted if `alternative` (or nothing) replaces some of them."""
    memory = {s["addr"]: s for source in (expect, alternative) for s in source.get("ub", [])}
    named = {key: {**expect.get(key, {}), **alternative.get(key, {})}
             for key in ("vreg", "mreg", "scalar")}
    return memory, named


def fits(result, expect, alternative):
    memory, named = outputs(expect, alternative)
    got_memory = {s["addr"]: s["data"] for s in result.get("ub", [])}
    return (all(same(s, got_memory.get(addr)) for addr, s in memory.items())
            and all(same(r, result.get(key, {}).get(name))
                    for key in ("vreg", "mreg") for name, r in named[key].items())
            and all(result.get("scalar", {}).get(name) == value
                    for name, value in named["scalar"].items()))


def judge(result, case):
    """Does the result fit the case, under the primary answers or some alternative?"""
    expect = case["expect"]
    return result.get("status") == "ok" and any(
        fits(result, expect, alternative) for alternative in [{}, *expect.get("alternatives", [])])


class Damage(ProgramTest):
    def setUp(self):
        super().setUp()
        self.gen("v", "--product", "ascend950", "--dtype", "half", "--dtype", "mask", "--dtype",
                 "int4x2", "--ub-bytes", 8192, cases=1)
        self.assay("run", "--emulator", "v", "-o", "r")
        self.vectors, self.results = self.lines("v"), self.lines("r")
        self.cases = {c["id"]: c for c in assay_program.cases_of(self.vectors)}
        self.assertGreaterEqual(len(self.cases), 10)
        self.assay("diff", "v", "r")
        for line in self.results[1:]:
            result = json.loads(line)
            self.assertTrue(judge(result, self.cases[result["id"]]), result["id"])

    def diff(self, vectors, results):
        self.write("v2", b"".join(vectors))
        self.write("r2", b"".join(results))
        run = self.start(self.programs / "assay", "diff", "v2", "r2")
        self.assertIn(run.returncode, (0, 1, 2, 3), run.stderr)
        self.assertEqual(run.stderr.count("\n"), int(run.returncode == 2), run.stderr)
        return run.returncode

    def damaged(self, lines):
        """(what was done, the lines after it)"""
        for at, line in enumerate(lines):
            middle = len(line) // 2
            swapped = bytes([line[middle] ^ 1])
            before, after = lines[:at], lines[at + 1:]
            yield f"line {at + 1} lost", before + after
            yield f"line {at + 1} doubled", before + [line, line] + after
            yield f"line {at + 1} cut", before + [line[:middle]]
            yield f"line {at + 1} cut within", before + [line[:middle] + b"\n"] + after
            yield f"line {at + 1} corrupted", before + [line[:middle] + swapped
                                                        + line[middle + 1:]] + after

    def test_vectors(self):
        for what, lines in self.damaged(self.vectors):
            with self.subTest(what):
                # The header is guarded by its syntax alone: a changed letter of it can be legal.
                if what == "line 1 corrupted":
                    continue
                self.assertEqual(self.diff(lines, self.results), 2)

    def test_vectors_byte_by_byte_in_the_footer(self):
        *rest, footer = self.vectors
        for at in range(len(footer) - 1):
            changed = footer[:at] + bytes([footer[at] ^ 1]) + footer[at + 1:]
            with self.subTest(changed):
                self.assertEqual(self.diff(rest + [changed], self.results), 2)

    def test_vectors_reordered(self):
        lines = list(self.vectors)
        lines[2], lines[3] = lines[3], lines[2]
        self.assertEqual(self.diff(lines, self.results), 2)

    def test_results(self):
        for what, lines in self.damaged(self.results):
            if what in ("line 1 lost", "line 1 corrupted"):  # the header is optional and free text
                continue
            with self.subTest(what):
                self.check(what, lines)

    def check(self, what, lines):
        """diff's verdict on these results against this test's own."""
        code = self.diff(self.vectors, lines)
        if code != 0:
            return code
        results = {}
        for line in lines:
            record = json.loads(line)
            if "format" not in record:
                self.assertNotIn(record["id"], results, what)
                results[record["id"]] = record
        self.assertEqual(results.keys(), self.cases.keys(), what)
        for key, result in results.items():
            self.assertTrue(judge(result, self.cases[key]), f"{what}: a pass, but {key} is wrong")
        return code

    def test_random_corruptions_of_results(self):
        seed = int(os.environ.get("ASSAY_SEED", "0x1"), 0)
        print(f"ASSAY_SEED={seed:#x}")
        chance = random.Random(seed)
        codes = {0: 0, 1: 0, 2: 0, 3: 0}
        for _ in range(CORRUPTIONS):
            at = chance.randrange(1, len(self.results))
            line = self.results[at]
            byte = chance.randrange(len(line) - 1)
            # Half of them stay hexadecimal digits, so that they reach the comparison.
            new = chance.choice(b"0123456789abcdef") if chance.random() < 0.5 \
                else chance.randrange(256)
            changed = line[:byte] + bytes([new]) + line[byte + 1:]
            lines = self.results[:at] + [changed] + self.results[at + 1:]
            what = f"line {at + 1}, byte {byte}: {line[byte]:#x} -> {new:#x}"
            with self.subTest(what):
                codes[self.check(what, lines)] += 1
        self.assertGreater(codes[1], 0, codes)
        self.assertGreater(codes[2], 0, codes)

    def test_every_cared_bit_counts(self):
        """Flips one bit at a time, spread over each output: exit 1 exactly where it is cared for."""
        chance = random.Random(1)
        seen = set()
        for at, line in enumerate(self.results[1:], 1):
            for wrong_output in self.flipped(json.loads(line), chance):
                judged = judge(wrong_output, self.cases[wrong_output["id"]])
                text = json.dumps(wrong_output).encode() + b"\n"
                code = self.diff(self.vectors, self.results[:at] + [text] + self.results[at + 1:])
                # 1 is also right where the flip makes an answer that differs from the others.
                self.assertIn(code, (0, 1) if judged else (1,), wrong_output["id"])
                seen.add(judged)
        self.assertEqual(seen, {True, False})

    def flipped(self, result, chance):
        def flip(text):
            at = chance.randrange(len(text))
            return text[:at] + f"{int(text[at], 16) ^ (1 << chance.randrange(4)):x}" + text[at + 1:]
        for number, segment in enumerate(result.get("ub", [])):
            copy = json.loads(json.dumps(result))
            copy["ub"][number]["data"] = flip(segment["data"])
            yield copy
        for key in ("vreg", "mreg"):
            for name, data in result.get(key, {}).items():
                yield {**result, key: {**result[key], name: flip(data)}}
        for name, value in result.get("scalar", {}).items():
            yield {**result, "scalar": {**result["scalar"], name: value ^ 32}}


if __name__ == "__main__":
    assay_program.command_line()
    sys.exit(assay_program.main(Damage))
