/** A step of a build that is looked at: the nodes then, and what the step did to them. */

import type { NodeDump } from 'sapwood/all';
import type { DumpChanges } from '../../model/dump-changes.js';
import type { BuildMode } from '../../state/settings.js';

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

export const noChanges: DumpChanges = {
  marks: new Uint8Array(0),
  gone: new Uint32Array(0),
  made: 0,
  refitted: 0,
  moved: 0,
  splits: 0,
  merges: 0,
};

/** Steps of one order of building; any of them may be asked for next. */
export interface Replay {
  readonly length: number;
  frame(at: number): BuildReplayStep;
  dispose(): void;
}

export function plural(count: number, word: string, words = `${word}s`): string {
  return `${count} ${count === 1 ? word : words}`;
}
