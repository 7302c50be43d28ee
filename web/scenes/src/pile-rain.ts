/**
 * Shapes of the bodies of a pile, and their start positions in layers of a square grid above the
 * bowl.
 */

import type { Bowl } from './pile-bowl.js';
import type { Mulberry32 } from './random.js';

/** Values of `Pile.kinds`. */
export const PILE_BOX = 0;
export const PILE_BALL = 1;

/** Radius of the area from which bodies fall, as a share of the radius of the rim. */
export const RAIN = 0.8;
/** Distance between the cells of the grid. */
const SPACING = 1.6;

export interface Rain {
  readonly kinds: Uint8Array;
  /** Three numbers per body. For a ball, all three numbers are the radius. */
  readonly halfExtents: Float32Array;
  readonly positions: Float32Array;
  /** Quaternions x, y, z, w. */
  readonly rotations: Float32Array;
}

/** Returns the centers of the grid cells inside a circle, which are the cells of one layer. */
function cellsInside(radius: number): readonly (readonly [x: number, z: number])[] {
  const cells: [number, number][] = [];
  const max = Math.floor(radius / SPACING);
  for (let i = -max; i <= max; i++) {
    for (let j = -max; j <= max; j++) {
      if (i * i + j * j <= max * max) cells.push([i * SPACING, j * SPACING]);
    }
  }
  return cells;
}

/** Sets a random rotation around the axis (1, 1, 1). */
export function turnAtRandom(
  random: Mulberry32,
  turn: { x: number; y: number; z: number; w: number },
): void {
  const half = Math.PI * random.unit();
  turn.x = turn.y = turn.z = Math.sin(half) / Math.sqrt(3);
  turn.w = Math.cos(half);
}

export function rain(count: number, bowl: Bowl, random: Mulberry32): Rain {
  const kinds = new Uint8Array(count);
  const halfExtents = new Float32Array(3 * count);
  const positions = new Float32Array(3 * count);
  const rotations = new Float32Array(4 * count);
  const cells = cellsInside(RAIN * bowl.rimRadius);
  const turn = { x: 0, y: 0, z: 0, w: 1 };
  for (let i = 0; i < count; i++) {
    kinds[i] = random.unit() < 0.5 ? PILE_BALL : PILE_BOX;
    const half = halfExtents.subarray(3 * i, 3 * i + 3);
    for (let d = 0; d < 3; d++) half[d] = 0.25 + 0.3 * random.unit();
    if (kinds[i] === PILE_BALL) half.fill(half[0]);
    const [x, z] = cells[i % cells.length];
    const layer = Math.floor(i / cells.length);
    const at = positions.subarray(3 * i, 3 * i + 3);
    at[0] = x + SPACING * 0.4 * (random.unit() - 0.5);
    at[1] = bowl.height + SPACING * (layer + 1 + random.unit());
    at[2] = z + SPACING * 0.4 * (random.unit() - 0.5);
    turnAtRandom(random, turn);
    rotations.set([turn.x, turn.y, turn.z, turn.w], 4 * i);
  }
  return { kinds, halfExtents, positions, rotations };
}

// All bodies fall at the same speed until they touch an obstacle, so the first frames can be
// computed without the engine. The engine moves a body in small steps, one per solver iteration. It
// updates the velocity first (semi-implicit Euler). After s steps of h seconds, a body is g h^2 s
// (s + 1) / 2 lower.

export const GRAVITY = -9.81;
/**
 * Number of solver iterations per frame. With half of the engine's default, a frame takes a sixth
 * less time, and the pile is still stable.
 */
export const SOLVER_ITERATIONS = 2;
const STEP_SECONDS = 1 / 60 / SOLVER_ITERATIONS;
/** Upper bound of the radius of a body: half the diagonal of the largest box. */
const REACH = 0.96;

/** Returns the distance that a body falls from rest in a number of frames. */
export function dropIn(frames: number): number {
  const steps = frames * SOLVER_ITERATIONS;
  return (-GRAVITY * STEP_SECONDS ** 2 * steps * (steps + 1)) / 2;
}

/** Returns the number of frames in which bodies fall without reaching the bowl. */
export function freeFrames({ floorRadius, height, rimRadius }: Bowl, positions: Float32Array) {
  const slope = height / (rimRadius - floorRadius);
  let min = Number.POSITIVE_INFINITY;
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = positions.subarray(at, at + 3);
    const beyond = Math.max(Math.hypot(x, z) + REACH - floorRadius, 0);
    min = Math.min(min, y - REACH - slope * beyond);
  }
  let frames = 0;
  while (dropIn(frames + 1) < min) frames++;
  return frames;
}
