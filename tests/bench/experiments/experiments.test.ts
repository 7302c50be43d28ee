/**
 * Tests that the results of the experiments agree with their page and with the texts that cite
 * them. After an intended change, `npm run bench -- experiments` writes the page.
 */

import { jumpsOf, peanoKey } from 'published';
import { init, PackedRTree } from 'sapwood/all';
import { Mulberry32, type PublishedName } from 'scenes';
import { describe, expect, test } from 'vitest';
import { readFile } from '../report/document';
import { scenes as capacityScenes, cheapest, costsOf, totalOf } from './cluster-capacity';
import { cullFromAllOctants, cullFromWithin, minSavedShare } from './culling-order';
import { deadSpaceOf, overlap, rowsOf, scenes } from './dead-space';
import { overdrawOf, shadeFromAllOctants } from './early-z';
import { makeBalls, makeQueries, measureSpheres, sceneNames, touch } from './item-spheres';
import { measure } from './loose-against-strict';
import { measureMargins } from './margin-from-sizes';
import { renderExperiments } from './page';
import { curves, meanReach, measurePacking } from './peano-packing';
import { compare, pacedSteps } from './progressive-build';
import { measureRemovals } from './removal';
import { measureTiles } from './tile-merging';
import { playAll } from './tree-strategies';
import { unionArea } from './union-area';

await init();

describe('the page', () => {
  for (const [name, text] of renderExperiments()) {
    test(`${name} matches the current code`, () => {
      expect(readFile(name)).toBe(text);
    });
  }
});

describe('strict against loose cells', () => {
  const strict = measure(3, {});
  const tests = ({ boxes }: typeof strict) => boxes.nodes + boxes.items;

  test('[OC1] 3 to 6 % of the items are in the root of a strict octree, 20 to 26 % in its first three levels', () => {
    const [root, first, second] = strict.depths;
    expect(root / 5000).toBeGreaterThan(0.03);
    expect(root / 5000).toBeLessThan(0.06);
    expect((root + first + second) / 5000).toBeGreaterThan(0.2);
    expect((root + first + second) / 5000).toBeLessThan(0.26);
  });

  test('[OC2] a loose octree with k = 2 has no items in its first levels', () => {
    const [root, first, second] = measure(3, { looseness: 2 }).depths;
    expect(root + first + second).toBe(0);
  });

  test('[OC8] k = 1.25 saves at least a quarter of the tests in 3D, k = 2 saves less', () => {
    const quarter = tests(measure(3, { looseness: 1.25 }));
    expect(quarter).toBeLessThan(0.75 * tests(strict));
    expect(quarter).toBeLessThan(tests(measure(3, { looseness: 2 })));
  });
});

describe('spheres as items of a sphere tree', () => {
  test.each(sceneNames)('%s: the spheres of the balls find exactly the touching balls', (scene) => {
    const { query, pairs } = measureSpheres({ scene, form: 'own sphere' });
    const [balls, queries] = [makeBalls(scene), makeQueries(scene)];
    const found = (list: typeof balls, one: (typeof balls)[number]) =>
      list.filter((ball) => touch(one, ball)).length;
    const hits = queries.reduce((sum, ball) => sum + found(balls, ball), 0);
    expect(query.found).toBe(hits / queries.length);
    expect(pairs.found).toBe(
      balls.reduce((sum, ball, i) => sum + found(balls.slice(i + 1), ball), 0),
    );
  });

  test.each(sceneNames)(
    '%s: the spheres of the balls need the fewest tests, then boxes, then spheres around boxes',
    (scene) => {
      const [own, around, box] = (['own sphere', 'sphere around the box', 'box'] as const).map(
        (form) => measureSpheres({ scene, form }),
      );
      for (const kind of ['query', 'pairs'] as const) {
        const tests = (one: typeof own) => one[kind].nodes + one[kind].items;
        expect(tests(own)).toBeLessThan(tests(box));
        expect(tests(box)).toBeLessThan(tests(around));
        expect(own[kind].found).toBeLessThan(box[kind].found);
        expect(box[kind].found).toBeLessThan(around[kind].found);
      }
    },
  );
});

describe('a build spread over frames', () => {
  test.each([
    ['uniform', 100],
    ['uniform', 13],
    ['log-uniform', 100],
  ] as const)('[PX8] no call exceeds its limit: %s, %i frames', (spread, hint) => {
    const { limit, ours } = compare(5000, spread, hint);
    expect(Math.max(...ours)).toBeLessThanOrEqual(limit);
  });

  test('[PX7] the first call of the published build does 8 times its limit, because it splits the root', () => {
    const { limit, published } = compare(5000, 'uniform', 100);
    expect(published[0]).toBe(5000);
    expect(published[0] / limit).toBeGreaterThan(7);
    expect(published[0] / limit).toBeLessThan(9);
  });
});

describe('strategies of dynamic trees', () => {
  const outcomes = playAll();
  const visitsOf = (words: string) =>
    outcomes.find(({ strategy }) => strategy.name.includes(words))!.after.visits;

  test('[DT16] all strategies find the same pairs at the end', () => {
    expect(new Set(outcomes.map(({ pairs }) => pairs)).size).toBe(1);
  });

  test('[DT16] the default visits fewer nodes than descent by distance and rotations by height', () => {
    expect(visitsOf('**')).toBeLessThan(visitsOf('Manhattan distance, no rotations'));
    expect(visitsOf('**')).toBeLessThan(visitsOf('by height'));
  });

  test('[DT16] with area rotations, descent by distance is within 5 %', () => {
    const of = (words: string) => outcomes.find(({ strategy }) => strategy.name.endsWith(words))!;
    const [near, usual] = [of('distance, rotations by area'), of('area**')];
    expect(near.fresh.visits).toBeLessThan(1.05 * usual.fresh.visits);
    expect(near.after.visits).toBeLessThan(1.05 * usual.after.visits);
  });

  test('[DT16] a bottom-up build is worse than a top-down build, also with a threshold', () => {
    const freshOf = (words: string) =>
      outcomes.find(({ strategy }) => strategy.name.endsWith(words))!.fresh.visits;
    const best = freshOf('by surface area');
    expect(freshOf('built bottom up')).toBeGreaterThan(1.1 * best);
    expect(freshOf('top down above')).toBeGreaterThan(best);
  });

  test('[DT16] a partial rebuild restores the quality of a tree with enlarged leaves', () => {
    expect(visitsOf('partial rebuild')).toBeLessThan(visitsOf('leaves enlarged') / 2);
    const { fresh, after } = outcomes.find(({ strategy }) =>
      strategy.name.includes('partial rebuild'),
    )!;
    expect(after.visits).toBeLessThan(1.3 * fresh.visits);
  });
});

describe('removals from a pool and from a tree with stable ids', () => {
  const results = measureRemovals();
  const [whole] = results;
  const last = results[results.length - 1];

  test('[PX11] both have the same results for callers that apply all renumberings', () => {
    expect(results.map(({ differing }) => differing)).toEqual(results.map(() => 0));
    expect(whole.renumbered).toBe(0);
    expect(last.renumbered).toBeGreaterThan(0.9 * (5000 - last.removed));
  });

  test('[PX11] the pool frees no node', () => {
    expect(last.nodes).toBe(whole.nodes);
    expect(whole.filled).toBe(whole.nodes);
    expect(last.filled).toBeLessThan(0.1 * last.nodes);
  });

  test('[PX11] with up to three quarters of the items removed, queries visit about as many nodes as in the pool, and fewer after an insert', () => {
    for (const { removed, visits } of results.filter(({ removed }) => removed <= 3750)) {
      expect(Math.abs(visits.pool - visits.ours)).toBeLessThan(0.05 * visits.ours);
      if (removed > 2500) expect(visits.next).toBeLessThan(visits.ours);
    }
  });

  test('[PX11] with more items removed, queries visit fewer nodes than in the pool', () => {
    const sparse = results.filter(({ removed }) => removed > 3750);
    expect(sparse).toHaveLength(2);
    for (const { visits } of sparse) expect(visits.ours).toBeLessThan(0.9 * visits.pool);
  });
});

test.each([3, 4, 10, 100, 1000])(
  '[PX8] builds with buildFrames %d take that many steps',
  (frames) => {
    const { steps, max } = pacedSteps(frames);
    expect(max).toBeLessThanOrEqual(1);
    for (const count of steps) expect(Math.abs(count - frames)).toBeLessThanOrEqual(1);
  },
);

describe('front to back by split planes', () => {
  const culled = cullFromAllOctants();

  test('[SB5] plane masks avoid more than half of the plane tests in every octant', () => {
    expect(minSavedShare(cullFromWithin())).toBeGreaterThan(0.5);
  });

  test.each(culled)('[SB4] split planes reduce inversions from $octant', (one) => {
    expect(one.ids.length).toBe(5000);
    expect(one.inversions).toBeLessThan(one.unordered);
  });

  test.each(culled)('[SB4] split planes need no additional visits from $octant', ({ visits }) => {
    expect(visits[0]).toBe(visits[1]);
  });

  test('[SB6] the traversal follows the memory from the minimum corner, but not from the opposite corner', () => {
    const adjacent = culled.map(({ adjacentSteps, steps }) => adjacentSteps / steps);
    expect(adjacent[0]).toBe(Math.max(...adjacent));
    expect(adjacent[7]).toBe(Math.min(...adjacent));
    expect(adjacent.filter((share) => share > 0.9)).toHaveLength(1);
  });
});

test('early Z: split planes shade less than 1.05 pixels per covered pixel, scene order more than 1.5', () => {
  expect(overdrawOf('split-planes')).toBeLessThan(1.05);
  expect(overdrawOf('front-to-back')).toBeLessThan(1.05);
  expect(overdrawOf('scene')).toBeGreaterThan(1.5);
  expect(new Set(shadeFromAllOctants().map(({ covered }) => covered)).size).toBe(1);
});

/**
 * Returns the area of the union of rectangles. This slow reference implementation divides the plane
 * at all coordinates into grid cells, and adds the areas of the covered cells.
 */
function areaByCells(rectangles: readonly number[]): number {
  const at = (lane: number) => rectangles.filter((_, i) => i % 4 === lane);
  const sorted = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b);
  const [xs, ys] = [sorted([...at(0), ...at(2)]), sorted([...at(1), ...at(3)])];
  let area = 0;
  for (let i = 1; i < xs.length; i++) {
    for (let j = 1; j < ys.length; j++) {
      const [x, y] = [(xs[i - 1] + xs[i]) / 2, (ys[j - 1] + ys[j]) / 2];
      const covers = (r: number) =>
        rectangles[r] < x &&
        x < rectangles[r + 2] &&
        rectangles[r + 1] < y &&
        y < rectangles[r + 3];
      const covered = at(0).some((_, k) => covers(4 * k));
      if (covered) area += (xs[i] - xs[i - 1]) * (ys[j] - ys[j - 1]);
    }
  }
  return area;
}

describe('the area of a union, by sweep and segment tree', () => {
  test.each([
    ['nothing', [], 0],
    ['one', [1, 2, 4, 4], 6],
    ['two that touch', [0, 0, 1, 1, 1, 0, 2, 1], 2],
    ['a cross', [0, 1, 3, 2, 1, 0, 2, 3], 5],
    ['one in another, twice', [0, 0, 4, 4, 1, 1, 2, 2, 1, 1, 2, 2], 16],
    ['lines and points', [0, 0, 5, 0, 1, 0, 1, 9, 3, 3, 3, 3], 0],
  ] as const)('%s', (_, rectangles, area) => {
    expect(unionArea([...rectangles])).toBe(area);
  });

  test('agrees with the reference for integer rectangles', () => {
    const random = new Mulberry32(51);
    const whole = (max: number) => Math.floor(max * random.unit());
    for (let round = 0; round < 60; round++) {
      const rectangles = Array.from({ length: 1 + whole(25) }, () => {
        const [x, y] = [whole(30), whole(30)];
        return [x, y, x + whole(12), y + whole(12)];
      }).flat();
      expect(unionArea(rectangles), String(rectangles)).toBe(areaByCells(rectangles));
    }
  });
});

test('dead space is the area of a leaf that its items do not cover', () => {
  // two squares in opposite corners of 4 x 4, and a square inside the first one
  const boxes = Float32Array.of(0, 0, 2, 2, 2, 2, 4, 4, 1, 1, 2, 2);
  const tree = new PackedRTree({ dimensions: 2, fanOut: 4 });
  tree.build(boxes);
  expect(deadSpaceOf(tree, boxes)).toEqual({
    leaves: 1,
    itemsPerLeaf: 3,
    sum: 16,
    union: 16,
    filled: 8,
  });
});

test.each(scenes)(
  'cells of space partitions do not overlap, and leaves of trees overlap: %s',
  (scene) => {
    for (const { form, found } of rowsOf(scene)) {
      expect(overlap(found) < 1e-4, form.name).toBe(form.cells === true);
      // each item is in one leaf, except in structures whose leaves are cells
      if (!form.cells) expect(Math.round(found.itemsPerLeaf * found.leaves), form.name).toBe(2000);
    }
  },
);

describe('Peano’s curve', () => {
  test.each([1, 2, 3])(
    '[BL3] visits every cell of a square of side 3^%i once; consecutive cells are adjacent',
    (digits) => {
      const side = 3 ** digits;
      const key = (x: number, y: number) => peanoKey(x, y, digits);
      expect(jumpsOf(side, key)).toBe(0);
      const keys = Array.from({ length: side * side }, (_, i) =>
        key(i % side, Math.floor(i / side)),
      );
      expect(keys.sort((a, b) => a - b)).toEqual(Array.from({ length: side * side }, (_, i) => i));
    },
  );

  test('[BL3] packs about as well as the Hilbert curve, better for tall boxes and worse for wide boxes', () => {
    const ratioIn = (scene: PublishedName) => {
      const [peano, hilbert] = (['curve-peano', 'curve-hilbert'] as const).map((packing) => {
        const { visits, tests } = measurePacking(scene, packing);
        return visits + tests;
      });
      return peano / hilbert;
    };
    for (const scene of ['Random', 'RandomLargeBoxes', 'TrueUniform'] as const) {
      expect(Math.abs(ratioIn(scene) - 1), scene).toBeLessThan(0.1);
    }
    expect(ratioIn('YLine')).toBeLessThan(0.9);
    expect(ratioIn('XLine')).toBeGreaterThan(1.1);
    const [hilbert, peano] = curves.map(({ side, key }) => meanReach(side, 8, key));
    expect(Math.abs(peano / hilbert - 1)).toBeLessThan(0.05);
  });

  test('[BL3] goes up, down and up through nine cells', () => {
    const column = (x: number) => [0, 1, 2].map((y) => peanoKey(x, y, 1));
    expect([column(0), column(1), column(2)]).toEqual([
      [0, 1, 2],
      [5, 4, 3],
      [6, 7, 8],
    ]);
  });
});

describe('the capacity of a cluster', () => {
  const [lattice, scattered, crowds] = capacityScenes.map(costsOf);

  test('[CL2] a smaller capacity has fewer comparisons and more work for splits', () => {
    for (const costs of [lattice, scattered, crowds]) {
      for (let i = 1; i < costs.length; i++) {
        expect(costs[i].tests).toBeGreaterThanOrEqual(costs[i - 1].tests);
        expect(costs[i].cutting).toBeLessThanOrEqual(costs[i - 1].cutting);
      }
    }
  });

  test('[CL2] a lattice saves n² − nc; the capacity with the least sum is above 1', () => {
    for (const { capacity, tests } of lattice) {
      expect(tests).toBe((4096 * (capacity - 1)) / 2);
    }
    expect(cheapest(lattice).capacity).toBeGreaterThan(1);
    expect(cheapest(scattered).capacity).toBeGreaterThan(1);
    expect(totalOf(cheapest(scattered))).toBeLessThan(0.9 * totalOf(scattered[0]));
  });

  test('[CL2] a group without a gap is one cluster with any capacity', () => {
    expect(crowds.filter(({ capacity }) => capacity <= 64).map(({ clusters }) => clusters)).toEqual(
      Array(7).fill(64),
    );
  });
});

test('[DT3] [DT17] a relative margin costs the same at every scale, a fixed margin fits one scale', () => {
  const costs = measureMargins();
  const spread = (name: string) => {
    const visits = costs.get(name)!.map((cost) => cost.visits);
    return Math.max(...visits) / Math.min(...visits);
  };
  for (const name of ['5 % of the size', '10 % of the size', '20 % of the size']) {
    expect(spread(name)).toBeLessThan(1.02);
    const shares = costs.get(name)!.map(({ reinserted }) => reinserted);
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThan(0.01);
  }
  const [five, twenty] = [5, 20].map((share) => costs.get(`${share} % of the size`)!.at(-1)!);
  expect(twenty.reinserted).toBeLessThan(0.5 * five.reinserted);
  expect(twenty.visits).toBeLessThan(1.25 * five.visits);
  expect(spread('0.1, fixed')).toBeGreaterThan(10);
  expect(costs.get('0.1, fixed')!.at(-1)!.reinserted).toBe(1);
});

test('[PX16] a merge takes a third of the work of a rebuild, and queries visit few additional nodes', () => {
  for (const { found, merge, rebuild, visits } of measureTiles()) {
    expect(rebuild / merge).toBeGreaterThan(3);
    expect(new Set(found).size).toBe(1);
    expect(visits.merged).toBeLessThanOrEqual(1.04 * visits.rebuilt);
    expect(visits.inserted).toBeLessThanOrEqual(1.04 * visits.rebuilt);
  }
});
