#include "conformance/check.h"

#include <algorithm>

#include "fuzz/targets/ordered_work.h"
#include "spec/record/codec.h"

namespace assay {
namespace {

// Large enough that handing out work costs nothing, small enough to keep every thread busy.
constexpr std::uint64_t kBlockCases = 512;

struct Block {
  Cell cell;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

}  // namespace

Verdicts check(const Catalog& catalog, const CheckOptions& options) {
  Verdicts all(catalog, options.judge);
  std::size_t cell = 0;
  std::uint64_t done_in_cell = 0;
  OrderedStages<Block, Verdicts> stages;
  stages.next = [&]() -> std::optional<Block> {
    if (cell == options.cells.size() || options.cases_per_cell == 0) return std::nullopt;
    const Block block{options.cells[cell], done_in_cell,
                      std::min(kBlockCases, options.cases_per_cell - done_in_cell)};
    done_in_cell += block.count;
    if (done_in_cell == options.cases_per_cell) {
      ++cell;
      done_in_cell = 0;
    }
    return block;
  };
  stages.start_worker = [&]() -> std::function<Verdicts(Block &&)> {
    auto generator = std::make_shared<Generator>(catalog, options.generator);
    auto target = std::shared_ptr<Target>(options.make_target());
    return [&, generator, target](Block&& block) {
      Verdicts part(catalog, options.judge);
      for (std::uint64_t k = block.first; k < block.first + block.count; ++k) {
        const Case c = generator->random_case(block.cell, options.seed, k, Naming::kNameAsId);
        const Result result = target->run(c);
        if (part.add(c, &result, "").verdict != Verdict::kPass) part.set_last_id(case_id(c));
      }
      return part;
    };
  };
  stages.consume = [&](Verdicts&& part) {
    all.merge(std::move(part));
    if (options.progress) options.progress(all.cases());
  };
  ordered_pipeline(options.jobs, stages);
  return all;
}

}  // namespace assay
