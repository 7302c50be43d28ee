/**
 * Inputs of a case, which are computed before the measurement: boxes, frames of motions, queries.
 */

import {
  boxQueries,
  createMotion,
  generateScene,
  type Motion,
  peerLargeBoxes,
  peerNearestPoints,
  peerRays,
  peerSmallBoxes,
  pointQueries,
  type Queries,
  queryAt,
  type Recipe,
  rayQueries,
  type Scene,
} from 'scenes';
import type { Case } from './cases';
import { once } from './once';
import { readRealInput } from './real-inputs';

/**
 * Number of queries of each kind. It is so large that a branch predictor cannot learn all results.
 */
export const QUERY_COUNT = 4000;
/** Seed of the generic queries; the golden results in the scene files use the same seed. */
export const QUERY_SEED = 4242;
export const NEIGHBORS = 8;

const FRAMES = 16;
const LARGEST_MOTION_BYTES = 1 << 27;

/** One in SHARE boxes moves or is inserted. A tenth is a typical share of awake bodies. */
const SHARE = 10;

const jitter: Recipe = { kind: 'jitter', seed: 1, amount: 0.05 };
const drift: Recipe = { kind: 'drift', seed: 1, speed: 0.05 };

/**
 * Boxes of each frame. Frames are played forward, then backward, so that boxes never jump from the
 * last frame to the first.
 */
export interface Frames {
  readonly recipe: Recipe;
  /** Boxes at the start and after each step. */
  readonly boxes: readonly Float32Array[];
}

/** Frames in which a tenth of the boxes moves. */
export interface PartialFrames extends Frames {
  readonly ids: Uint32Array;
  /** Boxes of the items in `ids`, for each frame. */
  readonly moved: readonly Float32Array[];
}

export interface QuerySets {
  /**
   * `peers`: queries of the comparison with native libraries; `scene`: queries generated around the
   * boxes of the scene.
   */
  readonly source: 'peers' | 'scene';
  readonly boxes: Queries;
  /** Null if the source is `scene`. */
  readonly largeBoxes: Queries | null;
  readonly rays: Queries;
  readonly points: Queries;
}

function meanSize({ halves }: Scene): number {
  return halves.length > 0 ? (2 * halves.reduce((sum, half) => sum + half, 0)) / halves.length : 0;
}

function play(scene: Scene, recipe: Recipe, frames: number): { motion: Motion; frames: Frames } {
  const fitting = Math.max(2, Math.floor(LARGEST_MOTION_BYTES / scene.boxes.byteLength));
  const motion = createMotion(scene, recipe);
  const boxes = [scene.boxes];
  for (let frame = 0; frame < Math.min(frames, fitting); frame++) boxes.push(motion.step().slice());
  return { motion, frames: { recipe, boxes } };
}

export function boxesAt(boxes: Float32Array, ids: Uint32Array, stride: number): Float32Array {
  const packed = new Float32Array(ids.length * stride);
  ids.forEach((id, k) => {
    packed.set(boxes.subarray(id * stride, (id + 1) * stride), k * stride);
  });
  return packed;
}

function playTenth(scene: Scene): PartialFrames {
  const recipe = { kind: 'walk', seed: 777, amount: 0.1 * meanSize(scene), every: SHARE };
  const { motion, frames } = play(scene, recipe, FRAMES);
  const ids = motion.movedIds.slice(0, motion.movedCount);
  const moved = frames.boxes.map((boxes) => boxesAt(boxes, ids, 2 * scene.dimensions));
  return { ...frames, ids, moved };
}

function fitsPeers({ definition: { distribution } }: Scene): boolean {
  if (distribution.kind === 'clustered') return true;
  return distribution.kind === 'uniform' && (distribution.origin ?? 0) === 0;
}

function makeQueries(scene: Scene, count: number): QuerySets {
  if (fitsPeers(scene)) {
    return {
      source: 'peers',
      boxes: peerSmallBoxes(scene, count),
      largeBoxes: peerLargeBoxes(scene, count),
      rays: peerRays(scene, count),
      points: peerNearestPoints(scene, count),
    };
  }
  return {
    source: 'scene',
    boxes: boxQueries(scene, count, QUERY_SEED),
    largeBoxes: null,
    rays: rayQueries(scene, count, QUERY_SEED),
    points: pointQueries(scene, count, QUERY_SEED),
  };
}

/** Returns the recorded motion, the motion in the scene definition, or a drift of all boxes. */
function ownMotion(scene: Scene, recorded: readonly Float32Array[]): Frames {
  const { motion: recipe, frames } = scene.definition;
  if (recipe && recorded.length > 0) return { recipe, boxes: recorded };
  return recipe ? play(scene, recipe, frames).frames : play(scene, drift, FRAMES).frames;
}

/**
 * Returns copies of every tenth box at the end of the motion. The copied boxes are not the boxes
 * that `tenth` moves.
 */
function boxesToInsertOf({ count, dimensions }: Scene, motion: Frames): Float32Array {
  const first = Math.min(SHARE / 2, count - 1);
  const ids = Uint32Array.from(
    { length: Math.ceil((count - first) / SHARE) },
    (_, k) => first + k * SHARE,
  );
  return boxesAt(motion.boxes[motion.boxes.length - 1], ids, 2 * dimensions);
}

export interface Workload {
  readonly source: Case;
  readonly scene: Scene;
  /** Number of coordinates of a box. */
  readonly stride: number;
  /** Frames in which every box moves randomly around its position. */
  jitter(): Frames;
  /** The motion of the scene, or a drift of every box. */
  motion(): Frames;
  tenth(): PartialFrames;
  boxesToInsert(): Float32Array;
  queries(): QuerySets;
}

/** Only tests use a smaller `queryCount`. */
export async function createWorkload(source: Case, queryCount = QUERY_COUNT): Promise<Workload> {
  const { definition, n } = source;
  const real = await readRealInput(definition, n, FRAMES);
  const scene = real?.scene ?? generateScene(definition, { count: n });
  const motion = once(() => ownMotion(scene, real?.frames ?? []));
  return {
    source,
    scene,
    stride: 2 * scene.dimensions,
    jitter: once(() => play(scene, jitter, FRAMES).frames),
    motion,
    tenth: once(() => playTenth(scene)),
    boxesToInsert: once(() => boxesToInsertOf(scene, motion())),
    queries: once(() => makeQueries(scene, queryCount)),
  };
}

/** Returns one array view for each query of the batch. */
export function separately(queries: Queries): readonly Float32Array[] {
  return Array.from({ length: queries.count }, (_, i) => queryAt(queries, i));
}
