/** A step of a build: the nodes after it, and what the step changed. */

import type { NodeDump } from 'sapwood/all';
import type { BuildMode } from '../state/settings.js';

/** What a step of a build did to a node. */
export const Mark = {
  Same: 0,
  /** Was not there before. */
  New: 1,
  /** The same node with other bounds. */
  Refitted: 2,
  /** The same node below another parent. */
  Moved: 3,
  /** Has just been given its children. */
  Parted: 4,
} as const;
export type Mark = (typeof Mark)[keyof typeof Mark];

/** What a step of a build did to all nodes. */
export interface DumpChanges {
  /** A `Mark` for each node of the dump after the change. */
  readonly marks: Uint8Array;
  /** Nodes of the dump before that are gone. */
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
  /** Steps done, and steps there are. */
  readonly at: number;
  readonly length: number;
  readonly dump: NodeDump;
  readonly changes: DumpChanges;
  /** The dump before, in which `changes.gone` are. */
  readonly before: NodeDump;
  /** The item of the last step; null where it was not about one. */
  readonly item: number | null;
  /** Items in the index: ids from `firstItem` up to, not including, `endItem`. */
  readonly firstItem: number;
  readonly endItem: number;
  /** The last step in words. */
  readonly words: string;
  /** Inserts and removals that were made for this frame and all before it. */
  readonly applied: number;
}
