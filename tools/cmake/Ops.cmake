# assay_ops(): an op is spec/ops/<family>/<op>.json and oracle/ops/<family>/<op>.cpp; a missing
# half stops the configuration with the op's name. An emulator of it,
# fuzz/emulator/ops/<family>/<op>.cpp, is optional. The tables that name them are written into the
# build folder, so that nothing has to be registered by hand:
#
#   op_table.cpp        every oracle program, by op id   (declared in oracle/program.h)
#   emulator_table.cpp  every emulator, by op id         (declared in fuzz/emulator/emulator.h)
#   spec_data.cpp       every JSON file of spec/, as text (declared in spec/model/builtin.h)

# The sorted ids "family/name" of the files below `folder` that end in `.extension`.
function(assay_op_ids folder extension result)
  file(GLOB files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/${folder}
       ${CMAKE_SOURCE_DIR}/${folder}/*/*.${extension})
  list(FILTER files EXCLUDE REGEX "_test\\.cpp$")
  list(TRANSFORM files REPLACE "\\.${extension}$" "")
  list(SORT files)
  set(${result} ${files} PARENT_SCOPE)
endfunction()

# One generated table: `declaration` and `row` are templates in which @symbol@ and @id@ stand for
# an op's C++ name and id.
function(assay_op_table file ids header declaration namespace array row)
  set(declarations "")
  set(rows "")
  foreach(id ${ids})
    string(REPLACE "/" "_" symbol ${id})
    string(REPLACE "@symbol@" ${symbol} d "${declaration}")
    string(REPLACE "@symbol@" ${symbol} r "${row}")
    string(REPLACE "@id@" ${id} r "${r}")
    string(APPEND declarations "${d}\n")
    string(APPEND rows "    ${r},\n")
  endforeach()
  list(LENGTH ids count)
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"// Written by tools/cmake/Ops.cmake from the files of the source tree.
#include \"${header}\"

namespace ${namespace} {
${declarations}
${array} = {
${rows}};

}  // namespace ${namespace}
")
endfunction()

function(assay_ops)
  assay_op_ids(spec/ops json specs)
  assay_op_ids(oracle/ops cpp programs)
  assay_op_ids(fuzz/emulator/ops cpp emulators)
  foreach(id ${specs})
    if(NOT id IN_LIST programs)
      message(FATAL_ERROR "op ${id}: spec/ops/${id}.json has no oracle/ops/${id}.cpp; write it")
    endif()
  endforeach()
  foreach(id ${programs} ${emulators})
    if(NOT id IN_LIST specs)
      message(FATAL_ERROR "op ${id}: it has C++ but no spec/ops/${id}.json; write it")
    endif()
  endforeach()

  assay_op_table(${CMAKE_BINARY_DIR}/op_table.cpp "${programs}" oracle/program.h
    "extern const Program @symbol@;" assay::ops
    "const std::vector<NamedProgram> kPrograms" "{\"@id@\", &@symbol@}")
  target_sources(assay_oracle PRIVATE ${CMAKE_BINARY_DIR}/op_table.cpp)
  assay_op_table(${CMAKE_BINARY_DIR}/emulator_table.cpp "${emulators}" fuzz/emulator/emulator.h
    "EmulatedOp @symbol@;" assay::emulator
    "const std::vector<NamedEmulator> kEmulators" "{\"@id@\", &@symbol@}")
  target_sources(assay_fuzz PRIVATE ${CMAKE_BINARY_DIR}/emulator_table.cpp)

  file(GLOB_RECURSE data CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/spec/*.json)
  list(FILTER data EXCLUDE REGEX "/schema/")
  list(SORT data)
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/spec_data.cpp
    COMMAND ${CMAKE_COMMAND} -DROOT=${CMAKE_SOURCE_DIR}/spec
            -DOUTPUT=${CMAKE_BINARY_DIR}/spec_data.cpp
            -P ${CMAKE_SOURCE_DIR}/tools/cmake/EmbedSpec.cmake
    DEPENDS ${data} ${CMAKE_SOURCE_DIR}/tools/cmake/EmbedSpec.cmake VERBATIM)
  target_sources(assay_spec PRIVATE ${CMAKE_BINARY_DIR}/spec_data.cpp)
endfunction()
