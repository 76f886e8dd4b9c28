#include "spec/model/op_codec.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "spec/bad_input.h"
#include "spec/record/codec.h"

namespace assay {
namespace {

Param parse_param(ObjectReader& o) {
  Param p;
  p.name = o.id("name");
  p.type = o.text("type");
  p.kind = o.optional_enumerator("kind", p.kind);
  p.io = o.optional_enumerator("io", p.io);
  p.role = o.optional_enumerator("role", p.role);
  p.into = o.optional_text("into");
  p.entries = o.optional_u32("entries", p.entries);
  p.block_bytes = o.optional_width("block_bytes").value_or(p.block_bytes);
  p.unit_bytes = o.optional_width("unit_bytes").value_or(p.unit_bytes);
  p.bits_per_lane = o.optional_u32("bits_per_lane", p.bits_per_lane);
  p.lanes = o.optional_u32("lanes", p.lanes);
  p.updated = o.optional_flag("updated", p.updated);
  p.stride = o.optional_text("stride");
  p.text = o.text("text");
  p.source = o.object("source", parse_source);
  check_param(p, o.place());
  return p;
}

Support parse_support(ObjectReader& o) {
  Support s;
  s.products = o.texts("products");
  s.dtypes = o.texts("dtypes");
  s.source = o.object("source", parse_source);
  return s;
}

Form parse_form(ObjectReader& o) {
  Form f;
  f.id = o.id("id");
  f.title = o.text("title");
  f.prototype = o.text("prototype");
  f.params = o.objects("params", parse_param);
  f.support = o.objects("support", parse_support);
  return f;
}

Range parse_range(ObjectReader& o) {
  Range r;
  r.products = o.optional_texts("products");
  r.lane_bytes = o.optional_lane_widths("lane_bytes");
  r.min = o.integer("min");
  r.max = o.integer("max");
  if (r.min > r.max) {
    o.place().refuse("bad-value", fmt::format("no number is in {} to {}", r.min, r.max),
                     "write min <= max");
  }
  return r;
}

Constraint parse_constraint(ObjectReader& o) {
  Constraint c;
  c.id = o.id("id");
  c.kind = o.optional_enumerator("kind", c.kind);
  c.text = o.text("text");
  c.forms = o.optional_texts("forms");
  c.products = o.optional_texts("products");
  c.lane_bytes = o.optional_lane_widths("lane_bytes");
  c.params = o.optional_texts("params");
  c.bytes = o.optional_width("bytes");
  c.ranges = o.optional_objects("ranges", parse_range);
  c.limit = o.optional_word("limit", {"usable", "physical"});
  c.same_start = o.optional_texts("same_start");
  c.when = o.optional_word("when", {"several_repeats"});
  c.question = o.optional_text("question");
  c.violation = o.optional_enumerator("violation", c.violation);
  c.observable = o.optional_flag("observable", c.observable);
  c.source = o.object("source", parse_source);
  check_constraint(c, o.place());
  return c;
}

Behaviour parse_behaviour(ObjectReader& o) {
  Behaviour b;
  b.id = o.id("id");
  b.text = o.text("text");
  b.forms = o.optional_texts("forms");
  b.observable = o.optional_flag("observable", b.observable);
  b.source = o.object("source", parse_source);
  return b;
}

Option parse_option(ObjectReader& o) {
  Option option;
  option.id = o.id("id");
  option.text = o.text("text");
  option.source = o.object("source", parse_source);
  return option;
}

Question parse_question(ObjectReader& o) {
  Question q;
  q.id = o.id("id");
  q.text = o.text("text");
  q.forms = o.optional_texts("forms");
  q.products = o.optional_texts("products");
  q.options = o.objects("options", parse_option);
  if (q.options.size() < 2) {
    o.place().at("options").refuse("bad-value", "a question with a single option",
                                   "list every answer that the documents admit");
  }
  return q;
}

// A call is a case without id and with an expectation; the codec of cases wants an id, so it is
// lent one.
Case parse_call(ObjectReader& o) {
  const JsonPlace place = o.place().at("call");
  const nlohmann::ordered_json& call = o.value_of("call");
  nlohmann::ordered_json lent = {{"id", "example"}};
  if (call.is_object()) {
    if (call.contains("id")) {
      place.at("id").refuse("unknown-key", "an example has no id", "leave the id out");
    }
    if (!call.contains("expect")) {
      place.refuse("missing-key", "an example without \"expect\"",
                   "give the bytes of the document, with care 0 where it is silent");
    }
    lent.update(call);
  }
  try {
    Case parsed = parse_case(call.is_object() ? lent.dump() : call.dump());
    parsed.id.clear();
    return parsed;
  } catch (const BadInput& e) {
    const bool is_pointer = e.position.starts_with('/');
    throw BadInput(place.file, place.pointer + (is_pointer ? e.position : ""), e.id, e.message,
                   e.advice);
  }
}

Example parse_example(ObjectReader& o) {
  Example e;
  e.title = o.text("title");
  e.call = parse_call(o);
  e.source = o.object("source", parse_source);
  return e;
}

std::vector<ProductRow> parse_product_rows(ObjectReader& o) {
  std::vector<ProductRow> rows;
  for (const std::string& product : o.keys()) {
    rows.push_back({product, o.enumerator<Availability>(product)});
  }
  return rows;
}

// "ops/basic/Gather.json" holds the op "basic/Gather".
void check_path(const SpecFile& file, const OpSpec& op, const JsonPlace& place) {
  if (file.path == "ops/" + op.id + ".json") return;
  place.refuse("bad-path", fmt::format("op \"{}\" in the file {}", op.id, file.path),
               fmt::format("name the file ops/{}.json", op.id));
}

}  // namespace

Source parse_source(ObjectReader& o) {
  Source s;
  s.document = o.word("document", {"page", "vendor", "kit", "assay"});
  const bool needs_title = s.document == "vendor" || s.document == "kit";
  s.title = needs_title ? o.text("title") : o.optional_text("title");
  s.section = o.text("section");
  s.lines = o.optional_text("lines");
  return s;
}

OpSpec parse_op(const SpecFile& file) {
  const nlohmann::ordered_json json = parse_strict(file.text, file.path);
  ObjectReader o(json, {file.path, ""});
  OpSpec op;
  op.id = o.id("op");
  check_path(file, op, o.place().at("op"));
  op.title = o.text("title");
  op.page = o.text("page");
  op.header = o.optional_text("header");
  op.untouched = o.text("untouched");
  op.products = o.object("products", parse_product_rows);
  op.forms = o.objects("forms", parse_form);
  op.constraints = o.optional_objects("constraints", parse_constraint);
  op.behaviours = o.optional_objects("behaviours", parse_behaviour);
  op.questions = o.optional_objects("questions", parse_question);
  op.examples = o.optional_objects("examples", parse_example);
  o.finish();
  return op;
}

}  // namespace assay
