#!/usr/bin/env python3
"""Holds the JSON Schemas of spec/schema against files that must and must not fit them.

corpus/accepted and corpus/dumps must fit. Of corpus/rejected the manifest says which files a
schema can refuse and which have a fault that it cannot see (a wrong hash, an overlap); a file
that cannot be read as JSON in one of the two shapes counts as refused.
"""
import copy
import gzip
import json
import pathlib
import sys

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIELDS = {"vectors": "cases", "results": "results"}

REPORT = {
    "format": "assay-report", "version": 1, "vectors": {}, "target": {},
    "totals": {"pass": 1, "fail": 1, "known": 0, "recorded": 0, "unsupported": 0, "missing": 0,
               "crash": 0, "timeout": 0, "error": 0},
    "answers": {"reg/asc_copy.mask_group": {"ascend950/1": {"bitwise": 412}}},
    "inconsistent": [],
    "groups": [{"signature": "s", "op": "basic/Gather", "forms": ["count"], "dtypes": ["half"],
                "products": ["ascend950"], "count": 37,
                "explanation": {"faults": ["basic/Gather.offset_in_elements"], "explains": 37,
                                "of": 37, "sentence": "x"},
                "clauses": ["GAT-C05"], "exemplar": "id", "minimal": {}}],
    "cases": [{"id": "a", "name": "b", "verdict": "fail", "why": "x",
               "first": {"output": "dst", "bit": 1184, "expected": "003c", "actual": "0000"}}]}


def change(path, value):
    """REPORT with the value at `path` replaced, or removed where `value` is Ellipsis."""
    report = copy.deepcopy(REPORT)
    *way, last = path
    place = report
    for step in way:
        place = place[step]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return report


REPORTS = [
    (True, REPORT),
    (True, change(["groups", 0, "explanation"], None)),
    (True, change(["cases", 0, "first"], ...)),
    (True, change(["cases"], [])),
    (True, change(["note"], "added later")),
    (False, change(["totals", "missing"], ...)),
    (False, change(["totals", "pass"], -1)),
    (False, change(["cases", 0, "verdict"], "pass")),
    (False, change(["cases", 0, "verdict"], "failed")),
    (False, change(["cases", 0, "first", "expected"], "003C")),
    (False, change(["groups", 0, "explanation", "faults"], [])),
    (False, change(["groups", 0, "exemplar"], ...)),
    (False, change(["answers", "reg/asc_copy.mask_group"], {"ascend950/1": 1})),
    (False, change(["version"], 2)),
]


def read_text(path):
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")


def no_constant(name):
    raise ValueError(name + " is not JSON")


def parse(text):
    return json.loads(text, parse_constant=no_constant)


def records_of(text):
    """All values of JSON Lines, or the one value of a text that is not that."""
    try:
        return [parse(text)]
    except json.JSONDecodeError:
        return [parse(line) for line in text.removesuffix("\n").split("\n") if text]


def as_one_object(records, kind):
    """The object of the one-object shape that the records are or stand for."""
    if len(records) == 1:
        only = records[0]
        if not isinstance(only, dict) or FIELDS[kind] in only or "footer" in only:
            return only
    whole = {"format": "assay-results", "version": 1} if kind == "results" else {}
    if records and isinstance(records[0], dict) and "format" in records[0]:
        whole = records.pop(0)
    if kind == "vectors" and records and list(records[-1]) == ["footer"]:
        whole.update(records.pop())
    whole[FIELDS[kind]] = records
    return whole


def fits(path, kind, schema):
    try:
        records = records_of(read_text(path))
    except (ValueError, OSError, EOFError):  # not UTF-8, not JSON, not gzip, or cut off
        return False
    if path.suffix == ".json" and len(records) == 1 and "op" in records[0]:
        bare = {"$ref": "#/$defs/case", "$defs": schema["$defs"]}
        return jsonschema.Draft202012Validator(bare).is_valid(records[0])
    return jsonschema.Draft202012Validator(schema).is_valid(as_one_object(records, kind))


def load(name):
    schema = json.loads((ROOT / "spec" / "schema" / f"{name}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return schema


def expectations(schemas):
    """(what it is, whether it should fit, whether it does)"""
    for folder in ("accepted", "rejected"):
        place = ROOT / "corpus" / folder
        for entry in json.loads((place / "manifest.json").read_text()):
            wanted = folder == "accepted" or entry["schema"] == "accepts"
            kind = entry["kind"]
            yield entry["file"], wanted, fits(place / entry["file"], kind, schemas[kind])
    for kind in FIELDS:
        dump = ROOT / "corpus" / "dumps" / f"pto_cpu.{kind}.jsonl"
        yield dump.name, True, fits(dump, kind, schemas[kind])
    validator = jsonschema.Draft202012Validator(schemas["report"])
    for number, (wanted, report) in enumerate(REPORTS):
        yield f"report {number}", wanted, validator.is_valid(report)


def main():
    schemas = {name: load(name) for name in ("vectors", "results", "report")}
    passed = failed = 0
    for name, wanted, found in expectations(schemas):
        if wanted == found:
            passed += 1
        else:
            failed += 1
            print(f"{name}: the schema {'refuses' if wanted else 'accepts'} it", file=sys.stderr)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
