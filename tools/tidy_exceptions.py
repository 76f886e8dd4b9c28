"""Sources without a test of their own name beside them, and why that is right."""
import re

# (pattern of paths, reason)
WITHOUT_TEST = [
    (r".*_main\.cpp", "the entry of a program; tools/*_test.py drive the programs"),
    (r"tools/commands/.*\.cpp", "the command line; tools/cli_test.py and its neighbours drive it"),
    (r"tools/examples/.*\.cpp", "run as a newcomer would by fuzz/targets/examples_test.cpp"),
    (r"oracle/faults/.*\.cpp", "fuzz/targets/fault_target_test.cpp plants every fault of the tables"),
    (r"tools/dead_compare\.cpp", "is itself part of a test, tools/tripwire_test.py"),
]

# Source -> the test that covers it, because several sources make up one module.
COVERED_BY = {
    "conformance/report/json_report.cpp": "conformance/report/reports_test.cpp",
    "conformance/report/text_report.cpp": "conformance/report/reports_test.cpp",
    "fuzz/generate/draft_contents.cpp": "fuzz/generate/generator_test.cpp",
    "fuzz/generate/draft_places.cpp": "fuzz/generate/generator_test.cpp",
    "fuzz/generate/draft_sizes.cpp": "fuzz/generate/generator_test.cpp",
    "fuzz/generate/limits.cpp": "fuzz/generate/generator_test.cpp",
    "oracle/accesses.cpp": "oracle/legality_test.cpp",
    "oracle/program.cpp": "oracle/evaluate_test.cpp",
    "spec/bad_input.cpp": "tools/cli_test.py",
    "spec/model/catalog_codec.cpp": "spec/model/load_test.cpp",
    "spec/model/cross_check.cpp": "spec/model/load_test.cpp",
    "spec/model/op_codec.cpp": "spec/model/load_test.cpp",
    "spec/model/op_rules.cpp": "spec/model/load_test.cpp",
    "spec/model/op_spec.cpp": "spec/model/catalog_test.cpp",
    "spec/model/op_text.cpp": "spec/model/load_test.cpp",
    "spec/model/strict_reader.cpp": "spec/model/load_test.cpp",
    "spec/record/case.cpp": "spec/record/codec_test.cpp",
    "spec/record/codec_append.cpp": "spec/record/codec_test.cpp",
    "spec/record/codec_parse_case.cpp": "spec/record/codec_test.cpp",
    "spec/record/codec_parse_result.cpp": "spec/record/codec_test.cpp",
    "spec/record/codec_parts.cpp": "spec/record/codec_test.cpp",
    "spec/record/file_header.cpp": "spec/record/corpus_test.cpp",
    "spec/record/json_record.cpp": "spec/record/codec_test.cpp",
    "spec/record/result.cpp": "spec/record/codec_test.cpp",
    "spec/record/results_index.cpp": "spec/record/results_file_test.cpp",
    "spec/record/results_reader.cpp": "spec/record/results_file_test.cpp",
    "spec/record/results_writer.cpp": "spec/record/results_file_test.cpp",
    "spec/record/vectors_reader.cpp": "spec/record/vectors_file_test.cpp",
    "spec/record/vectors_writer.cpp": "spec/record/vectors_file_test.cpp",
}


def reason_without_test(path):
    return next((reason for pattern, reason in WITHOUT_TEST if re.fullmatch(pattern, path)), None)
