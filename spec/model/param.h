// One parameter of a form: what it is and what it means.
#ifndef ASSAY_SPEC_MODEL_PARAM_H_
#define ASSAY_SPEC_MODEL_PARAM_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "spec/model/source.h"

namespace assay {

enum class ParamKind {
  kUb,         // pointer or tensor: an address in the Unified Buffer
  kVreg,       // vector register, 256 bytes
  kMreg,       // mask register, 32 bytes
  kScalar,     // integer of the C type `type`
  kMaskWords,  // array of 64-bit mask words
};

enum class ParamIo {
  kIn,
  kOut,    // written; what the call does not write keeps its initial contents
  kInOut,  // read and written
};

// What a parameter means; drives generation, legality and reports. An op with a new meaning adds
// a role here, never a special case elsewhere.
enum class ParamRole {
  kData,              // operand that is moved
  kMask,              // selects lanes (kMreg, kMaskWords) or, as kScalar, the first `value` lanes
  kIndex,             // byte offsets into the operand `into`, one u32 an entry
  kBits,              // kUb: packed selection bits, least significant bit first
  kCount,             // elements to process
  kRepeat,            // iterations
  kStrideDatablocks,  // distance in DataBlocks
  kBase,              // byte offset added to every index of the operand `into`
  kSelector,          // picks one of a few behaviours or blocks
  kStep,              // post-update step of the pointer `into`; unit in `unit_bytes`
};

// 0 stands for "the lane width of the dtype" wherever a width in bytes may be given.
inline constexpr std::uint32_t kLaneBytes = 0;

struct Param {
  std::string name;  // as in the prototype; "return" for a by-return result
  std::string type;  // C++ type as printed, e.g. "uint16_t" or "vector_<dtype>&"
  ParamKind kind = ParamKind::kScalar;
  ParamIo io = ParamIo::kIn;
  ParamRole role = ParamRole::kData;
  std::string into;                        // kIndex, kBase, kStep: the operand it refers to
  std::uint32_t entries = 0;               // kIndex in a register: entries that count
  std::uint32_t block_bytes = kLaneBytes;  // kIndex: bytes fetched for each entry
  std::uint32_t unit_bytes = 1;            // kStep: bytes of one unit; kLaneBytes: an element
  std::uint32_t bits_per_lane = 0;         // kMask in a register: bits of a lane's group;
                                           // 0: as many as the dtype's lane has bytes
  std::uint32_t lanes = 0;                 // kMask in a register: lanes that count; 0: all
  bool updated = false;                    // kUb: the call changes the pointer itself
  std::string stride;                      // kUb output: its repeat stride parameter, for reports
  std::string text;                        // one sentence, our words
  Source source;
  bool operator==(const Param&) const = default;
};

std::string_view to_text(ParamKind kind);
std::string_view to_text(ParamIo io);
std::string_view to_text(ParamRole role);

}  // namespace assay

#endif  // ASSAY_SPEC_MODEL_PARAM_H_
