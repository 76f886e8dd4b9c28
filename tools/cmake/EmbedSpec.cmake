# Writes OUTPUT, a C++ source that holds every JSON file below the absolute folder ROOT (schemas
# aside) as text.
set(piece_bytes 16000)  # of one string literal; the C++ standard asks for 65536 characters
math(EXPR piece_digits "2 * ${piece_bytes}")

file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/*.json)
list(FILTER files EXCLUDE REGEX "^schema/")
list(SORT files)
set(rows "")
foreach(file ${files})
  # As hexadecimal, so that no character of the text can meet CMake's or C++'s quoting.
  file(READ ${ROOT}/${file} hex HEX)
  string(LENGTH "${hex}" digits)
  set(pieces "")
  set(start 0)
  while(start LESS digits)
    string(SUBSTRING "${hex}" ${start} ${piece_digits} piece)
    string(LENGTH "${piece}" piece_length)
    math(EXPR bytes "${piece_length} / 2")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" text "${piece}")
    string(REGEX REPLACE
           "(................................................................................)"
           "\\1\"\n       \"" text "${text}")
    string(APPEND pieces "      {\"${text}\",\n       ${bytes}},\n")
    math(EXPR start "${start} + ${piece_digits}")
  endwhile()
  string(APPEND rows "    {\"${file}\", joined({\n${pieces}    })},\n")
endforeach()
file(WRITE ${OUTPUT}
"// Written by tools/cmake/EmbedSpec.cmake from spec/.
#include <initializer_list>
#include <string_view>

#include \"spec/model/builtin.h\"

namespace assay {
namespace {

[[maybe_unused]] std::string joined(std::initializer_list<std::string_view> pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text += piece;
  return text;
}

}  // namespace

const std::vector<SpecFile>& builtin_spec_files() {
  static const std::vector<SpecFile> files = {
${rows}  };
  return files;
}

}  // namespace assay
")
