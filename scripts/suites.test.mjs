import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesBelow } from './stamps.mjs';
import { bin, capture, ROOT, StepError } from './steps.mjs';
import { INPUTS } from './suites.mjs';

const WORKSPACE = /^(?:node_modules\/)?(scenes|published|peers|measuring|sapwood)(?=\/|$)/;

/** Returns the imports of each file, without imports of types. */
async function importsOf(...folders) {
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...folders];
  const { log } = await capture(process.execPath, [bin('depcruise'), ...args]);
  const { modules } = JSON.parse(log);
  if (modules.length === 0) throw new StepError(log);
  const values = (dependencies) =>
    dependencies.filter(({ dependencyTypes }) => !dependencyTypes.includes('type-only'));
  return new Map(
    modules.map(({ source, dependencies }) => [
      source,
      values(dependencies).map(({ resolved }) => resolved),
    ]),
  );
}

/**
 * Returns the given files, the source files that they import (directly or indirectly), and the
 * manifests of imported workspaces.
 */
function reached(files, imports) {
  const seen = new Set(files);
  for (const file of seen) {
    for (const target of imports.get(file) ?? []) {
      const workspace = WORKSPACE.exec(target)?.[1];
      if (workspace) seen.add(`web/${workspace}/package.json`);
      else if (/\.(tsx?|mjs|json)$/.test(target) && existsSync(join(ROOT, target)))
        seen.add(target);
    }
  }
  return [...seen].filter((file) => !file.startsWith('node_modules/'));
}

const testsIn = (folder) => filesBelow(folder).filter((file) => file.endsWith('.test.ts'));

const suites = [
  ['web-simd', testsIn('tests/web')],
  ['bench', testsIn('tests/bench')],
  ['e2e-package', testsIn('tests/e2e')],
];

const imports = await importsOf('web', 'tests');

for (const [name, tests] of suites) {
  test(`${name}: the inputs include all files that its tests load`, () => {
    const missing = reached(tests, imports).filter(
      (file) => !INPUTS[name].some((input) => file === input || file.startsWith(`${input}/`)),
    );
    assert.deepEqual(missing, []);
  });
}

test('the inputs of e2e-bench and e2e-page exclude only the package and the examples', () => {
  for (const part of ['e2e-bench', 'e2e-page']) {
    const rest = INPUTS['e2e-package'].filter((input) => !INPUTS[part].includes(input));
    assert.deepEqual(rest, ['web/sapwood', 'examples']);
  }
});
