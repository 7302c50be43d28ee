import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machinePathIn } from './check.mjs';

/** Joins parts of a path, so that this file contains no forbidden path. */
const path = (...parts) => `/${parts.join('/')}`;

for (const folder of ['home', 'root', 'Users', 'work']) {
  test(`a file below /${folder} belongs to one machine`, () => {
    assert.equal(machinePathIn(`see ${path(folder, 'me', 'a.txt')}`), path(folder, 'm'));
    assert.equal(machinePathIn(`"${path(folder, 'me')}"`), path(folder, 'm'));
  });
}

test('addresses, relative paths and system folders are not machine paths', () => {
  const home = path('home', 'page');
  for (const text of [
    `https://example.org${home}`,
    `./docs${home}`,
    `..${home}`,
    '/usr/bin/chromium',
    '/tmp/a',
    'work/main',
    '/root',
  ]) {
    assert.equal(machinePathIn(text), undefined, text);
  }
});
