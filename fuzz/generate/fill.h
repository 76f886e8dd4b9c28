// Contents for registers and memory: data that tells where it came from, masks, indices.
//
// Everything here expands a seed; nothing draws more than a handful of choices.
#ifndef ASSAY_FUZZ_GENERATE_FILL_H_
#define ASSAY_FUZZ_GENERATE_FILL_H_

#include <cstdint>
#include <span>
#include <vector>

#include "fuzz/generate/choices.h"
#include "spec/model/catalog.h"

namespace assay {

// Byte `address` of a pattern in which every aligned 32-bit word is different: a copied word
// says where it was taken from. Patterns of different salts look nothing alike.
std::uint8_t position_byte(std::uint64_t salt, std::uint64_t address);
void fill_positions(std::uint64_t salt, std::uint64_t address, std::span<std::uint8_t> out);

// Operand data as the class "data" picks it: positions, special values of the dtype, extremes.
// `address` is where `out` lies.
void fill_data(Choices& choices, const Dtype& dtype, std::uint64_t address,
               std::span<std::uint8_t> out);

// Lanes switched on: one entry a lane, as the class "mask" picks them.
std::vector<bool> choose_lanes(Choices& choices, std::size_t lanes);

// A mask register for lanes of `bits_per_lane` bits: the lowest bit of each lane's group as in
// `lanes`; all other bits, also above the last lane, as the class "junk" picks them.
void fill_mask_register(Choices& choices, const std::vector<bool>& lanes,
                        std::uint32_t bits_per_lane, std::span<std::uint8_t> out);

// Packed selection bits, as the class "bits" picks them.
void fill_bits(Choices& choices, std::span<std::uint8_t> out);

// `entries` byte offsets: multiples of `unit`, within 0 .. max, as the class "index" picks them.
std::vector<std::uint32_t> choose_indices(Choices& choices, std::size_t entries, std::uint64_t unit,
                                          std::uint64_t max);

}  // namespace assay

#endif  // ASSAY_FUZZ_GENERATE_FILL_H_
