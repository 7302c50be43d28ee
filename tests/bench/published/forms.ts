/**
 * Published variants ("forms") of the algorithms, and the counts of their work and results in a
 * scene.
 */

import {
  allPairs,
  type Boxes,
  boxesFrom,
  buildKdTree,
  buildRTree,
  comparePairs,
  gridPairs,
  kdTreePairs,
  type PairSearch,
  packTree,
  quadtreePairs,
  rTreePairs,
  sortedRangePairs,
  sweepPairs,
  treePairs,
} from 'published';
import { publishedScene } from 'scenes';
import { type Case, iterationsOf, mean } from './cases';
import type { Counts, FormCell } from './record';

interface Form {
  readonly name: string;
  readonly search: (boxes: Boxes) => PairSearch;
}

export const forms: readonly Form[] = [
  { name: 'grid, by corners', search: (boxes) => gridPairs(boxes, 'corners') },
  {
    name: 'sorted range, left scan',
    search: (boxes) => sortedRangePairs(boxes, 'first-too-short'),
  },
  { name: 'sweep and prune, on x', search: (boxes) => sweepPairs(boxes) },
  { name: 'quadtree, fixed space', search: (boxes) => quadtreePairs(boxes) },
  { name: 'R-tree, unpruned', search: (boxes) => rTreePairs(boxes, buildRTree(boxes), 'nothing') },
  { name: 'nearest-x, unpruned', search: packed('nearest-x') },
  { name: 'slices of items, unpruned', search: packed('str-items') },
  { name: 'curve of wrong digits, unpruned', search: packed('curve-published') },
  {
    name: 'k-d tree, one side',
    search: (boxes) => kdTreePairs(boxes, buildKdTree(boxes), 'left-only'),
  },
];

function packed(packing: 'nearest-x' | 'str-items' | 'curve-published'): Form['search'] {
  return (boxes) => treePairs(boxes, packTree(boxes, packing), 'nothing');
}

/**
 * Maximum number of boxes for the published variants. They are plain TypeScript, and larger scenes
 * take minutes.
 */
export const LARGEST_FORM = 5000;

/** Returns the counts of all published variants in one case, as means over the generated scenes. */
export function countForms({ scene, n }: Case): FormCell[] {
  const iterations = n === LARGEST_FORM ? 1 : iterationsOf(n);
  const counts = forms.map((): Counts[] => []);
  for (let iteration = 0; iteration < iterations; iteration++) {
    const boxes = boxesFrom(publishedScene(scene, n, iteration));
    const all = allPairs(boxes);
    forms.forEach(({ search }, i) => {
      const found = search(boxes);
      const { candidates: tests, visits } = found;
      counts[i].push({ tests, visits, ...comparePairs(found, all) });
    });
  }
  return forms.map(({ name }, i) => ({ scene, n, iterations, form: name, ...mean(counts[i]) }));
}
