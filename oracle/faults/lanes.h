// Masks of every kind as what they mean: which lanes are active.
//
//   mask register, 16-bit lanes, bits 0101...   ->  lanes 1100...
//   mask words {5, 0}                           ->  lanes 1010...
//   mask scalar 3                               ->  lanes 1110...
#ifndef ASSAY_ORACLE_FAULTS_LANES_H_
#define ASSAY_ORACLE_FAULTS_LANES_H_

#include <vector>

#include "oracle/faults/change.h"

namespace assay::faults {

bool is_masked(const OpSpec& op, const Form& form);
bool has_mask_bits(const OpSpec& op, const Form& form);  // register or words
bool has_mask_scalar(const OpSpec& op, const Form& form);
bool has_mask_register(const OpSpec& op, const Form& form);  // with groups of several bits

// Preconditions below: is_masked.

// Bits of a mask register that belong to one lane; 1 for other kinds of mask.
std::size_t mask_group_bits(const Call& call);

// One entry for each lane that the mask can select: of the register, or of one repeat.
std::vector<bool> active_lanes(const Call& call);

// Makes exactly these lanes active. A mask scalar that cannot say so becomes mask words: the call
// moves to the form of the op that takes those.
void set_active_lanes(const Call& call, Case& changed, const std::vector<bool>& lanes);

// The mask as it is stored. Precondition: has_mask_bits.
Bytes mask_bytes(const Call& call);
void set_mask_bytes(const Call& call, Case& changed, const Bytes& bytes);

}  // namespace assay::faults

#endif  // ASSAY_ORACLE_FAULTS_LANES_H_
