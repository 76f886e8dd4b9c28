// The spec's JSON as compiled into the program, so that a binary and its spec cannot part.
#ifndef ASSAY_SPEC_MODEL_BUILTIN_H_
#define ASSAY_SPEC_MODEL_BUILTIN_H_

#include <string>
#include <vector>

namespace assay {

// One JSON file of spec/: its path below spec/ with '/' separators, and its text.
struct SpecFile {
  std::string path;
  std::string text;
  bool operator==(const SpecFile&) const = default;
};

// Every JSON file of spec/ but the schemas, sorted by path. Written by the build.
const std::vector<SpecFile>& builtin_spec_files();

}  // namespace assay

#endif  // ASSAY_SPEC_MODEL_BUILTIN_H_
