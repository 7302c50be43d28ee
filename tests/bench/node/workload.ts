/**
 * The inputs of a case, made before anything is timed: boxes, the frames of motions, queries.
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

/** Enough that a branch predictor does not learn the answers by heart. */
export const QUERY_COUNT = 4000;
/** Seed of the generic queries, the same as in the scene files' goldens. */
export const QUERY_SEED = 4242;
/** Neighbors asked for. */
export const NEIGHBORS = 8;

const FRAMES = 16;
const LARGEST_MOTION_BYTES = 1 << 27;

/** Every tenth box moves, or is inserted: a usual share of what is awake. */
const SHARE = 10;

const jitter: Recipe = { kind: 'jitter', seed: 1, amount: 0.05 };
const drift: Recipe = { kind: 'drift', seed: 1, speed: 0.05 };

/** Boxes frame by frame; played forward, then backward, so that each step is one of the motion's own. */
export interface Frames {
  readonly recipe: Recipe;
  /** The start, then what each step gives. */
  readonly boxes: readonly Float32Array[];
}

/** A tenth of the boxes moving, the others at rest. */
export interface PartialFrames extends Frames {
  readonly ids: Uint32Array;
  /** Only the boxes of `ids`, frame by frame. */
  readonly moved: readonly Float32Array[];
}

export interface QuerySets {
  /** peers: the native peers' workload; scene: generic queries around the scene's own boxes. */
  readonly source: 'peers' | 'scene';
  readonly boxes: Queries;
  /** Only the peers' workload has them. */
  readonly largeBoxes: Queries | null;
  readonly rays: Queries;
  readonly points: Queries;
}

/** Mean side length over all boxes and axes. */
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

/** The boxes of some ids, packed. */
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

/** What the scene's definition says, else a drift; a recorded motion is taken as it is. */
function ownMotion(scene: Scene, recorded: readonly Float32Array[]): Frames {
  const { motion: recipe, frames } = scene.definition;
  if (recipe && recorded.length > 0) return { recipe, boxes: recorded };
  return recipe ? play(scene, recipe, frames).frames : play(scene, drift, FRAMES).frames;
}

/** Where newcomers appear: one box in ten, other ones than those that walk, where it drifts to. */
function newcomersOf({ count, dimensions }: Scene, motion: Frames): Float32Array {
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
  /** Numbers in a box. */
  readonly stride: number;
  /** Every box trembles around its place. */
  jitter(): Frames;
  /** The scene's own motion, else every box drifts. */
  motion(): Frames;
  tenth(): PartialFrames;
  newcomers(): Float32Array;
  queries(): QuerySets;
}

/** `queryCount` is smaller in tests only. */
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
    newcomers: once(() => newcomersOf(scene, motion())),
    queries: once(() => makeQueries(scene, queryCount)),
  };
}

/** The queries one by one, as views. */
export function separately(queries: Queries): readonly Float32Array[] {
  return Array.from({ length: queries.count }, (_, i) => queryAt(queries, i));
}
