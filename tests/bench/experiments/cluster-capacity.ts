/**
 * Determines the best capacity of the clusters of a cluster split, including the cost of the
 * splits. Without a split, n boxes need n^2 / 2 comparisons. Clusters of c boxes need only n c / 2
 * comparisons, so a capacity of 1 would be the best if splits were free. But to split a set of
 * boxes, the algorithm reads each box once per axis, and once more to partition the set.
 */

import { ClusterSplit } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { percent, type Table, whole } from '../report/document';
import type { Experiment, Findings } from './experiment';
import { boxAround } from './queries';

const COUNT = 4096;
const capacities = [1, 2, 4, 8, 16, 32, 64, 128, 256, 1024, 4096];

export interface CapacityScene {
  readonly name: string;
  readonly boxes: Float32Array;
}

function lattice(): Float32Array {
  const side = Math.sqrt(COUNT);
  const boxes = Array.from({ length: COUNT }, (_, i) => {
    return [...boxAround([i % side, Math.floor(i / side)], 0.25)];
  });
  return Float32Array.from(boxes.flat());
}

/** Returns small boxes at random positions; most have gaps on all sides, some overlap. */
function scattered(): Float32Array {
  const random = new Mulberry32(41);
  const boxes = Array.from({ length: COUNT }, () => [
    ...boxAround([1000 * random.unit(), 1000 * random.unit()], 0.5 + random.unit()),
  ]);
  return Float32Array.from(boxes.flat());
}

/** Returns 64 distant groups of 64 boxes. No gap separates the boxes of a group. */
function denseGroups(): Float32Array {
  const random = new Mulberry32(42);
  const boxes = Array.from({ length: COUNT }, (_, i) => {
    const crowd = i % 64;
    const place = [crowd % 8, Math.floor(crowd / 8)].map((at) => 100 * at + 20 * random.unit());
    return [...boxAround(place, 4)];
  });
  return Float32Array.from(boxes.flat());
}

export const scenes: readonly CapacityScene[] = [
  { name: 'lattice with gaps on all sides', boxes: lattice() },
  { name: 'small boxes at random positions', boxes: scattered() },
  { name: '64 dense groups of 64 boxes', boxes: denseGroups() },
];

export interface CapacityCost {
  readonly capacity: number;
  readonly clusters: number;
  /** Number of compared pairs within clusters. */
  readonly tests: number;
  /**
   * Total number of times that a split reads a box. In each node, every box is read once for each
   * of the two axes, and once more if the node is split.
   */
  readonly cutting: number;
}

export const totalOf = ({ tests, cutting }: CapacityCost) => tests + cutting;

function itemsBelow({ count, parent, itemCount }: ReturnType<ClusterSplit['nodes']>): number[] {
  const below = Array.from(itemCount);
  for (let node = count - 1; node > 0; node--) below[parent[node]] += below[node];
  return below;
}

export function costOf({ boxes }: CapacityScene, capacity: number): CapacityCost {
  const index = new ClusterSplit({ dimensions: 2, capacity });
  try {
    index.build(boxes);
    index.pairsView();
    const tests = index.counters().itemTests;
    const nodes = index.nodes();
    const below = itemsBelow(nodes);
    const cutting = below.reduce((sum, items, node) => {
      const cut = nodes.itemCount[node] === 0;
      return sum + 2 * items + (cut ? items : 0);
    }, 0);
    return { capacity, clusters: index.stats().leaves, tests, cutting };
  } finally {
    index.dispose();
  }
}

export const costsOf = (scene: CapacityScene) =>
  capacities.map((capacity) => costOf(scene, capacity));

export function cheapest(costs: readonly CapacityCost[]): CapacityCost {
  return costs.reduce((a, b) => (totalOf(b) < totalOf(a) ? b : a));
}

function tableOf({ name }: CapacityScene, costs: readonly CapacityCost[]): Table {
  const all = (COUNT * (COUNT - 1)) / 2;
  const best = cheapest(costs);
  return {
    caption: `${whole(COUNT)} boxes, ${name}:`,
    header: [
      'capacity c',
      'clusters',
      '(n² − nc) / n²',
      'saved',
      'comparisons',
      'splitting',
      'sum',
    ],
    rows: costs.map((cost) => [
      whole(cost.capacity),
      whole(cost.clusters),
      percent(1 - cost.capacity / COUNT),
      percent(1 - cost.tests / all),
      whole(cost.tests),
      whole(cost.cutting),
      cost === best ? `**${whole(totalOf(cost))}**` : whole(totalOf(cost)),
    ]),
  };
}

export const clusterCapacity: Experiment = {
  id: 'cluster-capacity',
  title: 'Capacity of clusters',
  question: `n boxes in clusters of c boxes need nc comparisons instead of n² (each pair counted twice). A survey chooses the capacity by the saving n² − nc, which is largest for the smallest c. That formula ignores the cost of splitting. Here splitting counts the boxes read: on both axes in every part, and once more in parts that are split.`,
  run: (): Findings => {
    const found = scenes.map((scene) => ({ scene, costs: costsOf(scene) }));
    return {
      tables: found.map(({ scene, costs }) => tableOf(scene, costs)),
      conclusions: [
        ...found.map(({ scene, costs }) => {
          const best = cheapest(costs);
          const [one] = costs;
          if (best === one) return `In the scene “${scene.name}” capacity 1 has the lowest sum.`;
          return `In the scene “${scene.name}” capacity ${best.capacity} has the lowest sum: ${percent(totalOf(best) / totalOf(one))} of that of capacity 1, which n² − nc would choose.`;
        }),
        'The last splits save few comparisons, and each level of splits reads all boxes again. Splitting should stop when a split costs more than it saves. In a dense group without a gap no capacity helps.',
      ],
    };
  },
};
