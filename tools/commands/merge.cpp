#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "spec/bad_input.h"
#include "spec/record/results_file.h"
#include "spec/record/vectors_file.h"
#include "tools/commands/command.h"

namespace assay {
namespace {

struct MergeCommand {
  std::vector<std::string> inputs;
  std::string output;
};

bool is_vectors(const std::string& path) {
  const RecordStream records(path, kResultsFormat);
  if (!records.header()) return false;
  const auto header = nlohmann::json::parse(records.header()->text, nullptr, false);
  return header.is_object() && header.value("format", nlohmann::json()) == "assay-vectors";
}

// Several shards of one `gen` become the file that it would have written whole.
std::uint64_t merge_vectors(const MergeCommand& command) {
  std::optional<VectorsWriter> writer;
  std::optional<VectorsHeader> header;
  std::unordered_map<std::string, std::string> seen;  // id -> file
  for (const std::string& path : command.inputs) {
    VectorsReader reader(path);
    if (!reader.header()) {
      throw BadInput(path, "", "wrong-format", "a bare case cannot be merged",
                     "give files that 'assay gen' wrote");
    }
    if (!header) {
      header = reader.header();
      writer.emplace(command.output, *header);
    } else if (!(*header == *reader.header())) {
      throw BadInput(path, "line 1", "header-mismatch",
                     "its generator, spec, seed or selection differs from the first file's",
                     "merge the shards of one 'assay gen'");
    }
    while (const std::optional<Case> c = reader.next()) {
      const auto [entry, is_new] = seen.emplace(c->id, path);
      if (!is_new) {
        throw BadInput(path, fmt::format("line {}", reader.place().line), "double-id",
                       "case " + c->id + " is in " + entry->second + " too",
                       "give every shard once");
      }
      writer->add_line(reader.text());
    }
  }
  writer->finish();
  return seen.size();
}

std::uint64_t merge_results(const MergeCommand& command) {
  const ResultsIndex index(command.inputs);  // refuses double ids
  ResultsWriter writer(command.output, index.target());
  std::uint64_t merged = 0;
  for (const std::string& path : command.inputs) {
    ResultsReader reader(path);
    while (const std::optional<Result> r = reader.next()) {
      writer.add(*r);
      ++merged;
    }
  }
  writer.finish();
  return merged;
}

int merge(const MergeCommand& command) {
  const bool vectors = is_vectors(command.inputs.front());
  for (const std::string& path : command.inputs) {
    if (is_vectors(path) != vectors) {
      throw BadInput(path, "", "wrong-format", "vectors and results cannot be merged",
                     "give files of one kind");
    }
  }
  const std::uint64_t records = vectors ? merge_vectors(command) : merge_results(command);
  fmt::print("{} {} -> {}\n", records, vectors ? "cases" : "results", command.output);
  return kExitOk;
}

}  // namespace

void add_merge(CLI::App& app, Action& action) {
  CLI::App* sub = app.add_subcommand("merge", "join shards of vectors, or of results");
  auto command = std::make_shared<MergeCommand>();
  sub->add_option("FILES", command->inputs, "files of one kind, in order")->required();
  sub->add_option("-o", command->output, "the merged file")->required();
  sub->footer("Example:\n  assay merge part1.jsonl part2.jsonl -o whole.jsonl");
  sub->callback([command, &action] { action = [command] { return merge(*command); }; });
}

}  // namespace assay
