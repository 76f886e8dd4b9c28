#!/usr/bin/env python3
"""The rules of the source tree that a program can check, each with a test of the rule itself.

    tools/tidy_test.py                           all rules but the next
    tools/tidy_test.py --headers [--compiler C]  every header compiles alone
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import cpp_text
import tidy_exceptions

ROOT = pathlib.Path(__file__).resolve().parent.parent
STAGES = ("spec", "oracle", "fuzz", "conformance", "tools")  # each may include itself and the left
TOP = {"spec", "oracle", "fuzz", "conformance", "tools", "corpus", "build", "CMakeLists.txt",
       "CMakePresets.json", "README.md", "LICENSE", "CONTRIBUTING.md", "CHANGELOG.md"}
BANNED_NAMES = {"util", "utils", "common", "helper", "helpers", "misc"}
MAX_FUNCTION_LINES = 70
MAX_LINES = {"source": 500, "test": 500, "header": 200}
MAX_COLUMNS = 100
CLANG_FORMAT_VERSION = "14"


# A rule takes the tree, a dict of path -> text, and yields (path, line, what is wrong).

def cpp_files(tree):
    return ((path, text) for path, text in tree.items() if path.endswith((".cpp", ".h")))


def include_direction(tree):
    for path, text in cpp_files(tree):
        own = STAGES.index(path.split("/")[0])
        for number, line in enumerate(text.split("\n"), 1):
            match = re.match(r'\s*#\s*include\s+"([^"]*)"', line)
            if not match:
                continue
            stage = match[1].split("/")[0]
            if stage not in STAGES:
                yield path, number, f'"{match[1]}" does not start at the root of the tree'
            elif STAGES.index(stage) > own:
                yield path, number, f"{STAGES[own]} includes {stage}, which is to its right"


def function_length(tree):
    for path, text in cpp_files(tree):
        for first, lines, _ in cpp_text.functions(text):
            if lines > MAX_FUNCTION_LINES:
                yield path, first, f"a function of {lines} lines; {MAX_FUNCTION_LINES} at most"


def file_length(tree):
    for path, text in tree.items():
        if not path.endswith((".cpp", ".h", ".py", ".cmake")):
            continue
        kind = "header" if path.endswith(".h") else "source"
        if path.endswith(("_test.cpp", "_test.py")):
            kind = "test"
        lines = text.count("\n")
        if lines > MAX_LINES[kind]:
            yield path, lines, f"a {kind} of {lines} lines; {MAX_LINES[kind]} at most"


def file_names(tree):
    for path in tree:
        parts = path.split("/")
        words = re.split(r"[_\-.]", "_".join(parts))
        for word in BANNED_NAMES & set(words):
            yield path, 1, f"'{word}' in a name says nothing"
        if parts[0] not in TOP and not parts[0].startswith("."):
            yield path, 1, "nothing else belongs at the top of the tree"
        if path.endswith((".cpp", ".h")) and not re.search(r"(^|/)ops/", path) \
                and not re.fullmatch(r"[a-z0-9_]+\.(cpp|h)", parts[-1]):
            yield path, 1, "C++ files are named in snake_case"


def json_library(tree):
    for path, text in tree.items():
        if path.endswith(".h") and "<nlohmann/json.hpp>" in text:
            yield path, 1, "nlohmann/json.hpp belongs into .cpp files; headers see json_fwd.hpp"


def header_guards(tree):
    for path, text in tree.items():
        if not path.endswith(".h"):
            continue
        guard = "ASSAY_" + re.sub(r"[^A-Z0-9]", "_", path.upper()) + "_"
        code = [line for line in text.split("\n") if line and not line.startswith("//")]
        wanted = [f"#ifndef {guard}", f"#define {guard}"]
        if code[:2] != wanted or code[-1] != f"#endif  // {guard}":
            yield path, 1, f"the include guard is not {guard}"


def tests_beside(tree):
    for path in tree:
        if not path.endswith(".cpp") or path.endswith("_test.cpp"):
            continue
        test = path.removesuffix(".cpp") + "_test.cpp"
        if test in tree or tidy_exceptions.reason_without_test(path):
            continue
        covered_by = tidy_exceptions.COVERED_BY.get(path)
        if covered_by is None:
            yield path, 1, f"there is no {test}"
        elif covered_by not in tree:
            yield path, 1, f"its test {covered_by} is gone"
    for path in tidy_exceptions.COVERED_BY:
        if path not in tree and tree.keys() & {"tools/tidy_exceptions.py"}:
            yield "tools/tidy_exceptions.py", 1, f"names {path}, which is gone"


def op_pairs(tree):
    specs = {p[len("spec/ops/"):-len(".json")] for p in tree
             if p.startswith("spec/ops/") and p.endswith(".json")}
    for folder in ("oracle/ops/", "fuzz/emulator/ops/"):
        sources = {p[len(folder):-len(".cpp")] for p in tree if p.startswith(folder)
                   and p.endswith(".cpp") and not p.endswith("_test.cpp")}
        for op in sources - specs:
            yield f"{folder}{op}.cpp", 1, f"there is no spec/ops/{op}.json"
        for op in specs - sources if folder.startswith("oracle") else ():
            yield f"spec/ops/{op}.json", 1, f"there is no oracle/ops/{op}.cpp"


def machine_paths(tree):
    for path, text in tree.items():
        for number, line in enumerate(text.split("\n"), 1):
            match = re.search(r"(?<![\w.$}>*])/(home|root|work|Users|mnt|tmp/build)/\w+", line)
            if match:
                yield path, number, f"{match[0]} is a path of one machine"


def line_width(tree):
    for path, text in cpp_files(tree):
        for number, line in enumerate(text.split("\n"), 1):
            if len(line) > MAX_COLUMNS:
                yield path, number, f"{len(line)} columns; {MAX_COLUMNS} at most"


def white_space(tree):
    for path, text in tree.items():
        if path.startswith("corpus/"):
            continue
        for number, line in enumerate(text.split("\n"), 1):
            if line.endswith((" ", "\t", "\r")) or "\t" in line:
                yield path, number, "a tab, or white space at the end of the line"
        if text and not text.endswith("\n"):
            yield path, 1, "no line end at the end"


def find_clang_format():
    for name in (f"clang-format-{CLANG_FORMAT_VERSION}", "clang-format"):
        if shutil.which(name):
            version = subprocess.run([name, "--version"], capture_output=True, text=True).stdout
            if f"version {CLANG_FORMAT_VERSION}." in version:
                return name
    return None


def clang_format(tree):
    program = find_clang_format()
    if program is None:
        yield ".clang-format", 1, f"clang-format {CLANG_FORMAT_VERSION} is missing; run tools/setup"
        return
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        shutil.copy(ROOT / ".clang-format", place)
        names = []
        for path, text in cpp_files(tree):
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            (place / path).write_text(text, "utf-8")
            names.append(path)
        found = subprocess.run([program, "--dry-run", "--ferror-limit=1", *names], cwd=place,
                               capture_output=True, text=True).stderr
    for path, number in re.findall(r"^(\S+?):(\d+):\d+: (?:warning|error)", found, re.MULTILINE):
        yield path, int(number), "not as clang-format writes it"


RULES = (include_direction, function_length, file_length, file_names, json_library, header_guards,
         tests_beside, op_pairs, machine_paths, line_width, white_space, clang_format)

_LONG = "int f(int a) {\n" + "  a += 1;\n" * 70 + "  return a;\n}\n"
_LAMBDA = "A::A(int a) : a_(a), b_{a} {\n" + "  go([&] { ++a; });\n" * 70 + "}\n"
_GUARD = "// What.\n#ifndef ASSAY_SPEC_A_H_\n#define ASSAY_SPEC_A_H_\n{}\n#endif  // ASSAY_SPEC_A_H_\n"

# (rule, a tree, how many violations it has)
SELF_TESTS = [
    (include_direction, {"oracle/a.cpp": '#include "fuzz/b.h"\n'}, 1),
    (include_direction, {"spec/a_test.cpp": '#include  "oracle/b.h"\n'}, 1),
    (include_direction, {"fuzz/a.cpp": '#include "b.h"\n'}, 1),
    (include_direction, {"fuzz/a.cpp": '#include "spec/b.h"\n#include "fuzz/c.h"\n'}, 0),
    (function_length, {"spec/a.cpp": "namespace a {\n" + _LONG + "}\n"}, 1),
    (function_length, {"spec/a.cpp": "class A {\n public:\n" + _LONG + "};\n"}, 1),
    (function_length, {"spec/a.cpp": _LAMBDA}, 1),
    (function_length, {"spec/a.cpp": "const int kA[] = {\n" + "    1,\n" * 99 + "};\n"}, 0),
    (function_length, {"spec/a.cpp": "int f() {\n" + "  g(\"}\");  // }\n" * 68 + "}\n"}, 0),
    (function_length, {"spec/a.cpp": "int f() {\n" + "  g('{', R\"(})\");\n" * 69 + "}\n"}, 1),
    (file_length, {"spec/a.cpp": "\n" * 501}, 1),
    (file_length, {"spec/a.h": "\n" * 201}, 1),
    (file_length, {"tools/a_test.py": "\n" * 501, "spec/a_test.cpp": "\n" * 501}, 2),
    (file_length, {"spec/a.cpp": "\n" * 500, "spec/a.h": "\n" * 200, "README.md": "\n" * 999}, 0),
    (file_names, {"spec/string_util.h": ""}, 1),
    (file_names, {"fuzz/common/a.h": ""}, 1),
    (file_names, {"docs/a.md": ""}, 1),
    (file_names, {"spec/CamelCase.h": ""}, 1),
    (file_names, {"oracle/ops/basic/Gather.cpp": "", ".ci/run": "", "spec/commonly.h": ""}, 0),
    (json_library, {"spec/a.h": "#include <nlohmann/json.hpp>\n"}, 1),
    (json_library, {"spec/a.h": "#include <nlohmann/json_fwd.hpp>\n",
                    "spec/a.cpp": "#include <nlohmann/json.hpp>\n"}, 0),
    (header_guards, {"spec/a.h": _GUARD.format("")}, 0),
    (header_guards, {"spec/b.h": _GUARD.format("")}, 1),
    (header_guards, {"spec/a.h": "#pragma once\n"}, 1),
    (tests_beside, {"spec/unheard_of.cpp": ""}, 1),
    (tests_beside, {"spec/unheard_of.cpp": "", "spec/unheard_of_test.cpp": ""}, 0),
    (tests_beside, {"spec/unheard_of_main.cpp": ""}, 0),
    (op_pairs, {"spec/ops/a/b.json": ""}, 1),
    (op_pairs, {"oracle/ops/a/b.cpp": "", "fuzz/emulator/ops/a/c.cpp": ""}, 2),
    (op_pairs, {"spec/ops/a/b.json": "", "oracle/ops/a/b.cpp": "", "oracle/ops/a/b_test.cpp": ""},
     0),
    (machine_paths, {"spec/a.cpp": "read(\"/" + "home/me/x\");\n"}, 1),
    (machine_paths, {"tools/a": "cd /" + "work/tree\n"}, 1),
    (machine_paths, {"README.md": "a/home/b, ${x}/work/y and /usr/bin/python3\n"}, 0),
    (line_width, {"spec/a.cpp": "x" * 101 + "\n"}, 1),
    (line_width, {"spec/a.cpp": "\u00e4" * 100 + "\n", "README.md": "x" * 200}, 0),
    (white_space, {"spec/a.cpp": "a \n\tb\n"}, 2),
    (white_space, {"spec/a.cpp": "a"}, 1),
    (white_space, {"spec/a.cpp": "a\n", "spec/empty": ""}, 0),
    (clang_format, {"spec/a.cpp": "int  f( ){return 1 ;}\n"}, 1),
    (clang_format, {"spec/a.cpp": "int f() { return 1; }\n"}, 0),
]


def read_tree():
    tree = {}
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(f for f in folders if f not in {"build", ".git", "__pycache__",
                                                             ".cache"})
        for name in sorted(files):
            path = pathlib.Path(folder, name)
            try:
                tree[path.relative_to(ROOT).as_posix()] = path.read_text("utf-8")
            except UnicodeDecodeError:
                pass  # compressed, or broken on purpose
    return tree


def check_rules():
    passed = failed = 0
    for rule, tree, wanted in SELF_TESTS:
        found = list(rule(tree))
        if len(found) == wanted:
            passed += 1
        else:
            failed += 1
            print(f"self-test of {rule.__name__}: {wanted} wanted in {list(tree)}, got {found}")
    for rule in RULES:
        if {bool(wanted) for r, _, wanted in SELF_TESTS if r is rule} != {True, False}:
            failed += 1
            print(f"{rule.__name__} has no self-test with and without a violation")
    tree = read_tree()
    for rule in RULES:
        found = list(rule(tree))
        for path, line, what in found:
            print(f"{path}:{line}: {what} [{rule.__name__}]")
        passed += not found
        failed += bool(found)
    return passed, failed


def compile_header(compiler, path):
    """What the compiler says of the header alone; empty if it is content."""
    command = [compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-I", str(ROOT),
               '-DASSAY_VERSION=""', '-DASSAY_SOURCE_DIR=""', '-DASSAY_BINARY_DIR=""', "-x", "c++",
               "-"]
    run = subprocess.run(command, input=f'#include "{path}"\n', capture_output=True, text=True)
    return run.stderr if run.returncode != 0 else ""


def check_headers(compiler):
    headers = [path for path in read_tree() if path.endswith(".h")]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        said = list(pool.map(lambda path: compile_header(compiler, path), headers))
    for path, text in zip(headers, said):
        if text:
            print(f"{path} does not compile alone:\n{text}")
    alive = bool(compile_header(compiler, "no/such/header.h"))  # the check can fail
    failed = sum(map(bool, said)) + (not alive)
    return len(headers) + 1 - failed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--headers", action="store_true")
    parser.add_argument("--compiler", default="c++")
    options = parser.parse_args()
    passed, failed = check_headers(options.compiler) if options.headers else check_rules()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
