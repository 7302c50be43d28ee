/**
 * Inputs of a workload, which are the same for all contestants: boxes, motion and queries,
 * generated from seeds.
 */

import type { Change, Dimensions } from 'peers';
import {
  createMotion,
  peerBoxes,
  peerNearestPoints,
  peerRays,
  type Queries,
  type Scene,
  sweepPairs,
} from 'scenes';
import { stepOf } from './scene-list.js';

/**
 * Half the side length of query boxes. In the uniform scene, such a box overlaps 15 to 20 items.
 */
const QUERY_HALF = { 2: 2.5, 3: 1.6 } as const;
/**
 * Number of frames in which boxes move away from the start. The same number of frames follows, in
 * which they move back.
 */
const FRAMES = 4;
export const NEIGHBORS = 8;
/**
 * Maximum number of rays to generate per required ray. In dense scenes, most rays start inside a
 * box and are discarded.
 */
const MAX_DRAWN = 64;

export interface Input {
  readonly dimensions: Dimensions;
  readonly n: number;
  readonly boxes: Float32Array;
  /**
   * One change per frame. The first `FRAMES` changes move boxes away from the start. The others
   * move them back, so that the last change restores the initial boxes.
   */
  readonly changes: readonly Change[];
  /** Packed boxes, points or rays, depending on the workload. */
  readonly queries: Float32Array;
}

function packed(boxes: Float32Array, ids: Uint32Array, stride: number): Float32Array {
  const few = new Float32Array(ids.length * stride);
  for (let k = 0; k < ids.length; k++) {
    few.set(boxes.subarray(ids[k] * stride, (ids[k] + 1) * stride), k * stride);
  }
  return few;
}

/**
 * Moves every `every`-th box at random, by up to half of the step width per frame and axis. After
 * `FRAMES` frames, the boxes move back to the start on the same path.
 */
export function walk(scene: Scene, every: number): Change[] {
  const motion = createMotion(scene, { kind: 'walk', every, amount: stepOf(scene) });
  const forward: Float32Array[] = [];
  for (let frame = 0; frame < FRAMES; frame++) forward.push(motion.step().slice());
  const ids = motion.movedIds.slice(0, motion.movedCount);
  const stops = [...forward, ...forward.slice(0, -1).reverse(), scene.boxes];
  return stops.map((boxes) => ({ boxes, ids, moved: packed(boxes, ids, 2 * scene.dimensions) }));
}

/**
 * Index of the last change that moves boxes away from the start; the next change moves them back.
 */
export const LAST_FORWARD = FRAMES - 1;

export function boxQueries(scene: Scene, count: number): Float32Array {
  return peerBoxes(scene, count, QUERY_HALF[scene.dimensions]).values;
}

export function points(scene: Scene, count: number): Float32Array {
  return peerNearestPoints(scene, count).values;
}

export function centerBoxes({ centers, dimensions }: Scene): Float32Array {
  const boxes = new Float32Array(2 * centers.length);
  for (let at = 0; at < centers.length; at += dimensions) {
    boxes.set(centers.subarray(at, at + dimensions), 2 * at);
    boxes.set(centers.subarray(at, at + dimensions), 2 * at + dimensions);
  }
  return boxes;
}

/** Returns the indices of the rays that start inside a box. */
function insiders({ boxes, dimensions, count }: Scene, rays: Queries): Set<number> {
  const origins = new Float32Array(rays.count * 2 * dimensions);
  for (let i = 0; i < rays.count; i++) {
    const origin = rays.values.subarray(i * rays.stride, i * rays.stride + dimensions);
    origins.set(origin, 2 * dimensions * i);
    origins.set(origin, 2 * dimensions * i + dimensions);
  }
  const all = new Float32Array(boxes.length + origins.length);
  all.set(boxes);
  all.set(origins, boxes.length);
  const inside = new Set<number>();
  sweepPairs({ dimensions, boxes: all }, (a, b) => {
    if (a < count && b >= count) inside.add(b - count);
  });
  return inside;
}

/**
 * Returns rays that start outside all boxes, because the results for other rays differ between
 * physics engines.
 */
export function rays(scene: Scene, count: number): Float32Array {
  // a longer list begins with the same rays, so the chosen rays do not depend on `drawnCount`
  for (let drawnCount = 2 * count; drawnCount <= MAX_DRAWN * count; drawnCount *= 2) {
    const chosen = outsiders(scene, peerRays(scene, drawnCount), count);
    if (chosen) return chosen;
  }
  throw new Error('too many rays start inside boxes');
}

/** Returns the first `count` rays that start outside all boxes, or undefined if there are fewer. */
function outsiders(scene: Scene, drawn: Queries, count: number): Float32Array | undefined {
  const inside = insiders(scene, drawn);
  const chosen = new Float32Array(count * drawn.stride);
  let kept = 0;
  for (let i = 0; i < drawn.count && kept < count; i++) {
    if (inside.has(i)) continue;
    const from = i * drawn.stride;
    chosen.set(drawn.values.subarray(from, from + drawn.stride), kept++ * drawn.stride);
  }
  return kept === count ? chosen : undefined;
}
