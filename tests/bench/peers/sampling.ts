/** Timing one contender alone in its process. */

import type { Job } from './workloads';

export interface Patience {
  /** Calls that do not count, so much of them: compilers get to know the code. */
  readonly warmUpMs: number;
  /** What is measured, all samples together. */
  readonly sampleMs: number;
  /** Nothing goes on for longer, what is not timed included; half of it for the warm-up. */
  readonly limitMs: number;
}

/** A sample is as many calls as take this long: garbage collections belong to the price. */
const WINDOW_MS = 5;

type Clock = () => number;

/** Milliseconds of one call. */
function timeOf(job: Job, clock: Clock): number {
  job.ready?.();
  const start = clock();
  job.call();
  return clock() - start;
}

/** Milliseconds per call, one for each sample, at least one. */
export function sampleAlone(
  job: Job,
  { warmUpMs, sampleMs, limitMs }: Patience,
  clock: Clock = () => performance.now(),
): number[] {
  const begin = clock();
  let warm = 0;
  do warm += timeOf(job, clock);
  while (warm < warmUpMs && clock() - begin < limitMs / 2);
  const times: number[] = [];
  let measured = 0;
  do {
    let time = 0;
    let calls = 0;
    for (; time < WINDOW_MS; calls++) time += timeOf(job, clock);
    times.push(time / calls);
    measured += time;
  } while (measured < sampleMs && clock() - begin < limitMs);
  return times;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
