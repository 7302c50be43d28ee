/** Tests of the choice of the fastest contenders of a run. */

import { describe, expect, test } from 'vitest';
import type { Result } from '../../../web/playground/src/bench/model';
import { winnersOf } from '../../../web/playground/src/bench/verdict';
import { spread, timed } from './sample-run';

const one = (contender: string, n: number, median: number, width = 0.02): Result =>
  timed(contender, n, median, { ms: spread(median, width) });

describe('the fastest', () => {
  test('has the ratio to the first contender that is clearly slower', () => {
    const winners = winnersOf([one('a', 1000, 1), one('b', 1000, 3), one('c', 1000, 2)]);
    expect(winners).toEqual([expect.objectContaining({ best: 'a', ms: 1, n: 1000, tied: [] })]);
    expect(winners[0].next).toEqual({ contender: 'c', ratio: 2 });
  });

  test('includes contenders whose quartiles overlap its quartiles', () => {
    const results = [one('a', 1000, 1, 0.4), one('b', 1000, 1.2, 0.4), one('c', 1000, 4)];
    const [winner] = winnersOf(results);
    expect(winner).toMatchObject({ best: 'a', tied: ['b'], next: { contender: 'c' } });
  });

  test('has no other contenders if only one contender has a time', () => {
    expect(winnersOf([one('a', 1000, 1)])[0]).toMatchObject({ tied: [], next: null });
    expect(winnersOf([])).toEqual([]);
  });

  test('is never a contender with a wrong result', () => {
    const wrong = timed('b', 1000, 0.1, { status: 'wrong', ms: null });
    expect(winnersOf([one('a', 1000, 1), wrong])[0].best).toBe('a');
  });

  test('is determined per scene, size, dimension and phase', () => {
    const other = { ...one('b', 1000, 1), scene: 'line' };
    const more = { ...one('b', 1000, 1), phase: 'pairs' } as const;
    const deep = { ...one('b', 1000, 1), dimensions: 3 } as const;
    const winners = winnersOf([one('a', 1000, 2), one('a', 2000, 2), other, more, deep]);
    expect(winners.map(({ best }) => best)).toEqual(['a', 'a', 'b', 'b', 'b']);
  });
});
