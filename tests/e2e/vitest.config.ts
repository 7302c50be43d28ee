import { defineConfig } from 'vitest/config';

/** Timeout that ends a hanging test. It is longer than any test on a busy machine. */
const TIMEOUT_MS = 300_000;

/**
 * Names of tests of the package in the page: structures, queries, pairs, motion, traversals and
 * their numbers. The tests in `model` run without a browser. All other tests check how the page is
 * used.
 */
const PACKAGE_TEST_NAMES =
  'bench,choices,compare,culling,drawn-as,edit,examples,frustum,gradual,heat,learn,numbers,opening,package,package-hosts,query,stackblitz,stepper,trace,worlds';
const packageTests = [`{${PACKAGE_TEST_NAMES}}.test.ts`, 'model/*.test.ts'];
const bench = ['bench-*.test.ts'];

export default defineConfig({
  test: {
    pool: 'forks',
    // all test files share a browser and its pages, because loading the page takes longer than most
    // tests
    maxWorkers: 1,
    isolate: false,
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    expect: { poll: { timeout: TIMEOUT_MS } },
    projects: [
      { extends: true, test: { name: 'package', include: packageTests } },
      { extends: true, test: { name: 'bench', include: bench } },
      {
        extends: true,
        test: { name: 'page', include: ['*.test.ts'], exclude: [...packageTests, ...bench] },
      },
    ],
  },
});
