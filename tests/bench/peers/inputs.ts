/** What everybody is given in a cell of the comparison: boxes, how they move, queries. Made once, from seeds. */

import type { Change, Dimensions } from 'peers';
import {
  createMotion,
  generateScene,
  peerBoxes,
  peerNearestPoints,
  peerRays,
  type Queries,
  type Recipe,
  type Scene,
  sweepPairs,
} from 'scenes';

export interface PeerScene {
  readonly id: string;
  readonly title: string;
  readonly seed: number;
  readonly distribution: Recipe;
}

/** The workload that the native peers were measured with; `line` added. */
export const peerScenes: readonly PeerScene[] = [
  {
    id: 'uniform',
    title: 'about two overlaps a box',
    seed: 1,
    distribution: { kind: 'uniform' },
  },
  {
    id: 'clustered',
    title: 'a cluster for each 500 boxes, about four overlaps a box',
    seed: 2,
    distribution: { kind: 'clustered' },
  },
  {
    id: 'line',
    title: 'all in one line, one wide, along the second axis',
    seed: 1,
    distribution: { kind: 'line', axis: 1, thickness: 1 },
  },
  {
    id: 'mixed',
    title: 'uniform, every hundredth box ten times larger',
    seed: 1,
    distribution: { kind: 'uniform', largeEvery: 100 },
  },
  {
    id: 'sparse',
    title: 'uniform, boxes of a quarter of the size',
    seed: 1,
    distribution: { kind: 'uniform', sizeScale: 0.25 },
  },
];

export function makeScene(id: string, dimensions: Dimensions, count: number): Scene {
  const scene = peerScenes.find((one) => one.id === id);
  if (!scene) throw new Error(`no scene '${id}'`);
  return generateScene({ ...scene, group: 'peers', dimensions, count, frames: 0, slow: false });
}

/** Half sides of query boxes that hit 15 to 20 boxes of the uniform scene. */
const QUERY_HALF = { 2: 2.5, 3: 1.6 } as const;
/** Frames forward; then the same way back. */
const FRAMES = 4;
export const NEIGHBOURS = 8;

export interface Input {
  readonly dimensions: Dimensions;
  readonly n: number;
  readonly boxes: Float32Array;
  /** One after the other, then from the first one again; the first `FRAMES` go forward. */
  readonly changes: readonly Change[];
  /** Boxes, points or rays, whatever the workload asks. */
  readonly queries: Float32Array;
}

function packed(boxes: Float32Array, ids: Uint32Array, stride: number): Float32Array {
  const few = new Float32Array(ids.length * stride);
  for (let k = 0; k < ids.length; k++) {
    few.set(boxes.subarray(ids[k] * stride, (ids[k] + 1) * stride), k * stride);
  }
  return few;
}

/** Every `every`-th box walks at random, by up to 0.05 a frame and axis: forward, then back. */
export function walk(scene: Scene, every: number): Change[] {
  const motion = createMotion(scene, { kind: 'walk', every });
  const forward: Float32Array[] = [];
  for (let frame = 0; frame < FRAMES; frame++) forward.push(motion.step().slice());
  const ids = motion.movedIds.slice(0, motion.movedCount);
  const stops = [...forward, ...forward.slice(0, -1).reverse(), scene.boxes];
  return stops.map((boxes) => ({ boxes, ids, moved: packed(boxes, ids, 2 * scene.dimensions) }));
}

/** The change after which `boxes` are those of the last frame forward. */
export const LAST_FORWARD = FRAMES - 1;

export function boxQueries(scene: Scene, count: number): Float32Array {
  return peerBoxes(scene, count, QUERY_HALF[scene.dimensions]).values;
}

export function points(scene: Scene, count: number): Float32Array {
  return peerNearestPoints(scene, count).values;
}

/** The centres, as boxes without extent. */
export function centreBoxes({ centres, dimensions }: Scene): Float32Array {
  const boxes = new Float32Array(2 * centres.length);
  for (let at = 0; at < centres.length; at += dimensions) {
    boxes.set(centres.subarray(at, at + dimensions), 2 * at);
    boxes.set(centres.subarray(at, at + dimensions), 2 * at + dimensions);
  }
  return boxes;
}

/** Ids of the rays that begin in a box. */
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

/** Rays that begin outside of all boxes: physics engines differ about those that begin inside. */
export function rays(scene: Scene, count: number): Float32Array {
  const drawn = peerRays(scene, 2 * count);
  const inside = insiders(scene, drawn);
  const chosen = new Float32Array(count * drawn.stride);
  let kept = 0;
  for (let i = 0; i < drawn.count && kept < count; i++) {
    if (inside.has(i)) continue;
    const from = i * drawn.stride;
    chosen.set(drawn.values.subarray(from, from + drawn.stride), kept++ * drawn.stride);
  }
  if (kept < count) throw new Error('too many rays begin inside of boxes');
  return chosen;
}
