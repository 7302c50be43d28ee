/** Nodes after a build step, and what the step changed. */

import type { NodeDump } from 'sapwood/all';
import type { BuildMode } from '../state/settings.js';

/** Change of a node by a build step. */
export const Mark = {
  Same: 0,
  /** Created by the step. */
  New: 1,
  /** Same node with other bounds. */
  Refitted: 2,
  /** Same node under another parent. */
  Moved: 3,
  /** Received its children in the step. */
  Parted: 4,
} as const;
export type Mark = (typeof Mark)[keyof typeof Mark];

/** Changes of all nodes by a build step. */
export interface DumpChanges {
  /** A `Mark` for each node of the dump after the change. */
  readonly marks: Uint8Array;
  /** Nodes of the previous dump that were removed. */
  readonly gone: Uint32Array;
  readonly made: number;
  readonly refitted: number;
  readonly moved: number;
  /** Leaves that became branches, and branches that became leaves. */
  readonly splits: number;
  readonly merges: number;
}

export interface BuildReplayStep {
  readonly mode: BuildMode;
  /** Completed steps, and the total. */
  readonly at: number;
  readonly length: number;
  readonly dump: NodeDump;
  readonly changes: DumpChanges;
  /** Previous dump, to which `changes.gone` refers. */
  readonly before: NodeDump;
  /** Item of the last step; null if the step has no single item. */
  readonly item: number | null;
  /** Items in the index: ids from `firstItem` up to, not including, `endItem`. */
  readonly firstItem: number;
  readonly endItem: number;
  /** Description of the last step. */
  readonly words: string;
  /** Inserts and removals executed so far. */
  readonly applied: number;
}
