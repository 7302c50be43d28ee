/**
 * [PG1] Tests of the benchmark of small scenes: the recorded counts agree with the current code.
 */

import { init, structures } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { volume } from '../../web/support/volume';
import { readFile } from '../report/document';
import { recordedStructures } from '../report/unmeasured';
import { crossoverCases, measureSmall, recountSmall, scenes, sizes } from './measure';
import { BRUTE_FORCE, crossing, crossingsOf } from './page';
import { type CrossoverCell, RECORD, readRecord } from './record';

await init();

const recorded = () => readRecord(readFile(RECORD));

/**
 * Sampling plan with one frame per structure, because counts do not depend on the number of frames.
 */
const brief = { rounds: 1, sampleMs: 0, warmUpMs: 0, budgetMs: 0, slowestCallMs: 30_000 };

/**
 * A short test run counts all sizes of the scene Random, so that crossings can be computed, and
 * every third case of the other scenes.
 */
const counted = crossoverCases.filter(
  ({ scene }, i) => scene === 'Random' || i % volume(1, 3) === 0,
);

async function countToday(): Promise<CrossoverCell[]> {
  const cells: CrossoverCell[] = [];
  for (const one of counted) cells.push(...(await measureSmall(one, brief)));
  return cells;
}

describe('the crossing of two curves', () => {
  const flat = [
    [10, 6],
    [20, 6],
    [30, 6],
    [40, 6],
  ] as const;
  const costs = (...values: number[]) => values.map((cost, i) => [10 * (i + 1), cost] as const);

  test('is interpolated linearly between two sizes', () => {
    expect(crossing(costs(10, 8, 4, 2), flat)).toBe(25);
    expect(crossing(costs(10, 9, 5, 2), flat)).toBe(27.5);
  });

  test('is after the last size at which the curve is not below the other curve', () => {
    expect(crossing(costs(2, 8, 4, 2), flat)).toBe(25);
    expect(crossing(costs(2, 2, 2, 7), flat)).toBeUndefined();
  });

  test('is the smallest size if the curve is always below, and undefined if it is never below', () => {
    expect(crossing(costs(1, 2, 3, 4), flat)).toBe(10);
    expect(crossing(costs(7, 8, 9, 10), flat)).toBeUndefined();
    expect(crossing(flat, flat)).toBeUndefined();
  });
});

test('[PG1] all recorded counts match the current code', () => {
  expect(recountSmall(recorded().cells)).toEqual(recorded().cells);
});

describe('[PG1] current counts below 500 boxes', async () => {
  const cells = await countToday();

  test('every structure finds every pair once and is in the record', () => {
    expect(cells.filter(({ missed, duplicated }) => missed + duplicated > 0)).toEqual([]);
    expect(cells).toHaveLength(counted.length * structures.length);
    expect(recorded().cells).toHaveLength(scenes.length * sizes.length * recordedStructures.length);
  });

  test('brute force compares all n (n - 1) / 2 pairs and visits no node', () => {
    for (const { n, scene, structure, tests, visits } of cells) {
      if (structure !== BRUTE_FORCE || scene === 'TrueUniform') continue;
      expect({ n, tests, visits }).toEqual({ n, tests: (n * (n - 1)) / 2, visits: 0 });
    }
  });

  test('trees and sweeps do less work than brute force for 100 or more random boxes', () => {
    const crossings = crossingsOf(cells, 'Random');
    for (const name of ['sweep-and-prune', 'hash-grid', 'wide-tree', 'kd-tree', 'packed-r-tree']) {
      expect(crossings.get(name), name).toBeLessThan(100);
    }
  });

  test('for 500 boxes the best structure needs at most a tenth of the comparisons of brute force', () => {
    const at = cells.filter(({ scene, n }) => scene === 'Random' && n === 500);
    const work = at.map(({ tests, visits }) => tests + visits);
    expect(Math.min(...work)).toBeLessThan(((500 * 499) / 2) * 0.1);
  });
});
