import { defineConfig } from 'vitest/config';

/** A time-out is for what hangs: a busy machine takes as long as it takes. */
const HANGS_MS = 300_000;

export default defineConfig({
  test: {
    include: ['*.test.ts', 'model/*.test.ts'],
    pool: 'forks',
    // the tests of a file share one browser and its pages; a second browser beside it would take its processor
    maxWorkers: 1,
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    expect: { poll: { timeout: HANGS_MS } },
  },
});
