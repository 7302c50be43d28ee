import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { REVISION } from 'three';
import { expect, test } from 'vitest';

test('the tests use the version of three.js of their project', () => {
  const entry = createRequire(import.meta.url).resolve(process.env.SAPWOOD_THREE ?? 'three');
  const { version } = JSON.parse(readFileSync(resolve(entry, '../../package.json'), 'utf8'));
  expect(REVISION).toBe(version.split('.')[1]);
});
