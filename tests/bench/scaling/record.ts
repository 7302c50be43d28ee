/** Record of a run of the scaling benchmark: tests/bench/results/scaling.json. */

import type { Environment } from 'measuring/schema';
import { recordOf, recordText } from '../command/record';

export const SCHEMA = 'sapwood-scaling/1';
export const RECORD = 'tests/bench/results/scaling.json';

export const verbIds = ['build', 'pairs', 'scratch', 'frame', 'queries'] as const;
export type VerbId = (typeof verbIds)[number];

/** Quartiles of the time in nanoseconds per operation. */
export interface Spread {
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
}

/** Times of a structure with n boxes. */
export interface ScalingCell {
  readonly structure: string;
  readonly dimensions: 2 | 3;
  readonly n: number;
  /** Nanoseconds per box, except `queries`: nanoseconds per query. */
  readonly ns: Readonly<Record<VerbId, Spread>>;
}

/** Structure that took too long with n boxes, and was not measured with n or more boxes. */
export interface Left {
  readonly structure: string;
  readonly dimensions: 2 | 3;
  readonly n: number;
  /** Milliseconds of one build and one query of all pairs. */
  readonly ms: number;
}

/** Bytes that an index reports, and bytes that the allocator has reserved for it. */
export interface Held {
  readonly bytes: number;
  readonly heap: number;
}

export interface MemoryCell {
  readonly structure: string;
  readonly dimensions: 2 | 3;
  readonly n: number;
  readonly build: Held;
  /**
   * Memory after a query of all pairs and a batch of box queries, without the shared result
   * buffers.
   */
  readonly pairs: Held;
  /**
   * Memory after a tenth of the items was replaced and a query was run; null if the structure is
   * not dynamic.
   */
  readonly churn: Held | null;
}

/** Numbers of results with n boxes, which are equal for all structures. */
export interface Scene {
  readonly dimensions: 2 | 3;
  readonly n: number;
  readonly pairs: number;
  /** Mean number of hits per query. */
  readonly hits: number;
}

export interface ScalingRecord {
  readonly schema: typeof SCHEMA;
  readonly environment: Environment;
  readonly limitMs: number;
  readonly scenes: readonly Scene[];
  readonly cells: readonly ScalingCell[];
  readonly left: readonly Left[];
  readonly memory: readonly MemoryCell[];
}

export function formatRecord({ scenes, cells, left, memory, ...head }: ScalingRecord): string {
  return recordText(head, { scenes, cells, left, memory });
}

export const readRecord = (text: string) => recordOf<ScalingRecord>(SCHEMA, text);
