// Table of the parts of the soak run. `share` is the part's share of the time. Parts without a
// share have no time limit and run only with `--preset night` or when named.
//
//   prepare()               builds what the part needs; returns { skipped: reason } if it cannot run
//   run({ seconds, seed })  returns { operations, pairs, bytes, faults, log }; a missing count is 0

import { benchInFull, cppInFull, pageInFull, soakTests, webInFull } from './full.mjs';
import * as fuzz from './fuzz.mjs';

const PRESETS = ['native-release', 'native-scalar', 'native-asan', 'wasm', 'wasm-scalar'];

export const PARTS = [
  {
    name: 'fuzz: native',
    description: 'libFuzzer with AddressSanitizer and UndefinedBehaviorSanitizer on the C++ core',
    share: 5,
    prepare: fuzz.prepareNative,
    run: fuzz.fuzzNative,
  },
  {
    name: 'fuzz: worlds',
    description: 'libFuzzer with both sanitizers on worlds of any structures',
    share: 1,
    prepare: fuzz.prepareNative,
    run: fuzz.fuzzWorlds,
  },
  {
    name: 'fuzz: package',
    description: 'fast-check through the package in Node',
    share: 3,
    run: fuzz.fuzzNode,
  },
  {
    name: 'fuzz: safe module',
    description:
      'fast-check through the package in Node, with checked memory accesses and assertions',
    share: 2,
    prepare: fuzz.prepareSafe,
    run: fuzz.fuzzSafe,
  },
  {
    name: 'kept views',
    description:
      'random writes to every view that the package returned, on the module with checked memory accesses',
    share: 3,
    prepare: fuzz.prepareKeptViews,
    run: fuzz.fuzzKeptViews,
  },
  {
    name: 'fuzz: page',
    description: 'golden tapes, then fast-check through the package, in a page of Chromium',
    share: 1,
    prepare: fuzz.preparePage,
    run: fuzz.fuzzPage,
  },
  {
    name: 'endurance',
    description:
      'random creation and disposal of indices for hours of simulated frames; Workers that share a Module',
    share: 3,
    ...soakTests('endurance'),
  },
  {
    name: 'arguments',
    description: 'every public function with values of every wrong type',
    share: 1,
    ...soakTests('arguments'),
  },
  {
    name: 'meshes',
    description: 'queries of random meshes, and movers in rooms of random triangles',
    share: 2,
    ...soakTests('meshes'),
  },
  ...PRESETS.map((preset) => ({
    name: `tests: C++, ${preset}`,
    description: `all C++ tests of ${preset}`,
    run: () => cppInFull(preset),
  })),
  ...['simd', 'scalar'].map((flavor) => ({
    name: `tests: package, ${flavor}`,
    description: `all tests of the package on the ${flavor} module`,
    run: () => webInFull(flavor),
  })),
  {
    name: 'tests: bench',
    description: 'all tests of the benchmark code',
    run: benchInFull,
  },
  {
    name: 'tests: page',
    description: 'all browser tests, including the long ones',
    run: pageInFull,
  },
];
