/**
 * Capacity of quadtree leaves: compares many small leaves, which share long items, with few large
 * leaves.
 */

import { Quadtree } from 'sapwood/all';
import { type PublishedName, publishedNames } from 'scenes';
import { onceEach } from '../node/once';
import { boxesOf } from '../published/cases';
import { percent, rounded, type Table, whole } from '../report/document';
import type { Experiment, Findings } from './experiment';

const N = 2000;
export const capacities = [1, 2, 4, 5, 8, 16, 32, 64, 128, 256, 1024];
export const DEFAULT_CAPACITY = 8;

export interface CapacityWork {
  readonly capacity: number;
  /** Leaves visited plus items tested by a query of all pairs. */
  readonly pairs: number;
  /** Mean of nodes visited plus items tested by a query with the box of an item. */
  readonly query: number;
  readonly bytes: number;
}

function workAt(boxes: Float32Array, capacity: number): CapacityWork {
  const index = new Quadtree({ dimensions: 2, capacity });
  const out = new Uint32Array(N);
  const work = () => {
    const { nodeVisits, itemTests } = index.counters();
    return nodeVisits + itemTests;
  };
  try {
    index.build(boxes);
    index.pairsView();
    const pairs = work();
    let queries = 0;
    for (let at = 0; at < boxes.length; at += 4) {
      index.queryBoxInto(boxes.subarray(at, at + 4), out);
      queries += work();
    }
    return { capacity, pairs, query: (4 * queries) / boxes.length, bytes: index.byteLength };
  } finally {
    index.dispose();
  }
}

export const sweepCapacities = onceEach((scene: PublishedName): readonly CapacityWork[] => {
  const boxes = boxesOf({ scene, n: N }, 0);
  return capacities.map((capacity) => workAt(boxes, capacity));
});

export type Measure = 'pairs' | 'query' | 'bytes';

function minOf(scene: PublishedName, measure: Measure): number {
  return Math.min(...sweepCapacities(scene).map((work) => work[measure]));
}

export function bestCapacities(scene: PublishedName, measure: Measure): readonly number[] {
  const minWork = minOf(scene, measure);
  return sweepCapacities(scene)
    .filter((work) => work[measure] === minWork)
    .map(({ capacity }) => capacity);
}

function tableOf(
  measure: Measure,
  caption: string,
  text: (value: number) => string | number,
): Table {
  return {
    caption,
    header: ['capacity', ...publishedNames],
    rows: capacities.map((capacity, i) => [
      capacity,
      ...publishedNames.map((scene) => {
        const shown = text(sweepCapacities(scene)[i][measure]);
        return bestCapacities(scene, measure).includes(capacity) ? `**${shown}**` : shown;
      }),
    ]),
  };
}

/**
 * Returns the maximum over all scenes of a ratio: the value of `measure` at `capacity`, divided by
 * its minimum over all capacities.
 */
export function worstFactor(measure: Measure, capacity: number): number {
  const at = capacities.indexOf(capacity);
  return Math.max(
    ...publishedNames.map((scene) => sweepCapacities(scene)[at][measure] / minOf(scene, measure)),
  );
}

/**
 * Scenes of long or large boxes, in which leaves stop splitting because the tree reaches its
 * maximum number of stored item references.
 */
export const limited: readonly PublishedName[] = ['RandomLargeBoxes', 'XLine', 'YLine'];

/**
 * Returns the ratio of the greatest to the least work of a query of all pairs, for capacities up to
 * `maxCapacity`.
 */
export function spreadUpTo(maxCapacity: number, scene: PublishedName): number {
  const work = sweepCapacities(scene)
    .filter(({ capacity }) => capacity <= maxCapacity)
    .map(({ pairs }) => pairs);
  return Math.max(...work) / Math.min(...work);
}

function conclusions(): string[] {
  const span = (all: readonly number[]) =>
    all.length > 1 ? `${all[0]} to ${all[all.length - 1]}` : String(all[0]);
  const best = (measure: Measure) =>
    publishedNames.map((scene) => `${span(bestCapacities(scene, measure))} in ${scene}`).join(', ');
  const factors = (measure: Measure) =>
    [DEFAULT_CAPACITY, 5].map((capacity) => worstFactor(measure, capacity).toFixed(2));
  const [pairs, query] = (['pairs', 'query'] as const).map(factors);
  return [
    `The capacity with the least work for all pairs is ${best('pairs')}.`,
    `The capacity with the least work of queries is ${best('query')}.`,
    `The default of ${DEFAULT_CAPACITY} needs at most ${pairs[0]} times the least work for all pairs and ${query[0]} times the least work of a query. The published 5 needs at most ${pairs[1]} and ${query[1]} times the least work.`,
    `In ${limited.join(', ')} the division ends at 8 entries per item, before the capacity is reached. For capacities of 1 to 64 the work for all pairs differs by at most ${percent(Math.max(...limited.map((scene) => spreadUpTo(64, scene))) - 1)} there.`,
    'Memory never increases with the capacity. In RandomLargeBoxes and XLine, whose boxes are larger than the distances between them, a capacity above the default also saves work.',
  ];
}

export const quadtreeCapacity: Experiment = {
  id: 'quadtree-capacity',
  title: 'Capacity of quadtree leaves',
  question: `A leaf of a quadtree is divided when it has more items than its capacity. A small capacity saves tests within leaves. It also makes more leaves, and items that touch several leaves are stored and compared in each of them. The published comparison uses 5 without a reason. Scenes of that comparison, ${whole(N)} boxes; \`Quadtree\` without \`minSide\` and \`space\`. The least number of each column is bold.`,
  run: (): Findings => ({
    tables: [
      tableOf('pairs', 'Leaves visited + items tested for all pairs:', whole),
      tableOf('query', 'Nodes visited + items tested by a box query:', rounded),
      tableOf('bytes', 'Memory in KiB:', (bytes) => whole(bytes / 1024)),
    ],
    conclusions: conclusions(),
  }),
};
