import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// scripts/suites.mjs names the package folder of the flavour; by hand it is the SIMD one
const packageFolder =
  process.env.SAPWOOD_PACKAGE ?? fileURLToPath(new URL('../../web/sapwood', import.meta.url));

export default defineConfig({
  resolve: {
    alias: [{ find: /^sapwood$/, replacement: `${packageFolder}/dist/index.js` }],
  },
  test: {
    include: ['**/*.test.ts'],
    pool: 'forks',
    execArgv: ['--expose-gc'], // memory tests collect garbage before they measure
    maxWorkers: 2,
    testTimeout: 30_000,
  },
});
