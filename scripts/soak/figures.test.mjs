import assert from 'node:assert/strict';
import { test } from 'node:test';
import { duration, figuresBlock, joinRounds, sumFigures, table, withBlock } from './figures.mjs';

const parts = [
  {
    name: 'a',
    operations: 1000,
    pairs: 2,
    bytes: 3,
    writes: 5,
    detachedWrites: 4,
    faults: 0,
    seconds: 60,
  },
  { name: 'b', operations: 234567, pairs: 0, bytes: 0, faults: 1, seconds: 3600 },
];

test('figures add up, and missing counts are zero', () => {
  const written = { writes: 5, detachedWrites: 4 };
  const sum = { operations: 235567, pairs: 2, bytes: 3, ...written, faults: 1, seconds: 3660 };
  assert.deepEqual(sumFigures([...parts, { name: 'c' }]), sum);
});

test('rounds are joined part by part', () => {
  const joined = joinRounds([parts, [parts[0]]]);
  assert.deepEqual(
    joined.map(({ name, operations }) => [name, operations]),
    [
      ['a', 2000],
      ['b', 234567],
    ],
  );
});

test('the table has a line for every part, the sum, and skipped parts', () => {
  const lines = table([...parts, { name: 'c', skipped: 'no browser' }]).split('\n');
  assert.equal(lines.length, 5);
  assert.match(lines[2], /^b +234,567 +0 +0 +0 +0 +1 +60 min$/);
  assert.match(lines[3], /skipped: no browser$/);
  assert.match(lines[4], /^all +235,567/);
});

test('times are in the unit that fits', () => {
  assert.deepEqual([12, 720, 27_600].map(duration), ['12 s', '12 min', '7 h 40 min']);
});

test('the new block replaces the old one', () => {
  const run = { date: '2026-01-02', commit: 'abc', machine: 'two cores', seeds: [1, 2], parts };
  const block = figuresBlock(run);
  const first = withBlock('# Page\n', block);
  assert.ok(first.startsWith('# Page\n\n<!-- soak: begin -->\nRun of 2026-01-02'));
  const second = withBlock(`${first}after\n`, figuresBlock({ ...run, seeds: [3] }));
  assert.ok(second.includes('| b | 234,567 | 0 | 0 | 0 | 0 | 1 | 60 min |'));
  assert.ok(second.includes('seeds 3.') && !second.includes('seeds 1, 2.'));
  assert.ok(second.endsWith('<!-- soak: end -->\nafter\n'));
});
