import { BruteForce, type Dimensions, DynamicTree, init } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { requirePairs } from '../support/compare.js';
import { latticeBoxes } from '../support/tape.js';

beforeAll(() => init());

/** Pairs of ids [here, there] of brute force, ascending. */
function crossings(here: DynamicTree, there: BruteForce): Uint32Array {
  return Uint32Array.from(
    [...here.ids()].flatMap((id) =>
      [...there.queryBox(here.box(id)).sort((a, b) => a - b)].flatMap((other) => [id, other]),
    ),
  );
}

const swapped = (pairs: Uint32Array) => pairs.map((_, i) => pairs[i ^ 1]);

describe.each([2, 3] as Dimensions[])(
  'a tree of moving and a tree of resting items, %dD',
  (dimensions) => {
    const corner = Array.from({ length: 2 * dimensions }, () => 0);

    test('[DT15] have the pairs of brute force in every frame', () => {
      const resting = new DynamicTree({ dimensions });
      const exact = new BruteForce({ dimensions });
      const moving = new DynamicTree({ dimensions });
      const walls = latticeBoxes(1, 400, dimensions);
      resting.build(walls);
      exact.build(walls);
      moving.build(latticeBoxes(2, 60, dimensions));
      for (let frame = 0; frame < 12; frame++) {
        moving.update(latticeBoxes(10 + frame, moving.size, dimensions));
        moving.insert(latticeBoxes(50 + frame, 1, dimensions));
        const expected = crossings(moving, exact);
        const where = () => `frame ${frame}`;
        expect(expected.length).toBeGreaterThan(0);
        requirePairs(moving.pairsWith(resting), expected, where);
        expect(moving.counters().results).toBe(expected.length / 2);
        requirePairs(swapped(resting.pairsWith(moving)), expected, where);
      }
      for (const index of [resting, exact, moving]) index.dispose();
    });

    test('[DT15] never compare two resting items', () => {
      const resting = new DynamicTree({ dimensions });
      const moving = new DynamicTree({ dimensions });
      for (let i = 0; i < 300; i++) resting.insert(corner); // all of them overlap
      const far = corner.map(() => 50);
      moving.insert(far);
      moving.insert(far);
      expect(moving.pairsWith(resting)).toHaveLength(0);
      expect(moving.counters()).toEqual({ nodeVisits: 1, itemTests: 0, results: 0 });
      moving.move(0, corner);
      expect(moving.pairsWith(resting)).toHaveLength(600);
      expect(moving.counters().itemTests).toBe(300);
      resting.dispose();
      moving.dispose();
    });
  },
);
