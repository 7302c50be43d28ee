import { expect, test } from 'vitest';
import { chartsOf } from './charts';
import type { Timing } from './timings';

const timing = (changes: Partial<Timing>): Timing => ({
  ...{ scene: 'uniform', dimensions: 3, n: 1000, phase: 'pairs', label: 'a', other: false },
  ...{ median: 10, low: 9, high: 12 },
  ...changes,
});

const draw = (timings: readonly Timing[]) => chartsOf({ unit: 'ms', timings });

test('each scene and dimension has one chart', () => {
  const charts = draw([timing({}), timing({ dimensions: 2 }), timing({ scene: 'drift-3d' })]);
  expect([...charts.keys()]).toEqual(['uniform-3d', 'uniform-2d', 'drift-3d']);
});

test('several sizes are lines, sorted by size; one size has a mark for each contender', () => {
  const sizes = [timing({ n: 10_000, median: 90 }), timing({}), timing({ label: 'b' })];
  const lines = draw([...sizes, timing({ n: 10_000, label: 'b' })]).get('uniform-3d');
  expect(lines?.match(/class="line"[^>]*L/g)).toHaveLength(2);
  expect(lines).not.toContain('class="spread"');
  const dots = draw([timing({}), timing({ label: 'b', other: true })]).get('uniform-3d');
  expect(dots?.match(/class="spread"/g)).toHaveLength(2);
  expect(dots).toContain('pairs, n = 1,000');
});

test('a chart with more contenders than marks has a row for each contender', () => {
  const many = Array.from({ length: 40 }, (_, i) => `contender ${i}`).flatMap((label) => [
    timing({ label }),
    timing({ label, n: 10_000 }),
  ]);
  const text = draw(many).get('uniform-3d');
  expect(text?.match(/class="spread"/g)).toHaveLength(80);
});

test('a record without times has no charts', () => {
  expect(draw([]).size).toBe(0);
});
