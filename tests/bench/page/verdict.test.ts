/** What a run says about whom to take, and the views of its numbers. */

import { describe, expect, test } from 'vitest';
import { buildShares, speedUps } from '../../../web/playground/src/bench/charts/chart-data';
import type { Result } from '../../../web/playground/src/bench/model';
import { verdictOf } from '../../../web/playground/src/bench/verdict';
import { spread, timed } from './sample-run';

const one = (contender: string, n: number, median: number, width = 0.02): Result =>
  timed(contender, n, median, { ms: spread(median, width) });

describe('the fastest', () => {
  test('leads by the ratio to whoever is clearly slower', () => {
    const { winners } = verdictOf([one('a', 1000, 1), one('b', 1000, 3), one('c', 1000, 2)]);
    expect(winners).toEqual([expect.objectContaining({ best: 'a', ms: 1, n: 1000, level: [] })]);
    expect(winners[0].next).toEqual({ contender: 'c', ratio: 2 });
  });

  test('does not lead those whose bands overlap its own', () => {
    const results = [one('a', 1000, 1, 0.4), one('b', 1000, 1.2, 0.4), one('c', 1000, 4)];
    const [winner] = verdictOf(results).winners;
    expect(winner).toMatchObject({ best: 'a', level: ['b'], next: { contender: 'c' } });
  });

  test('is alone where nobody else has a time', () => {
    expect(verdictOf([one('a', 1000, 1)]).winners[0]).toMatchObject({ level: [], next: null });
    expect(verdictOf([]).winners).toEqual([]);
  });

  test('is never somebody who was wrong', () => {
    const wrong = timed('b', 1000, 0.1, { status: 'wrong', ms: null });
    expect(verdictOf([one('a', 1000, 1), wrong]).winners[0].best).toBe('a');
  });

  test('is found in each scene, size and phase apart', () => {
    const other = { ...one('b', 1000, 1), scene: 'line' };
    const more = { ...one('b', 1000, 1), phase: 'pairs' } as const;
    const deep = { ...one('b', 1000, 1), dimensions: 3 } as const;
    const { winners } = verdictOf([one('a', 1000, 2), one('a', 2000, 2), other, more, deep]);
    expect(winners.map(({ best }) => best)).toEqual(['a', 'a', 'b', 'b', 'b']);
  });
});

describe('a crossover', () => {
  test('is where the lines meet on log axes', () => {
    // a grows as n, b as the square root: equal at n = 3000
    const at = (n: number) => [one('a', n, n / 3000), one('b', n, Math.sqrt(n / 3000))];
    const { crossovers } = verdictOf([10_000, 1000].flatMap(at));
    expect(crossovers).toEqual([
      {
        ...{ scene: 'uniform', dimensions: 2, phase: 'frame-tenth' },
        ...{ before: 'a', after: 'b', n: 3000, between: [1000, 10_000] },
      },
    ]);
  });

  test('spans sizes at which nobody clearly leads', () => {
    const results = [
      ...[one('a', 1000, 1), one('b', 1000, 2)],
      ...[one('a', 2000, 2.02, 0.1), one('b', 2000, 2, 0.1)],
      ...[one('a', 4000, 6), one('b', 4000, 3)],
    ];
    const { crossovers } = verdictOf(results);
    expect(crossovers).toEqual([
      expect.objectContaining({ before: 'a', after: 'b', between: [1000, 4000] }),
    ]);
  });

  test('is none where the bands overlap on either side', () => {
    const level = [one('a', 1000, 1, 0.5), one('b', 1000, 1.1, 0.5)];
    expect(verdictOf([...level, one('a', 2000, 3), one('b', 2000, 1)]).crossovers).toEqual([]);
    const later = [one('a', 2000, 1.1, 0.5), one('b', 2000, 1, 0.5)];
    expect(verdictOf([one('a', 1000, 1), one('b', 1000, 3), ...later]).crossovers).toEqual([]);
  });

  test('needs both at both sizes', () => {
    const { crossovers } = verdictOf([one('a', 1000, 1), one('b', 2000, 1), one('a', 2000, 2)]);
    expect(crossovers).toEqual([]);
  });
});

describe('the views', () => {
  test('compare with a baseline in the same cell', () => {
    const results = [
      one('a', 1000, 1),
      one('b', 1000, 4),
      one('b', 2000, 4),
      one('c', 1000, 1.005),
    ];
    expect(speedUps(results, 'a')).toEqual([
      expect.objectContaining({ contender: 'b', times: 0.25, level: false }),
      expect.objectContaining({ contender: 'c', level: true }),
    ]);
    expect(speedUps(results, 'nobody')).toEqual([]);
  });

  test('tell which part of all pairs the build takes', () => {
    const of = (phase: 'build' | 'pairs', median: number) => ({ ...one('a', 1000, median), phase });
    expect(buildShares([of('build', 1), of('pairs', 4)])).toEqual([
      { scene: 'uniform', dimensions: 2, n: 1000, contender: 'a', share: 0.25 },
    ]);
    expect(buildShares([of('build', 5), of('pairs', 4)])[0].share).toBe(1);
    expect(buildShares([of('build', 1)])).toEqual([]);
  });
});
