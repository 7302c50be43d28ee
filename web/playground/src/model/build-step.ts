/** Step of a build replay: the nodes after the step, and the changes that the step made. */

import type { NodeDump } from 'sapwood/all';
import type { BuildMode } from '../state/settings.js';

/** Kind of change that a step made to a node. */
export const Mark = {
  Same: 0,
  New: 1,
  /** The step changed the bounds of this node. */
  Refitted: 2,
  /** The step moved this node to another parent. */
  Moved: 3,
  /** The step split this node, a leaf, which became a branch. */
  Split: 4,
} as const;
export type Mark = (typeof Mark)[keyof typeof Mark];

export interface DumpChanges {
  /** `Mark` of each node in the dump after the step. */
  readonly marks: Uint8Array;
  /** Indices of removed nodes in the dump before the step. */
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
  /** Number of completed steps. The replay has `length` steps in total. */
  readonly at: number;
  readonly length: number;
  readonly dump: NodeDump;
  readonly changes: DumpChanges;
  /** Node dump before the step. `changes.removed` contains indices into this dump. */
  readonly before: NodeDump;
  /**
   * Item that the last step inserted or removed; null if the step does not affect a single item.
   */
  readonly item: number | null;
  /** First item id in the index. `endItem` is the last item id plus 1. */
  readonly firstItem: number;
  readonly endItem: number;
  readonly words: string;
  /** Number of insertions and removals so far. */
  readonly applied: number;
}
