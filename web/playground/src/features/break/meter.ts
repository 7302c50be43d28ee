/**
 * Cost of a full pair search for each structure: node visits and box tests in a newly built index.
 * Counts are the same on every machine.
 */

import { type SpatialIndex, type StructureEntry, structures } from 'sapwood/all';
import type { Dimensions, OptionChoices } from '../../state/settings.js';
import { reasonFor } from './reasons.js';

/** A structure collapses if it needs at least this fraction of the brute-force tests. */
export const COLLAPSE = 0.25;
/** Maximum number of boxes whose tests are counted, so that painting stays responsive. */
export const MAX_COUNTED = 4000;

export interface Work {
  readonly id: string;
  readonly title: string;
  readonly visits: number;
  readonly tests: number;
  /** Sum of visits and tests, as a fraction of the brute-force tests. */
  readonly share: number;
}

export interface Reading {
  readonly items: number;
  readonly pairs: number;
  /** Number of brute-force tests: one for each pair of boxes. */
  readonly all: number;
  readonly chosen: Work;
  /** Structure with the least work, except the chosen one and brute force. */
  readonly best: Work;
  readonly collapsed: boolean;
  /** Explanation of the cost, with measured numbers. */
  readonly reason: string;
}

interface Scene {
  readonly boxes: Float32Array;
  readonly dimensions: Dimensions;
}

function withIndex<Result>(
  entry: StructureEntry,
  options: object,
  { boxes, dimensions }: Scene,
  run: (index: SpatialIndex) => Result,
): Result {
  const index = entry.create({ ...options, dimensions });
  try {
    index.build(boxes);
    return run(index);
  } finally {
    index.dispose();
  }
}

function workOf(entry: StructureEntry, index: SpatialIndex, all: number): Work {
  index.pairsView();
  const { itemTests: tests, nodeVisits: visits } = index.counters();
  const share = all > 0 ? (visits + tests) / all : 0;
  return { id: entry.id, title: entry.title(index.dimensions), visits, tests, share };
}

/** Counts the work of a structure and of its alternatives. Returns null for too many boxes. */
export function readMeter(scene: Scene, structure: string, options: OptionChoices): Reading | null {
  const { boxes, dimensions } = scene;
  const items = boxes.length / (2 * dimensions);
  const chosenEntry = structures.find(({ id }) => id === structure);
  if (items > MAX_COUNTED || !chosenEntry) return null;
  const all = (items * (items - 1)) / 2;
  // `space` is an option of the page, not of the library
  const { space, ...given } = options;
  const [chosen, pairs, reason] = withIndex(chosenEntry, given, scene, (index) => {
    const work = workOf(chosenEntry, index, all);
    const found = index.pairsView().length / 2;
    return [work, found, reasonFor(work, index, boxes)] as const;
  });
  const others = structures.filter(
    ({ dimensions: offered, id }) =>
      id !== structure && id !== 'brute-force' && offered.includes(dimensions),
  );
  const works = others.map((entry) =>
    withIndex(entry, {}, scene, (index) => workOf(entry, index, all)),
  );
  const best = works.reduce((a, b) => (b.share < a.share ? b : a));
  return { items, pairs, all, chosen, best, collapsed: chosen.share >= COLLAPSE, reason };
}
