#include "fuzz/targets/files_target.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "fuzz/targets/child_process.h"
#include "fuzz/targets/selection.h"
#include "spec/bad_input.h"
#include "spec/record/codec.h"
#include "spec/record/results_file.h"
#include "spec/record/vectors_file.h"

namespace assay {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLeastTime{60'000};

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code error;
    std::string name = (std::filesystem::temp_directory_path(error) / "assay-XXXXXX").string();
    if (error || ::mkdtemp(name.data()) == nullptr) {
      throw BadInput(name, "", "cannot-open", "cannot make a temporary folder",
                     "point TMPDIR to a folder that can be written");
    }
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

std::string quoted_for_shell(std::string_view text) {
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + "'";
}

// In one pass, so that nothing in a path is taken for a placeholder.
std::string filled_in(const std::string& command, const std::string& in, const std::string& out) {
  const std::array<std::pair<std::string_view, std::string>, 2> words{
      {{"{in}", quoted_for_shell(in)}, {"{out}", quoted_for_shell(out)}}};
  for (const auto& [name, word] : words) {
    if (command.find(name) == std::string::npos) {
      throw BadInput("", "", "no-placeholder",
                     fmt::format("the command `{}` does not name {}", command, name),
                     "write both, as in 'my-runner {in} {out}'");
    }
  }
  std::string text;
  for (std::size_t i = 0; i < command.size();) {
    const auto word = std::find_if(words.begin(), words.end(), [&](const auto& w) {
      return std::string_view(command).substr(i).starts_with(w.first);
    });
    if (word == words.end()) {
      text += command[i++];
    } else {
      text += word->second;
      i += word->first.size();
    }
  }
  return text;
}

// Returns how many cases were written.
std::uint64_t write_requests(ChainReader& chains, const std::string& path) {
  VectorsHeader header;
  header.generator_name = "assay";
  header.spec_sha256 = std::string(64, '0');
  VectorsWriter writer(path, chains.header().value_or(header));
  std::uint64_t count = 0;
  std::string line;
  while (const std::optional<Chain> chain = chains.next()) {
    for (const PlannedCase& planned : *chain) {
      line.clear();
      append_case_json(line, planned.c, CaseText::kRequest);
      writer.add_line(line);
      ++count;
    }
  }
  writer.finish();
  return count;
}

[[noreturn]] void refuse(const FilesOptions& target, const ChildProcess& child,
                         const std::string& id, const std::string& what) {
  std::string text = fmt::format("target `{}`: {}", target.command, what);
  std::string_view said = child.stderr_tail();
  while (said.ends_with('\n')) said.remove_suffix(1);
  if (!said.empty()) text += fmt::format("; stderr: {}", said);
  throw BadInput("", "", id, text,
                 "write the requests with `assay export`, and run the command on them by hand");
}

milliseconds total_time(milliseconds one, std::uint64_t cases) {
  const auto most = static_cast<std::uint64_t>(kLongestTimeout / std::max(one, milliseconds{1}));
  if (cases > most) return kLongestTimeout;
  return std::max(kLeastTime, one * static_cast<std::int64_t>(cases));
}

// False: stopped.
bool run_command(const FilesOptions& target, ChildProcess& child, std::uint64_t cases) {
  const milliseconds limit = total_time(target.timeout, cases);
  child.close_stdin();
  const ChildProcess::Event event = child.wait_exit(ChildProcess::Clock::now() + limit);
  child.kill();
  if (event == ChildProcess::Event::kStopped) return false;
  if (event == ChildProcess::Event::kTimeout) {
    refuse(target, child, "target-timeout", fmt::format("no end within {} ms", limit.count()));
  }
  if (!child.exited_with_success()) refuse(target, child, "target-failed", child.fate());
  return true;
}

// The results file of the command, which is not believed before all of it has been looked at.
class OutFile {
 public:
  OutFile(const FilesOptions& target, const ChildProcess& child, const std::string& path)
      : target_(target), child_(child) {
    guarded([&] { index_.emplace(std::vector{path}); });
  }

  const TargetInfo& target() const { return index_->target(); }

  std::optional<Result> find(const std::string& id) {
    const std::optional<ResultLocation> location = index_->lookup(id);
    if (!location) return std::nullopt;
    Result result;
    guarded([&] { result = index_->read(*location); });
    return result;
  }

  // Precondition: find() was called for every id that was asked.
  void refuse_strangers() const {
    if (index_->unused() == 0) return;
    guarded([&] {
      const Result stranger = index_->read(*index_->first_unused());
      refuse(target_, child_, "unknown-id",
             fmt::format("a result for `{}`, which it was not given", stranger.id));
    });
  }

 private:
  // The file is gone when the message is read, so the message names the command instead.
  template <typename Read>
  void guarded(const Read& read) const {
    try {
      read();
    } catch (const BadInput& e) {
      if (e.file.empty()) throw;
      refuse(target_, child_, e.id,
             fmt::format("its {{out}}{}{}: {}", e.position.empty() ? "" : ", ", e.position,
                         e.message));
    }
  }

  const FilesOptions& target_;
  const ChildProcess& child_;
  std::optional<ResultsIndex> index_;
};

template <typename Use>
void for_each_wanted(const std::string& vectors, const RunOptions& options, std::uint64_t kept,
                     OutFile& answers, const Use& use) {
  ChainReader chains(vectors, options.only, kept);
  while (const std::optional<Chain> chain = chains.next()) {
    for (const PlannedCase& planned : *chain) {
      const std::optional<Result> result = answers.find(planned.c.id);
      if (result && planned.wanted) use(*result);
    }
  }
}

}  // namespace

RunSummary run_files(const FilesOptions& target, const std::string& vectors,
                     const std::string& results, const RunOptions& options) {
  const TemporaryFolder folder;
  const std::string in = folder.file("in.jsonl");
  const std::string out = folder.file("out.jsonl");
  const std::string command = filled_in(target.command, in, out);
  const Survey survey = survey_run(vectors, results, options);
  RunSummary summary = survey.summary;
  const auto start =
      survey.kept > 0 ? ResultsWriter::Start::kContinue : ResultsWriter::Start::kFresh;
  if (survey.kept == summary.selected) {
    ResultsWriter(results, {}, start).finish();
    return summary;
  }
  ChainReader requests(vectors, options.only, survey.kept);
  const std::uint64_t cases = write_requests(requests, in);
  ChildProcess child(command, options.stop);
  if (!run_command(target, child, cases)) {
    summary.stopped = true;
    return summary;
  }
  OutFile answers(target, child, out);
  for_each_wanted(vectors, options, survey.kept, answers, [](const Result&) {});
  answers.refuse_strangers();
  ResultsWriter writer(results, answers.target(), start);
  for_each_wanted(vectors, options, survey.kept, answers, [&](const Result& result) {
    writer.add(result);
    summary.add(result);
  });
  writer.finish();
  if (options.progress) options.progress(summary.answered(), summary.selected);
  return summary;
}

}  // namespace assay
