import { describe, expect, test } from 'vitest';
import { fitWeights, medianError, weigh } from './fit';
import { learnRules, roundNumbersBetween, type TrainingWorld } from './learn';

describe('weights', () => {
  const truth = [100, 3, 0.5];
  const rows = [10, 100, 1000, 10_000].flatMap((n) =>
    [1, 5, 20].map((tests) => {
      const terms = [1, n, n * tests];
      return { terms, ns: weigh(truth, terms) };
    }),
  );

  test('are recovered from the times that they produced', () => {
    const weights = fitWeights(rows);
    weights.forEach((weight, i) => {
      expect(weight / truth[i]).toBeCloseTo(1, 2);
    });
    expect(medianError(rows, weights)).toBeLessThan(0.01);
  });

  test('are never negative', () => {
    const falling = [1, 2, 3, 4].map((x) => ({ terms: [1, x], ns: 10 - 2 * x }));
    const weights = fitWeights(falling);
    expect(Math.min(...weights)).toBe(0);
    expect(weights[0]).toBeGreaterThan(0);
  });

  test('of counters that are always zero are zero', () => {
    expect(fitWeights([{ terms: [1, 0], ns: 5 }])[1]).toBe(0);
  });
});

describe('rules', () => {
  const world = (size: number, ...ratios: number[]): TrainingWorld<'size' | 'noise'> => ({
    figures: { size, noise: (size * 7919) % 13 },
    ratios,
  });

  test('roundNumbersBetween returns one number for each division of the values', () => {
    expect(roundNumbersBetween([3, 30])).toEqual([7]);
    expect(roundNumbersBetween([0, 4, 1, 60])).toEqual([0.4, 2, 20]);
    expect(roundNumbersBetween([0, 0])).toEqual([]);
  });

  test('split by the figure that separates the best candidates', () => {
    const small = [4, 5, 6, 8].map((size) => world(size, 1, 5));
    const large = [300, 400, 500, 800].map((size) => world(size, 5, 1));
    const rules = learnRules([...large, ...small], ['size', 'noise']);
    expect(rules).toEqual([
      { when: [{ figure: 'size', atMost: 50 }], take: 0 },
      { when: [{ figure: 'size', above: 50 }], take: 1 },
    ]);
  });

  test('have no condition if one candidate is good enough everywhere', () => {
    const all = [4, 40, 400, 4000].map((size) => world(size, 1.05, size > 100 ? 1 : 3));
    expect(learnRules(all, ['size', 'noise'])).toEqual([{ when: [], take: 0 }]);
  });

  test('apply to at least three worlds', () => {
    const odd = [world(4, 9, 1), world(5, 9, 1)];
    const rest = [50, 60, 70, 80].map((size) => world(size, 1, 2));
    const { length } = learnRules([...odd, ...rest], ['size']);
    expect(length).toBeLessThanOrEqual(2);
  });

  test('never take a candidate that is not available in every case', () => {
    const all = [1, 2, 3, 4].map((size) =>
      world(size, size === 3 ? Number.POSITIVE_INFINITY : 1, 2),
    );
    expect(learnRules(all, ['size'])[0].take).toBe(1);
  });
});
