/** What a run of the profile leaves: tests/bench/results/profile.json. All times are medians in milliseconds. */

import type { Environment } from 'measuring/schema';
import { recordOf, recordText } from '../command/record';

export const SCHEMA = 'sapwood-profile/1';
export const RECORD = 'tests/bench/results/profile.json';

interface Cell {
  readonly structure: string;
  readonly dimensions: 2 | 3;
}

/** One frame: all boxes move, all pairs are asked for. */
export interface FrameCell extends Cell {
  /** `update(boxes)`, then `pairsView()`, timed as one. */
  readonly whole: number;
  /** The caller's boxes into staging memory. */
  readonly copy: number;
  /** Boxes are looked at for NaN, infinity and inverted edges. */
  readonly check: number;
  /** What the structure does at once. */
  readonly update: number;
  /** What it has put off until the first question. */
  readonly late: number;
  /** The pairs of unchanged content, without writing them. */
  readonly search: number;
  /** Null: cannot be told apart from the search. */
  readonly write: number | null;
  /** A frame of an index with one box: calls, checks of arguments, views. */
  readonly calls: number;
}

/** One batch of box queries. */
export interface BatchCell extends Cell {
  readonly whole: number;
  readonly copy: number;
  readonly check: number;
  /** Hits written in WASM memory; null: cannot be told apart from the search. */
  readonly write: number | null;
  /** Ids and offsets into arrays of the caller's own. */
  readonly copyOut: number;
  readonly calls: number;
}

/** What no structure can save. */
export interface Floor {
  readonly dimensions: 2 | 3;
  readonly pairs: number;
  readonly hits: number;
  /** Copies of the same bytes, nothing else. */
  readonly boxesIn: number;
  readonly pairsOut: number;
  readonly queriesIn: number;
  readonly answersOut: number;
  /** A loop in JavaScript that reads each id of the pairs view. */
  readonly readPairs: number;
  /** A call that only answers a number of the index. */
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
