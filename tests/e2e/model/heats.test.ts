/**
 * A race between structures, without a page: results are checked before structures are timed, and
 * ranks are computed as on the Bench page.
 */

import type { Subject } from 'measuring';
import { beforeAll, expect, test } from 'vitest';
import { runHeats } from '../../../web/playground/src/bench/heats.js';
import type { HeatResult, RaceNews } from '../../../web/playground/src/bench/messages.js';
import {
  heats,
  isBlurred,
  standingOf,
  summaryOf,
} from '../../../web/playground/src/features/race/standings.js';
import { recordWorkload } from '../../../web/playground/src/features/race/workload.js';
import { prepare, Scene } from './scene.js';

beforeAll(prepare);

const ours = (id: string): Subject => ({ side: 'sapwood', id, options: {} });
const wrong: Subject = { side: 'control', id: 'control-wrong', options: {} };

async function raceOn(hash: string, subjects: readonly Subject[]) {
  const scene = await Scene.open(hash);
  const input = recordWorkload(scene.session, scene.settings);
  const news: RaceNews[] = [];
  await runHeats({ heats, input, rounds: 1, subjects }, (one) => news.push(one));
  const results = new Map<string, HeatResult>();
  for (const one of news) {
    if (one.kind === 'result')
      results.set(`${one.result.heat} ${one.result.contender}`, one.result);
  }
  return { input, news, results: [...results.values()] };
}

test('the race uses frames of the scene forward and backward, and a structure with wrong pairs is excluded', async () => {
  const subjects = [ours('brute-force'), ours('hash-grid'), wrong];
  const hash = 'v=1&dim=2&scene=uniform&n=120&motion=drift&moving=50&structure=r-tree&q=box';
  const { input, news, results } = await raceOn(hash, subjects);
  expect(input.walks).toBe(false);
  expect(input.changes.length).toBe(8);
  expect(input.changes[7].boxes).toEqual(input.boxes);
  expect(input.moving).toBeGreaterThan(30);
  expect(input.moving).toBeLessThan(70);
  expect(news.filter(({ kind }) => kind === 'expected').length).toBe(3);
  const pairs = standingOf('pairs', results);
  expect(pairs.equal).toBe(2);
  const last = pairs.places[2];
  expect(last).toMatchObject({ contender: 'control-wrong', times: null, tied: false });
  expect(last.result).toMatchObject({ status: 'wrong', spread: null, samples: 0 });
  expect(last.result.note).toMatch(/^found \d+ .*, expected \d+/);
  for (const heat of heats) {
    const timed = standingOf(heat, results).places.filter(({ times }) => times !== null);
    expect(timed.length, heat).toBe(2);
    expect(timed[0].times).toBe(1);
    expect(timed[1].times).toBeGreaterThanOrEqual(1);
  }
});

test('a resting scene moves in the race, and every structure equals brute force', async () => {
  const hash = 'v=1&scene=clustered&n=90&motion=still&structure=octree&q=box';
  const subjects = ['brute-force', 'octree', 'sweep-and-prune', 'sphere-tree'].map(ours);
  const { input, results } = await raceOn(hash, subjects);
  expect(input).toMatchObject({ walks: true, moving: 100, dimensions: 3, n: 90 });
  for (const heat of heats) expect(standingOf(heat, results).equal, heat).toBe(4);
});

test('structures with overlapping quartiles have equal ranks and no verdict', () => {
  const timed = (contender: string, p25: number, p75: number): HeatResult => ({
    ...{ heat: 'pairs', contender, status: 'ok', samples: 9, found: null },
    spread: { min: p25, p25, median: (p25 + p75) / 2, p75 },
  });
  const results = [timed('c', 4, 4.2), timed('b', 1.9, 2.1), timed('a', 1.8, 2)];
  const standing = standingOf('pairs', results);
  expect(standing.places.map(({ contender, tied }) => `${contender} ${tied}`)).toEqual([
    'a true',
    'b true',
    'c false',
  ]);
  const words = summaryOf(standing, (key) => key.toUpperCase());
  expect(words).toBe('A ≈ B: no measurable difference; C takes 2.2 times as long.');
  expect(summaryOf(standingOf('frame', results), String)).toBe('');
  const many = ['p', 'q', 'r', 's', 't'].map((key, i) => timed(key, 1, 1.5 + i / 100));
  const tied = standingOf('pairs', [...many, timed('c', 4, 4.2)]);
  expect(summaryOf(tied, String)).toMatch(/^p ≈ q ≈ r ≈ 2 more: no measurable difference/);
  expect(isBlurred(tied)).toBe(true);
  const clear = standingOf('pairs', [timed('a', 1, 1.1), timed('b', 2, 2.1)]);
  expect(isBlurred(clear)).toBe(false);
});
