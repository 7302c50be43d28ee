/** Searches for neighbours over the trees of cells: octree, loose octree, quadtree. */

import type { Trace } from '../trace.js';
import type { NearestSearch } from './nearest-search.js';
import {
  boundOf,
  noteReach,
  putOff,
  searchBeside,
  searchItems,
  takeNext,
  type Waiting,
} from './nearest-walks.js';
import { isLeaf, itemsOf, type NearestReplay, noteItems, type WalkInput } from './walk-input.js';

interface WaitingCell extends Waiting {
  /** Only the items of the cell itself. */
  readonly list: boolean;
}

/** Items of a cell come after those of its children, what lies outside of the world last. */
export const cellTreeNearest: NearestReplay = (input, trace, search) => {
  const { links } = input;
  const open: WaitingCell[] = [];
  const reach = (node: number): WaitingCell => {
    const reached = { node, bound: boundOf(input, search, node), list: false };
    noteReach(input, trace, search, reached);
    return reached;
  };
  open.push(...input.roots.map(reach));
  for (;;) {
    const at = takeNext(open, trace, search);
    if (!at) break;
    if (at.list || isLeaf(input, at.node)) {
      searchItems(input, trace, search, at.node);
      continue;
    }
    if (links.dump.itemCount[at.node] > 0) open.push({ ...at, list: true });
    // of equally near children the last one first
    putOff(open, search, links.childrenOf(at.node).map(reach).reverse());
  }
  searchBeside(input, trace, search);
};

/** Items lie in every leaf that they touch, and are offered in the first one that the search comes to. */
export const quadtreeNearest: NearestReplay = (input, trace, search) => {
  const { links } = input;
  const met = new Set<number>();
  const open: Waiting[] = [];
  const offer = (nodes: readonly number[]) => {
    const reached = nodes.map((node) => ({ node, bound: boundOf(input, search, node) }));
    for (const each of reached) noteReach(input, trace, search, each);
    putOff(open, search, reached);
  };
  offer(input.beside === null ? input.roots : [...input.roots, input.beside]);
  for (;;) {
    const at = takeNext(open, trace, search);
    if (!at) return;
    if (isLeaf(input, at.node)) searchFresh(input, trace, search, at.node, met);
    else offer(links.childrenOf(at.node));
  }
};

function searchFresh(
  input: WalkInput,
  trace: Trace,
  search: NearestSearch,
  leaf: number,
  met: Set<number>,
): void {
  const ids = itemsOf(input.links.dump, leaf);
  const fresh = ids.filter((id) => !met.has(id));
  for (const id of fresh) {
    met.add(id);
    search.offer(id);
  }
  noteItems(input, trace, leaf, { items: ids.length, found: fresh });
}
