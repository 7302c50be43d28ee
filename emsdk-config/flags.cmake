# All compiler and linker flags of the project with their reasons.
#
#   sapwood_flags      interface target for all translation units of Sapwood in every flavor
#   sapwood_core_only  interface target for the library and the bindings, not for tests
#   sapwood_use_embind(target)   for targets that include Embind's header (Emscripten only)
#   sapwood_link_module(target [OWN_GLUE])  turns an executable into the shipped ES module (Emscripten only)

add_library(sapwood_flags INTERFACE)
add_library(sapwood_core_only INTERFACE)

target_compile_options(sapwood_flags INTERFACE
  -ffp-contract=off  # no fused multiply-add: native and WASM must agree bit for bit
  -Wall -Wextra -Wpedantic -Wshadow
  -Werror=return-type      # falling off a function is undefined behavior
  -Werror=uninitialized
  -Werror=switch           # a new enumerator must be handled everywhere
)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 reports false positives of these two warnings in inlined standard containers
  target_compile_options(sapwood_flags INTERFACE -Wno-maybe-uninitialized -Wno-array-bounds)
endif()
if(SAPWOOD_WERROR)
  target_compile_options(sapwood_flags INTERFACE -Werror)
endif()

target_compile_options(sapwood_core_only INTERFACE
  -fno-exceptions  # errors are returned as Status; exception tables would only increase the size
  -fno-rtti        # the code has no dynamic_cast or typeid; the module becomes smaller
)

# --- SIMD: one back end per flavor ------------------------------------------------------------------------------
if(SAPWOOD_SIMD_SCALAR)
  # scalar back end without vector code, as a reference for tests
  target_compile_definitions(sapwood_flags INTERFACE SAPWOOD_SIMD_SCALAR)
elseif(EMSCRIPTEN)
  target_compile_options(sapwood_flags INTERFACE
    -msimd128             # fixed-width WASM SIMD
    -mbulk-memory         # copies memory with one instruction; every host with SIMD supports it
    -mnontrapping-fptoint)  # converts to integers with one instruction; every host with SIMD supports it
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64")
  # adds blend and round; without AVX, the lanes match WASM
  target_compile_options(sapwood_flags INTERFACE -msse4.2)
endif()

# --- sanitizers --------------------------------------------------------------------------------------------------
if(SAPWOOD_SANITIZE)
  set(_sanitize
    -fsanitize=address,undefined
    -fno-sanitize=null,vptr     # a quarter of the compile time; AddressSanitizer reports null accesses too
    -fno-sanitize-recover=all   # the first report fails the run
    -fno-omit-frame-pointer)    # complete stacks in reports
  if(NOT SAPWOOD_SANITIZE STREQUAL "ALL")
    # these checks take half of the compile time and run time; only the fuzzer of the soak run enables them
    list(APPEND _sanitize -fno-sanitize=alignment,pointer-overflow,object-size)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 15)
      # this check takes an eighth of the run time; clang before 15 disables it, and the fuzzer enables it
      list(APPEND _sanitize -fsanitize-address-use-after-return=never)
    endif()
  endif()
  target_compile_options(sapwood_flags INTERFACE ${_sanitize})
  target_link_options(sapwood_flags INTERFACE ${_sanitize})
endif()

# --- WebAssembly -------------------------------------------------------------------------------------------------
if(EMSCRIPTEN)
  # the option was renamed in 3.1.25; the default size changed from 5 MB to 64 KB in 3.1.27
  if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.25)
    set(_stack_option TOTAL_STACK)
  else()
    set(_stack_option STACK_SIZE)
  endif()
endif()

# Adds checks of memory accesses. The flags are added after the flags of the published module and override them. Glue
# with assertions rejects Node.js, but the soak run executes tapes there: see tests/soak/fuzz/as-worker.ts.
function(_sapwood_check_memory target)
  set(alignment_js ${PROJECT_SOURCE_DIR}/emsdk-config/alignment.js)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${alignment_js})
  target_link_options(${target} PRIVATE
    --pre-js ${alignment_js}   # accesses that are less aligned than declared are not reported
    -O1                        # with these checks, more optimization costs more time than it saves
    -sSAFE_HEAP=1              # checks that every load and store is in bounds and not through null
    -sASSERTIONS=2)            # checks of the runtime, including stack overflow
endfunction()

set(_sections_script ${PROJECT_SOURCE_DIR}/emsdk-config/wasm-sections.mjs)

# Makes similar functions adjacent, so that the download is a fifth smaller. Old releases of Binaryen cannot do this.
function(_sapwood_order_functions target)
  execute_process(
    COMMAND ${EMSCRIPTEN_ROOT_PATH}/em-config BINARYEN_ROOT
    OUTPUT_VARIABLE binaryen OUTPUT_STRIP_TRAILING_WHITESPACE)
  find_program(SAPWOOD_WASM_OPT wasm-opt HINTS ${binaryen}/bin NO_CMAKE_FIND_ROOT_PATH)
  find_program(SAPWOOD_NODE NAMES node nodejs REQUIRED NO_CMAKE_FIND_ROOT_PATH)
  set(passes "")
  if(SAPWOOD_WASM_OPT)
    execute_process(COMMAND ${SAPWOOD_WASM_OPT} --help OUTPUT_VARIABLE passes)
  endif()
  if(NOT passes MATCHES "reorder-functions-by-name")
    message(STATUS "This Binaryen cannot order functions: the module will be larger as a download")
    return()
  endif()
  set(script ${PROJECT_SOURCE_DIR}/emsdk-config/order-functions.mjs)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS
    ${script} ${PROJECT_SOURCE_DIR}/emsdk-config/similar-order.mjs ${_sections_script})
  target_link_options(${target} PRIVATE --profiling-funcs)  # keeps the names for sorting; the script removes them
  set(module $<TARGET_FILE_DIR:${target}>/$<TARGET_FILE_BASE_NAME:${target}>.wasm)
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${SAPWOOD_NODE} ${script} ${module} ${SAPWOOD_WASM_OPT} VERBATIM)
endfunction()

# For targets that include Embind's header.
function(sapwood_use_embind target)
  target_compile_definitions(${target} PRIVATE
    EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)  # required by Embind without RTTI
endfunction()

# Replaces the core.mjs that the compiler generates, which is several times as large.
function(_sapwood_own_glue target)
  find_program(SAPWOOD_NODE NAMES node nodejs REQUIRED NO_CMAKE_FIND_ROOT_PATH)
  set(script ${PROJECT_SOURCE_DIR}/emsdk-config/own-glue.mjs)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${script} ${_sections_script})
  set(module $<TARGET_FILE_DIR:${target}>/$<TARGET_FILE_BASE_NAME:${target}>.wasm)
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${SAPWOOD_NODE} ${script} ${module} $<TARGET_FILE:${target}> VERBATIM)
endfunction()

# With OWN_GLUE, the target contains cpp/bindings/embind_types.cpp, which replaces basic functions of Embind. This file
# must be linked before Embind's library.
function(sapwood_link_module target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "OWN_GLUE" "" "")
  sapwood_use_embind(${target})
  if(ARG_OWN_GLUE)
    set(imports_js ${PROJECT_SOURCE_DIR}/emsdk-config/own-imports.js)
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${imports_js})
    # the later JavaScript library overrides the earlier one
    target_link_libraries(${target} PRIVATE -lembind --js-library ${imports_js})
    target_link_options(${target} PRIVATE -lexports.js)  # keeps the names of exports
  else()
    target_link_options(${target} PRIVATE --bind)
  endif()
  target_link_options(${target} PRIVATE
    -O3                        # also optimizes at link time: runs wasm-opt and minifies the glue
    -fno-rtti                  # selects the Embind library whose type ids match a core without RTTI
    --no-entry                 # a library: no main
    -sMODULARIZE               # a factory instead of globals, so that a page can have several instances
    -sEXPORT_ES6               # the package is ESM only
    -sEXPORT_NAME=createCore
    -sUSE_ES6_IMPORT_META=0    # otherwise the glue names the .wasm file, and bundlers would include the module twice
    -sINCOMING_MODULE_JS_API=instantiateWasm  # the only property of the glue's argument that init.ts sets
    -sTEXTDECODER=2            # every host with SIMD has a TextDecoder
    -sENVIRONMENT=web,worker   # no Node.js code in the glue; in Node.js, init.ts passes the bytes
    -sALLOW_MEMORY_GROWTH      # the size of scenes is not known in advance
    -sMAXIMUM_MEMORY=3GB       # the default is 2 GB; above 3 GB, requests of 1 GB overflow in emmalloc (base/array.hpp)
    -sFILESYSTEM=0             # the module reads no files
    -sMALLOC=emmalloc          # has a third of the code of dlmalloc; our pools allocate rarely and in large blocks
    -s${_stack_option}=1MB     # the default depends on the version, see above
  )
  if(EMSCRIPTEN_VERSION VERSION_GREATER_EQUAL 3.1.69)
    target_link_options(${target} PRIVATE
      -sDYNAMIC_EXECUTION=0)   # no eval, so that a Content-Security-Policy needs only 'wasm-unsafe-eval'
    if(NOT ARG_OWN_GLUE)
      # generates the code of calls at link time; without it and without eval, calls are 15 to 25 times slower
      target_link_options(${target} PRIVATE -sEMBIND_AOT)
    endif()
  endif()
  if(SAPWOOD_SAFE_HEAP)
    _sapwood_check_memory(${target})
  elseif(SAPWOOD_SIMD_SCALAR)
    target_link_options(${target} PRIVATE -O1)  # only for comparison: build time matters more than speed
  else()
    _sapwood_order_functions(${target})
  endif()
  if(ARG_OWN_GLUE)
    _sapwood_own_glue(${target})
  endif()
  set_target_properties(${target} PROPERTIES SUFFIX .mjs)
endfunction()

# C++ tests as WASM for Node.
function(sapwood_link_node_program target)
  set(environment_js ${PROJECT_SOURCE_DIR}/emsdk-config/environment.js)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${environment_js})
  target_link_options(${target} PRIVATE
    --pre-js ${environment_js} # GoogleTest reads its sharding from environment variables
    -O1                        # link time matters more here than size
    -sENVIRONMENT=node
    -sNODERAWFS                # the test report is written to a real file
    -sEXIT_RUNTIME             # main's result becomes the exit code
    -sALLOW_MEMORY_GROWTH
    -sMAXIMUM_MEMORY=4GB
    -s${_stack_option}=1MB)    # the same stack as the shipped module
endfunction()
