/**
 * Faults of the published variants of the algorithms: missed pairs, repeated pairs and unnecessary
 * work.
 */

import {
  allPairs,
  type Boxes,
  boxesFrom,
  buildKdTree,
  buildRTree,
  comparePairs,
  countNodes,
  curveJumps,
  type FanOutRule,
  gridFigure,
  gridPairs,
  kdTreePairs,
  leavesOf,
  linearSeeds,
  type Packing,
  packLevels,
  packTree,
  publishedQuadtree,
  quadtreeBuckets,
  quadtreePairs,
  rTreePairs,
  SortedRange,
  sharedCells,
  sortedRangePairs,
  sweepPairs,
  treePairs,
} from 'published';
import { type PublishedName, publishedNames, publishedScene } from 'scenes';
import { describe, expect, test } from 'vitest';

const N = 2000;
const sceneOf = (name: PublishedName, n = N) => boxesFrom(publishedScene(name, n, 0));
const scenes = new Map(
  publishedNames.map((name) => {
    const boxes = sceneOf(name);
    return [name, { boxes, all: allPairs(boxes) }] as const;
  }),
);
const scene = (name: PublishedName) => scenes.get(name)!;

describe('a grid with boxes in the cells of their corners', () => {
  const { boxes: figure, grid } = gridFigure;

  test('[GH2] makes 8 comparisons of 7 pairs in the figure; with covered cells 9 of 8', () => {
    expect(gridPairs(figure, 'corners', grid).candidates).toBe(8);
    expect(sharedCells(figure, 'corners', grid).size).toBe(7);
    expect(gridPairs(figure, 'covered', grid).candidates).toBe(9);
    const covered = sharedCells(figure, 'covered', grid);
    expect(covered.size).toBe(8);
    expect(covered.has('1 2')).toBe(true);
  });

  test('[GH2] misses 28 % of the pairs of large boxes, 30,031 of 107,139', () => {
    const { boxes, all } = scene('RandomLargeBoxes');
    expect(all.size).toBe(107_139);
    expect(comparePairs(gridPairs(boxes, 'corners'), all)).toMatchObject({
      found: 77_108,
      missed: 30_031,
    });
    expect(comparePairs(gridPairs(boxes, 'covered'), all).missed).toBe(0);
  });
});

describe('the left scan of a sorted range', () => {
  const figure = [
    [72, 66, 133, 320],
    [150, 345, 254, 440],
    [182, 112, 340, 223],
    [204, 371, 495, 481],
    [301, 288, 463, 397],
    [446, 157, 605, 248],
    [535, 107, 685, 192],
    [583, 266, 645, 413],
    [764, 189, 901, 275],
    [826, 108, 962, 167],
  ];
  const widened = figure.map((box, i) => (i === 0 ? [72, 66, 500, 320] : box));
  const candidatesOf6 = (boxes: number[][], bound: 'first-too-short' | 'prefix-maximum') => {
    const range = new SortedRange(boxesFrom(boxes.flat(), 'edges'));
    return range.candidates(5, bound).map((item) => item + 1);
  };

  test('[SR1] has the candidates 4, 5, 7, 8 of item 6 in the figure', () => {
    expect(candidatesOf6(figure, 'first-too-short')).toEqual([4, 5, 7, 8]);
  });

  test('[SR1] misses item 1 if it is long; the prefix maximum finds it', () => {
    expect(candidatesOf6(widened, 'first-too-short')).toEqual([4, 5, 7, 8]);
    expect(candidatesOf6(widened, 'prefix-maximum')).toEqual([1, 2, 3, 4, 5, 7, 8]);
  });

  test('[SR1] misses pairs if boxes differ in width', () => {
    const { boxes, all } = scene('RandomLargeBoxes');
    expect(comparePairs(sortedRangePairs(boxes, 'first-too-short'), all).missed).toBeGreaterThan(
      1000,
    );
    expect(comparePairs(sortedRangePairs(boxes, 'prefix-maximum'), all).missed).toBe(0);
  });
});

describe('the quadtree and the sweep of the publication', () => {
  test.each(publishedNames)('[QT6] [SP6] report every pair once: %s', (name) => {
    const { boxes, all } = scene(name);
    for (const search of [quadtreePairs(boxes), sweepPairs(boxes, 'x'), sweepPairs(boxes, 'y')]) {
      expect(comparePairs(search, all)).toEqual({ found: all.size, missed: 0, duplicated: 0 });
    }
  });

  test('[QT6] a cell of 50 x 37.5 is never divided', () => {
    const boxes = boxesFrom(Array.from({ length: 6 }, () => [60, 60, 2, 2]).flat());
    const buckets = quadtreeBuckets(boxes);
    expect(buckets.filter((items) => items.length > 0)).toEqual([[0, 1, 2, 3, 4, 5]]);
    expect(buckets).toHaveLength(1 + 3 * 4);
    expect(quadtreePairs(boxes)).toMatchObject({ encounters: 15, candidates: 15, entries: 6 });
  });

  test('[QT6] on y the last row of pixels above the middle belongs to the lower cells', () => {
    const leavesOfSix = (box: readonly number[], lastRow: 'published' | 'upper') => {
      const boxes = boxesFrom(Array.from({ length: 6 }, () => box).flat());
      const plan = { ...publishedQuadtree, minSide: 400, lastRow };
      return quadtreeBuckets(boxes, plan).map((items) => items.length);
    };
    // the boxes end at the last pixel before the middle: columns 390 to 399, or rows 290 to 299
    expect(leavesOfSix([390, 100, 10, 10], 'published')).toEqual([6, 0, 0, 0]);
    expect(leavesOfSix([100, 290, 10, 10], 'published')).toEqual([6, 0, 6, 0]);
    expect(leavesOfSix([100, 290, 10, 10], 'upper')).toEqual([6, 0, 0, 0]);
  });

  test('[SP6] a sweep on x tests all pairs of XLine, and only overlapping pairs of YLine', () => {
    expect(sweepPairs(scene('XLine').boxes).candidates).toBe((N * (N - 1)) / 2);
    expect(sweepPairs(scene('YLine').boxes).candidates).toBe(scene('YLine').all.size);
  });
});

describe('slices that hold items instead of pages', () => {
  const figure = [
    [30, 200, 59, 227],
    [39, 253, 59, 270],
    [52, 149, 89, 178],
    [52, 36, 86, 68],
    [67, 102, 102, 132],
    [77, 119, 123, 261],
    [188, 155, 227, 253],
    [174, 235, 309, 263],
    [218, 115, 260, 138],
    [155, 42, 363, 72],
    [286, 93, 324, 189],
    [310, 58, 347, 110],
    [408, 144, 433, 263],
    [369, 224, 482, 245],
    [416, 40, 472, 98],
    [452, 117, 480, 204],
  ];
  const leaves = (packing: Packing) => {
    const root = packTree(boxesFrom(figure.flat(), 'edges'), packing, 5);
    return leavesOf(root).map(({ items }) => items.map((item) => item + 1));
  };
  const asSets = (groups: number[][]) => groups.map((group) => group.sort((a, b) => a - b));

  test('[BL2] group the figure as nearest-x', () => {
    const expected = [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15], [16]];
    expect(asSets(leaves('str-items'))).toEqual(expected);
    expect(asSets(leaves('nearest-x'))).toEqual(expected);
  });

  test('[BL2] slices of pages give {4,10,5,9,3}{6,7,1,8,2}{15,12,11,16,13}{14}', () => {
    const found = leaves('str-pages').map(String).sort();
    expect(found).toEqual(['14', '15,12,11,16,13', '4,10,5,9,3', '6,7,1,8,2']);
  });

  test('[BL2] cost four times the item tests on wide boxes', () => {
    const { boxes } = scene('XLine');
    const tests = (packing: Packing) =>
      treePairs(boxes, packTree(boxes, packing), 'nodes').candidates;
    expect(tests('str-items') / tests('str-pages')).toBeGreaterThan(4);
  });
});

describe('the published digit of the curve', () => {
  test('[BL3] has 127 jumps on a grid of 16 x 16; the Hilbert curve has none', () => {
    expect(curveJumps(4, 'published')).toBe(127);
    expect(curveJumps(4, 'hilbert')).toBe(0);
  });

  test.each(publishedNames)('[BL3] makes queries of %s visit more nodes', (name) => {
    const { boxes } = scene(name);
    const visits = (packing: Packing) => treePairs(boxes, packTree(boxes, packing), 'nodes').visits;
    expect(visits('curve-published')).toBeGreaterThan(1.15 * visits('curve-hilbert'));
  });
});

describe('entries per node that change from level to level', () => {
  const levels = (boxes: Boxes, k: number, rule: FanOutRule) =>
    packLevels(boxes, { packing: 'nearest-x', k, rule }).map(({ length }) => length);
  const first = boxesFrom(publishedScene('Random', 10, 0).slice(0, 4 * 8));

  test('[BL1] 8 boxes and k = 3 make levels of 3, 2 and 1 nodes; a constant k makes 3 and 1', () => {
    expect(levels(first, 3, 'published')).toEqual([3, 2, 1]);
    expect(levels(first, 3, 'constant')).toEqual([3, 1]);
    const [leaves] = packLevels(first, { packing: 'nearest-x', k: 3, rule: 'published' });
    expect(leaves.map(({ items }) => items.length)).toEqual([3, 3, 2]);
  });

  test('[BL1] k grows before it shrinks: 2,000 boxes have five levels instead of four', () => {
    const { boxes, all } = scene('Random');
    expect(levels(boxes, 8, 'published')).toEqual([250, 8, 4, 2, 1]);
    expect(levels(boxes, 8, 'constant')).toEqual([250, 32, 4, 1]);
    const [published, constant] = (['published', 'constant'] as const).map((rule) => {
      const [root] = packLevels(boxes, { packing: 'nearest-x', rule }).at(-1)!;
      return treePairs(boxes, root, 'nodes');
    });
    expect(comparePairs(published, all).missed).toBe(0);
    expect(published.candidates).toBe(constant.candidates); // both trees have the same leaves
    expect(published.visits).toBeGreaterThan(constant.visits);
  });
});

describe('queries that do not prune above the leaves', () => {
  test('[BL1] visit all 287 nodes of a packed tree, 574,000 for 2,000 boxes', () => {
    const { boxes, all } = scene('Random');
    const root = packTree(boxes, 'nearest-x');
    expect(treePairs(boxes, root, 'nothing').visits).toBe(574_000);
    expect(treePairs(boxes, root, 'nodes').visits).toBeLessThan(65_000);
    expect(comparePairs(treePairs(boxes, root, 'nothing'), all).missed).toBe(0);
  });

  test('[RT4] visit all nodes of an R-tree', () => {
    const { boxes, all } = scene('Random');
    const root = buildRTree(boxes);
    const published = rTreePairs(boxes, root, 'nothing');
    expect(published.visits).toBe(2000 * countNodes(root));
    expect(published.candidates).toBe(2000 * 1999);
    expect(rTreePairs(boxes, root, 'nodes').candidates).toBeLessThan(0.3 * published.candidates);
    expect(comparePairs(published, all).missed).toBe(0);
  });

  test('[RT2] the two seeds of the linear split may be the same box', () => {
    const long = { left: 0, top: 0, right: 100, bottom: 1 };
    const short = { left: 40, top: 0, right: 50, bottom: 1 };
    expect(linearSeeds([short, long, short])).toEqual([1, 1]);
  });
});

describe('the one-sided query of a k-d tree', () => {
  test.each([
    ['Random', 1.48e6],
    ['XLine', 2.57e6],
  ] as const)('[KD3] still makes most of the tests in %s', (name, published) => {
    const { boxes, all } = scene(name);
    const root = buildKdTree(boxes);
    const oneSided = kdTreePairs(boxes, root, 'left-only');
    expect(oneSided.candidates / published).toBeGreaterThan(0.95);
    expect(oneSided.candidates / published).toBeLessThan(1.05);
    const twoSided = kdTreePairs(boxes, root, 'both');
    expect(twoSided.candidates).toBeLessThan(0.6 * oneSided.candidates);
    expect(comparePairs(oneSided, all).missed + comparePairs(twoSided, all).missed).toBe(0);
  });
});
