// For tests: files in a folder of their own, and which BadInput a piece of code throws.
#ifndef ASSAY_SPEC_RECORD_TEST_FILES_H_
#define ASSAY_SPEC_RECORD_TEST_FILES_H_

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "spec/bad_input.h"

namespace assay {

// A new folder, removed with all that is in it.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "assay-test-XXXXXX").string();
    ASSAY_CHECK(::mkdtemp(name.data()) != nullptr);
    folder_ = name;
  }
  ~ScratchFolder() { std::filesystem::remove_all(folder_); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string path(std::string_view name) const { return (folder_ / name).string(); }

  // Writes a file and returns its path. Some file systems write one that is cut and filled again
  // to the disk at once, and tests do so thousands of times: hence a new file each time.
  std::string file(std::string_view name, std::string_view text) const {
    if (std::filesystem::is_regular_file(path(name))) std::filesystem::remove(path(name));
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

  bool is_empty() const { return std::filesystem::is_empty(folder_); }

 private:
  std::filesystem::path folder_;
};

inline std::string file_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// "id" of the BadInput that `code` throws, "" when it throws none.
template <typename Code>
std::string refusal(Code&& code) {
  try {
    code();
  } catch (const BadInput& e) {
    return e.id;
  }
  return "";
}

// The whole line that a user would see.
template <typename Code>
std::string refusal_text(Code&& code) {
  try {
    code();
  } catch (const BadInput& e) {
    return e.what();
  }
  return "";
}

}  // namespace assay

#endif  // ASSAY_SPEC_RECORD_TEST_FILES_H_
