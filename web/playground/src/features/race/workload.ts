/** Workload of a race: the current scene, its next frames, and queries around its boxes. */

import { Mulberry32 } from 'scenes';
import type { Session } from '../../session/session.js';
import type { Settings } from '../../state/settings.js';

/** All boxes after a step, and the boxes that moved. */
interface Step {
  readonly boxes: Float32Array;
  readonly ids: Uint32Array;
  readonly moved: Float32Array;
}

export interface RaceWorkload {
  readonly dimensions: 2 | 3;
  readonly n: number;
  readonly boxes: Float32Array;
  /**
   * Changes from frame to frame, through the recorded frames and then back. The last change
   * restores `boxes`.
   */
  readonly changes: readonly Step[];
  readonly queries: Float32Array;
  /** Average percentage of boxes that move per frame. */
  readonly moving: number;
  /** Whether boxes of a static scene take small random steps in the race. */
  readonly walks: boolean;
}

/** Number of recorded frames, as in the workloads of Bench. */
const FRAMES = 4;
const QUERIES = 200;
/** Maximum length of a random step on each axis, as a fraction of the box size. */
const RANDOM_STEP = 0.25;

function stepBetween(before: Float32Array, boxes: Float32Array, stride: number): Step {
  const ids: number[] = [];
  for (let at = 0; at < boxes.length; at += stride) {
    let moved = false;
    for (let i = at; i < at + stride; i++) moved ||= boxes[i] !== before[i];
    if (moved) ids.push(at / stride);
  }
  const moved = new Float32Array(ids.length * stride);
  ids.forEach((id, k) => {
    moved.set(boxes.subarray(id * stride, (id + 1) * stride), k * stride);
  });
  return { boxes, ids: Uint32Array.from(ids), moved };
}

/** Returns the changes through the frames `stops` and then back, so that a race can repeat them. */
function stepsThrough(stops: readonly Float32Array[], stride: number): Step[] {
  const frames = [...stops.slice(1), ...stops.slice(0, -1).reverse()];
  return frames.map((boxes, i) => stepBetween(i === 0 ? stops[0] : frames[i - 1], boxes, stride));
}

function randomStep(boxes: Float32Array, dimensions: 2 | 3, random: Mulberry32): Float32Array {
  const stride = 2 * dimensions;
  const next = boxes.slice();
  for (let at = 0; at < next.length; at += stride) {
    for (let d = 0; d < dimensions; d++) {
      const low = at + d;
      const high = low + dimensions;
      const by = (2 * random.unit() - 1) * RANDOM_STEP * (boxes[high] - boxes[low]);
      next[low] += by;
      next[high] += by;
    }
  }
  return next;
}

/** Returns boxes of the query's size around items of the scene. */
function queriesOver(boxes: Float32Array, box: Float32Array, dimensions: 2 | 3): Float32Array {
  const stride = 2 * dimensions;
  const random = new Mulberry32(1);
  const queries = new Float32Array(QUERIES * stride);
  for (let q = 0; q < QUERIES; q++) {
    const from = random.below(boxes.length / stride) * stride;
    for (let d = 0; d < dimensions; d++) {
      const middle = (boxes[from + d] + boxes[from + dimensions + d]) / 2;
      const half = (box[dimensions + d] - box[d]) / 2;
      queries[q * stride + d] = middle - half;
      queries[q * stride + dimensions + d] = middle + half;
    }
  }
  return queries;
}

/** Creates the workload of a race. Advances the scene to record its next frames. */
export function recordWorkload(session: Session, settings: Settings): RaceWorkload {
  const { dimensions } = session.source;
  const stride = 2 * dimensions;
  const boxes = session.boxes.slice();
  let stops: Float32Array[] = [boxes];
  for (let frame = 0; frame < FRAMES; frame++) {
    session.advance({ ...settings, play: false });
    stops.push(session.boxes.slice());
  }
  const moves = stops.some((stop) => stop.some((value, i) => value !== boxes[i]));
  if (!moves) {
    const random = new Mulberry32(1);
    stops = [boxes];
    for (let i = 0; i < FRAMES; i++) stops.push(randomStep(stops[i], dimensions, random));
  }
  const changes = stepsThrough(stops, stride);
  const n = boxes.length / stride;
  const all = changes.reduce((sum, { ids }) => sum + ids.length, 0);
  return {
    ...{ dimensions, n, boxes, changes, walks: !moves },
    queries: queriesOver(boxes, session.shape.box, dimensions),
    moving: n > 0 ? Math.round((100 * all) / (changes.length * n)) : 0,
  };
}
