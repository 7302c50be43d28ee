/** Searches for neighbours over lists: the plain one, sorted ones, columns of them. */

import type { Trace } from '../trace.js';
import type { NearestSearch } from './nearest-search.js';
import { boundOf, noteReach, searchItems, type Waiting } from './nearest-walks.js';
import type { NearestReplay, WalkInput } from './walk-input.js';

/** Blocks that are asked at once. */
const GROUP = 4;

export const listNearest: NearestReplay = (input, trace, search) => {
  for (const root of input.roots) searchItems(input, trace, search, root);
};

/** All blocks are measured; then the nearest one first, and from there outwards in both directions. */
export const blockNearest: NearestReplay = (input, trace, search) => {
  for (const root of input.roots) {
    const blocks = noteAll(input, trace, search, input.links.childrenOf(root));
    const nearest = blocks.reduce((best, block) => (block.bound < best.bound ? block : best));
    searchItems(input, trace, search, nearest.node);
    const start = Math.floor(blocks.indexOf(nearest) / GROUP);
    for (const group of outwards(start, Math.ceil(blocks.length / GROUP))) {
      const members = blocks.slice(group * GROUP, (group + 1) * GROUP);
      const others = members.filter((block) => block !== nearest);
      // a group is asked as one, before any of its blocks is opened
      const inReach = others.filter(({ bound }) => search.inReach(bound));
      for (const block of others) if (!inReach.includes(block)) trace.drop(block.node);
      for (const { node } of inReach) searchItems(input, trace, search, node);
    }
  }
};

/** start, start + 1, start - 1, start + 2 ... */
function outwards(start: number, count: number): number[] {
  const steps = Array.from({ length: 2 * count - 1 }, (_, i) => (i % 2 ? (i + 1) / 2 : -i / 2));
  return steps.map((step) => start + step).filter((group) => group >= 0 && group < count);
}

function noteAll(
  input: WalkInput,
  trace: Trace,
  search: NearestSearch,
  nodes: readonly number[],
): Waiting[] {
  return nodes.map((node) => {
    const reached = { node, bound: boundOf(input, search, node) };
    noteReach(input, trace, search, reached);
    return reached;
  });
}

/** All nodes are measured, and opened from the nearest one on for as long as that is in reach. */
function byDistance(
  input: WalkInput,
  trace: Trace,
  search: NearestSearch,
  nodes: readonly number[],
  open: (node: number) => void,
): void {
  const reached = noteAll(input, trace, search, nodes);
  const waiting = reached.filter(({ bound }) => search.inReach(bound));
  for (const { node, bound } of waiting.sort((a, b) => a.bound - b.bound)) {
    if (search.inReach(bound)) open(node);
    else trace.drop(node);
  }
}

/** Columns by their distance, and the blocks of each one by theirs. */
export const columnNearest: NearestReplay = (input, trace, search) => {
  const { links } = input;
  for (const root of input.roots) {
    byDistance(input, trace, search, links.childrenOf(root), (column) => {
      byDistance(input, trace, search, links.childrenOf(column), (block) =>
        searchItems(input, trace, search, block),
      );
    });
  }
};
