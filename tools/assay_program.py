"""For the tests of the programs: running them, a folder to work in, files of cases and results."""
import argparse
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest


def command_line(*more):
    """The values of --programs and of the options in `more`; the programs are used from then on."""
    parser = argparse.ArgumentParser()
    for name in ("--programs", *more):
        parser.add_argument(name, required=True)
    options = parser.parse_args()
    ProgramTest.programs = pathlib.Path(options.programs).resolve()
    return options


class ProgramTest(unittest.TestCase):
    """A test with a fresh folder, in which programs run."""

    programs = pathlib.Path()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, *command, env=None, timeout=300):
        return subprocess.run([str(word) for word in command], cwd=self.folder, env=env, text=True,
                              encoding="utf-8", capture_output=True, timeout=timeout)

    def assay(self, *arguments, code=0, **more):
        """Runs `assay`, wants this exit code, and of every 2 exactly one line on stderr."""
        run = self.start(self.programs / "assay", *arguments, **more)
        self.assertEqual(run.returncode, code, f"{arguments}\n{run.stdout}\n{run.stderr}")
        if code == 2:
            self.assertRegex(run.stderr, r"\Aassay: [^\n]+\n\Z")
        else:
            self.assertEqual(run.stderr, "")
        return run

    def gen(self, name, *arguments, cases=2):
        self.assay("gen", "--set", "random", "--cases", cases, *arguments, "-o", name)
        return self.folder / name

    def read(self, name):
        return (self.folder / name).read_bytes()

    def write(self, name, content):
        data = content if isinstance(content, bytes) else content.encode()
        (self.folder / name).write_bytes(data)

    def lines(self, name):
        """With their line ends."""
        return self.read(name).splitlines(keepends=True)

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())

    def target(self, body):
        """The command of a Python target whose answer to `case` these lines return."""
        lines = "\n".join("    " + line for line in body.strip("\n").split("\n"))
        self.write("target.py", TARGET.replace("BODY", lines))
        return f"'{sys.executable}' '{self.folder}/target.py'"


TARGET = """\
import json, os, sys
def run(case):
BODY
for line in sys.stdin:
    request = json.loads(line)
    if "bye" in request: break
    hello = {"hello": {"protocol": 1, "name": "toy", "version": "1"}}
    print(json.dumps(run(request["run"]) if "run" in request else hello), flush=True)
"""

# In a part of the 220 cells that is quick and has memory, both kinds of registers and pointers.
SOME_CELLS = ("--product", "ascend950", "--dtype", "half", "--dtype", "mask", "--dtype", "uint8")


def footer(case_lines):
    """The footer line for these case lines (bytes with line ends)."""
    digest = hashlib.sha256(b"".join(case_lines)).hexdigest()
    return f'{{"footer":{{"cases":{len(case_lines)},"sha256":"{digest}"}}}}\n'.encode()


def cases_of(lines):
    return [json.loads(line) for line in lines[1:-1]]


def main(*cases):
    """Runs the tests of these classes; the last line is "N passed, N failed"."""
    suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(c) for c in cases)
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=1).run(suite)
    failed = len({test.id() for test, _ in result.failures + result.errors})
    for test, reason in result.skipped:
        print(f"skipped: {test.id()}: {reason}")
    passed = result.testsRun - failed - len(result.skipped)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0
