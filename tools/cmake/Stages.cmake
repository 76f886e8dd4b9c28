# assay_stage(NAME [LIBRARY target] LINK targets...)
#
# Makes a static library (assay_NAME, or as LIBRARY says) from every source below NAME/, but for
# tests (*_test.cpp) and program entry points (*_main.cpp), and the test program NAME_unit_test
# from its *_test.cpp. A test whose file's first line holds "tier: slow" goes to NAME_slow_test
# with the label slow.
function(assay_stage name)
  cmake_parse_arguments(ARG "" "LIBRARY" "LINK" ${ARGN})
  if(NOT ARG_LIBRARY)
    set(ARG_LIBRARY assay_${name})
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${name}/*.cpp)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_(test|main)\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  add_library(${ARG_LIBRARY} STATIC ${sources})
  target_include_directories(${ARG_LIBRARY} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(${ARG_LIBRARY} PUBLIC ${ARG_LINK})
  if(ASSAY_TESTS AND tests)
    assay_tests(${name} ${ARG_LIBRARY} ${tests})
  endif()
endfunction()

# assay_tests(STAGE LIBRARY files...): the unit and slow test programs of a stage.
function(assay_tests stage library)
  set(unit)
  set(slow)
  foreach(file ${ARGN})
    file(STRINGS ${file} first LIMIT_COUNT 1)
    if(first MATCHES "tier: slow")
      list(APPEND slow ${file})
    else()
      list(APPEND unit ${file})
    endif()
  endforeach()
  foreach(tier unit slow)
    if(${tier})
      set(program ${stage}_${tier}_test)
      add_executable(${program} ${${tier}})
      target_link_libraries(${program} PRIVATE ${library} GTest::gtest GTest::gtest_main
                            rapidcheck)
      target_compile_definitions(${program} PRIVATE ASSAY_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
                                 ASSAY_BINARY_DIR="${CMAKE_BINARY_DIR}/bin")
      add_test(NAME ${program} COMMAND ${program} --gtest_brief=1)
      set_tests_properties(${program} PROPERTIES LABELS ${tier})
    endif()
  endforeach()
endfunction()
