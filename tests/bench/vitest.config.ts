import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { lateOptimized } from '../web/support/late-optimized.ts';

/**
 * Folder of the measured package. The variable SAPWOOD_PACKAGE sets a different folder, for example
 * of a build without SIMD.
 */
const packageFolder =
  process.env.SAPWOOD_PACKAGE ?? fileURLToPath(new URL('../../web/sapwood', import.meta.url));

/** True for benchmarks, in which the JavaScript engine must optimize code as usual. */
const isMeasuring = process.argv.includes('bench');

export default defineConfig({
  resolve: { alias: { 'sapwood/all': `${packageFolder}/dist/entries/all.js` } },
  test: {
    include: [
      '{command,node,report,experiments,published,crossover,dynamic,scaling,profile,native,peers,claims,advise,browser,games,measuring,meshes,page,rollback,threejs}/**/*.test.ts',
    ],
    benchmark: { include: ['node/**/*.bench.ts'], reporters: ['./node/bench-reporter.ts'] },
    // Node loads the built package directly. Vitest's module runner would add a getter to each
    // import.
    server: { deps: { external: [/\/dist\/entries\/all\.js$/] } },
    pool: 'forks',
    execArgv: ['--expose-gc', ...(isMeasuring ? [] : lateOptimized)],
    maxWorkers: 1,
    isolate: false, // so that the package, the scenes and the peers are loaded once
    disableConsoleIntercept: true,
    // ends tests that hang; tests on slow machines take less time
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
