// The bytes of the Unified Buffer that a call touches, operand by operand.
#ifndef ASSAY_ORACLE_ACCESSES_H_
#define ASSAY_ORACLE_ACCESSES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "oracle/movement.h"

namespace assay {

// Reads case memory at absolute addresses.
class CaseMemory {
 public:
  explicit CaseMemory(const Case& c) : case_(&c) {}
  // The byte's segment, or null where the case holds none.
  const Segment* find(std::uint64_t address) const;
  std::optional<std::uint32_t> u32(std::uint64_t address) const;
  bool holds(std::uint64_t address, std::uint64_t bytes) const;

 private:
  const Case* case_;
};

// The entries of an index parameter that the call uses, inactive lanes included. Empty where
// their memory is not in the case.
std::optional<std::vector<std::uint32_t>> index_entries(const Call& call, std::size_t param,
                                                        const std::vector<Extent>& extents);

// One contiguous run [begin, end) of absolute byte addresses.
struct Run {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

// Everything that operand `param` touches: its extents, and what indices into it select. May be
// large for an illegal call; `hull_only` gives one run from the first to the last byte instead.
std::vector<Run> accesses(const Call& call, std::size_t param, const std::vector<Extent>& extents,
                          bool hull_only);

}  // namespace assay

#endif  // ASSAY_ORACLE_ACCESSES_H_
