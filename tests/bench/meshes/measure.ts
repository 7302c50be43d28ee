/** Measures Sapwood and three-mesh-bvh in alternation. */

import { median } from 'measuring';
import type { Model } from './models';
import { subjectFor, type Task } from './tasks';

export interface TimedTask {
  readonly name: string;
  /** Median microseconds per call, or per query of a batch. */
  readonly ours: number;
  readonly theirs: number;
  /** Median over the rounds of the time of three-mesh-bvh divided by the time of Sapwood. */
  readonly ratio: number;
}

export interface MeasuredModel {
  readonly name: string;
  readonly triangles: number;
  readonly tasks: readonly TimedTask[];
  readonly bytes: { readonly ours: number; readonly theirs: number };
}

function timed(run: () => number): readonly [time: number, sum: number] {
  const start = performance.now();
  const sum = run();
  return [performance.now() - start, sum];
}

function measureTask({ count, name, ours, theirs, tolerance = 1e-5 }: Task, rounds: number) {
  const own: number[] = [];
  const other: number[] = [];
  const ratios: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    // the order alternates, so that no library always has a warm cache
    const [first, second] = round % 2 === 0 ? [ours, theirs] : [theirs, ours];
    const a = timed(first);
    const b = timed(second);
    const [mine, yours] = round % 2 === 0 ? [a, b] : [b, a];
    if (Math.abs(mine[1] - yours[1]) > tolerance * Math.max(Math.abs(yours[1]), 1)) {
      throw new Error(`${name}: the results differ: ${mine[1]} and ${yours[1]}`);
    }
    if (round < 0) continue;
    own.push(mine[0]);
    other.push(yours[0]);
    ratios.push(yours[0] / mine[0]);
  }
  const microseconds = (times: number[]) => (1000 * median(times)) / count;
  return {
    name,
    ours: microseconds(own),
    theirs: microseconds(other),
    ratio: median(ratios),
  };
}

export function measureModel({ geometry, name }: Model, rounds: number): MeasuredModel {
  const { dispose, memory, tasks } = subjectFor(geometry);
  const timedTasks = tasks.map((task) => measureTask(task, rounds));
  dispose();
  const { ours, theirs, triangles } = memory;
  return { name, triangles, tasks: timedTasks, bytes: { ours, theirs } };
}
