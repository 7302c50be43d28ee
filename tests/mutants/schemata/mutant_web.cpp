// The fault of the WebAssembly module: its number is a global variable of JavaScript, which a setup
// file of the tests makes from the environment. The same file may ask which faults were come by.
#include <emscripten.h>

#include "sapwood/mutant.hpp"

// Hands a function that takes what was reached so far to whoever waits for modules; answers the
// number.
EM_JS(int, sapwood_number_asked_for, (const bool* reached, int count), {
  if (globalThis.sapwoodModules) {
    globalThis.sapwoodModules.push(function() {
      const taken = HEAPU8.slice(reached, reached + count);
      HEAPU8.fill(0, reached, reached + count);
      return taken;
    });
  }
  return globalThis.sapwoodMutant | 0;
});

namespace sapwood {

bool reached_mutants[kMaxMutants] = {};
int active_mutant = sapwood_number_asked_for(reached_mutants, kMaxMutants);

}  // namespace sapwood
