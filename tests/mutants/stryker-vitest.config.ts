import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const sources = fileURLToPath(new URL('../../web/sapwood/src', import.meta.url));

// the package's suites on its sources: `sapwood/all` is what would be compiled to dist
export default defineConfig({
  root: fileURLToPath(new URL('../web', import.meta.url)),
  resolve: {
    alias: [{ find: /^sapwood\/all$/, replacement: `${sources}/entries/all.ts` }],
  },
  test: {
    // what says how arguments are taken and refused: the others take longer than they tell
    include: [
      'api/{errors,inputs}.test.ts',
      'conformance/{narrow,points}.test.ts',
      '{conformance,world}/bad-input.test.ts',
    ],
    testTimeout: 60_000,
  },
});
