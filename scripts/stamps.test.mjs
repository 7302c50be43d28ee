import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { readStamp, runIfChanged } from './stamps.mjs';
import { ROOT } from './steps.mjs';

let folder;
/** Paths relative to the root of the repository. */
let stamp;
let input;
let output;

beforeEach(() => {
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  folder = mkdtempSync(join(ROOT, 'build/stamps-test-'));
  [stamp, input, output] = ['stamp', 'in/input', 'output'].map((name) =>
    relative(ROOT, join(folder, name)),
  );
  mkdirSync(join(folder, 'in'));
  write(input, 'one');
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (path, text) => writeFileSync(join(ROOT, path), text);

/** Calls `runIfChanged` with `work`, and returns whether the work ran. */
async function runs({ extra, outputs, work = () => {} } = {}) {
  const inputs = [relative(ROOT, join(folder, 'in'))];
  return runIfChanged(stamp, { inputs, extra, outputs }, async () => work());
}

test('work is done once for each content of its inputs', async () => {
  assert.equal(await runs(), true);
  assert.equal(await runs(), false);
  write(input, 'two');
  assert.equal(await runs(), true);
  assert.equal(await runs(), false);
  assert.equal(await runs({ extra: 'another compiler' }), true);
});

test('adding, removing or renaming a file is a change', async () => {
  await runs();
  write(`${input}-2`, '');
  assert.equal(await runs(), true);
  rmSync(join(ROOT, `${input}-2`));
  assert.equal(await runs(), true);
});

test('work runs again when one of its outputs is missing', async () => {
  const work = () => write(output, '');
  assert.equal(await runs({ outputs: [output], work }), true);
  assert.equal(await runs({ outputs: [output], work }), false);
  rmSync(join(ROOT, output));
  assert.equal(await runs({ outputs: [output], work }), true);
});

test('work that failed is not done', async () => {
  const work = () => {
    throw new Error('no');
  };
  await assert.rejects(runs({ work }), /no/);
  assert.equal(existsSync(join(ROOT, stamp)), false);
  assert.equal(await runs(), true);
});

test('an edit during the work makes it run again', async () => {
  await runs({ work: () => write(input, 'edited') });
  assert.equal(await runs(), true);
});

test('a stamp is written with the inputs of when it was read', () => {
  const chosen = { inputs: [input] };
  const before = readStamp(stamp, chosen);
  assert.equal(before.isCurrent, false);
  write(input, 'edited');
  before.write();
  assert.equal(readStamp(stamp, chosen).isCurrent, false);
  write(input, 'one');
  assert.equal(readStamp(stamp, chosen).isCurrent, true);
});
