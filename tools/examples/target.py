#!/usr/bin/env python3
"""The smallest target that is of use: the op reg/asc_copy in its form mreg, and nothing else.

    assay run --target 'python3 tools/examples/target.py' smoke.jsonl -o results.jsonl
"""
import json
import sys


def run(case):
    if (case["op"], case["form"]) != ("reg/asc_copy", "mreg"):
        return {"id": case["id"], "status": "unsupported"}
    # A core without vector unit (aic) returns at once, so dst keeps what it held.
    copied = "src" if case["context"]["core"] == "aiv" else "dst"
    return {"id": case["id"], "status": "ok", "mreg": {"dst": case["mreg"][copied]}}


for line in sys.stdin:
    request = json.loads(line)
    if "bye" in request:
        break
    hello = {"hello": {"protocol": 1, "name": "example-python", "version": "1"}}
    print(json.dumps(run(request["run"]) if "run" in request else hello), flush=True)
