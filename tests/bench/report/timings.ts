/** Converts the times of any record to one format for charts. */

import { subjectLabel } from 'measuring';
import { labelOf, type Report } from 'measuring/schema';
import type { LoadedRun } from '../../../web/playground/src/bench/model';
import { isOurs } from '../browser/cells';
import type { PeersRecord } from '../peers/record';

export interface Timing {
  readonly scene: string;
  readonly dimensions: 2 | 3;
  readonly n: number;
  /** Name of the phase or of the workload. */
  readonly phase: string;
  readonly label: string;
  /** True for other libraries and for plain JavaScript, false for Sapwood. */
  readonly other: boolean;
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export interface Timings {
  /**
   * Unit of the times and meaning of their spread, such as `nanoseconds an operation, median and
   * quartiles`.
   */
  readonly unit: string;
  readonly timings: readonly Timing[];
}

/**
 * Returns the times of a report. Rows of native runs that measured the WebAssembly module are
 * omitted, because they would double the number of lines.
 */
export function timingsOf({ rows }: Report): Timings {
  const timings = rows.flatMap((row): Timing[] => {
    const { scene, dimensions, n, phase, ns, peer = false, runtime } = row;
    if (!ns || runtime === 'wasm') return [];
    const { median, p25, p75 } = ns;
    const label = labelOf(row);
    return [{ scene, dimensions, n, phase, label, other: peer, median, low: p25, high: p75 }];
  });
  return { unit: 'nanoseconds an operation, median and quartiles', timings };
}

export function timingsOfPeers({ rows }: PeersRecord): Timings {
  const timings = rows.flatMap((row): Timing[] => {
    const { scene, dimensions, n, workload: phase, ms, side } = row;
    if (!ms) return [];
    const label = subjectLabel(row);
    return [{ scene, dimensions, n, phase, label, other: side !== 'sapwood', ...ms }];
  });
  return { unit: 'milliseconds per call, median and range over the rounds', timings };
}

export function timingsOfBrowser({ results, titles }: LoadedRun): Timings {
  const timings = results.flatMap((result): Timing[] => {
    const { scene, dimensions, n, phase, ms, contender } = result;
    if (!ms) return [];
    const { median, p25, p75 } = ms;
    const label = titles[contender] ?? contender;
    const other = !isOurs(contender);
    return [{ scene, dimensions, n, phase, label, other, median, low: p25, high: p75 }];
  });
  return { unit: 'milliseconds per call, median and quartiles', timings };
}
