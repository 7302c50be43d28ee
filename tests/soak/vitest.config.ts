import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const packageFolder =
  process.env.SAPWOOD_PACKAGE ?? fileURLToPath(new URL('../../web/sapwood', import.meta.url));

export default defineConfig({
  resolve: {
    alias: [{ find: /^sapwood\/all$/, replacement: `${packageFolder}/dist/entries/all.js` }],
  },
  test: {
    include: ['**/*.test.ts'],
    pool: 'forks',
    execArgv: ['--expose-gc'],
    // files run one after another, because they share the time budget and one file of results
    fileParallelism: false,
    testTimeout: 24 * 3_600_000,
    hookTimeout: 600_000,
  },
});
