/**
 * Distribution of the work of a progressive build over frames. The published build processes whole
 * nodes until its limit is reached, so the first frame processes all items of the root. Sapwood can
 * stop inside a node.
 */

import { type NodeDump, StaticTree } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { type Table, whole } from '../report/document';
import type { Experiment, Findings } from './experiment';

type Spread = 'uniform' | 'log-uniform';

const SEED = 104;
const HINTS = [100, 13];
const COUNTS = [5000, 100_000];
/** Maximum number of items in a leaf, as in the published figures. */
const LEAF_LIMIT = 4;
/**
 * Number of the requested frames that the published build reserves for states other than splitting
 * nodes.
 */
const OTHER_STATES = 3;

/**
 * Returns unit cubes. Their corners are uniform, with one cube per 8 cubic units, or log-uniform
 * over nine decades.
 */
export function scatter(count: number, spread: Spread): Float32Array {
  const random = new Mulberry32(SEED);
  const side = Math.cbrt(8 * count);
  const boxes = new Float32Array(6 * count);
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const unit = random.unit();
      const low = spread === 'uniform' ? unit * side : 10 ** (9 * unit - 3);
      boxes[6 * i + axis] = low;
      boxes[6 * i + 3 + axis] = low + 1;
    }
  }
  return boxes;
}

/**
 * Builds a static tree in steps of at most `limit` units of work. Returns the work of each step,
 * and the nodes.
 */
export function stepwise(boxes: Float32Array, limit: number): { work: number[]; nodes: NodeDump } {
  const tree = new StaticTree({ leafLimit: LEAF_LIMIT });
  try {
    tree.beginBuild(boxes);
    const work: number[] = [];
    for (let done = false; !done; ) {
      const step = tree.stepBuild(limit);
      work.push(step.work);
      done = step.done;
    }
    return { work, nodes: tree.nodes() };
  } finally {
    tree.dispose();
  }
}

function itemsBelow({ count, parent, itemCount }: NodeDump): Uint32Array {
  const below = Uint32Array.from(itemCount);
  // visits children before their parents, which have lower indices
  for (let node = count - 1; node > 0; node--) below[parent[node]] += below[node];
  return below;
}

/**
 * Returns the work of each call when the published build creates the given nodes. A call processes
 * whole nodes from a FIFO queue until their work reaches `limit`. The work of a node is the number
 * of items below it.
 */
export function publishedSteps(nodes: NodeDump, limit: number): number[] {
  const below = itemsBelow(nodes);
  const children: number[][] = Array.from({ length: nodes.count }, () => []);
  for (let node = 1; node < nodes.count; node++) children[nodes.parent[node]].push(node);
  const queue = [0];
  const steps: number[] = [];
  for (let next = 0; next < queue.length; ) {
    let spent = 0;
    while (next < queue.length && spent < limit) {
      const node = queue[next++];
      spent += below[node];
      queue.push(...children[node].reverse());
    }
    steps.push(spent);
  }
  return steps;
}

export interface Comparison {
  readonly limit: number;
  readonly published: readonly number[];
  readonly ours: readonly number[];
  readonly total: number;
}

/** The maximum work of a step is chosen so that the build takes about `hint` frames. */
export function compare(count: number, spread: Spread, hint: number): Comparison {
  const boxes = scatter(count, spread);
  const { nodes } = stepwise(boxes, 0xffffffff);
  const total = itemsBelow(nodes).reduce((sum, items) => sum + items, 0);
  const limit = 1 + Math.floor(total / (hint - OTHER_STATES));
  const { work } = stepwise(boxes, limit);
  return { limit, published: publishedSteps(nodes, limit), ours: work, total };
}

const maxOf = (work: readonly number[]) => work.reduce((a, b) => Math.max(a, b), 0);

function table(spread: Spread): Table {
  const rows = COUNTS.flatMap((count) =>
    HINTS.map((hint) => {
      const { limit, published, ours, total } = compare(count, spread, hint);
      return [
        whole(count),
        hint,
        `${whole(total)} = ${(total / count).toFixed(1)} n`,
        whole(limit),
        `${published.length} / ${(maxOf(published) / limit).toFixed(1)} ×`,
        `${ours.length} / ${(maxOf(ours) / limit).toFixed(2)} ×`,
      ];
    }),
  );
  return {
    caption: `${spread === 'uniform' ? 'Evenly distributed' : 'Log-uniform'} boxes: number of calls / largest call divided by the limit:`,
    header: ['n', 'requested frames', 'items of all nodes', 'limit', 'published', 'Sapwood'],
    rows,
  };
}

/**
 * Returns the number of steps of four consecutive builds, and the greatest ratio of the work of a
 * step to its work limit.
 */
export function pacedSteps(buildFrames: number): { steps: number[]; max: number } {
  const boxes = scatter(5000, 'uniform');
  const tree = new StaticTree({ leafLimit: LEAF_LIMIT, buildFrames });
  const steps: number[] = [];
  let largest = 0;
  try {
    for (let build = 0; build < 4; build++) {
      tree.beginBuild(boxes);
      let count = 0;
      for (let done = false; !done; count++) {
        const limit = tree.stepWork;
        const step = tree.stepBuild();
        largest = Math.max(largest, step.work / limit);
        done = step.done;
      }
      steps.push(count);
    }
  } finally {
    tree.dispose();
  }
  return { steps, max: largest };
}

function paceTable(): Table {
  return {
    caption:
      'Number of steps of consecutive builds of 5,000 evenly distributed boxes, with `buildFrames` and `stepBuild()` without a limit:',
    header: ['`buildFrames`', 'first', 'second', 'third', 'fourth', 'largest step ÷ limit'],
    rows: [4, 10, 30, 100, 1000].map((frames) => {
      const { steps, max: largest } = pacedSteps(frames);
      return [frames, ...steps, `${largest.toFixed(2)} ×`];
    }),
  };
}

function chart() {
  const { limit, published, ours } = compare(5000, 'uniform', 13);
  const points = (work: readonly number[]) => work.map((units, i) => [i + 1, units] as const);
  return {
    name: 'progressive-build',
    title: 'Work of each call, 5,000 boxes',
    x: 'call',
    y: 'units of work',
    series: [
      { name: 'published', points: points(published) },
      { name: 'Sapwood', points: points(ours) },
    ],
    marks: [{ y: limit, label: 'limit' }],
  };
}

function conclusions(): string[] {
  const { limit, published, ours, total } = compare(5000, 'uniform', 100);
  return [
    `The first call of the published build does n units of work for any limit, here ${(published[0] / limit).toFixed(1)} times the limit. In Sapwood no call exceeds it (largest: ${(maxOf(ours) / limit).toFixed(2)} times).`,
    `A unit of Sapwood is an item read or written. A node does that more than once for bounds, variance, partition and copying. The whole build has ${whole(ours.reduce((a, b) => a + b, 0))} units for ${whole(total)} items of all nodes.`,
  ];
}

export const progressiveBuild: Experiment = {
  id: 'progressive-build',
  title: 'Builds spread over frames',
  question:
    'A build in steps should not cause a peak in the frame time. The published limit is W / (frames − 3) units per call, where W is the sum of the items of all nodes. In the published form a node is never split across calls. Scene: 5,000 and 100,000 unit cubes, one in 8 units of space, or with coordinates distributed evenly over nine decades; leaf limit 4.',
  run: (): Findings => ({
    tables: [table('uniform'), table('log-uniform'), paceTable()],
    charts: [chart()],
    conclusions: conclusions(),
  }),
};
