import assert from 'node:assert/strict';
import test from 'node:test';
import { mutantsOf, mutated } from './operators.mjs';

const SOURCE = `#pragma once  // a < b
template <typename T, bool kFast = 1 < 2>
bool less(T a, T b) {
  return a < b;  // not a > b
}
`;

test('operators in code are found, operators in comments and declarations are not', () => {
  const mutants = mutantsOf(SOURCE);
  assert.deepEqual(mutants, [{ line: 4, at: SOURCE.indexOf(' < b;'), from: ' < ', to: ' <= ' }]);
});

test('a mutant changes only its operator', () => {
  const [mutant] = mutantsOf(SOURCE);
  assert.equal(mutated(SOURCE, mutant), SOURCE.replace('a < b;  //', 'a <= b;  //'));
});

test('all occurrences in a line are mutants', () => {
  assert.deepEqual(
    mutantsOf('x = a + b + c;').map(({ at }) => at),
    [5, 9],
  );
});
