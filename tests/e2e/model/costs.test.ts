/**
 * Costs that the page shows: durations are compared within the resolution of the clock, and cell
 * lookups are counted.
 */

import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { isTied } from '../../../web/playground/src/bench/verdict.js';
import { Recent } from '../../../web/playground/src/model/recent.js';
import {
  clockStep,
  timeBatch,
  timeInRounds,
  timeOnce,
} from '../../../web/playground/src/model/timing.js';
import { emptyLookups, queryCost } from '../../../web/playground/src/session/side.js';
import { prepare, withScene } from './scene.js';

beforeAll(prepare);
afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns durations as if they were measured by a clock whose resolution is `grain`. */
function measured(durations: readonly number[], grain: number): Recent {
  const times = new Recent(60);
  for (const each of durations) times.add(each, grain);
  return times;
}

describe('a comparison of durations', () => {
  test('reports no difference within a step of the clock', () => {
    const [a, b] = [measured(Array(20).fill(0.005), 0.005), measured(Array(20).fill(0.01), 0.005)];
    expect(isTied(a.band, b.band)).toBe(true);
    const finer = [a, b].map((times) => measured(Array(20).fill(times.typical()), 0.0001));
    expect(isTied(finer[0].band, finer[1].band)).toBe(false);
  });

  test('reports no difference if the interquartile ranges overlap', () => {
    const steady = measured([9, 10, 10, 10, 10, 10, 10, 11], 0);
    const wild = measured([2, 8, 9, 10, 20, 30, 40, 50], 0);
    const slow = measured([30, 31, 32, 33, 34, 35, 36, 37], 0);
    expect(isTied(steady.band, wild.band)).toBe(true);
    expect(isTied(steady.band, slow.band)).toBe(false);
  });
});

test('work shorter than a step of the clock is repeated for fifty steps', () => {
  let runs = 0;
  const times = new Recent(5);
  const start = performance.now();
  timeBatch(times, () => runs++);
  expect(performance.now() - start).toBeGreaterThanOrEqual(Math.min(50 * clockStep(), 8));
  expect(times.size).toBe(1);
  // the resolution per run is the clock resolution divided by the number of runs
  expect(times.resolution).toBeCloseTo(clockStep() / runs, 9);
  timeOnce(times, 4);
  expect(times.resolution).toBe(clockStep());
});

test('two structures are measured alternately, so that both have the same warm-up', async () => {
  const order: string[] = [];
  const timing = (name: string, size: number) => {
    const times = measured(Array(size).fill(1), 0);
    const sample = () => {
      order.push(name);
      times.add(1);
    };
    return { times, sample };
  };
  timeInRounds([timing('A', 0), timing('B', 0)]);
  expect(order.join('')).toBe('ABABABABAB');
  order.length = 0;
  timeInRounds([timing('A', 4), timing('B', 5)]);
  expect(order.join('')).toBe('A');
});

test('both structures of a comparison get all initial timings', async () => {
  // The clock advances 1 ms per reading, because the page does not repeat a slow pair search, and
  // on a busy machine a real search may be slow.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => ++now);
  const both = 'v=1&dim=2&scene=uniform&n=300&play=0&structure=r-tree&with=kd-tree';
  await withScene(both, ({ session }) => {
    for (const { pairTimes, queryTimes } of session.sides) {
      expect([pairTimes.size, queryTimes.size]).toEqual([5, 5]);
    }
  });
});

describe('cells looked up by a grid', () => {
  const grid =
    'v=1&dim=2&scene=uniform&n=200&motion=still&play=0&structure=spatial-hash&o.cellSize=1';

  test('are counted if they are empty', async () => {
    // the library counts lookups of empty cells neither as node visits nor as item tests
    await withScene(`${grid}&box=0.5,0.5,0.5,0.02,0.02,0.02`, ({ side, hits, session }) => {
      const { shape } = session;
      const covered = [0, 1].map(
        (axis) => 1 + Math.floor(shape.box[axis + 2]) - Math.floor(shape.box[axis]),
      );
      const { itemTests, nodeVisits } = side.queryCounters;
      expect(emptyLookups(side) + nodeVisits).toBe(covered[0] * covered[1]);
      expect(emptyLookups(side)).toBeGreaterThan(0);
      expect(queryCost(side)).toBe(covered[0] * covered[1] + itemTests);
      expect(hits.length).toBeLessThanOrEqual(itemTests);
    });
  });

  test('are counted while the scene plays', async () => {
    await withScene(`${grid.replace('still', 'drift').replace('play=0', 'play=1')}`, (scene) => {
      const { itemTests, nodeVisits } = scene.side.queryCounters;
      expect(emptyLookups(scene.side)).toBeGreaterThan(0);
      expect(queryCost(scene.side)).toBe(emptyLookups(scene.side) + nodeVisits + itemTests);
    });
    await withScene(grid.replace('spatial-hash', 'quadtree').replace(/&o.*$/, ''), ({ side }) => {
      expect(queryCost(side)).toBe(side.queryCounters.nodeVisits + side.queryCounters.itemTests);
    });
  });
});

describe('the chart of an incremental build', () => {
  const growing = 'v=1&scene=clustered&n=3000&structure=static-tree&policy=gradual&motion=still';

  test('is cleared when the limit changes', async () => {
    await withScene(`${growing}&work=1500&play=0`, (before) => {
      before.step(5);
      const { gradual } = before.side;
      expect(gradual?.maxWork).toBe(1500);
      before.apply(`${growing}&work=300&play=0`).step(3);
      expect(gradual?.maxWork).toBe(300);
      expect(gradual?.work.size).toBe(3);
      expect(gradual?.spent).toBe(5 * 1500 + 3 * 300);
    });
  });
});
