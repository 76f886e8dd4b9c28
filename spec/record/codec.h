// JSON text of one case or one result <-> its in-memory form.
//
// Reading is strict, because a file that is misread is a wrong verdict: a case with an unknown
// key is refused (results may carry more), and both refuse duplicate keys, floating point,
// upper-case or odd hex, and nesting beyond 64. An integer may be a JSON integer or a string
// "0x..." of lower-case digits. Ids of BadInput:
//   bad-json bad-utf8 too-deep duplicate-key unknown-key missing-key wrong-type bad-integer
//   out-of-range bad-hex bad-length bad-segment unknown-core unknown-verdict unknown-status
//   empty-id
//
// Writing makes compact ASCII JSON without a line end:
//   std::string line;
//   append_case_json(line, c);
//   ASSAY_CHECK(parse_case(line) == c);
#ifndef ASSAY_SPEC_RECORD_CODEC_H_
#define ASSAY_SPEC_RECORD_CODEC_H_

#include <string>
#include <string_view>

#include "spec/record/case.h"
#include "spec/record/result.h"
#include "spec/record/text_place.h"

namespace assay {

// `json` is one case object. Registers are exactly 256 and 32 bytes; segments are not empty,
// ascending, disjoint and inside the `ub_bytes` of the context. What an op, form, product or
// dtype means, and whether `id` is the computed one, is not looked at.
Case parse_case(std::string_view json, const TextPlace& place = {});

// `json` is one result object. Lengths, order and number of the outputs are left to the judge;
// only a segment address given twice is refused (bad-segment). An updated pointer beyond 64
// bits becomes the nearest std::int64_t: it is a wrong answer, not a bad file.
Result parse_result(std::string_view json, const TextPlace& place = {});

// What of a case is written: all of it, or what a target may see (no name, tags, clauses and
// expectation).
enum class CaseText { kWhole, kRequest };

// Precondition of both: names within a list are distinct. Text that is not UTF-8 is written
// with U+FFFD in place of what is wrong.
void append_case_json(std::string& out, const Case& c, CaseText what = CaseText::kWhole);
void append_result_json(std::string& out, const Result& r);

// The id that the case's content gives it: 26 characters of base32. Independent of the id, name,
// tags, clauses and expectation that it has, and of the order of arguments and registers.
std::string case_id(const Case& c);

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_CODEC_H_
