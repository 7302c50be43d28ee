/**
 * Tests of the conclusions of the experiments on the survey of broad-phase algorithms and on the
 * memory of queries.
 */

import { readFileSync } from 'node:fs';
import { init } from 'sapwood/all';
import { publishedNames } from 'scenes';
import { describe, expect, test } from 'vitest';
import { enoughBits, enoughBitsFor, relativeWork } from './hilbert-precision';
import {
  bestCapacities,
  DEFAULT_CAPACITY,
  limited,
  spreadUpTo,
  sweepCapacities,
  worstFactor,
} from './quadtree-capacity';
import { leavesPerPair, measureCells } from './quadtree-space';
import { FRAME_BYTES, INLINE_NODES, measureStacks } from './query-stack';
import { cheaperFrom, measureGrowth, sweepWork, worstCase } from './sweep-growth';

await init();

describe('[QT4] the quadtree of the survey in YLine', () => {
  const [flat, square] = [600, 800].map((height) => ({
    x: measureCells({ scene: 'XLine', height }),
    y: measureCells({ scene: 'YLine', height }),
  }));

  test('in the published space, a pair is in a quarter more leaves than in XLine', () => {
    expect(leavesPerPair(flat.y)).toBeCloseTo(3.9, 1);
    expect(leavesPerPair(flat.x)).toBeCloseTo(3.1, 1);
    expect(flat.y.encounters).toBe(
      Math.max(...publishedNames.map((scene) => measureCells({ scene, height: 600 }).encounters)),
    );
  });

  test('in a square space, a pair is in about as many leaves in YLine as in XLine, and XLine has more pairs in its leaves', () => {
    expect(leavesPerPair(square.y) / leavesPerPair(square.x)).toBeLessThan(1.03);
    expect(square.y.encounters).toBeLessThan(0.8 * flat.y.encounters);
    expect(square.y.encounters).toBeLessThan(0.8 * square.x.encounters);
  });

  test('the row of pixels in the lower cells causes a part of the remaining difference', () => {
    const fair = (scene: 'XLine' | 'YLine') =>
      leavesPerPair(measureCells({ scene, height: 800, lastRow: 'upper' }));
    expect(fair('YLine') / fair('XLine')).toBeLessThan(
      leavesPerPair(square.y) / leavesPerPair(square.x),
    );
  });

  test.each(publishedNames)(
    'the quadtree of the package makes nearly as many tests as the published quadtree: %s',
    (scene) => {
      for (const height of [600, 800]) {
        const { encounters, tests } = measureCells({ scene, height });
        expect(tests).toBeLessThanOrEqual(encounters);
        expect(tests).toBeGreaterThan(0.93 * encounters);
      }
    },
  );
});

describe('[QT5] the capacity of quadtree leaves', () => {
  test('the least work of small boxes is between capacities of 8 and 16', () => {
    for (const scene of ['Random', 'TrueUniform'] as const) {
      for (const measure of ['pairs', 'query'] as const) {
        const [best] = bestCapacities(scene, measure);
        expect(best).toBeGreaterThanOrEqual(8);
        expect(best).toBeLessThanOrEqual(16);
      }
    }
  });

  test('the default needs less than 1.5 times the least work in every scene', () => {
    expect(worstFactor('pairs', DEFAULT_CAPACITY)).toBeLessThan(1.5);
    expect(worstFactor('query', DEFAULT_CAPACITY)).toBeLessThan(1.5);
  });

  test('the limit of entries ends the division of long and large boxes for any small capacity', () => {
    for (const scene of limited) expect(spreadUpTo(64, scene)).toBeLessThan(1.03);
    expect(spreadUpTo(64, 'Random')).toBeGreaterThan(3);
    expect(spreadUpTo(64, 'TrueUniform')).toBeGreaterThan(2);
  });

  test('memory never increases with the capacity', () => {
    for (const scene of publishedNames) {
      const bytes = sweepCapacities(scene).map((work) => work.bytes);
      expect(bytes).toEqual([...bytes].sort((a, b) => b - a));
    }
  });
});

describe('[BL5] the precision of Hilbert keys', () => {
  test('the work with 5 bits is within 2 % of the work with 16 bits in every scene, with 6 bits within 1 %', () => {
    expect(enoughBits(1.02)).toBe(5);
    for (const scene of publishedNames) {
      expect(Math.abs(relativeWork(scene, 6) - 1)).toBeLessThan(0.01);
    }
  });

  test('1 bit keeps the order of the input, which is good only in line scenes', () => {
    expect(relativeWork('Random', 1)).toBeGreaterThan(9);
    expect(relativeWork('XLine', 1)).toBeLessThan(0.7);
    expect(relativeWork('YLine', 1)).toBeLessThan(0.7);
  });

  test('four times the boxes need at most one bit more', () => {
    const bits = [500, 2000, 8000].map((n) => enoughBitsFor(n, 1.02));
    expect(bits[1] - bits[0]).toBeLessThanOrEqual(1);
    expect(bits[2] - bits[1]).toBeLessThanOrEqual(1);
    expect(bits[2]).toBeGreaterThan(bits[0]);
  });
});

describe('[SP5] the work of a sweep compared with n log n + n² / 2', () => {
  test('brute force tests n (n − 1) / 2 pairs', () => {
    for (const { n, brute } of measureGrowth('Random')) expect(brute).toBe((n * (n - 1)) / 2);
  });

  test('a sweep of boxes that all overlap on its axis reaches the formula and exceeds brute force', () => {
    for (const work of measureGrowth('XLine')) {
      expect(work.tests).toBe(work.brute);
      if (work.n >= 100) expect(sweepWork(work) / worstCase(work.n)).toBeCloseTo(1, 0);
      if (work.n >= 500) expect(sweepWork(work) / worstCase(work.n)).toBeCloseTo(1, 1);
    }
    expect(cheaperFrom('XLine')).toBeUndefined();
  });

  test('in a space of constant size, a sweep tests a constant share of all pairs', () => {
    for (const { n, tests, brute } of measureGrowth('Random')) {
      if (n < 100) continue;
      expect(tests / brute).toBeGreaterThan(0.028);
      expect(tests / brute).toBeLessThan(0.034);
    }
    expect(cheaperFrom('Random')).toBe(100);
  });

  test('the sort of 2n edges makes up to twice n log₂ n comparisons', () => {
    for (const scene of ['Random', 'XLine'] as const) {
      for (const { n, sorting } of measureGrowth(scene)) {
        expect(sorting / (n * Math.log2(n))).toBeLessThan(2.05);
        expect(sorting / (n * Math.log2(n))).toBeGreaterThan(1.7);
      }
    }
  });
});

describe('[DT18] the memory of a query while it runs', () => {
  const uses = measureStacks();
  const balanced = uses.slice(0, -1);
  const chain = uses[uses.length - 1];

  test('a recursion has a call for each level, and a stack has fewer waiting nodes', () => {
    for (const { height, calls, waiting } of uses) {
      expect(calls).toBe(height + 1);
      expect(waiting).toBeLessThan(calls);
    }
  });

  test('in balanced trees calls take 15 to 18 times the bytes of waiting nodes', () => {
    for (const { calls, waiting } of balanced) {
      const ratio = (FRAME_BYTES * calls) / (4 * waiting);
      expect(Math.round(ratio)).toBeGreaterThanOrEqual(15);
      expect(Math.round(ratio)).toBeLessThanOrEqual(18);
    }
  });

  test('a query of a chain of 5,000 items makes 5,000 recursive calls, but has few waiting nodes', () => {
    expect(chain.calls).toBe(5000);
    expect(chain.waiting).toBeLessThanOrEqual(chain.height);
  });

  test('INLINE_NODES equals kInline of TraversalStack', () => {
    const header = readFileSync(
      new URL('../../../cpp/include/sapwood/base/traversal_stack.hpp', import.meta.url),
      'utf8',
    );
    expect(header).toContain(`size_t kInline = ${INLINE_NODES}>`);
  });
});
