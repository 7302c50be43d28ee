/**
 * A build, step by step, in an index of its own: items come one after the other, or all are there and go again; the
 * library does it, and what a step did is read from its dumps. Structures that are built in one go are told from the
 * top down as well: the finished nodes, one parted after the other.
 */

import type { NodeDump, SpatialIndex, StructureEntry } from 'sapwood';
import type { BuildChoice, BuildMode, Dimensions, OptionChoices } from '../state/settings.js';
import { type DumpChanges, dumpChanges, Mark } from './dump-changes.js';
import { breadthFirst, firstNodes, itemsBelow, reordered } from './dump-order.js';
import { pictureOf } from './node-volumes.js';

/** A step back begins anew: of more items that would take longer than a look. */
export const MOST_REPLAYED = 20_000;

export interface BuildFrame {
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
}

const noChanges: DumpChanges = {
  marks: new Uint8Array(0),
  gone: new Uint32Array(0),
  made: 0,
  refitted: 0,
  moved: 0,
  splits: 0,
  merges: 0,
};

function plural(count: number, word: string, words = `${word}s`): string {
  return `${count} ${count === 1 ? word : words}`;
}

function changeWords({ made, refitted, moved, gone, splits, merges }: DumpChanges): string {
  const parts = [
    made > 0 && `${made} new`,
    splits > 0 && plural(splits, 'split'),
    moved > 0 && `${moved} moved to another parent`,
    refitted > 0 && `${refitted} refitted`,
    merges > 0 && plural(merges, 'merge'),
    gone.length > 0 && `${gone.length} gone`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : 'no node changed';
}

abstract class Replay {
  abstract readonly length: number;
  abstract frame(at: number): BuildFrame;
  abstract dispose(): void;
}

/** Items come, or all are there and go, in the order of their ids. */
class ItemReplay extends Replay {
  readonly length: number;
  private done = 0;
  private readonly stride: number;

  constructor(
    private readonly index: SpatialIndex,
    private readonly mode: 'insert' | 'remove',
    private readonly boxes: Float32Array,
    private readonly total: number,
  ) {
    super();
    this.length = total;
    this.stride = 2 * index.dimensions;
    this.begin();
  }

  frame(at: number): BuildFrame {
    const { mode } = this;
    if (at === 0) {
      this.goTo(0);
      return this.report(0, pictureOf(this.index), noChanges, pictureOf(this.index));
    }
    this.goTo(at - 1);
    const before = pictureOf(this.index);
    this.goTo(at);
    const dump = pictureOf(this.index);
    const changes = dumpChanges(before, dump, at - 1);
    const frame = this.report(at, dump, changes, before);
    const verb = mode === 'insert' ? 'inserted' : 'removed';
    return { ...frame, item: at - 1, words: `Item ${at - 1} ${verb}: ${changeWords(changes)}` };
  }

  dispose(): void {
    this.index.dispose();
  }

  private report(at: number, dump: NodeDump, changes: DumpChanges, before: NodeDump): BuildFrame {
    const { length, mode, total } = this;
    return {
      mode,
      at,
      length,
      dump,
      changes: changes === noChanges ? { ...changes, marks: new Uint8Array(dump.count) } : changes,
      before,
      item: null,
      firstItem: mode === 'insert' ? 0 : at,
      endItem: mode === 'insert' ? at : total,
      words: mode === 'insert' ? 'Nothing is inserted yet' : 'Nothing is removed yet',
    };
  }

  private begin(): void {
    this.index.clear();
    this.done = 0;
    if (this.mode === 'insert') return;
    for (let id = 0; id < this.total; id++) this.insert(id);
  }

  private insert(id: number): void {
    this.index.insert(this.boxes.subarray(id * this.stride, (id + 1) * this.stride));
  }

  private goTo(at: number): void {
    if (at < this.done) this.begin();
    for (; this.done < at; this.done++) {
      if (this.mode === 'insert') this.insert(this.done);
      else this.index.remove(this.done);
    }
  }
}

/** The finished nodes, level by level: a step gives one branch its children. */
class SplitReplay extends Replay {
  readonly length: number;
  private readonly dump: NodeDump;
  private readonly branches: number[] = [];
  /** Nodes that are there after so many steps. */
  private readonly shown: number[];
  private readonly below: Uint32Array;

  constructor(
    finished: NodeDump,
    private readonly total: number,
  ) {
    super();
    this.dump = reordered(finished, breadthFirst(finished));
    this.below = itemsBelow(this.dump);
    const { count, parent } = this.dump;
    let roots = 0;
    const children = new Uint32Array(count);
    for (let node = 0; node < count; node++) {
      if (parent[node] < 0) roots++;
      else children[parent[node]]++;
    }
    this.shown = [roots];
    for (let node = 0, end = roots; node < count; node++) {
      if (children[node] === 0) continue;
      end += children[node];
      this.branches.push(node);
      this.shown.push(end);
    }
    this.length = this.branches.length;
  }

  frame(at: number): BuildFrame {
    const { length, shown, total } = this;
    const dump = firstNodes(this.dump, shown[at]);
    const marks = new Uint8Array(dump.count);
    const first = at > 0 ? shown[at - 1] : 0;
    marks.fill(Mark.New, first);
    if (at > 0) marks[this.branches[at - 1]] = Mark.Parted;
    const made = dump.count - first;
    return {
      mode: 'split',
      at,
      length,
      dump,
      changes: { ...noChanges, marks, made, splits: at > 0 ? 1 : 0 },
      before: dump,
      item: null,
      firstItem: 0,
      endItem: total,
      words: at > 0 ? this.splitWords(this.branches[at - 1], first, dump.count) : 'The root',
    };
  }

  dispose(): void {}

  private splitWords(node: number, first: number, end: number): string {
    const sizes = [...this.below.subarray(first, end)];
    const shown = sizes.slice(0, 4).join(' + ') + (sizes.length > 4 ? ' + …' : '');
    const children = plural(sizes.length, 'child', 'children');
    return `Node ${node}, level ${this.dump.level[node]}: ${children} of ${shown} items`;
  }
}

/** One side's build, in the mode that was asked for last. */
export class BuildReplay {
  private replay: Replay | null = null;
  private mode: BuildMode | null = null;
  private last: BuildFrame | null = null;

  constructor(
    private readonly entry: StructureEntry,
    private readonly options: OptionChoices,
    private readonly dimensions: Dimensions,
    /** Of the frame in which the build was asked for; kept as they are. */
    private readonly boxes: Float32Array,
    private readonly finished: NodeDump,
  ) {}

  /** Steps beyond the end are the end. */
  frame({ mode, at }: BuildChoice): BuildFrame {
    if (this.mode !== mode) {
      this.dispose();
      this.replay = this.begin(mode);
      this.mode = mode;
    }
    const replay = this.replay as Replay;
    const step = Math.min(at, replay.length);
    if (this.last?.at !== step || this.last.mode !== mode) this.last = replay.frame(step);
    return this.last;
  }

  dispose(): void {
    this.replay?.dispose();
    this.replay = this.last = this.mode = null;
  }

  private begin(mode: BuildMode): Replay {
    const { boxes, dimensions, entry, finished, options } = this;
    const total = boxes.length / (2 * dimensions);
    if (mode === 'split') return new SplitReplay(finished, total);
    const index = entry.create({ ...options, dimensions });
    return new ItemReplay(index, mode, boxes, Math.min(total, MOST_REPLAYED));
  }
}
