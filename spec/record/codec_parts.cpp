#include "spec/record/codec_parts.h"

#include <fmt/format.h>

namespace assay {

const std::string& parse_id(const JsonRecord& record) {
  const JsonValue& id = record.need(record.root(), "id");
  const std::string& text = record.text(id);
  if (text.empty()) record.fail(id, "empty-id", "the id is empty", "give each case an id");
  return text;
}

std::vector<Register> parse_registers(const JsonRecord& record, const JsonValue& object,
                                      std::string_view key) {
  std::vector<Register> registers;
  const JsonValue* list = record.find(object, key);
  if (list == nullptr) return registers;
  for (const JsonMember& member : record.object(*list)) {
    registers.push_back({member.key, record.bytes(member.value)});
  }
  return registers;
}

void check_length(const JsonRecord& record, const JsonValue& at, const Bytes& data,
                  std::size_t bytes) {
  if (data.size() == bytes) return;
  record.fail(at, "bad-length", fmt::format("{} bytes where {} belong", data.size(), bytes),
              fmt::format("write {} hex digits", 2 * bytes));
}

}  // namespace assay
