#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>

#include "fuzz/targets/ordered_work.h"
#include "spec/bad_input.h"
#include "spec/record/codec.h"
#include "spec/record/vectors_file.h"
#include "tools/commands/command.h"
#include "tools/commands/progress.h"
#include "tools/commands/selection_options.h"
#include "tools/version.h"

namespace assay {
namespace {

struct Shard {
  std::uint64_t index = 1;  // from 1
  std::uint64_t count = 1;

  // Case k of `total` belongs to shard floor(k * count / total) + 1: contiguous blocks.
  std::uint64_t begin(std::uint64_t total) const {
    return ((index - 1) * total + count - 1) / count;
  }
  std::uint64_t end(std::uint64_t total) const { return (index * total + count - 1) / count; }
};

Shard parse_shard(const std::string& text) {
  Shard shard;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, shard.index);
  const bool slash = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  const auto second = slash ? std::from_chars(first.ptr + 1, end, shard.count) : first;
  if (!slash || second.ec != std::errc() || second.ptr != end || shard.index < 1 ||
      shard.index > shard.count || shard.count > 1u << 20) {
    throw BadInput("", "", "bad-usage", "--shard '" + text + "' is not I/N with 1 <= I <= N",
                   "e.g. --shard 1/4");
  }
  return shard;
}

struct GenOptions {
  SelectionOptions selection;
  std::string shard;
  std::string output;
};

constexpr std::uint64_t kChunkCases = 64;

int gen(const GenOptions& options) {
  const Catalog catalog = load_builtin_catalog();
  const SelectionOptions& s = options.selection;
  const std::vector<Cell> cells = s.cells(catalog);
  const std::uint64_t per_cell = s.cases(), total = per_cell * cells.size(), seed = s.seed();
  const GeneratorOptions generator_options = s.generator(catalog, cells);
  const Shard shard = options.shard.empty() ? Shard{} : parse_shard(options.shard);
  const std::uint64_t begin = shard.begin(total), end = shard.end(total);
  if (begin == end) {
    throw BadInput("", "", "bad-usage", "this shard is empty", "use fewer shards");
  }
  VectorsWriter writer(options.output, {"assay", kVersion, catalog.sha256(), seed, s.as_json()});
  Progress progress("gen", end - begin);
  std::uint64_t next = begin, written = 0;
  OrderedStages<std::uint64_t, std::vector<std::string>> stages;
  stages.next = [&]() -> std::optional<std::uint64_t> {
    if (next >= end) return std::nullopt;
    return std::exchange(next, next + kChunkCases);
  };
  stages.start_worker = [&]() -> std::function<std::vector<std::string>(std::uint64_t &&)> {
    auto generator = std::make_shared<Generator>(catalog, generator_options);
    return [&, generator](std::uint64_t&& first) {
      std::vector<std::string> lines;
      for (std::uint64_t k = first; k < std::min(end, first + kChunkCases); ++k) {
        const Case c = generator->random_case(cells[k / per_cell], seed, k % per_cell);
        append_case_json(lines.emplace_back(), c);
      }
      return lines;
    };
  };
  stages.consume = [&](std::vector<std::string>&& lines) {
    for (const std::string& line : lines) writer.add_line(line);
    written += lines.size();
    progress.update(written);
  };
  ordered_pipeline(s.threads(), stages);
  writer.finish();
  fmt::print("{} cases in {} cells -> {}\n", written, (end - 1) / per_cell - begin / per_cell + 1,
             options.output);
  return kExitOk;
}

}  // namespace

void add_gen(CLI::App& app, Action& action) {
  CLI::App* sub = app.add_subcommand("gen", "make conformance vectors");
  auto options = std::make_shared<GenOptions>();
  options->selection.add_to(*sub);
  sub->add_option("--shard", options->shard, "only the I-th of N contiguous parts: I/N");
  sub->add_option("-o", options->output, "vectors file; .json: one object; .gz: compressed")
      ->required();
  sub->footer("Example:\n  assay gen --set random --op basic/Gather --cases 100 -o gather.jsonl");
  sub->callback([options, &action] { action = [options] { return gen(*options); }; });
}

}  // namespace assay
