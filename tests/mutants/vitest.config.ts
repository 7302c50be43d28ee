import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import web from '../web/vitest.config';

// the suites of the package on the module with all faults; web.mjs names the folders
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default mergeConfig(web, {
  root: process.env.SAPWOOD_TESTS_WEB ?? here('../web'),
  server: { fs: { strict: false } },
  test: { setupFiles: [here('web-setup.mjs')], maxWorkers: 1, fileParallelism: false },
});
