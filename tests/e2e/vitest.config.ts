import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // a software renderer on a busy machine draws a few frames a second
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
