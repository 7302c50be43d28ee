/** Times of named parts, gathered over rounds. */

import { median } from 'measuring';

export class Stopwatch<Part extends string> {
  private readonly times = new Map<Part, number[]>();

  /** Does the work and notes how long it took. */
  time<Result>(part: Part, work: () => Result): Result {
    const start = performance.now();
    const result = work();
    this.note(part, performance.now() - start);
    return result;
  }

  note(part: Part, ms: number): void {
    const times = this.times.get(part);
    if (times) times.push(ms);
    else this.times.set(part, [ms]);
  }

  /** Milliseconds; null for a part that was never timed. */
  median(part: Part): number | null {
    const times = this.times.get(part);
    return times ? median(times) : null;
  }

  /** Of a part that must have been timed. */
  required(part: Part): number {
    const median = this.median(part);
    if (median === null) throw new Error(`${part} was not timed`);
    return median;
  }

  /** Median of one part without that of another. */
  without(part: Part, other: Part): number {
    return this.required(part) - this.required(other);
  }
}

/** Milliseconds a call of something too short to be timed alone. */
export function timeOfShort(call: () => void, calls = 1000): number {
  const start = performance.now();
  for (let i = 0; i < calls; i++) call();
  return (performance.now() - start) / calls;
}

export const rounded = (ms: number) => Number(ms.toPrecision(4));
