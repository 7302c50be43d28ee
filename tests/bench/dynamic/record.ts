/** Record of a run of the dynamic benchmark: tests/bench/results/dynamic.json. */

import type { Environment } from 'measuring/schema';
import { recordOf, recordText } from '../command/record';

export const SCHEMA = 'sapwood-dynamic/1';
export const RECORD = 'tests/bench/results/dynamic.json';

/** Values of a moving world that do not depend on the structure. */
export interface World {
  readonly motion: string;
  readonly dimensions: 2 | 3;
  readonly n: number;
  /** Number of simulated frames. It is less than requested if the time limit was reached. */
  readonly frames: number;
  /** Mean numbers of moved items and of overlapping pairs per frame. */
  readonly moved: number;
  readonly pairs: number;
  /** Pairs that begin or end between two frames, as means over the compared frames. */
  readonly begins: number;
  readonly ends: number;
}

/** Milliseconds per frame. */
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
  /**
   * Number of frames that were simulated with this structure. It is less than `World.frames` if
   * the structure was too slow.
   */
  readonly frames: number;
  readonly update: Times;
  readonly pairs: Times;
  readonly total: Times;
  /**
   * Nodes visited plus items tested by a query of all pairs, recorded at regular intervals of
   * frames. It shows how a tree degrades.
   */
  readonly work: readonly number[];
  /**
   * Height, and sum of branch areas divided by root area, each in the first and the last frame.
   * Null for structures that are not trees.
   */
  readonly height: readonly [first: number, last: number] | null;
  readonly areaRatio: readonly [first: number, last: number] | null;
  /** Bytes of WASM memory that the index holds at the end. */
  readonly bytes: number;
}

/** Structure that was excluded from a world after its first frame. */
export interface TooSlow {
  readonly motion: string;
  readonly dimensions: 2 | 3;
  readonly n: number;
  readonly structure: string;
  readonly policy: string;
  /** Milliseconds of the first frame. */
  readonly frame: number;
}

export interface DynamicRecord {
  readonly schema: typeof SCHEMA;
  readonly environment: Environment;
  /** Requested number of frames. */
  readonly frames: number;
  readonly worlds: readonly World[];
  readonly cells: readonly DynamicCell[];
  readonly tooSlow: readonly TooSlow[];
}

export function formatRecord({ worlds, cells, tooSlow, ...head }: DynamicRecord): string {
  return recordText(head, { worlds, cells, tooSlow });
}

export const readRecord = (text: string) => recordOf<DynamicRecord>(SCHEMA, text);
