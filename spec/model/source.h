// Provenance of what the spec says.
#ifndef ASSAY_SPEC_MODEL_SOURCE_H_
#define ASSAY_SPEC_MODEL_SOURCE_H_

#include <string>

namespace assay {

// Where a statement comes from. `document` is "page" (the op's own vendor page), "vendor" (another
// page or guide of the vendor), "kit" (the vendor's public headers, samples or tests) or
// "assay" (this project's decision, with the reasoning in `section`).
struct Source {
  std::string document;
  std::string title;    // which page, guide or file; empty for "page"
  std::string section;  // heading, or the reasoning
  std::string lines;    // "138" or "162-165" of the page as archived; may be empty
  bool operator==(const Source&) const = default;
};

}  // namespace assay

#endif  // ASSAY_SPEC_MODEL_SOURCE_H_
