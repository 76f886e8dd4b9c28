// The version that files and `assay --version` carry.
#ifndef ASSAY_TOOLS_VERSION_H_
#define ASSAY_TOOLS_VERSION_H_

namespace assay {

inline constexpr char kVersion[] = ASSAY_VERSION;  // set by CMake from project(VERSION)

}  // namespace assay

#endif  // ASSAY_TOOLS_VERSION_H_
