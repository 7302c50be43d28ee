/** Tests of one suite on sources with faults; suites.mjs names the suite and the folders. */

import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import bench from '../../bench/vitest.config.ts';
import e2e from '../../e2e/vitest.config.ts';
import web from '../vitest.config.ts';
import { faultySources } from './sources-plugin.ts';

const suites = { 'tests/bench': bench, 'tests/e2e': e2e, 'tests/web': web };
const suite = process.env.SAPWOOD_SUITE as keyof typeof suites;

export default mergeConfig(suites[suite], {
  root: fileURLToPath(new URL(`../../../${suite}`, import.meta.url)),
  plugins: [faultySources()],
  server: { fs: { strict: false } },
  test: {
    setupFiles: [fileURLToPath(new URL('tell.ts', import.meta.url))],
    maxWorkers: 1,
    fileParallelism: false,
  },
});
