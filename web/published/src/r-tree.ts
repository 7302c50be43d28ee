/**
 * R-tree that is built by insertion, as published. An item is inserted into the child whose
 * perimeter grows least; ties are decided by the growth of the area. The split is linear. Its seeds
 * are the box with the smallest left edge and the box with the largest right edge, even if they are
 * the same box.
 */

import { type Bounds, type Boxes, boundsOf, meets, unite } from './boxes.js';
import type { Pruning } from './packed-tree.js';
import { PairCollector, type PairSearch } from './pair-search.js';

export const publishedNodeCapacity = 100;

interface Entry extends Bounds {
  /** Item of a leaf entry. */
  readonly item: number;
  /** Child node of an entry that is not in a leaf. */
  readonly node: RNode | undefined;
}
export interface RNode {
  entries: Entry[];
}

const perimeter = ({ left, top, right, bottom }: Bounds) => right - left + (bottom - top);
const area = ({ left, top, right, bottom }: Bounds) => (right - left) * (bottom - top);

function boundsOfEntries(entries: readonly Entry[]): Bounds {
  const { left, top, right, bottom } = entries.reduce<Bounds>(unite, entries[0]);
  return { left, top, right, bottom };
}

/** Returns the positions of the two seeds. They are equal if one box has both extreme edges. */
export function linearSeeds(entries: readonly Bounds[]): [number, number] {
  let first = 0;
  let last = 0;
  entries.forEach(({ left, right }, i) => {
    if (left < entries[first].left) first = i;
    if (right > entries[last].right) last = i;
  });
  return [first, last];
}

/**
 * Returns true if `entry` enlarges the perimeter of a less than the perimeter of b. Ties are
 * decided by the growth of the area.
 */
function growsLess(a: Bounds, b: Bounds, entry: Bounds): boolean {
  const growth = (box: Bounds, measure: (box: Bounds) => number) =>
    measure(unite(box, entry)) - measure(box);
  const difference = growth(a, perimeter) - growth(b, perimeter);
  return difference === 0 ? growth(a, area) < growth(b, area) : difference < 0;
}

function split(entries: readonly Entry[]): [RNode, RNode] {
  const [first, second] = linearSeeds(entries);
  // with equal seeds, the publication stores the entry twice, and each query reports it twice
  const other = second === first ? (first + 1) % entries.length : second;
  const groups: [Entry[], Entry[]] = [[entries[first]], [entries[other]]];
  const bounds: [Bounds, Bounds] = [entries[first], entries[other]];
  entries.forEach((entry, i) => {
    if (i === first || i === other) return;
    const side = growsLess(bounds[1], bounds[0], entry) ? 1 : 0;
    groups[side].push(entry);
    bounds[side] = unite(bounds[side], entry);
  });
  return [{ entries: groups[0] }, { entries: groups[1] }];
}

const above = (node: RNode): Entry => ({ ...boundsOfEntries(node.entries), item: -1, node });

/** Inserts an entry into a subtree. If `node` is split, returns the new second node. */
function insert(node: RNode, entry: Entry, capacity: number): RNode | undefined {
  const { entries } = node;
  if (entries.length === 0 || entries[0].node === undefined) {
    entries.push(entry);
  } else {
    let best = 0;
    for (let i = 1; i < entries.length; i++) {
      if (growsLess(entries[i], entries[best], entry)) best = i;
    }
    const child = entries[best].node!;
    const second = insert(child, entry, capacity);
    entries[best] = above(child);
    if (second) entries.push(above(second));
  }
  if (entries.length <= capacity) return undefined;
  const [remaining, added] = split(entries);
  node.entries = remaining.entries;
  return added;
}

export function buildRTree(boxes: Boxes, capacity = publishedNodeCapacity): RNode {
  let root: RNode = { entries: [] };
  for (let item = 0; item < boxes.count; item++) {
    const second = insert(root, { ...boundsOf(boxes, [item]), item, node: undefined }, capacity);
    if (second) root = { entries: [above(root), above(second)] };
  }
  return root;
}

export function countNodes({ entries }: RNode): number {
  return 1 + entries.reduce((sum, { node }) => sum + (node ? countNodes(node) : 0), 0);
}

/** Queries the tree for each box. With `nothing`, inner nodes are not tested, as published. */
export function rTreePairs(boxes: Boxes, root: RNode, pruning: Pruning): PairSearch {
  const pairs = new PairCollector(boxes);
  for (let item = 0; item < boxes.count; item++) {
    const open = [root];
    while (open.length > 0) {
      pairs.visits += 1;
      for (const entry of open.pop()!.entries) {
        if (entry.node === undefined) {
          if (entry.item !== item) pairs.compare(item, entry.item);
        } else if (pruning === 'nothing' || meets(boxes, item, entry)) {
          open.push(entry.node);
        }
      }
    }
  }
  return pairs;
}
