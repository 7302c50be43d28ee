/** The list of workloads, in the order of the page. */

import { build, copy, insert, move, remove } from './content-workloads';
import { type Input, makeScene } from './inputs';
import { allPairs, frame, frameTenth } from './pair-workloads';
import { closestRays, manyBoxes, nearest, oneBox } from './query-workloads';
import type { Cell, Workload } from './workload';

export type { Cell, Job, Workload } from './workload';

export const workloads: readonly Workload[] = [
  allPairs,
  frame,
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

export function inputOf({ workload, scene, dimensions, n }: Cell, queries: number): Input {
  return workloadOf(workload).input(makeScene(scene, dimensions, n), queries);
}
