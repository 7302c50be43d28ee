/** A build item by item, in an index of its own: they come, or all are there and go, in the order of their ids. */

import type { NodeDump, SpatialIndex, StructureEntry } from 'sapwood/all';
import { type DumpChanges, dumpChanges } from '../../model/dump-changes.js';
import { pictureOf } from '../../model/node-volumes.js';
import type { Dimensions } from '../../state/settings.js';
import { type BuildReplayStep, noChanges, plural, type Replay } from './build-frame.js';
import { Keyframes } from './keyframes.js';

function changeWords({ made, refitted, moved, gone, splits, merges }: DumpChanges): string {
  const parts = [
    made > 0 && plural(made, 'new node'),
    splits > 0 && plural(splits, 'split'),
    moved > 0 && `${moved} moved to another parent`,
    refitted > 0 && `${refitted} refitted`,
    merges > 0 && plural(merges, 'merge'),
    gone.length > 0 && `${gone.length} removed`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : 'no node changed';
}

/** What is built. */
export interface Material {
  readonly entry: StructureEntry;
  /** As the constructor takes them. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly dimensions: Dimensions;
  readonly boxes: Float32Array;
}

export class ItemReplay implements Replay {
  private index: SpatialIndex;
  private done = 0;
  private applied = 0;
  private readonly stride: number;
  private readonly keyframes: Keyframes;

  constructor(
    private readonly material: Material,
    private readonly mode: 'insert' | 'remove',
    /** The first so many items take part. */
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
    const verb = mode === 'insert' ? 'inserted' : 'removed';
    const words = `Box ${at - 1} ${verb}: ${changeWords(changes)}`;
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
      // an empty index needs no copy
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
