/** State of a build replay: the nodes after a step, and the changes that the step made. */

import type { NodeDump } from 'sapwood/all';
import type { BuildMode } from '../state/settings.js';

/** Kind of change that a step made to a node. */
export const Mark = {
  Same: 0,
  /** The step created the node. */
  New: 1,
  /** The node existed before, but with other bounds. */
  Refitted: 2,
  /** The node existed before, but below another parent. */
  Moved: 3,
  /** The step split the node: it received its children. */
  Split: 4,
} as const;
export type Mark = (typeof Mark)[keyof typeof Mark];

/** Changes that a build step made to the nodes. */
export interface DumpChanges {
  /** `Mark` of each node in the dump after the step. */
  readonly marks: Uint8Array;
  /** Indices of removed nodes in the previous dump. */
  readonly removed: Uint32Array;
  readonly made: number;
  readonly refitted: number;
  readonly moved: number;
  /**
   * Number of leaves that became branches. `merges` is the number of branches that became leaves.
   */
  readonly splits: number;
  readonly merges: number;
}

export interface BuildReplayStep {
  readonly mode: BuildMode;
  /** Number of completed steps. `length` is the total number of steps. */
  readonly at: number;
  readonly length: number;
  readonly dump: NodeDump;
  readonly changes: DumpChanges;
  /** Dump before the step. `changes.removed` contains indices of its nodes. */
  readonly before: NodeDump;
  /**
   * Item that the last step inserted or removed; null if the step does not affect a single item.
   */
  readonly item: number | null;
  /** First id of the items in the index. `endItem` is the last id plus 1. */
  readonly firstItem: number;
  readonly endItem: number;
  /** Description of the last step. */
  readonly words: string;
  /** Number of insertions and removals so far. */
  readonly applied: number;
}
