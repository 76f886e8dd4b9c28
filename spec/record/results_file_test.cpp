#include "spec/record/results_file.h"

#include <gtest/gtest.h>

#include <vector>

#include "spec/record/codec.h"
#include "spec/record/test_files.h"

namespace assay {
namespace {

const TargetInfo kTarget{"my-emulator", "1.2", "emulator"};

Result result(const std::string& id) {
  Result r;
  r.id = id;
  r.ub = {{4096, {0x01, 0x02}}};
  r.scalar = {{"src", 4224}};
  return r;
}

std::string line(const std::string& id) {
  std::string text;
  append_result_json(text, result(id));
  return text + '\n';
}

void write(const std::string& path, const std::vector<std::string>& ids) {
  ResultsWriter writer(path, kTarget);
  for (const std::string& id : ids) writer.add(result(id));
  writer.finish();
}

std::vector<std::string> read_ids(const std::string& path) {
  ResultsReader reader(path);
  std::vector<std::string> ids;
  while (const std::optional<Result> r = reader.next()) ids.push_back(r->id);
  return ids;
}

using Ids = std::vector<std::string>;

TEST(ResultsFile, EveryShapeReadsBack) {
  const ScratchFolder folder;
  for (const char* name : {"a.jsonl", "a.jsonl.gz", "a.json", "a.json.gz"}) {
    for (const Ids& ids : {Ids{}, Ids{"x"}, Ids{"x", "y", "z"}}) {
      const std::string path = folder.path(name);
      write(path, ids);
      EXPECT_FALSE(std::filesystem::exists(partial_results_path(path)));
      ResultsReader reader(path, Access::kRandom);
      EXPECT_EQ(reader.target(), kTarget);
      for (const std::string& id : ids) {
        EXPECT_EQ(reader.next(), result(id));
        EXPECT_EQ(reader.read(reader.place()), result(id));
      }
      EXPECT_FALSE(reader.next());
    }
  }
}

TEST(ResultsFile, EmptyIsAFileWithoutResults) {
  const ScratchFolder folder;
  EXPECT_EQ(read_ids(folder.file("a", "")), Ids{});
  EXPECT_FALSE(ResultsReader(folder.path("a")).target());
  EXPECT_EQ(ResultsIndex({folder.path("a")}).size(), 0u);
  EXPECT_EQ(read_ids(folder.file("b", R"({"format":"assay-results","version":1})")), Ids{});
}

TEST(ResultsIndex, FindsResultsOfSeveralFiles) {
  const ScratchFolder folder;
  const std::vector<std::string> paths = {folder.path("a.jsonl"), folder.path("b.json"),
                                          folder.path("c.jsonl.gz"), folder.file("d", "")};
  write(paths[0], {"p", "q"});
  write(paths[1], {"r", "s"});
  write(paths[2], {"t", "caf\xc3\xa9"});
  ResultsIndex index(paths);
  EXPECT_EQ(index.size(), 6u);
  EXPECT_EQ(index.target(), kTarget);
  EXPECT_EQ(index.read(index.first_unused().value()), result("p"));
  for (const char* id : {"q", "s", "caf\xc3\xa9", "p"}) {
    EXPECT_EQ(index.read(index.lookup(id).value()), result(id));
  }
  EXPECT_TRUE(index.lookup("p"));  // again
  EXPECT_EQ(index.lookup("none"), std::nullopt);
  EXPECT_EQ(index.lookup(""), std::nullopt);
  EXPECT_EQ(index.unused(), 2u);
  EXPECT_EQ(index.read(index.first_unused().value()), result("r"));
  EXPECT_EQ(index.first_unused()->file, 1u);
  index.lookup("r");
  index.lookup("t");
  EXPECT_EQ(index.unused(), 0u);
  EXPECT_EQ(index.first_unused(), std::nullopt);
}

TEST(ResultsIndex, DoubleIdsNameBothPlaces) {
  const ScratchFolder folder;
  write(folder.path("a"), {"x", "y"});
  write(folder.path("b"), {"z", "p", "y"});
  const std::string text = refusal_text([&] {
    ResultsIndex({folder.path("a"), folder.path("b")});
  });
  EXPECT_EQ(text.find(folder.path("b") + ": line 4 /id: the id \"y\" is also on line 3 of " +
                      folder.path("a")),
            0u)
      << text;
  EXPECT_EQ(refusal([&] { ResultsIndex({folder.path("a"), folder.path("a")}); }), "double-id");
}

TEST(ResultsIndex, ManyResults) {
  const ScratchFolder folder;
  std::string lines;
  for (int i = 0; i < 20'000; ++i) lines += line("id" + std::to_string(i));
  ResultsIndex index({folder.file("a", lines)});
  for (int i = 19'999; i >= 0; --i) {
    const std::string id = "id" + std::to_string(i);
    EXPECT_EQ(index.read(index.lookup(id).value()).id, id);
  }
  EXPECT_EQ(index.unused(), 0u);
}

TEST(ResultsWriter, IsPartialUntilFinished) {
  const ScratchFolder folder;
  const std::string path = folder.path("a.json");
  {
    ResultsWriter writer(path, kTarget);
    writer.add(result("x"));
    writer.add_lines(line("y") + line("z"));
    EXPECT_EQ(read_ids(partial_results_path(path)), (Ids{"x", "y", "z"}));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  const auto kept = read_partial_results(path);
  EXPECT_EQ(kept.size(), 3u);
  EXPECT_EQ(kept.at("y") + '\n', line("y"));
}

TEST(ResultsWriter, ContinuesAfterTheLastWholeLine) {
  const ScratchFolder folder;
  const std::string path = folder.path("a.jsonl");
  write(path, {"x", "yy"});
  const std::string whole = file_text(path);
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    folder.file("a.jsonl.partial", whole.substr(0, size));
    const auto kept = read_partial_results(path);
    ResultsWriter writer(path, kTarget, ResultsWriter::Start::kContinue);
    for (const char* id : {"x", "yy", "z"}) {
      if (!kept.contains(id)) writer.add(result(id));
    }
    writer.finish();
    EXPECT_EQ(file_text(path), whole + line("z")) << size;
  }
}

TEST(ResultsWriter, AFreshStartForgetsThePartialFile) {
  const ScratchFolder folder;
  const std::string path = folder.path("a");
  folder.file("a.partial", std::string(10'000, 'x'));
  write(path, {"x"});
  EXPECT_EQ(read_ids(path), Ids{"x"});
}

TEST(ResultsWriter, LongTornLinesAreDropped) {
  const ScratchFolder folder;
  const std::string path = folder.path("a");
  folder.file("a.partial", line("x") + std::string(100'000, 'x'));
  EXPECT_EQ(read_partial_results(path).size(), 1u);
  ResultsWriter(path, kTarget, ResultsWriter::Start::kContinue).finish();
  EXPECT_EQ(file_text(path), line("x"));
}

TEST(ResultsWriter, BrokenPartialFilesAreRefused) {
  const ScratchFolder folder;
  const std::string path = folder.path("a");
  EXPECT_TRUE(read_partial_results(path).empty());
  const auto error = [&](const std::string& text) {
    folder.file("a.partial", text);
    return refusal([&] { read_partial_results(path); });
  };
  EXPECT_EQ(error(line("x") + line("x")), "double-id");
  EXPECT_EQ(error(line("x") + "{}\n"), "missing-key");
  EXPECT_EQ(error(line("x") + "xx\n"), "bad-json");
  EXPECT_EQ(error("{\"format\":\"assay-vectors\",\"version\":1}\n"), "wrong-format");
}

TEST(ResultsWriter, WriteErrorsAreReported) {
  const ScratchFolder folder;
  EXPECT_EQ(refusal([&] { write(folder.path("none/a"), {}); }), "write-failed");
  EXPECT_EQ(refusal([] { write("/dev/full", {}); }), "write-failed");
  EXPECT_EQ(refusal([] { write("/dev/null", {"x"}); }), "");
}

}  // namespace
}  // namespace assay
