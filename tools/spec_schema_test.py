#!/usr/bin/python3
"""The JSON Schemas of spec/schema/ against the files they describe.

Every file of spec/ and of the toy spec validates; a broken file of corpus/rejected/spec/ is
refused, or accepted where its manifest says that a schema cannot see what is wrong with it.

    tools/spec_schema_test.py [repository]
"""
import json
import pathlib
import sys

import jsonschema

KINDS = ("op", "products", "dtypes")


class Tally:
    """Counts checks and prints those that fail."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def check(self, holds, what):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print("FAILED:", what)


def load_validators(root):
    validators = {}
    for kind in KINDS:
        schema = json.loads((root / "spec/schema" / f"{kind}.schema.json").read_text("utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        validators[kind] = jsonschema.Draft202012Validator(schema)
    return validators


def first_error(validator, path):
    """What is wrong with the file, or None."""
    try:
        value = json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        return f"not JSON: {error}"
    error = jsonschema.exceptions.best_match(validator.iter_errors(value))
    return None if error is None else f"{error.json_path}: {error.message[:200]}"


def check_good(tally, validators, folder):
    files = [("products", folder / "products.json"), ("dtypes", folder / "dtypes.json")]
    ops = sorted((folder / "ops").glob("*/*.json"))
    tally.check(ops, f"{folder} has ops")
    files += [("op", path) for path in ops]
    for kind, path in files:
        error = first_error(validators[kind], path)
        tally.check(error is None, f"{path} validates: {error}")


def check_rejected(tally, validators, folder):
    rows = json.loads((folder / "manifest.json").read_text("utf-8"))
    listed = {row["file"] for row in rows} | {"manifest.json"}
    tally.check(listed == {path.name for path in folder.iterdir()}, f"{folder} is as listed")
    for row in rows:
        error = first_error(validators[row["kind"]], folder / row["file"])
        verdict = "accepts" if error is None else "refuses"
        tally.check(verdict == row["schema"],
                    f"{row['file']}: schema {verdict}, not {row['schema']}: {error}")


def main():
    default = pathlib.Path(__file__).resolve().parent.parent
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default
    tally = Tally()
    validators = load_validators(root)
    check_good(tally, validators, root / "spec")
    check_good(tally, validators, root / "corpus/accepted/spec")
    check_rejected(tally, validators, root / "corpus/rejected/spec")
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 0 if tally.failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
