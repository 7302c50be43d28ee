import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import web from '../web/vitest.config';

// the suites of the package on the module with all faults; web.mjs names the folders
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const packageFolder = process.env.SAPWOOD_PACKAGE ?? here('../../web/sapwood');

type Exports = Record<string, { default?: string }>;
const { exports } = JSON.parse(readFileSync(`${packageFolder}/package.json`, 'utf8')) as {
  exports: Exports;
};
// all entry points of one copy: an index of another copy would be no index
const alias = Object.entries(exports).flatMap(([name, { default: file }]) => {
  if (!file?.endsWith('.js')) return [];
  const find = new RegExp(`^sapwood${name.slice(1).replace('*', '(.+)')}$`);
  return [{ find, replacement: `${packageFolder}/${file.replace('*', '$1')}` }];
});

export default mergeConfig(web, {
  root: process.env.SAPWOOD_TESTS_WEB ?? here('../web'),
  server: { fs: { strict: false } },
  resolve: { alias },
  test: { setupFiles: [here('web-setup.mjs')], maxWorkers: 1, fileParallelism: false },
});
