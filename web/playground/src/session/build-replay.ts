/**
 * Stepwise replay of a build in a separate index. Items are inserted or removed one by one, and
 * node dumps show the changes of each step. Structures that are built in bulk can also be replayed
 * top-down: each step splits one node of the finished hierarchy.
 */

import type { NodeDump, SpatialIndex, StructureEntry } from 'sapwood/all';
import { type BuildReplayStep, type DumpChanges, Mark } from '../model/build-step.js';
import { dumpChanges } from '../model/dump-changes.js';
import {
  breadthFirst,
  firstNodes,
  itemsBelow,
  reordered,
  withItemsTogether,
} from '../model/dump-order.js';
import { pictureOf } from '../model/node-volumes.js';
import type { BuildChoice, BuildMode, Dimensions } from '../state/settings.js';
import { Keyframes } from './keyframes.js';

/**
 * Maximum number of items that a replay inserts or removes. No generated scene has more items, but
 * a user's file can have more.
 */
const MAX_REPLAYED = 100_000;

export class BuildReplay {
  private replay: Replay | null = null;
  private mode: BuildMode | null = null;
  private last: BuildReplayStep | null = null;

  constructor(
    /**
     * `material` contains the boxes of the frame in which the replay was opened. These boxes do not
     * change.
     */
    private readonly material: Material,
    private readonly finished: NodeDump,
  ) {}

  /** Returns the state of the build after `at` steps, or after the last step if `at` is larger. */
  frame({ mode, at }: BuildChoice): BuildReplayStep {
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
    const { material, finished } = this;
    const total = material.boxes.length / (2 * material.dimensions);
    if (mode === 'split') return new SplitReplay(finished, total);
    return new ItemReplay(material, mode, Math.min(total, MAX_REPLAYED));
  }
}

const noChanges: DumpChanges = {
  marks: new Uint8Array(0),
  removed: new Uint32Array(0),
  made: 0,
  refitted: 0,
  moved: 0,
  splits: 0,
  merges: 0,
};

interface Replay {
  readonly length: number;
  frame(at: number): BuildReplayStep;
  dispose(): void;
}

function plural(count: number, word: string, words = `${word}s`): string {
  return `${count} ${count === 1 ? word : words}`;
}

function changeWords({ made, refitted, moved, removed, splits, merges }: DumpChanges): string {
  const parts = [
    made > 0 && plural(made, 'new node'),
    splits > 0 && plural(splits, 'split'),
    moved > 0 && `${moved} moved to another parent`,
    refitted > 0 && `${refitted} refitted`,
    merges > 0 && plural(merges, 'merge'),
    removed.length > 0 && `${removed.length} removed`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : 'no node changed';
}

interface Material {
  readonly entry: StructureEntry;
  /** Constructor options. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly dimensions: Dimensions;
  readonly boxes: Float32Array;
}

class ItemReplay implements Replay {
  private index: SpatialIndex;
  private done = 0;
  private applied = 0;
  private readonly stride: number;
  private readonly keyframes: Keyframes;

  constructor(
    private readonly material: Material,
    private readonly mode: 'insert' | 'remove',
    /** Number of items that are inserted or removed. */
    readonly length: number,
  ) {
    this.stride = 2 * material.dimensions;
    this.keyframes = new Keyframes(length);
    this.index = this.begin();
  }

  frame(at: number): BuildReplayStep {
    const { mode } = this;
    if (at === 0) {
      this.goTo(0);
      const dump = pictureOf(this.index);
      const changes = { ...noChanges, marks: new Uint8Array(dump.count) };
      const words = mode === 'insert' ? 'No box is inserted yet' : 'No box is removed yet';
      return this.report(0, dump, { changes, before: dump, item: null, words });
    }
    this.goTo(at - 1);
    const before = pictureOf(this.index);
    this.goTo(at);
    const dump = pictureOf(this.index);
    const changes = dumpChanges(before, dump, at - 1);
    const past = mode === 'insert' ? 'inserted' : 'removed';
    const words = `Box ${at - 1} ${past}: ${changeWords(changes)}`;
    return this.report(at, dump, { changes, before, item: at - 1, words });
  }

  dispose(): void {
    this.index.dispose();
  }

  private report(
    at: number,
    dump: NodeDump,
    step: Pick<BuildReplayStep, 'changes' | 'before' | 'item' | 'words'>,
  ): BuildReplayStep {
    const { applied, length, mode } = this;
    const present =
      mode === 'insert' ? { firstItem: 0, endItem: at } : { firstItem: at, endItem: length };
    return { ...step, ...present, mode, at, length, dump, applied };
  }

  private begin(): SpatialIndex {
    const { entry, options, dimensions } = this.material;
    const index = entry.create({ ...options, dimensions });
    this.done = 0;
    if (this.mode === 'remove') {
      for (let id = 0; id < this.length; id++) this.insert(index, id);
    }
    return index;
  }

  private insert(index: SpatialIndex, id: number): void {
    this.applied++;
    index.insert(this.material.boxes.subarray(id * this.stride, (id + 1) * this.stride));
  }

  private goTo(at: number): void {
    if (at < this.done) this.goBack(at);
    for (; this.done < at; this.step()) {
      // stores copies of the index for stepping back, but not of an empty index
      const holds = this.done > 0 || this.mode === 'remove';
      if (holds) this.keyframes.pass(this.done, this.index);
    }
  }

  private step(): void {
    if (this.mode === 'insert') this.insert(this.index, this.done);
    else {
      this.applied++;
      this.index.remove(this.done);
    }
    this.done++;
  }

  private goBack(at: number): void {
    const keyframe = this.keyframes.before(at);
    const old = this.index;
    this.index = keyframe?.index ?? this.begin();
    this.done = keyframe?.done ?? 0;
    old.dispose();
  }
}

const SHOWN_SIZES = 4;

/** Top-down replay of a finished hierarchy: each step adds the children of one branch. */
class SplitReplay implements Replay {
  readonly length: number;
  private readonly dump: NodeDump;
  private readonly branches: number[] = [];
  /** Number of visible nodes after each step. */
  private readonly shown: number[];
  private readonly below: Uint32Array;

  constructor(
    finished: NodeDump,
    private readonly total: number,
  ) {
    this.dump = reordered(withItemsTogether(finished), breadthFirst(finished));
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

  frame(at: number): BuildReplayStep {
    const { length, shown, total } = this;
    const dump = this.dumpAt(at);
    const marks = new Uint8Array(dump.count);
    const first = at > 0 ? shown[at - 1] : 0;
    marks.fill(Mark.New, first);
    if (at > 0) marks[this.branches[at - 1]] = Mark.Split;
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
      applied: 0,
    };
  }

  dispose(): void {}

  /**
   * Returns the hierarchy after `at` splits. Branches are split in index order, so nodes after the
   * last split branch still store all items of their subtrees.
   */
  private dumpAt(at: number): NodeDump {
    const dump = firstNodes(this.dump, this.shown[at]);
    const itemCount = this.below.slice(0, dump.count);
    const splitEnd = at > 0 ? this.branches[at - 1] + 1 : 0;
    itemCount.set(dump.itemCount.subarray(0, splitEnd));
    return { ...dump, itemCount };
  }

  private splitWords(node: number, first: number, end: number): string {
    const sizes = Array.from({ length: end - first }, (_, i) => this.sizeOf(first + i));
    const shown =
      sizes.slice(0, SHOWN_SIZES).join(' + ') + (sizes.length > SHOWN_SIZES ? ' + …' : '');
    const children = plural(sizes.length, 'child', 'children');
    return `Node ${node} on level ${this.dump.level[node]} is split into ${children} with ${shown} boxes`;
  }

  /** Counts distinct items below a node, since some structures store an item in several leaves. */
  private sizeOf(node: number): number {
    const { firstItem, items } = this.dump;
    const size = this.below[node];
    if (items.length <= this.total) return size;
    return new Set(items.subarray(firstItem[node], firstItem[node] + size)).size;
  }
}
