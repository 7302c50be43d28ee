/**
 * Motions of the boxes of scenes. The C++ code in tests/cpp/support/scene_motions.cpp produces the
 * same bits.
 *
 * The state of a motion is the float32 centers of the boxes. Each step computes in double precision,
 * only with + - * / and square roots, and rounds once. Half sizes never change. Items and axes are
 * processed in ascending order.
 *
 * - walk: random walk, in which a step is at most `amount` / 2 per axis. Every `every`-th box moves;
 *   in the first `fullFrames` frames, all boxes move (from the benchmark of native libraries).
 * - jitter: each box moves randomly around its first position, by up to `amount` of its size.
 * - drift: each box moves straight, with up to `speed` mean box sizes per frame and axis. It bounces
 *   at the bounds of the first centers.
 * - sleeping: the motion is a drift, but only one of `groups` groups of boxes moves. After `period`
 *   frames, the next group moves instead.
 * - teleport: in each frame, a box jumps to a random position with probability `fraction`.
 * - swirl: the boxes rotate around the center in the plane of the first and last axes. Inner boxes
 *   rotate faster. `turn` is the tangent of half the angle per frame, for a box halfway between the
 *   center and the bounds.
 */

import type { Dimensions, Recipe } from './definitions.js';
import { entryOf, type Parameters, parametersOf } from './definitions.js';
import { placeBoxes } from './distributions.js';
import { Mulberry32 } from './random.js';
import type { Scene } from './scene.js';

export interface Motion {
  readonly dimensions: Dimensions;
  readonly count: number;
  /** Flat boxes, which each step overwrites. */
  readonly boxes: Float32Array;
  /** The first `movedCount` entries are the ids that the last step moved, in ascending order. */
  readonly movedIds: Uint32Array;
  readonly movedCount: number;
  /**
   * Change of each center in the last step, as a flat array. The change is 0 for boxes that did not
   * move.
   */
  readonly displacements: Float32Array;
  readonly frame: number;
  /** Returns `boxes`. */
  step(): Float32Array;
}

/** Writes the next center of item i to `next`. Returns false if the item rests in this frame. */
type MoveItem = (next: Float64Array, index: number, frame: number) => boolean;

interface MotionKind {
  readonly defaults: Parameters;
  readonly start: (state: MotionState, random: Mulberry32, parameters: Parameters) => MoveItem;
}

class MotionState implements Motion {
  readonly dimensions: Dimensions;
  readonly count: number;
  readonly boxes: Float32Array;
  readonly centers: Float32Array;
  readonly halves: Float32Array;
  readonly movedIds: Uint32Array;
  readonly displacements: Float32Array;
  movedCount = 0;
  frame = 0;

  private readonly next: Float64Array;
  private readonly moveItem: MoveItem;

  constructor(scene: Scene, recipe: Recipe) {
    this.dimensions = scene.dimensions;
    this.count = scene.count;
    this.boxes = scene.boxes.slice();
    this.centers = scene.centers.slice();
    this.halves = scene.halves;
    this.movedIds = new Uint32Array(scene.count);
    this.displacements = new Float32Array(scene.centers.length);
    this.next = new Float64Array(scene.dimensions);
    const { defaults, start } = entryOf(motions, recipe);
    const parameters = parametersOf(recipe, defaults);
    this.moveItem = start(this, new Mulberry32(parameters.seed), parameters);
  }

  step(): Float32Array {
    const { dimensions, next, centers, displacements } = this;
    displacements.fill(0);
    this.movedCount = 0;
    for (let i = 0; i < this.count; i++) {
      const at = i * dimensions;
      for (let d = 0; d < dimensions; d++) next[d] = centers[at + d];
      if (!this.moveItem(next, i, this.frame)) continue;
      for (let d = 0; d < dimensions; d++) {
        const before = centers[at + d];
        centers[at + d] = next[d];
        displacements[at + d] = centers[at + d] - before;
      }
      placeBoxes(this.boxes, this, dimensions, i, i + 1);
      this.movedIds[this.movedCount++] = i;
    }
    this.frame++;
    return this.boxes;
  }
}

interface Bounds {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

function centerBounds({ centers, count, dimensions }: MotionState): Bounds {
  const low = new Float64Array(dimensions);
  const high = new Float64Array(dimensions);
  for (let d = 0; d < dimensions && count > 0; d++) low[d] = high[d] = centers[d];
  for (let i = 0; i < centers.length; i++) {
    const d = i % dimensions;
    if (centers[i] < low[d]) low[d] = centers[i];
    if (centers[i] > high[d]) high[d] = centers[i];
  }
  return { low, high };
}

/** Returns the mean side length over all boxes and axes, summed in order of the boxes. */
function meanSize({ halves }: MotionState): number {
  let sum = 0;
  for (let i = 0; i < halves.length; i++) sum += halves[i];
  return halves.length > 0 ? (2 * sum) / halves.length : 0;
}

function startWalk(_state: MotionState, random: Mulberry32, parameters: Parameters): MoveItem {
  const { amount, every, fullFrames } = parameters;
  return (next, index, frame) => {
    if (frame >= fullFrames && index % every !== 0) return false;
    for (let d = 0; d < next.length; d++) next[d] += (random.unit() - 0.5) * amount;
    return true;
  };
}

function startJitter(state: MotionState, random: Mulberry32, { amount }: Parameters): MoveItem {
  const homes = state.centers.slice();
  return (next, index) => {
    const at = index * next.length;
    for (let d = 0; d < next.length; d++) {
      const size = 2 * state.halves[at + d];
      next[d] = homes[at + d] + (2 * random.unit() - 1) * amount * size;
    }
    return true;
  };
}

function startDrift(state: MotionState, random: Mulberry32, { speed }: Parameters): MoveItem {
  const { low, high } = centerBounds(state);
  const scale = meanSize(state);
  const velocities = new Float32Array(state.centers.length);
  for (let i = 0; i < velocities.length; i++) {
    velocities[i] = (2 * random.unit() - 1) * speed * scale;
  }
  return (next, index) => {
    const at = index * next.length;
    for (let d = 0; d < next.length; d++) {
      const moved = next[d] + velocities[at + d];
      next[d] = moved < low[d] ? low[d] : moved > high[d] ? high[d] : moved;
      if (next[d] !== moved) velocities[at + d] = -velocities[at + d];
    }
    return true;
  };
}

function startSleeping(state: MotionState, random: Mulberry32, parameters: Parameters): MoveItem {
  const { groups, period } = parameters;
  const drift = startDrift(state, random, parameters);
  return (next, index, frame) => {
    const awake = Math.floor(frame / period) % groups;
    return index % groups === awake && drift(next, index, frame);
  };
}

function startTeleport(state: MotionState, random: Mulberry32, { fraction }: Parameters): MoveItem {
  const { low, high } = centerBounds(state);
  return (next) => {
    if (random.unit() >= fraction) return false;
    for (let d = 0; d < next.length; d++) next[d] = low[d] + random.unit() * (high[d] - low[d]);
    return true;
  };
}

function startSwirl(state: MotionState, _random: Mulberry32, { turn }: Parameters): MoveItem {
  const { low, high } = centerBounds(state);
  const second = state.dimensions - 1;
  const middle = [(low[0] + high[0]) / 2, (low[second] + high[second]) / 2];
  const reach = Math.max(high[0] - low[0], high[second] - low[second]) / 2;
  const turns = new Float64Array(state.count);
  for (let i = 0; i < state.count; i++) {
    const x = state.centers[i * state.dimensions] - middle[0];
    const y = state.centers[i * state.dimensions + second] - middle[1];
    const distance = reach > 0 ? Math.sqrt(x * x + y * y) / reach : 0;
    turns[i] = turn / (0.5 + distance);
  }
  return (next, index) => {
    // computed from t, the tangent of half the angle, because the results of sine and cosine
    // functions differ between platforms
    const t = turns[index];
    const cosine = (1 - t * t) / (1 + t * t);
    const sine = (2 * t) / (1 + t * t);
    const x = next[0] - middle[0];
    const y = next[second] - middle[1];
    next[0] = middle[0] + (x * cosine - y * sine);
    next[second] = middle[1] + (x * sine + y * cosine);
    return true;
  };
}

/** All kinds of motions with their default parameters. */
export const motions: Readonly<Record<string, MotionKind>> = {
  walk: { defaults: { seed: 777, amount: 0.1, every: 1, fullFrames: 0 }, start: startWalk },
  jitter: { defaults: { seed: 1, amount: 0.01 }, start: startJitter },
  drift: { defaults: { seed: 1, speed: 0.05 }, start: startDrift },
  sleeping: { defaults: { seed: 1, speed: 0.05, groups: 10, period: 60 }, start: startSleeping },
  teleport: { defaults: { seed: 1, fraction: 0.01 }, start: startTeleport },
  swirl: { defaults: { seed: 1, turn: 0.01 }, start: startSwirl },
};

/** Starts a motion on a copy of the scene, by default the motion of its definition. */
export function createMotion(scene: Scene, recipe = scene.definition.motion): Motion {
  if (!recipe) throw new Error(`scene ${scene.definition.id}: expected a motion`);
  return new MotionState(scene, recipe);
}
