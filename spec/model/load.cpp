// From files to a Catalog: which file is what, and the hash of all of them.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "spec/bad_input.h"
#include "spec/model/catalog.h"
#include "spec/model/cross_check.h"
#include "spec/model/op_codec.h"
#include "spec/record/sha256.h"

namespace assay {
namespace {

std::vector<SpecFile> sorted(std::vector<SpecFile> files) {
  std::sort(files.begin(), files.end(),
            [](const SpecFile& a, const SpecFile& b) { return a.path < b.path; });
  return files;
}

const SpecFile& find_file(const std::vector<SpecFile>& files, const std::string& path) {
  const auto it =
      std::find_if(files.begin(), files.end(), [&](const SpecFile& f) { return f.path == path; });
  if (it == files.end()) {
    throw BadInput(path, "", "missing-file", "the spec has no such file", "add it");
  }
  return *it;
}

// Profiles belong to the spec's hash, but no op depends on them.
bool is_known_place(const std::string& path) {
  return path == "products.json" || path == "dtypes.json" || path.starts_with("ops/") ||
         path.starts_with("profiles/");
}

void check_paths(const std::vector<SpecFile>& files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string& path = files[i].path;
    if (!is_known_place(path)) {
      throw BadInput(path, "", "bad-path", "no file of a spec has this path",
                     "ops are in ops/<family>/<op>.json; remove or move the file");
    }
    if (i != 0 && files[i - 1].path == path) {
      throw BadInput(path, "", "duplicate-id", "the file is there twice", "keep one of the two");
    }
  }
}

// Path and length are part of it, so that no byte can move from one file or name to another.
std::string hash_of(const std::vector<SpecFile>& files) {
  Sha256 hash;
  for (const SpecFile& file : files) {
    hash.update(file.path);
    hash.update(std::string_view("\0", 1));
    hash.update(std::to_string(file.text.size()));
    hash.update(std::string_view("\0", 1));
    hash.update(file.text);
  }
  return hash.hex_digest();
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (!in.good() && !in.eof()) {
    throw BadInput(path.string(), "", "missing-file", "cannot be read", "check its permissions");
  }
  return text;
}

}  // namespace

Catalog load_catalog(const std::vector<SpecFile>& unsorted) {
  const std::vector<SpecFile> files = sorted(unsorted);
  check_paths(files);
  std::vector<Product> products = parse_products(find_file(files, "products.json"));
  std::vector<Dtype> dtypes = parse_dtypes(find_file(files, "dtypes.json"));
  std::vector<OpSpec> ops;
  for (const SpecFile& file : files) {
    if (file.path.starts_with("ops/")) ops.push_back(parse_op(file));
  }
  if (ops.empty()) {
    throw BadInput("ops", "", "missing-file", "the spec has no op", "add ops/<family>/<op>.json");
  }
  cross_check(products, dtypes, ops);
  return Catalog(std::move(products), std::move(dtypes), std::move(ops), hash_of(files));
}

std::vector<SpecFile> read_spec_folder(const std::filesystem::path& folder) {
  std::vector<SpecFile> files;
  std::error_code error;
  std::filesystem::recursive_directory_iterator entry(folder, error);
  for (const std::filesystem::recursive_directory_iterator end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() != ".json" || !entry->is_regular_file(error)) continue;
    const std::string path = entry->path().lexically_relative(folder).generic_string();
    if (path.starts_with("schema/")) continue;
    files.push_back({path, read_file(entry->path())});
  }
  if (error) {
    throw BadInput(folder.string(), "", "missing-file", "cannot be read: " + error.message(),
                   "name a folder that holds products.json, dtypes.json and ops/");
  }
  return sorted(std::move(files));
}

Catalog load_builtin_catalog() { return load_catalog(builtin_spec_files()); }

}  // namespace assay
