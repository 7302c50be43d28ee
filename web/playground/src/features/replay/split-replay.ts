/**
 * A finished hierarchy from the top down, level by level: a step gives one branch its children. A branch that has not
 * been parted yet holds everything that will be below it.
 */

import type { NodeDump } from 'sapwood/all';
import { Mark } from '../../model/dump-changes.js';
import {
  breadthFirst,
  firstNodes,
  itemsBelow,
  reordered,
  withItemsTogether,
} from '../../model/dump-order.js';
import { type BuildReplayStep, noChanges, plural, type Replay } from './build-frame.js';

const SHOWN_SIZES = 4;

export class SplitReplay implements Replay {
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
      applied: 0,
    };
  }

  dispose(): void {}

  /** Branches are parted in the order of their numbers: those from the last one on hold all that is below them. */
  private dumpAt(at: number): NodeDump {
    const dump = firstNodes(this.dump, this.shown[at]);
    const itemCount = this.below.slice(0, dump.count);
    const parted = at > 0 ? this.branches[at - 1] + 1 : 0;
    itemCount.set(dump.itemCount.subarray(0, parted));
    return { ...dump, itemCount };
  }

  private splitWords(node: number, first: number, end: number): string {
    const sizes = Array.from({ length: end - first }, (_, i) => this.sizeOf(first + i));
    const shown =
      sizes.slice(0, SHOWN_SIZES).join(' + ') + (sizes.length > SHOWN_SIZES ? ' + …' : '');
    const children = plural(sizes.length, 'child', 'children');
    return `Node ${node} on level ${this.dump.level[node]} is split into ${children} with ${shown} boxes`;
  }

  /** Items below a node, each once: some structures keep an item in several leaves. */
  private sizeOf(node: number): number {
    const { firstItem, items } = this.dump;
    const size = this.below[node];
    if (items.length <= this.total) return size;
    return new Set(items.subarray(firstItem[node], firstItem[node] + size)).size;
  }
}
