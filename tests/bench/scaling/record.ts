/** Record of a run of the scaling benchmark: tests/bench/results/scaling.json. */

import type { Environment } from 'measuring/schema';
import { recordOf, recordText } from '../command/record';

export const SCHEMA = 'sapwood-scaling/2';
export const RECORD = 'tests/bench/results/scaling.json';

export const methodIds = ['build', 'pairs', 'scratch', 'frame', 'queries'] as const;
export type MethodId = (typeof methodIds)[number];

/** Quartiles of the time in nanoseconds per operation. */
export interface Spread {
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
}

export interface ScalingCell {
  readonly structure: string;
  readonly dimensions: 2 | 3;
  readonly n: number;
  /** Nanoseconds per box, except `queries`: nanoseconds per query. */
  readonly ns: Readonly<Record<MethodId, Spread>>;
}

/** Structure that took too long with n boxes, and was not measured with n or more boxes. */
export interface Excluded {
  readonly structure: string;
  readonly dimensions: 2 | 3;
  readonly n: number;
  /** Milliseconds of one build and one query of all pairs. */
  readonly ms: number;
}

/** Bytes that an index reports, and bytes that the allocator has reserved for it. */
export interface MemoryUse {
  readonly bytes: number;
  readonly heap: number;
}

export interface MemoryCell {
  readonly structure: string;
  readonly dimensions: 2 | 3;
  readonly n: number;
  readonly build: MemoryUse;
  /**
   * Memory after a query of all pairs and a batch of box queries, without the shared result
   * buffers.
   */
  readonly pairs: MemoryUse;
  /**
   * Memory after a tenth of the items was replaced and a query was run; null if the structure is
   * not dynamic.
   */
  readonly churn: MemoryUse | null;
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
  readonly excluded: readonly Excluded[];
  readonly memory: readonly MemoryCell[];
}

export function formatRecord({ scenes, cells, excluded, memory, ...head }: ScalingRecord): string {
  return recordText(head, { scenes, cells, excluded, memory });
}

export const readRecord = (text: string) => recordOf<ScalingRecord>(SCHEMA, text);
