/**
 * The beginning of a pile, which needs no engine: bodies that have met nothing yet fall all alike.
 *
 * The engine moves them in small steps, one for each iteration of its solver, speed first
 * (semi-implicit Euler): after s steps of h seconds per body is g h^2 s (s + 1) / 2 lower.
 */

import type { Bowl } from './pile-bowl.js';

export const GRAVITY = -9.81;
/** Half of the engine's default: a sixth less time, and the pile still stands. */
export const SOLVER_ITERATIONS = 2;
const STEP_SECONDS = 1 / 60 / SOLVER_ITERATIONS;
/** No body of the rain is larger than this around its middle: half the diagonal of the largest box. */
const REACH = 0.96;

/** How far a body has fallen after so many frames from rest. */
export function dropIn(frames: number): number {
  const steps = frames * SOLVER_ITERATIONS;
  return (-GRAVITY * STEP_SECONDS ** 2 * steps * (steps + 1)) / 2;
}

/** Frames for which no body of the rain can have reached the bowl. */
export function freeFrames({ floorRadius, height, rimRadius }: Bowl, positions: Float32Array) {
  const slope = height / (rimRadius - floorRadius);
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = positions.subarray(at, at + 3);
    const beyond = Math.max(Math.hypot(x, z) + REACH - floorRadius, 0);
    least = Math.min(least, y - REACH - slope * beyond);
  }
  let frames = 0;
  while (dropIn(frames + 1) < least) frames++;
  return frames;
}
