/** Chapters of the Learn page: short texts, and programs that perform the figures' queries. */

export interface Chapter {
  /** Id of the chapter, by which `learn/learn-page.tsx` selects the figure. */
  readonly id: string;
  readonly title: string;
  readonly idea: string;
  /** Additional search terms for the chapter. */
  readonly words?: string;
  /** Sentence that invites the reader to try the figure. */
  readonly invitation: string;
  /** Complete program, whose last line prints the result. */
  readonly code?: string;
  /** Published claim. The text must be equal to a text in `docs/claims.md`. */
  readonly claim?: string;
  /** Related documentation pages: keys are paths, values are titles. */
  readonly docs: Readonly<Record<string, string>>;
}

export const chapters: readonly Chapter[] = [
  {
    id: 'every-pair',
    title: 'Test every pair',
    idea: 'To find which boxes overlap, test each box against each other box: the result is always right. But twice as many boxes need four times as many tests, and almost all of these tests find nothing.',
    invitation: 'Drag the marked box, then add more boxes.',
    code: `import { BruteForce, init } from 'sapwood/all';
await init();
const index = new BruteForce({ dimensions: 2 });
index.build([0, 0, 2, 2, 1, 1, 3, 3, 5, 5, 6, 6]);
console.log(index.pairs()); // 0 and 1`,
    claim: 'testing all pairs becomes too slow just over 100 bodies',
    docs: { 'structures/brute-force.md': 'Brute force', 'pairs.md': 'Pairs' },
  },
  {
    id: 'one-axis',
    title: 'Sort along one axis',
    idea: 'Sort the boxes from left to right, and a query has to test only the boxes in its own column. This is sweep and prune. It is very fast until all boxes stand in one column.',
    invitation: 'Drag the query, then put all boxes in one column.',
    code: `import { init, SweepAndPrune } from 'sapwood/2d';
await init();
const index = new SweepAndPrune({ dimensions: 2 });
index.build([0, 0, 2, 2, 1, 1, 3, 3, 5, 5, 6, 6]);
console.log(index.pairs(), index.counters().itemTests);`,
    claim: 'sweep and prune takes O(n log n + k)',
    docs: { 'structures/sweep-and-prune.md': 'Sweep and prune' },
  },
  {
    id: 'cells',
    title: 'Cells found by arithmetic',
    idea: 'Lay a grid over the world, and list in each cell the boxes inside it. A query opens only the cells that it covers. The size of the cells matters: small cells mean many lookups, and large cells hold many boxes.',
    invitation: 'Make the cells smaller and larger, and watch the tests and the cells.',
    code: `import { HashGrid, init } from 'sapwood/all';
await init();
const index = new HashGrid({ dimensions: 2 });
index.build([0, 0, 2, 2, 1, 1, 3, 3, 5, 5, 6, 6]);
console.log(index.queryBox([0, 0, 1, 1])); // 0 and 1`,
    claim: 'a grid only works if boxes are smaller than a cell',
    docs: {
      'structures/hash-grid.md': 'Hash grid',
      'structures/spatial-hash.md': 'Spatial hash',
    },
  },
  {
    id: 'loose-cells',
    title: 'Cells inside cells',
    idea: 'Boxes of many sizes need cells of many sizes. Each cell is halved again and again, and a box sinks to the smallest cell that encloses it. A small box across a cell border stays in a large cell, where almost every query tests it, unless cells may extend beyond their borders.',
    invitation: 'Choose loose cells: the marked boxes sink.',
    code: `import { init, LooseOctree } from 'sapwood/all';
await init();
const index = new LooseOctree({ dimensions: 2 });
index.build([0, 0, 2, 2, 1, 1, 3, 3, 5, 5, 6, 6]);
console.log(index.queryBox([0, 0, 1, 1])); // 0 and 1`,
    claim: 'loose cells have no hot spots',
    docs: { 'structures/octree.md': 'Octree', 'structures/loose-octree.md': 'Loose octree' },
  },
  {
    id: 'boxes-around-boxes',
    title: 'Boxes around boxes',
    idea: 'Instead of dividing the space, put boxes that are close together into a larger box, and these into larger ones, up to one box around everything. If a query misses a large box, one test skips everything inside. This is a bounding volume hierarchy (BVH). If a large box lies completely inside the query, its boxes are results without a test.',
    words: 'BVH AABB tree',
    invitation: 'Drag the query through the clusters and the empty space between them.',
    code: `import { init, StaticTree } from 'sapwood/all';
await init();
const index = new StaticTree({ dimensions: 2 });
index.build([0, 0, 2, 2, 1, 1, 3, 3, 5, 5, 6, 6]);
console.log(index.queryBox([0, 0, 1, 1]), index.counters().nodeVisits);`,
    claim: 'nodes of 28 bytes instead of 40, with four items per leaf, save memory',
    docs: { 'structures/static-tree.md': 'Static tree', 'glossary.md': 'Glossary' },
  },
  {
    id: 'which-volume',
    title: 'Which bounding volume?',
    idea: 'A bounding volume is a simple shape around a complicated one. If two volumes are apart, so are the shapes. A tight volume raises few false alarms, but each of its tests takes more operations. Boxes are the cheapest to test and to update, which is why most trees here are made of boxes.',
    words: 'sphere OBB k-DOP convex hull',
    invitation: 'Choose a volume, and turn the shape.',
    docs: {
      'structures/sphere-tree.md': 'Sphere tree',
      'benchmarks/hierarchies.md': 'Experiments on hierarchies',
    },
  },
  {
    id: 'surface-area',
    title: 'The surface area heuristic',
    idea: 'A tree is built from the top: cut the boxes in two, then each half, and so on. Where is the best cut? The larger the box around a half, the more queries visit it, and then all its boxes may be tested. So the cost of a cut is the number of boxes times the surface, of both halves.',
    words: 'SAH split top down build',
    invitation: 'Drag the cut along the curve to the place where the cost is lowest.',
    code: `import { init, StaticTree } from 'sapwood/all';
await init();
const index = new StaticTree({ dimensions: 2, split: 'binned-sah' });
index.build([0, 0, 2, 2, 1, 1, 3, 3, 5, 5, 6, 6]);
console.log(index.stats().sah); // nodes that a random ray visits`,
    docs: {
      'structures/static-tree.md': 'Static tree',
      'structures/dynamic-tree.md': 'Dynamic tree',
      'meshes.md': 'Meshes',
    },
  },
  {
    id: 'where-to-cut',
    title: 'Which boxes to group',
    idea: 'A tree can also be packed from the bottom. In a good tree, the enclosing boxes are small and square. Packed in order of x, they become long strips. Packed along a curve that fills the plane, they stay compact.',
    words: 'Hilbert Peano Morton curve Guttman split',
    invitation: 'Change the packing order: the query stays the same, its cost does not.',
    code: `import { init, PackedRTree } from 'sapwood/all';
await init();
const index = new PackedRTree({ dimensions: 2, packing: 'hilbert' });
index.build([0, 0, 2, 2, 1, 1, 3, 3, 5, 5, 6, 6]);
console.log(index.queryBox([0, 0, 1, 1])); // 0 and 1`,
    claim:
      'nearest-x packing makes narrow nodes, sort-tile-recursive is better, Hilbert has no bias',
    docs: { 'structures/packed-r-tree.md': 'Packed R-tree', 'structures/r-tree.md': 'R-tree' },
  },
  {
    id: 'when-things-move',
    title: 'When boxes move',
    idea: 'If every small step changed the tree, updates would take too long. So each box gets a margin in which it can move freely. A larger margin means fewer updates, but more tests that find nothing.',
    invitation: 'Set the margin to zero, then make it too large.',
    code: `import { DynamicTree, init } from 'sapwood/2d';
await init();
const index = new DynamicTree({ dimensions: 2, margin: 0.5 });
index.build([0, 0, 2, 2, 1, 1, 3, 3, 5, 5, 6, 6]);
console.log(index.moveMany([2], [5.1, 5, 6.1, 6])); // 0: it stays in its leaf`,
    claim: 'balancing the tree makes queries optimal',
    docs: { 'structures/dynamic-tree.md': 'Dynamic tree', 'frame-loop.md': 'Frame loop' },
  },
  {
    id: 'refitting',
    title: 'Refit or rebuild',
    idea: 'If boxes move, the tree can keep its shape: only the boxes around them are corrected, from the leaves up to the root. This refit is cheap. But boxes that once were neighbors move apart, the boxes around them grow, and queries become slower until the tree is built again.',
    words: 'update animation',
    invitation: 'Watch the cost grow, then rebuild.',
    code: `import { init, StaticTree } from 'sapwood/all';
await init();
const index = new StaticTree({ dimensions: 2 });
index.build([0, 0, 2, 2, 1, 1, 3, 3, 5, 5, 6, 6]);
index.move(2, [8, 8, 9, 9]);
console.log(index.refit(), index.stats().sah); // corrected nodes, cost`,
    docs: { 'structures/static-tree.md': 'Static tree', 'frame-loop.md': 'Frame loop' },
  },
  {
    id: 'nearest-first',
    title: 'Nearest first',
    idea: 'To find the nearest boxes, open the closest node first: its contents tell how far you still need to look. A node that is farther away than the last neighbor found is never opened.',
    words: 'k nearest neighbors kNN',
    invitation: 'Drag the point out of the crowd, and search for more neighbors.',
    code: `import { init, WideTree } from 'sapwood/2d';
await init();
const index = new WideTree({ dimensions: 2 });
index.build([0, 0, 2, 2, 1, 1, 3, 3, 5, 5, 6, 6]);
console.log(index.nearest([4, 4], 2)); // 1 and 2`,
    claim: 'front-to-back order by split planes is pretty much free',
    docs: { 'queries.md': 'Queries' },
  },
  {
    id: 'rays',
    title: 'Rays',
    idea: 'A ray enters one box after another, and the node whose box it enters first is opened first. As soon as a hit is found, all nodes that the ray enters behind it are skipped. To find all hits, they have to be visited, too.',
    words: 'raycast raytracing picking shooting',
    invitation: 'Aim the ray, and play its way down the tree.',
    code: `import { init, WideTree } from 'sapwood/2d';
await init();
const index = new WideTree({ dimensions: 2 });
index.build([0, 0, 2, 2, 1, 1, 3, 3, 5, 5, 6, 6]);
console.log(index.raycast([9, 9], [-1, -1])); // 2`,
    docs: { 'queries.md': 'Queries', 'meshes.md': 'Meshes' },
  },
  {
    id: 'four-at-once',
    title: 'Four boxes per node (SIMD)',
    idea: 'A processor tests four boxes in the time of one. With four boxes per node, the tree is half as high, and each level costs the same.',
    invitation: 'Compare both trees at the same place.',
    code: `import { init, WideTree } from 'sapwood/2d';
await init();
const index = new WideTree({ dimensions: 2 });
index.build([0, 0, 2, 2, 1, 1, 3, 3, 5, 5, 6, 6]);
console.log(index.queryBox([0, 0, 1, 1]), index.counters().nodeVisits);`,
    claim: 'nodes in an array are faster than nodes allocated separately on the heap',
    docs: { 'structures/wide-tree.md': 'Wide tree' },
  },
  {
    id: 'which-one',
    title: 'Which structure?',
    idea: 'No structure is always the best. It depends on how many boxes there are, where they are, how many move, and on the query. Here all structures run the same query, and their results are always equal.',
    invitation: 'Change the boxes: the ranking changes with them.',
    code: `import { advise, init } from 'sapwood/all';
await init();
const boxes = [0, 0, 2, 2, 1, 1, 3, 3, 5, 5, 6, 6];
const { pairs, queries } = advise({ boxes, dimensions: 2 });
console.log(pairs.structure, queries.structure);`,
    docs: { 'choosing.md': 'Choosing a structure', 'claims.md': 'Claims of the literature' },
  },
];
