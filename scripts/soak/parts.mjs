// Table of the parts of the soak run. `share` is the part's share of the time. Parts without a share
// have no time limit and run only with `--preset night` or when named.
//
//   prepare()               builds what the part needs; returns { skipped: reason } if it cannot run
//   run({ seconds, seed })  returns { operations, pairs, bytes, faults, log }; a missing count is 0

import { benchInFull, cppInFull, pageInFull, soakTests, webInFull } from './full.mjs';
import * as fuzz from './fuzz.mjs';

const PRESETS = ['native-release', 'native-scalar', 'native-asan', 'wasm', 'wasm-scalar'];

export const PARTS = [
  {
    name: 'fuzz: native',
    does: 'libFuzzer with AddressSanitizer and UndefinedBehaviorSanitizer on the C++ core',
    share: 5,
    prepare: fuzz.prepareNative,
    run: fuzz.fuzzNative,
  },
  {
    name: 'fuzz: worlds',
    does: 'libFuzzer with both sanitizers on worlds of any structures',
    share: 1,
    prepare: fuzz.prepareNative,
    run: fuzz.fuzzWorlds,
  },
  {
    name: 'fuzz: package',
    does: 'fast-check through the package in Node',
    share: 3,
    run: fuzz.fuzzNode,
  },
  {
    name: 'fuzz: safe module',
    does: 'the same on a module with checked memory accesses and assertions',
    share: 2,
    prepare: fuzz.prepareSafe,
    run: fuzz.fuzzSafe,
  },
  {
    name: 'kept views',
    does: 'random writes to every view that was ever handed out, on the module with checked memory accesses',
    share: 3,
    prepare: fuzz.prepareKeptViews,
    run: fuzz.fuzzKeptViews,
  },
  {
    name: 'fuzz: page',
    does: 'golden tapes, then fast-check through the package, in a page of Chromium',
    share: 1,
    prepare: fuzz.preparePage,
    run: fuzz.fuzzPage,
  },
  {
    name: 'endurance',
    does: 'indices made and disposed at random for hours of simulated frames; Workers over one Module',
    share: 3,
    ...soakTests('endurance'),
  },
  {
    name: 'arguments',
    does: 'every public function with every wrong kind of value',
    share: 1,
    ...soakTests('arguments'),
  },
  {
    name: 'meshes',
    does: 'queries of random meshes, and movers in rooms of random triangles',
    share: 2,
    ...soakTests('meshes'),
  },
  ...PRESETS.map((preset) => ({
    name: `tests: C++, ${preset}`,
    does: `the whole C++ suite of ${preset}, in full`,
    run: () => cppInFull(preset),
  })),
  ...['simd', 'scalar'].map((flavor) => ({
    name: `tests: package, ${flavor}`,
    does: `the whole suite of the package on the ${flavor} module, in full`,
    run: () => webInFull(flavor),
  })),
  {
    name: 'tests: bench',
    does: "the benchmarks' own code, in full",
    run: benchInFull,
  },
  { name: 'tests: page', does: 'the browser tests, the long ones too', run: pageInFull },
];
