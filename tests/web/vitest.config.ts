import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { lateOptimized } from './support/late-optimized.ts';
import { fullVolume } from './support/volume.ts';

// scripts/suites.mjs sets the package folder of the flavor; the default is the SIMD package
const packageFolder =
  process.env.SAPWOOD_PACKAGE ?? fileURLToPath(new URL('../../web/sapwood', import.meta.url));

/** Files that import copies of the package, fill memory, replace globals or measure the heap need separate processes. */
const alone = [
  'api/{memory,receivers}.test.ts',
  'errors/*.test.ts',
  'promises/{growth-in-every-call,kept-views,stale-writes}.test.ts',
  'conformance/{before-init,exhaustion,growth,memory,traces}.test.ts',
  'package/{bundle,hosts,sources}.test.ts',
];

/** Tests of the scenes, which do not use the package. */
const scenes = ['unit/scenes*.test.ts'];

/** Name under which the oldest version of three.js that the package supports is installed. */
const oldestThree = 'three-0.170';

/**
 * Tests that count allocations. Counts must not depend on when another thread optimizes the code. The limits are for V8 up
 * to version 12: V8 of Node.js 24 allocates a few bytes per call in code that is not optimized yet.
 */
const counted =
  Number.parseInt(process.versions.node, 10) < 24 ? ['promises/no-allocation*.test.ts'] : [];
const onOneThread = ['--expose-gc', '--no-concurrent-recompilation', '--no-concurrent-sparkplug'];

/** The scalar module differs only in its arithmetic, so it is tested with results, hashes and lockstep. */
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
    // long enough for slow machines, ends tests that hang
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
