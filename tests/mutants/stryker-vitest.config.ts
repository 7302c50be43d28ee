import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const sources = fileURLToPath(new URL('../../web/sapwood/src', import.meta.url));

// the package's suites on its sources: `sapwood` is what would be compiled to dist
export default defineConfig({
  root: fileURLToPath(new URL('../web', import.meta.url)),
  resolve: {
    alias: [{ find: /^sapwood$/, replacement: `${sources}/index.ts` }],
  },
  test: {
    include: ['api/**/*.test.ts', 'conformance/bad-input.test.ts', 'conformance/lifecycle.test.ts'],
    testTimeout: 60_000,
  },
});
