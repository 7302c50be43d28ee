/**
 * Searches for neighbours over the trees: nearer nodes first. A node that was put off is asked again when its turn
 * comes, since the reach may have shrunk in between.
 */

import { Step, type Trace } from '../trace.js';
import type { NearestSearch } from './nearest-search.js';
import { sphereBound } from './sphere-tests.js';
import { sidesOf } from './tree-walks.js';
import {
  enterNode,
  isLeaf,
  itemsOf,
  type NearestReplay,
  noteItems,
  strideOf,
  visitEmpty,
  type WalkInput,
} from './walk-input.js';

export interface Waiting {
  readonly node: number;
  readonly bound: number;
}

export function searchItems(
  input: WalkInput,
  trace: Trace,
  search: NearestSearch,
  node: number,
): void {
  const ids = itemsOf(input.links.dump, node);
  for (const id of ids) search.offer(id);
  noteItems(input, trace, node, { items: ids.length, found: ids });
}

/** Searches the list beside the trees. */
export function searchBeside(input: WalkInput, trace: Trace, search: NearestSearch): void {
  if (input.beside !== null) searchItems(input, trace, search, input.beside);
}

export function boundOf(input: WalkInput, search: NearestSearch, node: number): number {
  return search.bound(input.links.dump.bounds, node * strideOf(input));
}

/** A visit of a node by its bound. */
export function noteReach(
  input: WalkInput,
  trace: Trace,
  search: NearestSearch,
  { node, bound }: Waiting,
): void {
  if (search.inReach(bound)) enterNode(input, trace, node);
  else trace.visit(node, Step.Far, 0);
}

/** The next node to go on with that is in reach. */
export function takeNext<T extends Waiting>(
  open: T[],
  trace: Trace,
  search: NearestSearch,
): T | undefined {
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (search.inReach(at.bound)) return at;
    trace.drop(at.node);
  }
  return undefined;
}

/** Stacks those in reach, the nearest on top; of equally near ones the first. */
export function putOff<T extends Waiting>(open: T[], search: NearestSearch, nodes: T[]): void {
  const inReach = nodes.filter(({ bound }) => search.inReach(bound));
  open.push(...inReach.sort((a, b) => a.bound - b.bound).reverse());
}

type Bound = (node: number) => number;

function nearerFirst(
  input: WalkInput,
  trace: Trace,
  search: NearestSearch,
  root: number,
  bound: Bound = (node) => boundOf(input, search, node),
): void {
  const open: Waiting[] = [];
  const offer = (nodes: readonly number[]) => {
    const reached = nodes.map((node) => ({ node, bound: bound(node) }));
    for (const each of reached) noteReach(input, trace, search, each);
    putOff(open, search, reached);
  };
  offer([root]);
  for (;;) {
    const at = takeNext(open, trace, search);
    if (!at) return;
    if (isLeaf(input, at.node)) searchItems(input, trace, search, at.node);
    else {
      visitEmpty(input, trace, at.node);
      offer(input.links.childrenOf(at.node));
    }
  }
}

/** Cluster split, the dynamic tree, the R-trees. */
export const treeNearest: NearestReplay = (input, trace, search) => {
  searchBeside(input, trace, search);
  for (const root of input.roots) nearerFirst(input, trace, search, root);
};

export const sphereTreeNearest: NearestReplay = (input, trace, search) => {
  const { links, shape } = input;
  const { spheres } = links.dump;
  if (!spheres) return;
  const stride = shape.dimensions + 1;
  searchBeside(input, trace, search);
  const bound = (node: number) => sphereBound(shape.centre, spheres, node * stride);
  for (const root of input.roots) nearerFirst(input, trace, search, root, bound);
};

/** The nearest of all open nodes next: of equally near ones that which comes first in the tree's array. */
function nearestFirst(input: WalkInput, trace: Trace, search: NearestSearch, root: number): void {
  const { links } = input;
  const rank = arrayRanks(input, root);
  const precedes = (a: Waiting, b: Waiting) =>
    a.bound < b.bound || (a.bound === b.bound && rank(a.node) < rank(b.node));
  const open: Waiting[] = [];
  const push = (entry: Waiting) => {
    const place = open.findIndex((other) => !precedes(entry, other));
    open.splice(place < 0 ? open.length : place, 0, entry);
  };
  const first = { node: root, bound: boundOf(input, search, root) };
  noteReach(input, trace, search, first);
  if (search.inReach(first.bound)) push(first);
  for (;;) {
    const at = takeNext(open, trace, search);
    if (!at) return;
    if (isLeaf(input, at.node)) {
      searchItems(input, trace, search, at.node);
      continue;
    }
    const children = links.childrenOf(at.node);
    for (const node of children) {
      const entry = { node, bound: boundOf(input, search, node) };
      noteReach(input, trace, search, entry);
      if (search.inReach(entry.bound)) push(entry);
    }
    if (children.length < 2) trace.emptyVisit();
  }
}

/** Children lie in pairs, in the order in which their parents are met depth first. Few searches need to know. */
function arrayRanks({ links }: WalkInput, root: number): (node: number) => number {
  let ranks: Map<number, number> | null = null;
  const rankAll = () => {
    const all = new Map<number, number>([[root, 0]]);
    for (const node of links.below(root)) {
      for (const child of links.childrenOf(node)) all.set(child, all.size);
    }
    return all;
  };
  return (node) => {
    ranks ??= rankAll();
    return ranks.get(node) ?? 0;
  };
}

/** The main tree, then those of the newcomers. */
export const bulkTreeNearest: NearestReplay = (input, trace, search) => {
  input.roots.forEach((root, i) => {
    const main = i === 0 && root !== input.beside;
    (main ? nearestFirst : nearerFirst)(input, trace, search, root);
  });
};

interface WaitingSide extends Waiting {
  readonly box: Float32Array;
}

/** Boxes are made on the way down, as in other walks of the k-d tree. */
export const kdTreeNearest: NearestReplay = (input, trace, search) => {
  const { links, roots, beside, shape } = input;
  const { bounds, level } = links.dump;
  const { dimensions } = shape;
  const stride = strideOf(input);
  const open: WaitingSide[] = [];
  const reach = (node: number, box: Float32Array): WaitingSide => {
    const reached = { node, box, bound: search.bound(box, 0) };
    noteReach(input, trace, search, reached);
    return reached;
  };
  for (const node of beside === null ? roots : [...roots, beside]) {
    open.push(reach(node, bounds.slice(node * stride, (node + 1) * stride)));
  }
  for (;;) {
    const at = takeNext(open, trace, search);
    if (!at) return;
    if (isLeaf(input, at.node)) {
      searchItems(input, trace, search, at.node);
      continue;
    }
    const axis = (level[at.node] - level[roots[0]]) % dimensions;
    const sides = sidesOf(input, at.node).flatMap(({ node, side }) => {
      if (node === null) {
        trace.emptyVisit();
        return [];
      }
      const edge = side === 0 ? dimensions + axis : axis;
      const box = at.box.slice();
      box[edge] = bounds[node * stride + edge];
      return [reach(node, box)];
    });
    putOff(open, search, sides);
  }
};
