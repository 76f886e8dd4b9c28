// Files that other programs wrote: their ids, hashes and values are facts.
#include <gtest/gtest.h>

#include "spec/record/codec.h"
#include "spec/record/results_file.h"
#include "spec/record/vectors_file.h"

namespace assay {
namespace {

const std::string kDumps = std::string(ASSAY_SOURCE_DIR) + "/corpus/dumps/";

TEST(Dumps, IdsAreReproducedAndCasesReadBack) {
  VectorsReader vectors(kDumps + "pto_cpu.vectors.jsonl", Access::kRandom);
  EXPECT_EQ(vectors.header()->generator_name, "hand");
  std::size_t count = 0;
  while (const std::optional<Case> c = vectors.next()) {
    ++count;
    EXPECT_EQ(case_id(*c), c->id);
    std::string text;
    append_case_json(text, *c);
    EXPECT_EQ(parse_case(text), *c);
    EXPECT_EQ(vectors.read(vectors.place()), *c);
  }
  EXPECT_EQ(count, 182u);
}

TEST(Dumps, EveryResultBelongsToACase) {
  VectorsReader vectors(kDumps + "pto_cpu.vectors.jsonl");
  ResultsIndex results({kDumps + "pto_cpu.results.jsonl"});
  EXPECT_EQ(results.size(), 182u);
  EXPECT_EQ(results.target().name, "pto-isa CPU simulator");
  while (const std::optional<Case> c = vectors.next()) {
    const std::optional<ResultLocation> location = results.lookup(c->id);
    ASSERT_TRUE(location) << c->id;
    const Result result = results.read(*location);
    EXPECT_EQ(result.id, c->id);
    EXPECT_EQ(result.ub.size(), c->ub.size());
  }
  EXPECT_EQ(results.unused(), 0u);
  EXPECT_EQ(results.first_unused(), std::nullopt);
}

}  // namespace
}  // namespace assay
