/** What a visitor downloads. Compressed bytes of the pinned compiler are the same on every machine. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packageFolder } from './package-folder.js';

const module = readFileSync(join(packageFolder, 'dist/wasm/all/core.wasm'));

test('the module of every structure has at most 605 kB as gzip', () => {
  expect(gzipSync(module, { level: 9 }).length).toBeLessThanOrEqual(605_000);
});

test('the module holds no names of functions and nothing for debuggers', () => {
  const compiled = new WebAssembly.Module(module);
  for (const section of ['name', 'producers', 'sourceMappingURL', '.debug_info']) {
    expect(WebAssembly.Module.customSections(compiled, section), section).toEqual([]);
  }
});
