/** Record of a profile: tests/bench/results/profile.json. All times are medians in milliseconds. */

import type { Environment } from 'measuring/schema';
import { recordOf, recordText } from '../command/record';

export const SCHEMA = 'sapwood-profile/1';
export const RECORD = 'tests/bench/results/profile.json';

interface Cell {
  readonly structure: string;
  readonly dimensions: 2 | 3;
}

/** One frame: an update of all boxes and a query of all pairs. */
export interface FrameCell extends Cell {
  /** `update(boxes)` and `pairsView()`, timed together. */
  readonly whole: number;
  /** Copy of the caller's boxes to staging memory. */
  readonly copy: number;
  /** Check of all boxes for NaN, infinity and inverted edges. */
  readonly check: number;
  /** Work of the structure in `update()`. */
  readonly update: number;
  /** Work that the structure postpones to the first query. */
  readonly late: number;
  /** Time to find the pairs of unchanged boxes, without writing them. */
  readonly search: number;
  /** Time to write the pairs; null if it cannot be distinguished from the search. */
  readonly write: number | null;
  /** Frame of an index with one box: calls, argument checks, views. */
  readonly calls: number;
}

/** One batch of box queries. */
export interface BatchCell extends Cell {
  readonly whole: number;
  readonly copy: number;
  readonly check: number;
  /** Writing of hits to WASM memory; null if it cannot be distinguished from the search. */
  readonly write: number | null;
  /** Copy of ids and offsets to arrays of the caller. */
  readonly copyOut: number;
  readonly calls: number;
}

/** Minimum costs of every structure. */
export interface Floor {
  readonly dimensions: 2 | 3;
  readonly pairs: number;
  readonly hits: number;
  /** Copies of the same bytes. */
  readonly boxesIn: number;
  readonly pairsOut: number;
  readonly queriesIn: number;
  readonly answersOut: number;
  /** Loop in JavaScript that reads each id of the pairs view. */
  readonly readPairs: number;
  /** Call that only returns a number of the index. */
  readonly call: number;
}

export interface ProfileRecord {
  readonly schema: typeof SCHEMA;
  readonly environment: Environment;
  readonly n: number;
  readonly queries: number;
  readonly frames: readonly FrameCell[];
  readonly batches: readonly BatchCell[];
  readonly floors: readonly Floor[];
}

export function formatRecord({ frames, batches, floors, ...head }: ProfileRecord): string {
  return recordText(head, { frames, batches, floors });
}

export const readRecord = (text: string) => recordOf<ProfileRecord>(SCHEMA, text);
