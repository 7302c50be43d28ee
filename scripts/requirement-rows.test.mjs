import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillIn } from './requirement-rows.mjs';

const page =
  '| id | what must hold | tests |\n| --- | --- | --- |\n| AB1 | One. | old |\n| AB2 | Two. | |\n';

test('links the tests that name a row, once each', () => {
  const { problems, text } = fillIn(page, [
    ['tests/a/one.test.ts', "test('[AB1] is so'); test('[AB1] too')"],
    ['tests/b/two_test.cpp', 'TEST(Tree, AB2_holds) // XAB3, AB34x\n// AB2'],
  ]);
  assert.deepEqual(problems, []);
  assert.match(text, /\| AB1 \| One\. \| \[one\]\(\.\.\/tests\/a\/one\.test\.ts\) \|/);
  assert.match(text, /\| AB2 \| Two\. \| \[two_test\]\(\.\.\/tests\/b\/two_test\.cpp\) \|/);
});

test('names rows without a test, and ids without a row', () => {
  const { problems } = fillIn(page, [['tests/a/one.test.ts', '[AB1] [AB9]']]);
  assert.deepEqual(problems, [
    'docs/requirements.md: no test names AB2',
    'tests/a/one.test.ts: AB9 has no row in docs/requirements.md',
  ]);
});
