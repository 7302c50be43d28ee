/** Record of a profile: tests/bench/results/profile.json. All times are medians in milliseconds. */

import type { Environment } from 'measuring/schema';
import { recordOf, recordText } from '../command/record';

export const SCHEMA = 'sapwood-profile/2';
export const RECORD = 'tests/bench/results/profile.json';

interface Cell {
  readonly structure: string;
  readonly dimensions: 2 | 3;
}

/** Times of one frame, which updates all boxes and queries all pairs. */
export interface FrameCell extends Cell {
  /** Time of `update(boxes)` and `pairsView()` together. */
  readonly whole: number;
  /** Time to copy the caller's boxes to staging memory. */
  readonly copy: number;
  /** Time to check all boxes for NaN, infinity and inverted edges. */
  readonly check: number;
  /** Time of `update()` without the check of the boxes. */
  readonly update: number;
  /** Time of the work that the structure postpones from `update()` to the first query. */
  readonly late: number;
  /** Time to find the pairs of unchanged boxes, without writing them. */
  readonly search: number;
  /** Time to write the pairs; null if it cannot be distinguished from the search. */
  readonly write: number | null;
  /** Time of a frame with a single box: calls, argument checks and creation of views. */
  readonly calls: number;
}

export interface BatchCell extends Cell {
  readonly whole: number;
  readonly copy: number;
  readonly check: number;
  /** Time to write the hits to WASM memory; null if it cannot be distinguished from the search. */
  readonly write: number | null;
  /** Time to copy ids and offsets to new JavaScript arrays. */
  readonly copyOut: number;
  readonly calls: number;
}

/** Lower bounds for the times of every structure. */
export interface Floor {
  readonly dimensions: 2 | 3;
  readonly pairs: number;
  readonly hits: number;
  /**
   * Time to copy the bytes of all boxes. The next three fields are the times to copy pairs, queries
   * and query results.
   */
  readonly boxesIn: number;
  readonly pairsOut: number;
  readonly queriesIn: number;
  readonly resultsOut: number;
  /** Time of a JavaScript loop that reads each id of the pairs view. */
  readonly readPairs: number;
  /** Time of a call that only reads a number, `index.size`. */
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
