#include "fuzz/targets/run_engine.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "fuzz/targets/call_plan.h"
#include "fuzz/targets/ordered_work.h"
#include "fuzz/targets/process_target.h"
#include "fuzz/targets/selection.h"
#include "spec/record/codec.h"
#include "spec/record/results_file.h"

namespace assay {
namespace {

// Few, so that slow targets are busy to the end; a wide window asks for more, since it runs dry
// at the end of each block.
constexpr std::size_t kBlockCases = 8;
constexpr std::size_t kBlockBytes = std::size_t{4} << 20;

using Block = std::vector<Chain>;

struct BlockOutput {
  std::string lines;
  RunSummary answered;
  bool complete = false;         // all of the block
  std::exception_ptr exception;  // what ended it early, if not the stop flag
};

// Whether targets are to be left alone: the user says so, or the run has failed elsewhere.
struct EndFlags {
  const std::atomic<bool>* stop = nullptr;
  std::atomic<bool> failed = false;
  bool any() const { return failed || (stop != nullptr && stop->load()); }
};

std::size_t input_bytes(const Chain& chain) {
  std::size_t bytes = 0;
  for (const PlannedCase& planned : chain) {
    for (const Segment& s : planned.c.ub) bytes += s.data.size();
    for (const Register& r : planned.c.vreg) bytes += r.data.size();
  }
  return bytes;
}

std::optional<Block> next_block(ChainReader& chains, std::size_t cases) {
  Block block;
  std::size_t count = 0, bytes = 0;
  while (count < cases && bytes < kBlockBytes) {
    std::optional<Chain> chain = chains.next();
    if (!chain) break;
    count += chain->size();
    bytes += input_bytes(*chain);
    block.push_back(std::move(*chain));
  }
  if (block.empty()) return std::nullopt;
  return block;
}

// Only a ProcessTarget gains from being asked several cases at once.
void answer_calls(Target& target, const std::vector<PlannedCall>& calls, AnswerCollector& collector,
                  const EndFlags& end) {
  if (auto* process = dynamic_cast<ProcessTarget*>(&target)) {
    std::vector<const Case*> cases;
    for (const PlannedCall& call : calls) cases.push_back(call.c);
    process->run_all(cases, [&](Result&& answer) {
      collector.add(std::move(answer));
      return !end.any();
    });
    return;
  }
  for (const PlannedCall& call : calls) {
    if (end.any()) return;
    collector.add(target.run(*call.c));
  }
}

// What was answered before an exception is kept; it is thrown when it is the block's turn.
BlockOutput run_block(Target& target, const Block& block, const EndFlags& end) {
  std::vector<PlannedCall> calls;
  for (const Chain& chain : block) append_calls(calls, chain);
  BlockOutput output;
  AnswerCollector collector(calls, [&](const Result& result) {
    append_result_json(output.lines, result);
    output.lines += '\n';
    output.answered.add(result);
  });
  try {
    answer_calls(target, calls, collector, end);
  } catch (...) {
    output.exception = std::current_exception();
  }
  output.complete = collector.is_complete();
  return output;
}

// Hands out the target that was made first, then makes more.
class TargetPool {
 public:
  explicit TargetPool(const TargetFactory& make) : make_(make), first_(make()) {}

  const Target& first() const { return *first_; }
  std::shared_ptr<Target> take() {
    {
      const std::lock_guard lock(mutex_);
      if (first_) return std::move(first_);
    }
    return make_();
  }

 private:
  const TargetFactory& make_;
  std::mutex mutex_;
  std::unique_ptr<Target> first_;
};

std::size_t block_cases(const Target& target) {
  const auto* process = dynamic_cast<const ProcessTarget*>(&target);
  return process == nullptr ? kBlockCases
                            : std::max(kBlockCases, std::size_t{2} * process->window());
}

// False: stopped.
bool run_rest(const std::string& vectors, TargetPool& pool, std::uint64_t kept,
              const RunOptions& options, ResultsWriter& writer, RunSummary& summary) {
  ChainReader chains(vectors, options.only, kept);
  const std::size_t cases = block_cases(pool.first());
  EndFlags end{options.stop};
  bool stopped = false;
  OrderedStages<Block, BlockOutput> stages;
  stages.next = [&]() -> std::optional<Block> {
    if (end.any()) return std::nullopt;
    return next_block(chains, cases);
  };
  stages.start_worker = [&]() -> std::function<BlockOutput(Block &&)> {
    return [target = pool.take(), &end](Block&& block) { return run_block(*target, block, end); };
  };
  const auto take_over = [&](const BlockOutput& output) {
    writer.add_lines(output.lines);
    for (std::size_t i = 0; i < summary.by_status.size(); ++i) {
      summary.by_status[i] += output.answered.by_status[i];
    }
    if (options.progress) options.progress(summary.answered(), summary.selected);
    if (output.exception) std::rethrow_exception(output.exception);
  };
  stages.consume = [&](BlockOutput&& output) {
    if (stopped) return;  // the file must have no gap
    try {
      take_over(output);
    } catch (...) {
      end.failed = true;
      throw;
    }
    stopped = !output.complete;
  };
  ordered_pipeline(options.jobs, stages);
  return summary.answered() == summary.selected;
}

}  // namespace

RunSummary run_vectors(const std::string& vectors, const std::string& results,
                       const TargetFactory& make_target, const RunOptions& options) {
  const Survey survey = survey_run(vectors, results, options);
  RunSummary summary = survey.summary;
  const auto start =
      survey.kept > 0 ? ResultsWriter::Start::kContinue : ResultsWriter::Start::kFresh;
  if (survey.kept == summary.selected) {
    ResultsWriter(results, {}, start).finish();
    return summary;
  }
  TargetPool pool(make_target);
  ResultsWriter writer(results, pool.first().info(), start);
  if (run_rest(vectors, pool, survey.kept, options, writer, summary)) {
    writer.finish();
  } else {
    summary.stopped = true;
  }
  return summary;
}

}  // namespace assay
