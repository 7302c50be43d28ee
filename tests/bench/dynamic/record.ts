/** What a run of the dynamic benchmark leaves: tests/bench/results/dynamic.json. */

import type { Environment } from 'measuring/schema';
import { recordOf, recordText } from '../command/record';

export const SCHEMA = 'sapwood-dynamic/1';
export const RECORD = 'tests/bench/results/dynamic.json';

/** A world in motion, whoever looks at it. */
export interface World {
  readonly motion: string;
  readonly dimensions: 2 | 3;
  readonly n: number;
  /** Frames that were played; fewer than asked for where the time was up. */
  readonly frames: number;
  /** Means a frame. */
  readonly moved: number;
  readonly pairs: number;
  /** Pairs that begin or end from one frame to the next, means over the frames that were compared. */
  readonly begins: number;
  readonly ends: number;
}

/** Milliseconds a frame. */
export interface Times {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

export interface DynamicCell {
  readonly motion: string;
  readonly dimensions: 2 | 3;
  readonly n: number;
  readonly structure: string;
  readonly policy: string;
  /** That it played; fewer than the world's when it was too slow to stay. */
  readonly frames: number;
  readonly update: Times;
  readonly pairs: Times;
  readonly total: Times;
  /** Nodes visited + items tested for the pairs, every so many frames: quality that drifts shows here. */
  readonly work: readonly number[];
  /** Height and sum of the branches' areas over the root's, at the first and the last frame; null: not a tree. */
  readonly height: readonly [first: number, last: number] | null;
  readonly areaRatio: readonly [first: number, last: number] | null;
  /** Bytes of WASM memory that the index holds at the end. */
  readonly bytes: number;
}

/** Who was left out of a world after its first frame. */
export interface TooSlow {
  readonly motion: string;
  readonly dimensions: 2 | 3;
  readonly n: number;
  readonly structure: string;
  readonly policy: string;
  /** Milliseconds of that frame. */
  readonly frame: number;
}

export interface DynamicRecord {
  readonly schema: typeof SCHEMA;
  readonly environment: Environment;
  /** Frames asked for. */
  readonly frames: number;
  readonly worlds: readonly World[];
  readonly cells: readonly DynamicCell[];
  readonly tooSlow: readonly TooSlow[];
}

export function formatRecord({ worlds, cells, tooSlow, ...head }: DynamicRecord): string {
  return recordText(head, { worlds, cells, tooSlow });
}

export const readRecord = (text: string) => recordOf<DynamicRecord>(SCHEMA, text);
