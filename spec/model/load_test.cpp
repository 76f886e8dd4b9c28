// What the loader takes and what it refuses: the toy spec of corpus/, the broken files made from
// it, and the real spec with any one value of it spoilt.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "spec/bad_input.h"
#include "spec/model/catalog.h"
#include "spec/record/sha256.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

const std::string kSource = ASSAY_SOURCE_DIR;
const std::string kToyOp = "ops/toy/pick.json";

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in.good()) << path;
  return std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
}

std::vector<SpecFile> toy_files() { return read_spec_folder(kSource + "/corpus/accepted/spec"); }

std::string& text_at(std::vector<SpecFile>& files, const std::string& path) {
  const auto it =
      std::find_if(files.begin(), files.end(), [&](const SpecFile& f) { return f.path == path; });
  ASSAY_CHECK(it != files.end());
  return it->text;
}

void replace(std::string& text, const std::string& old_part, const std::string& new_part) {
  std::size_t at = text.find(old_part);
  ASSERT_NE(at, std::string::npos) << old_part;
  for (; at != std::string::npos; at = text.find(old_part, at + new_part.size())) {
    text.replace(at, old_part.size(), new_part);
  }
}

// The error as "file position id"; "" if the files load.
std::string refusal(const std::vector<SpecFile>& files) {
  try {
    load_catalog(files);
  } catch (const BadInput& e) {
    EXPECT_FALSE(e.message.empty());
    EXPECT_FALSE(e.advice.empty()) << e.what();
    return e.file + " " + e.position + " " + e.id;
  }
  return "";
}

TEST(LoadToy, EveryMemberIsRead) {
  const Catalog catalog = load_catalog(toy_files());
  const Product& alpha = *catalog.find_product("alpha");
  EXPECT_EQ(alpha.arch, 1U);
  EXPECT_EQ(alpha.ub_physical_bytes, 4096U);
  EXPECT_EQ(alpha.ub_usable_bytes, 4000U);
  EXPECT_EQ(alpha.ub_variants, (std::vector<UbVariant>{{"with the reserve switched off", 4096}}));
  EXPECT_EQ(alpha.vl_bytes, 256U);
  EXPECT_EQ(catalog.find_product("beta")->vl_bytes, 0U);
  EXPECT_EQ(catalog.find_product("beta")->source, (Source{"vendor", "toys.md", "Beta", "1-2"}));
  const Dtype half{"half", DtypeKind::kFloat, 16,        2, 1, true, 5, 10, "ieee", 15,
                   "half", "vector_half",     "binary16"};
  EXPECT_EQ(*catalog.find_dtype("half"), half);

  const OpSpec& op = *catalog.find_op("toy/pick");
  EXPECT_EQ(op.header, "toy/pick.h");
  EXPECT_EQ(op.untouched, "TOY-B02");
  EXPECT_EQ(op.products, (std::vector<ProductRow>{{"alpha", Availability::kSupported},
                                                  {"beta", Availability::kUnsupported}}));
  const Form& ret = *op.find_form("ret");
  EXPECT_TRUE(ret.by_return());
  EXPECT_FALSE(op.find_form("count")->by_return());
  const Source source{"page", "", "Parameters", ""};
  Param index;
  index.name = "index";
  index.type = "vector_uint32_t";
  index.kind = ParamKind::kVreg;
  index.role = ParamRole::kIndex;
  index.into = "src";
  index.entries = 8;
  index.block_bytes = 32;
  index.text = "Offsets.";
  index.source = source;
  EXPECT_EQ(*ret.find_param("index"), index);
  const Param& mask = *ret.find_param("mask");
  EXPECT_EQ(mask.bits_per_lane, 4U);
  EXPECT_EQ(mask.lanes, 8U);
  EXPECT_EQ(op.find_form("count")->find_param("index")->block_bytes, kLaneBytes);
  EXPECT_TRUE(op.find_form("count")->find_param("src")->updated);
  EXPECT_EQ(op.find_form("count")->find_param("dst")->stride, "step");
}

TEST(LoadToy, EveryRowIsRead) {
  const Catalog catalog = load_catalog(toy_files());
  const OpSpec& op = *catalog.find_op("toy/pick");
  const Source limits{"page", "", "Limits", ""};
  ASSERT_EQ(op.constraints.size(), 8U);
  EXPECT_EQ(op.constraints[1].bytes, std::optional<std::uint32_t>(kLaneBytes));
  EXPECT_EQ(op.constraints[2].ranges, (std::vector<Range>{{{"alpha"}, {1, 2}, 0, 64}}));
  EXPECT_EQ(op.constraints[3].limit, "physical");
  EXPECT_EQ(op.constraints[4].same_start, (std::vector<std::string>{"src"}));
  EXPECT_EQ(op.constraints[4].when, "several_repeats");
  Constraint zero;
  zero.id = "TOY-C06";
  zero.kind = ConstraintKind::kZeroWork;
  zero.text = "None.";
  zero.products = {"alpha"};
  zero.params = {"count"};
  zero.question = "toy/pick.zero";
  zero.violation = Violation::kOpen;
  zero.source = limits;
  EXPECT_EQ(op.constraints[5], zero);
  EXPECT_FALSE(op.constraints[7].observable);
  EXPECT_EQ(op.behaviours[0],
            (Behaviour{"TOY-B01", "Moves.", {"count", "ret"}, true, {"page", "", "Function", ""}}));
  const std::vector<Option> options{{"nop", "Nothing.", limits},
                                    {"unspecified", "Anything.", {"assay", "", "silence", ""}}};
  EXPECT_EQ(op.questions,
            (std::vector<Question>{
                {"toy/pick.zero", "What does no work do?", {"count"}, {"alpha"}, options}}));
  ASSERT_EQ(op.examples.size(), 1U);
  EXPECT_EQ(op.examples[0].source.lines, "7");
  const Case& call = op.examples[0].call;
  EXPECT_EQ(call.id, "");
  EXPECT_EQ(call.ub_bytes, 4000U);
  EXPECT_EQ(call.expect->outputs.ub, (std::vector<ExpectedSegment>{{0, {8}, {}}}));
}

TEST(LoadToy, HashCoversPathsAndBytesInAnyOrder) {
  std::vector<SpecFile> files = toy_files();
  std::string whole;
  for (const std::string path : {"dtypes.json", "ops/toy/pick.json", "products.json"}) {
    const std::string& text = text_at(files, path);
    whole +=
        path + std::string(1, '\0') + std::to_string(text.size()) + std::string(1, '\0') + text;
  }
  Sha256 hash;
  hash.update(whole);
  const std::string expected = hash.hex_digest();
  EXPECT_EQ(load_catalog(files).sha256(), expected);
  std::reverse(files.begin(), files.end());
  EXPECT_EQ(load_catalog(files).sha256(), expected);
  text_at(files, kToyOp) += "\n";
  EXPECT_NE(load_catalog(files).sha256(), expected);
}

TEST(LoadToy, FilesMustBeThereOnceAndInTheirPlace) {
  const std::vector<SpecFile> toy = toy_files();  // dtypes.json, the op, products.json
  EXPECT_EQ(refusal(toy), "");
  EXPECT_EQ(refusal({toy[0], toy[1]}), "products.json  missing-file");
  EXPECT_EQ(refusal({toy[1], toy[2]}), "dtypes.json  missing-file");
  EXPECT_EQ(refusal({toy[0], toy[2]}), "ops  missing-file");
  EXPECT_EQ(refusal({toy[0], toy[1], toy[1], toy[2]}), kToyOp + "  duplicate-id");
  EXPECT_EQ(refusal({toy[0], toy[1], toy[2], {"more.json", "{}"}}), "more.json  bad-path");
  EXPECT_EQ(refusal({toy[0], toy[2], {"ops/pick.json", toy[1].text}}),
            "ops/pick.json /op bad-path");
  EXPECT_EQ(refusal({toy[0], toy[1], toy[2], {"profiles/mine.json", "{}"}}), "");
  EXPECT_THROW(read_spec_folder(kSource + "/no/such/folder"), BadInput);
}

TEST(LoadToy, RowIdsAreUniqueAcrossOps) {
  std::vector<SpecFile> files = toy_files();
  SpecFile second{"ops/toy/take.json", text_at(files, kToyOp)};
  replace(second.text, "toy/pick", "toy/take");
  files.push_back(second);
  EXPECT_EQ(refusal(files), "ops/toy/take.json /constraints/0/id duplicate-id");
  replace(files.back().text, "TOY-", "TAK-");
  EXPECT_EQ(refusal(files), "");
  EXPECT_EQ(load_catalog(files).ops().size(), 2U);
  replace(files.back().text, "TAK-B01", "TOY-B01");
  EXPECT_EQ(refusal(files), "ops/toy/take.json /behaviours/0/id duplicate-id");
}

TEST(LoadRejected, EachBrokenFileIsRefusedForItsReason) {
  const std::filesystem::path folder = kSource + "/corpus/rejected/spec";
  const std::map<std::string, std::string> paths = {
      {"op", kToyOp}, {"products", "products.json"}, {"dtypes", "dtypes.json"}};
  std::set<std::string> listed = {"manifest.json"};
  for (const Json& row : Json::parse(text_of(folder / "manifest.json"))) {
    const std::string path = paths.at(row.at("kind"));
    const std::string name = row.at("file");
    std::vector<SpecFile> files = toy_files();
    text_at(files, path) = text_of(folder / name);
    const std::string pointer = row.at("pointer");
    const std::string id = row.at("error_id");
    EXPECT_EQ(refusal(files), path + " " + pointer + " " + id) << name;
    EXPECT_TRUE(listed.insert(name).second) << name;
  }
  EXPECT_GT(listed.size(), 40U);
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    EXPECT_EQ(listed.count(entry.path().filename().string()), 1U) << entry.path();
  }
}

// The JSON pointers of all values below the root.
void collect(const Json& value, const Json::json_pointer& at,
             std::vector<Json::json_pointer>& out) {
  if (!at.empty()) out.push_back(at);
  if (value.is_object()) {
    for (const auto& member : value.items()) collect(member.value(), at / member.key(), out);
  }
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) collect(value[i], at / i, out);
  }
}

void remove(Json& root, const Json::json_pointer& at) {
  Json& parent = root.at(at.parent_pointer());
  if (parent.is_object()) {
    parent.erase(at.back());
  } else {
    parent.erase(std::stoul(at.back()));
  }
}

std::vector<Json> spoilers() {
  return {nullptr,
          0,
          -1,
          1.5,
          std::uint64_t{1} << 63,
          "",
          "lane",
          "x/y",
          true,
          Json(Json::value_t::array),
          Json(Json::value_t::object)};
}

// Loads, or throws BadInput; anything else ends the test. True if it loaded.
bool survives(std::vector<SpecFile>& files, const std::string& path, const Json& spoilt) {
  text_at(files, path) = spoilt.dump();
  try {
    load_catalog(files);
    return true;
  } catch (const BadInput&) {
    return false;
  }
}

TEST(LoadSpoilt, AnyOneValueOfTheToy) {
  std::vector<SpecFile> files = toy_files();
  for (const SpecFile& file : toy_files()) {
    const Json whole = Json::parse(file.text);
    std::vector<Json::json_pointer> places;
    collect(whole, Json::json_pointer(), places);
    int removed = 0;
    for (const Json::json_pointer& place : places) {
      Json spoilt = whole;
      remove(spoilt, place);
      removed += survives(files, file.path, spoilt) ? 1 : 0;
      for (const Json& spoiler : spoilers()) {
        spoilt = whole;
        spoilt[place] = spoiler;
        const bool survived = survives(files, file.path, spoilt);
        EXPECT_FALSE(survived && spoiler.is_null()) << file.path << place.to_string();
      }
    }
    EXPECT_GT(removed, 0) << file.path;  // optional keys exist
    EXPECT_LT(removed, static_cast<int>(places.size()) / 2) << file.path;
    text_at(files, file.path) = file.text;
  }
}

TEST(LoadSpoilt, AnyValuesOfTheRealSpec) {
  const std::vector<SpecFile> spec = read_spec_folder(kSource + "/spec");
  const bool passed = rc::check("a spoilt spec loads or is refused", [&] {
    const SpecFile file = spec[*rc::gen::inRange<std::size_t>(0, spec.size())];
    std::vector<SpecFile> files;  // the one file with what it needs, to be quick
    for (const SpecFile& f : spec) {
      if (f.path == file.path || !f.path.starts_with("ops/")) files.push_back(f);
    }
    if (!file.path.starts_with("ops/")) files = spec;
    const Json whole = Json::parse(file.text);
    std::vector<Json::json_pointer> places;
    collect(whole, Json::json_pointer(), places);
    for (int i = 0; i < 5; ++i) {
      const auto place = places[*rc::gen::inRange<std::size_t>(0, places.size())];
      const std::vector<Json> values = spoilers();
      Json spoilt = whole;
      if (*rc::gen::arbitrary<bool>()) {
        remove(spoilt, place);
      } else {
        spoilt[place] = values[*rc::gen::inRange<std::size_t>(0, values.size())];
      }
      survives(files, file.path, spoilt);
    }
  });
  EXPECT_TRUE(passed);
}

}  // namespace
}  // namespace assay
