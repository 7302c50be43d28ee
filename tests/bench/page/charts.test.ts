/** Tests of the ranges and ticks of the charts of the Bench page. */

import { describe, expect, test } from 'vitest';
import type { Line, Point } from '../../../web/playground/src/bench/charts/chart-data';
import { valuesOf } from '../../../web/playground/src/bench/charts/chart-data';
import {
  logarithmicTicks,
  rangeOf,
  sizeLabel,
  sizeTicks,
} from '../../../web/playground/src/bench/charts/ticks';
import { timed } from './sample-run';

const point = (n: number, value: number | null, spread = 0): Point => ({
  ...{ n, value, tied: false, result: timed('a', n, value ?? 1) },
  low: value === null || spread === 0 ? null : value - spread,
  high: value === null || spread === 0 ? null : value + spread,
});

const line = (...points: Point[]): Line => ({
  ...{ contender: 'one', title: 'One' },
  style: { color: 0, symbol: 0, dash: [] },
  points,
});

describe('the axis of values', () => {
  const lines = [line(point(300, 2), point(1000, 6, 1)), line(point(300, null), point(1000, 9))];

  test('contains all values with their quartiles, and the marks', () => {
    expect(valuesOf(lines, [])).toEqual([2, 6, 5, 7, 9]);
    expect(valuesOf([], [{ value: 16.7, label: '16.7 ms' }])).toEqual([16.7]);
  });

  test('extends slightly beyond the range of the positive values', () => {
    expect(rangeOf([0, 4, 2])).toEqual({ min: 2 / 1.25, max: 4 * 1.25 });
    expect(rangeOf([0])).toEqual({ min: 0.1, max: 1 });
    expect(rangeOf([])).toEqual({ min: 0.1, max: 1 });
  });
});

describe('ticks', () => {
  test.each([
    [{ min: 1, max: 10 }, 10, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    [{ min: 1, max: 10 }, 9, [1, 2, 5, 10]],
    [{ min: 0.4, max: 40 }, 6, [0.5, 1, 2, 5, 10, 20]],
    [{ min: 0.4, max: 40 }, 5, [1, 3, 10, 30]],
    [{ min: 0.4, max: 40 }, 2, [1, 10]],
    [{ min: 1, max: 1e6 }, 3, [1, 1000, 1e6]],
  ])('of a logarithmic axis: %o, at most %i', (range, max, ticks) => {
    expect(logarithmicTicks(range, max)).toEqual(ticks);
  });

  test('are the measured sizes if there is enough space', () => {
    const range = { min: 100, max: 10_000 };
    const sizes = [50, 300, 700, 2000, 20_000];
    expect(sizeTicks(sizes, range, 3)).toEqual([300, 700, 2000]);
    expect(sizeTicks(sizes, range, 2)).toEqual(logarithmicTicks(range, 2));
  });

  test.each([
    [300, '300'],
    [2000, '2,000'],
    [9999, '9,999'],
    [10_000, '10k'],
    [56_250, '56.3k'],
    [999_000, '999k'],
    [1_000_000, '1M'],
    [2_500_000, '2.5M'],
  ])('format %i as %s', (n, label) => {
    expect(sizeLabel(n)).toBe(label);
  });
});
