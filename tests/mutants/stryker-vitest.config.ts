import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const sources = fileURLToPath(new URL('../../web/sapwood/src', import.meta.url));

// runs the suites on the TypeScript sources of the package: `sapwood/all` is an alias of the source
// file
export default defineConfig({
  root: fileURLToPath(new URL('../web', import.meta.url)),
  resolve: {
    alias: [{ find: /^sapwood\/all$/, replacement: `${sources}/entries/all.ts` }],
  },
  test: {
    // only tests of arguments, because other tests take long and detect few mutants
    include: [
      'api/{errors,inputs}.test.ts',
      'conformance/{narrow,points}.test.ts',
      '{conformance,world}/bad-input.test.ts',
    ],
    testTimeout: 60_000,
  },
});
