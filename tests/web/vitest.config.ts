import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { lateOptimized } from './support/late-optimized.ts';
import { fullVolume } from './support/volume.ts';

// scripts/suites.mjs sets the folder of the package build to test; the default is the build with
// SIMD
const packageFolder =
  process.env.SAPWOOD_PACKAGE ?? fileURLToPath(new URL('../../web/sapwood', import.meta.url));

/**
 * Test files that need separate processes: they import copies of the package, fill memory, replace
 * globals or measure the heap.
 */
const alone = [
  'api/{memory,receivers}.test.ts',
  'errors/*.test.ts',
  'promises/{growth-in-every-call,kept-views,stale-writes}.test.ts',
  'conformance/{before-init,exhaustion,growth,memory,traces}.test.ts',
  'package/{bundle,hosts,sources}.test.ts',
];

/** Tests of the scenes, which do not use the package. */
const scenes = ['unit/scenes*.test.ts'];

/** Package name under which the oldest supported version of three.js is installed. */
const oldestThree = 'three-0.170';

/**
 * Tests that count allocations. The results must not depend on when another thread optimizes the
 * code. The limits are for V8 up to version 12: V8 of Node.js 24 allocates a few bytes per call in
 * code that is not optimized yet.
 */
const counted =
  Number.parseInt(process.versions.node, 10) < 24 ? ['promises/no-allocation*.test.ts'] : [];
const onOneThread = ['--expose-gc', '--no-concurrent-recompilation', '--no-concurrent-sparkplug'];

/**
 * The scalar module differs from the SIMD module only in its arithmetic. Therefore only the suites
 * that compare results and hashes run on it.
 */
const isScalar = process.env.SAPWOOD_FLAVOR === 'scalar' && !fullVolume;
const together = isScalar
  ? ['conformance/{goldens,methods}.test.ts', 'promises/lockstep.test.ts']
  : ['**/*.test.ts'];

export default defineConfig({
  resolve: {
    alias: [{ find: /^sapwood\/all$/, replacement: `${packageFolder}/dist/entries/all.js` }],
  },
  test: {
    pool: 'forks',
    execArgv: ['--expose-gc'], // memory tests collect garbage before they measure
    maxWorkers: 2,
    // long enough for slow machines, but ends tests that hang
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: together,
          exclude: [...alone, 'promises/no-allocation*.test.ts', ...scenes],
          isolate: false,
          execArgv: [...lateOptimized],
        },
      },
      {
        extends: true,
        resolve: { alias: [{ find: /^three$/, replacement: oldestThree }] },
        test: {
          name: 'three-oldest',
          include: isScalar ? [] : ['three/*.test.ts'],
          env: { SAPWOOD_THREE: oldestThree },
          isolate: false,
          execArgv: [...lateOptimized],
        },
      },
      {
        extends: true,
        test: { name: 'scenes', include: isScalar ? [] : scenes, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: isScalar ? ['conformance/before-init.test.ts'] : alone,
          execArgv: [...lateOptimized],
        },
      },
      {
        extends: true,
        test: { name: 'counted', include: isScalar ? [] : counted, execArgv: onOneThread },
      },
    ],
  },
});
