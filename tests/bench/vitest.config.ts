import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { lateOptimized } from '../web/support/late-optimized.ts';

/** The folder of the measured package; another one, e.g. with the scalar module, by SAPWOOD_PACKAGE. */
const packageFolder =
  process.env.SAPWOOD_PACKAGE ?? fileURLToPath(new URL('../../web/sapwood', import.meta.url));

/** Where something is measured, the host decides when code is optimized. */
const isMeasuring = process.argv.includes('bench');

export default defineConfig({
  resolve: { alias: { 'sapwood/all': `${packageFolder}/dist/entries/all.js` } },
  test: {
    include: [
      '{command,node,report,experiments,published,crossover,dynamic,scaling,profile,native,peers,claims,advise,browser,games,measuring,meshes,page,rollback,threejs}/**/*.test.ts',
    ],
    benchmark: { include: ['node/**/*.bench.ts'], reporters: ['./node/bench-reporter.ts'] },
    // the built package is loaded by Node itself: Vitest's module runner would put a getter before each of its imports
    server: { deps: { external: [/\/dist\/entries\/all\.js$/] } },
    pool: 'forks',
    execArgv: ['--expose-gc', ...(isMeasuring ? [] : lateOptimized)],
    maxWorkers: 1,
    isolate: false, // the package, the scenes and the peers are loaded once
    disableConsoleIntercept: true,
    // ends what hangs; no machine is too slow
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
