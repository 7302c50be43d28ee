import { defineConfig } from 'vitest/config';

/** A time-out is for what hangs: a busy machine takes as long as it takes. */
const HANGS_MS = 300_000;

export default defineConfig({
  test: {
    include: ['*.test.ts', 'model/*.test.ts'],
    pool: 'forks',
    // all files share one browser and its pages: loading the page costs more than most tests do
    maxWorkers: 1,
    isolate: false,
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    expect: { poll: { timeout: HANGS_MS } },
  },
});
