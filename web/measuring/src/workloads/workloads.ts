/** All workloads, in the order of the Bench page. */

import { build, copy, insert, move, remove } from './content-workloads.js';
import type { Input } from './inputs.js';
import { allPairs, frame, frameHalf, frameTenth } from './pair-workloads.js';
import { closestRays, manyBoxes, nearest, oneBox } from './query-workloads.js';
import { makeScene } from './scene-list.js';
import type { Cell, Workload } from './workload.js';

export const workloads: readonly Workload[] = [
  allPairs,
  frame,
  frameHalf,
  frameTenth,
  build,
  manyBoxes,
  oneBox,
  nearest,
  closestRays,
  insert,
  move,
  remove,
  copy,
];

export function workloadOf(id: string): Workload {
  const found = workloads.find((workload) => workload.id === id);
  if (!found) throw new Error(`no workload '${id}'`);
  return found;
}

/** `seed` defaults to the seed of the scene. */
export function inputOf(
  { workload, scene, dimensions, n }: Cell,
  queries: number,
  seed?: number,
): Input {
  return workloadOf(workload).input(makeScene(scene, dimensions, n, seed), queries);
}
