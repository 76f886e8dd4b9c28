// products.json and dtypes.json -> structs.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "spec/model/dtype_text.h"
#include "spec/model/op_codec.h"

namespace assay {
namespace {

constexpr std::uint64_t kMaxUbBytes = std::uint64_t{1} << 24;  // far above any; catches slips

UbVariant parse_ub_variant(ObjectReader& o) {
  UbVariant v;
  v.text = o.text("text");
  v.usable_bytes = o.number("usable_bytes", kMaxUbBytes);
  return v;
}

// What fits in the buffer, of which `physical` bytes exist.
void check_usable(std::uint64_t usable, std::uint64_t physical, const JsonPlace& place) {
  if (usable != 0 && usable <= physical) return;
  place.refuse("bad-value", fmt::format("{} of {} bytes are usable", usable, physical),
               "write 1 to ub_physical_bytes");
}

void check_product(const Product& p, const JsonPlace& place) {
  check_usable(p.ub_usable_bytes, p.ub_physical_bytes, place.at("ub_usable_bytes"));
  for (std::size_t i = 0; i < p.ub_variants.size(); ++i) {
    check_usable(p.ub_variants[i].usable_bytes, p.ub_physical_bytes,
                 place.at("ub_variants").at(i).at("usable_bytes"));
  }
  if (p.datablock_bytes == 0 || p.repeat_bytes == 0 || p.repeat_bytes % p.datablock_bytes != 0) {
    place.at("repeat_bytes")
        .refuse("bad-value",
                fmt::format("a repeat of {} bytes in DataBlocks of {}", p.repeat_bytes,
                            p.datablock_bytes),
                "a repeat is a whole number of DataBlocks");
  }
  if (p.vl_bytes != 0 && p.vl_bytes != kVectorRegisterBytes) {
    place.at("vl_bytes")
        .refuse("bad-value", fmt::format("registers of {} bytes", p.vl_bytes),
                fmt::format("records have registers of {}", kVectorRegisterBytes));
  }
}

Product parse_product(ObjectReader& o) {
  Product p;
  p.id = o.id("id");
  p.title = o.text("title");
  p.arch = o.u32("arch");
  p.ub_physical_bytes = o.number("ub_physical_bytes", kMaxUbBytes);
  p.ub_usable_bytes = o.number("ub_usable_bytes", kMaxUbBytes);
  p.ub_variants = o.optional_objects("ub_variants", parse_ub_variant);
  p.vl_bytes = o.optional_u32("vl_bytes", p.vl_bytes);
  p.datablock_bytes = o.u32("datablock_bytes");
  p.repeat_bytes = o.u32("repeat_bytes");
  p.source = o.object("source", parse_source);
  check_product(p, o.place());
  return p;
}

bool encoding_suits_kind(const std::string& encoding, DtypeKind kind) {
  const bool integer = encoding == "twos_complement" || encoding == "unsigned";
  switch (kind) {
    case DtypeKind::kInteger: return integer;
    case DtypeKind::kFloat: return !integer && encoding != "bits";
    case DtypeKind::kMask: return encoding == "bits";
  }
  return false;
}

// The widths must fit together, or a value would be decoded from the wrong bits.
void check_dtype(const Dtype& d, const JsonPlace& place) {
  if (!encoding_suits_kind(d.encoding, d.kind)) {
    place.at("encoding")
        .refuse("bad-value",
                fmt::format("encoding \"{}\" of kind \"{}\"", d.encoding, to_text(d.kind)),
                "correct one of the two");
  }
  const bool is_mask = d.kind == DtypeKind::kMask;
  const bool is_lane =
      d.lane_bytes == 1 || d.lane_bytes == 2 || d.lane_bytes == 4 || d.lane_bytes == 8;
  const bool is_packing = d.elements_per_lane == 1 || d.elements_per_lane == 2 || is_mask;
  if (!is_lane || !is_packing || std::uint64_t{d.bits} * d.elements_per_lane != 8 * d.lane_bytes) {
    place.refuse("bad-value",
                 fmt::format("{} elements of {} bits in a lane of {} bytes", d.elements_per_lane,
                             d.bits, d.lane_bytes),
                 "one element, two of half the width, or the bits of a mask fill a lane of 1, 2, 4 "
                 "or 8 bytes");
  }
  const bool has_fields = d.kind == DtypeKind::kFloat && d.encoding != "tapered";
  const std::uint64_t sign_bits = d.is_signed ? 1 : 0;
  if (has_fields && sign_bits + d.exponent_bits + d.mantissa_bits != d.bits) {
    place.refuse("bad-value",
                 fmt::format("sign {}, exponent {} and mantissa {} bits do not make {}", sign_bits,
                             d.exponent_bits, d.mantissa_bits, d.bits),
                 "correct is_signed, exponent_bits, mantissa_bits or bits");
  }
  if (d.kind == DtypeKind::kInteger && d.is_signed == (d.encoding == "unsigned")) {
    place.refuse("bad-value", fmt::format("is_signed and encoding \"{}\" differ", d.encoding),
                 "two's complement has a sign bit, unsigned has none");
  }
}

Dtype parse_dtype(ObjectReader& o) {
  Dtype d;
  d.id = o.id("id");
  d.kind = o.optional_enumerator("kind", d.kind);
  d.bits = o.u32("bits");
  d.lane_bytes = o.u32("lane_bytes");
  d.elements_per_lane = o.optional_u32("elements_per_lane", d.elements_per_lane);
  d.is_signed = o.optional_flag("is_signed", d.is_signed);
  d.exponent_bits = o.optional_u32("exponent_bits", d.exponent_bits);
  d.mantissa_bits = o.optional_u32("mantissa_bits", d.mantissa_bits);
  d.encoding = o.word("encoding", {"twos_complement", "unsigned", "ieee", "finite", "finite_nan",
                                   "scaled_integer", "exponent_only", "tapered", "bits"});
  d.bias = static_cast<std::int32_t>(o.optional_number("bias", 1023, 0));
  d.memory_type = o.text("memory_type");
  d.register_type = o.text("register_type");
  d.text = o.text("text");
  check_dtype(d, o.place());
  return d;
}

}  // namespace

std::vector<Product> parse_products(const SpecFile& file) {
  const nlohmann::ordered_json json = parse_strict(file.text, file.path);
  ObjectReader o(json, {file.path, ""});
  std::vector<Product> products = o.objects("products", parse_product);
  o.finish();
  return products;
}

std::vector<Dtype> parse_dtypes(const SpecFile& file) {
  const nlohmann::ordered_json json = parse_strict(file.text, file.path);
  ObjectReader o(json, {file.path, ""});
  std::vector<Dtype> dtypes = o.objects("dtypes", parse_dtype);
  o.finish();
  return dtypes;
}

}  // namespace assay
