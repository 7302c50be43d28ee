/** Record of a run of the scaling benchmark: tests/bench/results/scaling.json. */

import type { Environment } from 'measuring/schema';
import { recordOf, recordText } from '../command/record';

export const SCHEMA = 'sapwood-scaling/1';
export const RECORD = 'tests/bench/results/scaling.json';

export const verbIds = ['build', 'pairs', 'scratch', 'frame', 'queries'] as const;
export type VerbId = (typeof verbIds)[number];

/** Nanoseconds per operation. */
export interface Spread {
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
}

/** Times of a structure for one size. */
export interface ScalingCell {
  readonly structure: string;
  readonly dimensions: 2 | 3;
  readonly n: number;
  /** Per box; `queries` per query. */
  readonly ns: Readonly<Record<VerbId, Spread>>;
}

/** Structure that took too long for a size and was not measured at larger sizes. */
export interface Left {
  readonly structure: string;
  readonly dimensions: 2 | 3;
  readonly n: number;
  /** Milliseconds of one build and all pairs. */
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
  /** After all pairs and after a batch of queries, without the shared result buffers. */
  readonly pairs: Held;
  /** After a tenth of the items was replaced and a query was run; null if the structure is not dynamic. */
  readonly churn: Held | null;
}

/** Results for a size, which are equal for all structures. */
export interface Scene {
  readonly dimensions: 2 | 3;
  readonly n: number;
  readonly pairs: number;
  /** Mean hits of a query. */
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
