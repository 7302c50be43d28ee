/**
 * Finds the changes of nodes between two node dumps, before and after an update. Nodes have no
 * permanent ids, so a node is identified by the set of items in its subtree. The inserted or
 * removed item is ignored, because it changes the sets of all its ancestors.
 *
 * Sets are compared by their hashes. The hash of a set is the sum of the hashes of its items. An
 * item that is stored in several nodes is counted once per node.
 */

import { type NodeDump, NodeKind } from 'sapwood/all';
import { type DumpChanges, Mark } from './build-step.js';

/** Hashes a number with the finalizer of MurmurHash3 (Austin Appleby). */
function scramble(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}

const SECOND = 0x9e3779b9;
/**
 * Number of bits of the second hash sum that are used. Together with the 32 bits of the first sum,
 * they fit into an integer that a double represents exactly.
 */
const HIGH_BITS = 20;

/**
 * Items in the subtree of each node. The inserted or removed item is ignored: `keys` contains the
 * hash of all other items. `without` is the number of occurrences of the ignored item.
 */
interface Contents {
  readonly keys: Float64Array;
  readonly without: Uint32Array;
}

function contentsOf(dump: NodeDump, leftOut: number): Contents {
  const { count, firstItem, itemCount, items, parent } = dump;
  const low = new Int32Array(count);
  const high = new Int32Array(count);
  const without = new Uint32Array(count);
  for (let node = count - 1; node >= 0; node--) {
    for (let i = firstItem[node]; i < firstItem[node] + itemCount[node]; i++) {
      if (items[i] === leftOut) without[node]++;
      else {
        low[node] += scramble(items[i] + 1);
        high[node] += scramble(items[i] ^ SECOND);
      }
    }
    const above = parent[node];
    if (above < 0) continue;
    low[above] += low[node];
    high[above] += high[node];
    without[above] += without[node];
  }
  const keys = new Float64Array(count);
  for (let node = 0; node < count; node++) {
    keys[node] = (low[node] >>> 0) * 2 ** HIGH_BITS + (high[node] & (2 ** HIGH_BITS - 1));
  }
  return { keys, without };
}

function sameBounds(a: NodeDump, i: number, b: NodeDump, j: number): boolean {
  const one = a.cells ?? a.spheres ?? a.bounds;
  const two = b.cells ?? b.spheres ?? b.bounds;
  const stride = one.length / Math.max(a.count, 1);
  for (let d = 0; d < stride; d++) if (one[i * stride + d] !== two[j * stride + d]) return false;
  return true;
}

class Matching {
  /** For each new node, the matching node in the previous dump, or -1. */
  readonly was: Int32Array;
  readonly claimed: Uint8Array;
  private readonly byContents = new Map<number, number[]>();

  constructor(
    private readonly before: NodeDump,
    private readonly after: NodeDump,
    readonly old: Contents,
    readonly now: Contents,
  ) {
    this.was = new Int32Array(after.count).fill(-1);
    this.claimed = new Uint8Array(before.count);
    for (let node = 0; node < before.count; node++) {
      const list = this.byContents.get(old.keys[node]);
      if (list) list.push(node);
      else this.byContents.set(old.keys[node], [node]);
    }
    // matches nodes that do not contain the ignored item first, because a node that contains it may
    // have the same key
    for (const touched of [false, true]) {
      for (const exact of [true, false]) this.claim(touched, exact);
    }
  }

  private claim(touched: boolean, exact: boolean): void {
    const { after, before, claimed, now, was } = this;
    for (let node = 0; node < after.count; node++) {
      if (was[node] >= 0 || now.without[node] > 0 !== touched) continue;
      const found = this.byContents
        .get(now.keys[node])
        ?.find((old) => !claimed[old] && (!exact || sameBounds(before, old, after, node)));
      if (found === undefined) continue;
      was[node] = found;
      claimed[found] = 1;
    }
  }
}

function isLeaf({ kind }: NodeDump, node: number): boolean {
  return kind[node] !== NodeKind.Branch;
}

/**
 * Returns whether the parent of a node changed. A new parent does not count if it contains only the
 * items of the node and the ignored item.
 */
function hasMoved({ now, was }: Matching, before: NodeDump, after: NodeDump, node: number) {
  const above = after.parent[node];
  const oldAbove = before.parent[was[node]];
  if (above < 0 || oldAbove < 0) return false;
  if (was[above] >= 0) return was[above] !== oldAbove;
  return now.keys[above] !== now.keys[node];
}

/** `item` is the item that was inserted or removed between the dumps. */
export function dumpChanges(before: NodeDump, after: NodeDump, item: number): DumpChanges {
  const matching = new Matching(before, after, contentsOf(before, item), contentsOf(after, item));
  const { claimed, was } = matching;
  const marks = new Uint8Array(after.count);
  const counts = new Uint32Array(Mark.Split + 1);
  let splits = 0;
  let merges = 0;
  for (let node = 0; node < after.count; node++) {
    const old = was[node];
    if (old < 0) marks[node] = Mark.New;
    else if (hasMoved(matching, before, after, node)) marks[node] = Mark.Moved;
    else if (!sameBounds(before, old, after, node)) marks[node] = Mark.Refitted;
    counts[marks[node]]++;
    if (old < 0 || isLeaf(before, old) === isLeaf(after, node)) continue;
    if (isLeaf(before, old)) splits++;
    else merges++;
  }
  const removed = Uint32Array.from(claimed.keys()).filter((node) => !claimed[node]);
  return {
    marks,
    removed,
    made: counts[Mark.New],
    refitted: counts[Mark.Refitted],
    moved: counts[Mark.Moved],
    splits,
    merges,
  };
}
