/**
 * Counts the work of a candidate in a world. The counts are the same on every machine. A moving
 * world is simulated for half a second at 60 frames per second and counted at the end, when trees
 * that are updated but not rebuilt have degraded.
 */

import type { SpatialIndex } from 'sapwood/all';
import { createMotion, type Scene } from 'scenes';
import { boxesAt } from '../node/workload';
import { type Candidate, type Change, candidatesIn, follow, indexOf } from './candidates';
import { type AdviseCase, sceneOf } from './cases';
import { type Mix, type QueryKind, queryKinds, standardMix } from './mix';

export type Counts = readonly [visits: number, tests: number, results: number];

export interface Work {
  readonly items: number;
  /**
   * Boxes that are passed to the index, and items that changed their position in the structure.
   * Both are means per frame.
   */
  readonly passed: number;
  readonly changed: number;
  readonly nodes: number;
  readonly pairs: Counts;
  /** Number of queries of each kind, and the counts for each kind, summed over its queries. */
  readonly queryCount: number;
  readonly queries: Readonly<Record<QueryKind, Counts>>;
}

export const FRAMES = 30;
/** Number of queries of each kind. */
export const QUERIES = 200;

export function countsOf(index: SpatialIndex): Counts {
  const { nodeVisits, itemTests, results } = index.counters();
  return [nodeVisits, itemTests, results];
}

/**
 * Returns the counters of a query of all pairs. In some structures, the first query after a change
 * also counts the comparisons that the change requires.
 */
function countPairs(index: SpatialIndex): Counts {
  index.pairsView();
  return countsOf(index);
}

/** Runs a query, because some structures postpone the work of a change until the next query. */
export function settle(index: SpatialIndex, corner: Float32Array): void {
  index.queryPointInto(corner, nothing);
}
const nothing = new Uint32Array(1);

export interface Staged {
  readonly candidate: Candidate;
  readonly index: SpatialIndex;
  /**
   * Sums over all frames: boxes passed to the index, and items that changed their position in the
   * index.
   */
  passed: number;
  changed: number;
  /** Counts of the query of all pairs in the last frame. */
  pairs: Counts;
}

export interface World {
  readonly scene: Scene;
  readonly mix: Mix;
  /** Lower corner of the first box, for `settle`. */
  readonly corner: Float32Array;
  readonly moves: boolean;
  readonly staged: readonly Staged[];
}

/** Builds all candidates with the boxes of a case. */
export function enter(one: AdviseCase): World {
  const scene = sceneOf(one);
  const { dimensions, count } = scene;
  const moves = one.definition.motion !== undefined;
  const staged = candidatesIn(dimensions, count, moves).map((candidate) => {
    const index = indexOf(candidate, dimensions);
    index.build(scene.boxes);
    return { candidate, index, passed: 0, changed: 0, pairs: countPairs(index) };
  });
  const corner = scene.boxes.slice(0, dimensions);
  return { scene, mix: standardMix(scene, QUERIES), corner, moves, staged };
}

export function disposeWorld({ staged }: World): void {
  for (const { index } of staged) index.dispose();
}

export function* changesOf(scene: Scene, frames: number): Generator<Change> {
  const motion = createMotion(scene);
  for (let frame = 0; frame < frames; frame++) {
    const boxes = motion.step();
    const ids = motion.movedIds.slice(0, motion.movedCount);
    yield { boxes, ids, moved: boxesAt(boxes, ids, 2 * scene.dimensions) };
  }
}

/** Times of one frame in milliseconds. */
export interface FrameTimes {
  readonly follow: number;
  readonly frame: number;
}

function takeFrame(one: Staged, change: Change, corner: Float32Array): FrameTimes {
  const { index, candidate } = one;
  const start = performance.now();
  one.changed += follow[candidate.policy](index, change);
  settle(index, corner);
  const followed = performance.now();
  index.pairsView();
  const end = performance.now();
  one.pairs = countsOf(index);
  one.passed += candidate.policy === 'incremental' ? change.ids.length : index.size;
  return { follow: followed - start, frame: end - start };
}

/** Simulates the motion of a world, and passes each frame to all candidates in turn. */
export function playAll(
  { scene, staged, corner }: World,
  note?: (one: Staged, frame: number, times: FrameTimes) => void,
): void {
  let frame = 0;
  for (const change of changesOf(scene, FRAMES)) {
    for (const one of staged) {
      const times = takeFrame(one, change, corner);
      note?.(one, frame, times);
    }
    frame++;
  }
}

export function workOf({ mix, moves }: World, { index, passed, changed, pairs }: Staged): Work {
  const items = index.size;
  const { nodes } = index.stats();
  const queries = queryKinds.map((kind) => {
    mix.run[kind](index);
    return [kind, countsOf(index)] as const;
  });
  return {
    items,
    passed: moves ? passed / FRAMES : items,
    changed: moves ? changed / FRAMES : items,
    nodes,
    pairs,
    queryCount: mix.count,
    queries: Object.fromEntries(queries) as Work['queries'],
  };
}

export function countCase(one: AdviseCase): readonly { candidate: Candidate; work: Work }[] {
  const world = enter(one);
  try {
    if (world.moves) playAll(world);
    return world.staged.map((staged) => ({
      candidate: staged.candidate,
      work: workOf(world, staged),
    }));
  } finally {
    disposeWorld(world);
  }
}
