// Every file of corpus/rejected must be refused for the reason that its manifest names, and every
// file of corpus/accepted must be read whole.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "spec/record/results_file.h"
#include "spec/record/test_files.h"
#include "spec/record/vectors_file.h"

namespace assay {
namespace {

const std::string kCorpus = std::string(ASSAY_SOURCE_DIR) + "/corpus/";

std::size_t read_vectors(const std::string& path) {
  VectorsReader reader(path);
  std::size_t count = 0;
  while (reader.next()) ++count;
  return count;
}

std::size_t read_results(const std::string& path) {
  ResultsReader reader(path);
  std::size_t count = 0;
  while (reader.next()) ++count;
  ResultsIndex index({path});
  EXPECT_EQ(index.size(), count) << path;
  return count;
}

std::size_t read_all(const nlohmann::json& entry, const std::string& folder) {
  const std::string path = folder + std::string(entry.at("file"));
  return entry.at("kind") == "vectors" ? read_vectors(path) : read_results(path);
}

nlohmann::json manifest(const std::string& folder) {
  return nlohmann::json::parse(file_text(folder + "manifest.json"));
}

std::set<std::string> records_below(const std::string& folder) {
  std::set<std::string> files;
  for (const std::string kind : {"vectors/", "results/"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder + kind)) {
      files.insert(kind + entry.path().filename().string());
    }
  }
  return files;
}

TEST(Corpus, RejectedFilesAreRefusedForTheirReason) {
  const std::string folder = kCorpus + "rejected/";
  const nlohmann::json entries = manifest(folder);
  EXPECT_GE(entries.size(), 60u);
  for (const nlohmann::json& entry : entries) {
    const auto read = [&] { read_all(entry, folder); };
    EXPECT_EQ(refusal(read), entry.at("error_id")) << entry << "\n" << refusal_text(read);
    const std::string text = refusal_text(read);
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    EXPECT_EQ(text.find(folder + std::string(entry.at("file"))), 0u) << text;
  }
}

TEST(Corpus, AcceptedFilesAreReadWhole) {
  const std::string folder = kCorpus + "accepted/";
  for (const nlohmann::json& entry : manifest(folder)) {
    const auto read = [&] { EXPECT_EQ(read_all(entry, folder), entry.at("records")) << entry; };
    EXPECT_EQ(refusal_text(read), "") << entry;
  }
}

TEST(Corpus, ManifestsNameEachFileOnce) {
  for (const char* name : {"rejected/", "accepted/"}) {
    std::set<std::string> listed;
    for (const nlohmann::json& entry : manifest(kCorpus + name)) {
      EXPECT_TRUE(listed.insert(entry.at("file")).second) << entry;
    }
    EXPECT_EQ(listed, records_below(kCorpus + name));
  }
}

}  // namespace
}  // namespace assay
