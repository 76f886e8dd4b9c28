// For the tests of this folder: a temporary folder, and targets written in a few lines of shell.
//
//   TestFolder folder;
//   ProcessTarget target({.command = folder.target("hello; next; ok; kill -SEGV $$")});
//   ...
//   EXPECT_EQ(folder.processes_left(), 0);
#ifndef ASSAY_FUZZ_TARGETS_TEST_FOLDER_H_
#define ASSAY_FUZZ_TARGETS_TEST_FOLDER_H_

#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>

#include "spec/bad_input.h"

namespace assay {

class TestFolder {
 public:
  TestFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "assay_test_XXXXXX").string();
    ASSAY_CHECK(::mkdtemp(name.data()) != nullptr);
    path_ = std::filesystem::canonical(name);
  }
  ~TestFolder() { std::filesystem::remove_all(path_); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  std::string file(std::string_view name) const { return (path_ / name).string(); }

  std::string write(std::string_view name, std::string_view text) const {
    std::ofstream(file(name), std::ios::binary) << text;
    return file(name);
  }

  std::string read(std::string_view name) const {
    std::ifstream in(file(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  bool exists(std::string_view name) const { return std::filesystem::exists(path_ / name); }

  // The command of a target that runs this shell script in the folder. Words of its own:
  // hello, next (reads a request into $line and $id, exits at bye), ok and serve.
  std::string target(std::string_view script, std::string_view name = "target.sh") const {
    write(name, std::string(kWords) + std::string(script) + "\n");
    return "cd '" + path_.string() + "' && exec sh " + std::string(name);
  }

  // The processes alive in this folder, and the unreaped children of this one. Those that have
  // just been killed are given some time to vanish.
  int processes_left() const {
    using namespace std::chrono_literals;
    int left = 0;
    for (int i = 0; i < 200; ++i) {
      left = processes_now();
      if (left == 0) break;
      std::this_thread::sleep_for(10ms);
    }
    const bool childless = ::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD;
    return left + (childless ? 0 : 1);
  }

 private:
  static constexpr std::string_view kWords = R"(
hello() { read -r line; echo '{"hello":{"protocol":1,"name":"t","version":"1"}}'; }
next() {
  read -r line || exit 0
  case $line in *'"bye"'*) exit 0;; esac
  id=${line#*'"id":"'}; id=${id%%'"'*}
}
ok() { echo "{\"id\":\"$id\",\"status\":\"ok\"}"; }
serve() { while next; do ok; done; }
)";

  int processes_now() const {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      std::error_code gone;  // or a zombie, or another user's
      count += std::filesystem::read_symlink(entry.path() / "cwd", gone) == path_;
    }
    return count;
  }

  std::filesystem::path path_;
};

}  // namespace assay

#endif  // ASSAY_FUZZ_TARGETS_TEST_FOLDER_H_
