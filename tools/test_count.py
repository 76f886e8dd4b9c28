#!/usr/bin/env python3
"""Adds up ctest's JUnit reports: the tests inside the test programs, not the programs.

A program counts with the numbers it prints: GoogleTest's "[  PASSED  ] N tests", or a line
"N passed, N failed". One that prints none counts as one test, and one that failed counts as at
least one failure, whatever it prints. The last line is "N passed, N failed".

    tools/test_count.py [--failed-steps N] REPORT.xml...
"""
import argparse
import re
import sys
import xml.etree.ElementTree

PASSED = re.compile(r"^\[  PASSED  \] (\d+) tests?\.", re.MULTILINE)
FAILED = re.compile(r"^\[  FAILED  \] (\d+) tests?, listed below", re.MULTILINE)
BOTH = re.compile(r"^(\d+) passed, (\d+) failed$", re.MULTILINE)


def count(output, succeeded):
    """(passed, failed) of one program with this output."""
    passed = sum(int(n) for n in PASSED.findall(output))
    failed = sum(int(n) for n in FAILED.findall(output))
    for both in BOTH.findall(output):
        passed += int(both[0])
        failed += int(both[1])
    if succeeded:
        return (passed or 1, failed)
    return (passed, failed or 1)


def count_report(path):
    passed = failed = 0
    for case in xml.etree.ElementTree.parse(path).getroot().iter("testcase"):
        succeeded = case.get("status") == "run" and case.find("failure") is None
        one = count(case.findtext("system-out") or "", succeeded)
        passed += one[0]
        failed += one[1]
        if one[1]:
            print(f"FAILED: {case.get('name')}: {one[1]} failed")
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--failed-steps", type=int, default=0)
    parser.add_argument("reports", nargs="+")
    options = parser.parse_args()
    passed = failed = 0
    for path in options.reports:
        try:
            one = count_report(path)
        except (OSError, xml.etree.ElementTree.ParseError) as error:
            print(f"FAILED: {path}: {error}")
            one = (0, 1)
        passed += one[0]
        failed += one[1]
    failed = max(failed, options.failed_steps)
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
