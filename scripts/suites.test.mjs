import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { targetsOf } from './layers.mjs';
import { filesBelow } from './stamps.mjs';
import { ROOT } from './steps.mjs';
import { INPUTS } from './suites.mjs';

/** The file that an import without its ending means, if it is one of ours that is not built. */
function fileOf(target) {
  const names = [target, ...['.ts', '.mjs', '/index.ts'].map((ending) => target + ending)];
  return names.find((name) => /\.(ts|mjs)$/.test(name) && existsSync(join(ROOT, name)));
}

const WORKSPACE = /^npm:(scenes|published|peers|measuring|sapwood)(\/|$)/;

/** Files that these load, and the workspaces that they name. */
function reached(files) {
  const seen = new Set(files);
  for (const file of seen) {
    for (const { target, isType } of targetsOf(file, readFileSync(join(ROOT, file), 'utf8'))) {
      const next = WORKSPACE.test(target) ? `web/${WORKSPACE.exec(target)[1]}` : fileOf(target);
      if (isType || !next) continue;
      if (existsSync(join(ROOT, next, 'package.json'))) seen.add(`${next}/package.json`);
      else seen.add(next);
    }
  }
  return [...seen];
}

const testsIn = (folder) => filesBelow(folder).filter((file) => file.endsWith('.test.ts'));

const suites = [
  ['web-simd', testsIn('tests/web')],
  ['bench', testsIn('tests/bench')],
  ['e2e-answers', testsIn('tests/e2e')],
];

for (const [name, tests] of suites) {
  test(`${name}: what its tests load is among its inputs`, () => {
    const missing = reached(tests).filter(
      (file) => !INPUTS[name].some((input) => file === input || file.startsWith(`${input}/`)),
    );
    assert.deepEqual(missing, []);
  });
}

test('the tests of the page know of everything but the package', () => {
  for (const part of ['e2e-bench', 'e2e-page']) {
    const rest = INPUTS['e2e-answers'].filter((input) => !INPUTS[part].includes(input));
    assert.deepEqual(rest, ['web/published', 'web/sapwood']);
  }
});
