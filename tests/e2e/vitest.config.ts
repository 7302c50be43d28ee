import { defineConfig } from 'vitest/config';

/** A time-out is for what hangs: a busy machine takes as long as it takes. */
const HANGS_MS = 300_000;

/**
 * What the package answers in the page: structures, queries, pairs, motion, walks, and the numbers made of them; and what
 * has no browser. The other files ask how the page is used: Bench, and everything else.
 */
const ABOUT_ANSWERS =
  'bench,choices,compare,culling,drawn-as,edit,examples,frustum,gradual,heat,learn,numbers,opening,package,package-hosts,query,stepper,trace,worlds';
const answers = [`{${ABOUT_ANSWERS}}.test.ts`, 'model/*.test.ts'];
const bench = ['bench-*.test.ts'];

export default defineConfig({
  test: {
    pool: 'forks',
    // all files of a worker share one browser and its pages: loading the page costs more than most tests do
    maxWorkers: 1,
    isolate: false,
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    expect: { poll: { timeout: HANGS_MS } },
    projects: [
      { extends: true, test: { name: 'answers', include: answers } },
      { extends: true, test: { name: 'bench', include: bench } },
      {
        extends: true,
        test: { name: 'page', include: ['*.test.ts'], exclude: [...answers, ...bench] },
      },
    ],
  },
});
