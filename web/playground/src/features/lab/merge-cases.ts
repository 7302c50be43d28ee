/**
 * The three places at which a second tree is merged into a static tree, each on a small tree in 2D: below
 * a leaf, below a branch, and below the root, which has to grow.
 */

import { type NodeDump, StaticTree } from 'sapwood/all';
import { recipes } from '../../model/recipes.js';
import { sceneSource } from '../../model/scene-source.js';

export const mergeCases = ['leaf', 'branch', 'outside'] as const;
export type MergeCase = (typeof mergeCases)[number];

const BASE = 48;
const TILE = 6;
const SCENE = { dimensions: 2, count: BASE, seed: 1, motion: 'still', moving: 0 } as const;
/** Side of the tile, relative to the node that it is put into. */
const SHARE = 0.5;

/** Minimum corner, then maximum corner. */
export type Box = readonly [number, number, number, number];

export interface Merged {
  /** Boxes of all items; those of the tile are last. */
  readonly boxes: Float32Array;
  /** Number of boxes without the tile. */
  readonly base: number;
  /** Nodes after the merge. */
  readonly nodes: NodeDump;
  /** Node that became a branch: its children are its own copy and the root of the tile. */
  readonly target: number;
  readonly copy: number;
  /** Nodes of the tile; the first one is its root. */
  readonly tile: readonly number[];
  /** Nodes before the merge, and how many of them have a new place in memory. */
  readonly before: number;
  readonly shifted: number;
  /** New nodes: those of the tile and the copy. */
  readonly added: number;
}

const range = (count: number) => Array.from({ length: count }, (_, i) => i);

export function boxAt(boxes: Float32Array, i: number): Box {
  return [boxes[4 * i], boxes[4 * i + 1], boxes[4 * i + 2], boxes[4 * i + 3]];
}

export const contains = (a: Box, b: Box): boolean =>
  a[0] <= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] >= b[3];

const areaOf = ([left, low, right, high]: Box) => (right - left) * (high - low);

/** A box around the center of another one, smaller by a factor. */
function middleOf([left, low, right, high]: Box, factor: number): Box {
  const [x, y] = [(left + right) / 2, (low + high) / 2];
  const [halfWidth, halfHeight] = [(factor * (right - left)) / 2, (factor * (high - low)) / 2];
  return [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight];
}

/** Boxes scaled and moved, so that they fill a box. */
function fitted(boxes: Float32Array, into: Box): Float32Array {
  const around = [0, 1, 2, 3].map((side) => {
    const values = range(boxes.length / 4).map((i) => boxes[4 * i + side]);
    return side < 2 ? Math.min(...values) : Math.max(...values);
  });
  return boxes.map((value, at) => {
    const axis = at % 2;
    const share = (value - around[axis]) / (around[axis + 2] - around[axis]);
    return into[axis] + share * (into[axis + 2] - into[axis]);
  });
}

/** Returns the box of the tile for a case. */
function placeFor(which: MergeCase, nodes: NodeDump): Box {
  const boxOf = (node: number) => boxAt(nodes.bounds, node);
  const childrenOf = (node: number) => range(nodes.count).filter((i) => nodes.parent[i] === node);
  const all = range(nodes.count).sort((a, b) => areaOf(boxOf(b)) - areaOf(boxOf(a)));
  const root = boxOf(0);
  if (which === 'leaf') {
    const leaf = all.find((node) => nodes.itemCount[node] > 0) ?? 0;
    return middleOf(boxOf(leaf), SHARE);
  }
  if (which === 'outside') {
    const [left, low, right, high] = middleOf(root, SHARE / 2);
    const shift = root[2] - root[0];
    return [left + 0.7 * shift, low, right + 0.7 * shift, high];
  }
  // inside a branch below the root, and inside none of its children
  const branch = all.find((node) => {
    const place = middleOf(boxOf(node), SHARE);
    const children = childrenOf(node);
    return (
      nodes.level[node] === 2 &&
      children.length > 0 &&
      children.every((child) => !contains(boxOf(child), place))
    );
  });
  return middleOf(boxOf(branch ?? 0), SHARE);
}

/** Nodes that have only items of the tile below them, root first. */
function tileNodes(nodes: NodeDump, base: number): number[] {
  const hasBase = new Uint8Array(nodes.count);
  for (let node = nodes.count - 1; node >= 0; node--) {
    const first = nodes.firstItem[node];
    const items = nodes.items.subarray(first, first + nodes.itemCount[node]);
    if (items.some((id) => id < base)) hasBase[node] = 1;
    // parents are listed before their children
    if (hasBase[node] && nodes.parent[node] >= 0) hasBase[nodes.parent[node]] = 1;
  }
  return range(nodes.count).filter((node) => !hasBase[node]);
}

export function mergedAs(which: MergeCase): Merged {
  const base = new Float32Array(4 * BASE);
  sceneSource(recipes.uniform, SCENE, null).writeBoxes(base);
  const tree = new StaticTree({ dimensions: 2 });
  tree.build(base);
  const before = tree.nodes();
  const beside = fitted(base.slice(0, 4 * TILE), placeFor(which, before));
  const other = new StaticTree({ dimensions: 2 });
  other.build(beside);
  const { nodes: written } = tree.mergeReport(other);
  const added = other.nodes().count + 1;
  const nodes = tree.nodes();
  other.dispose();
  tree.dispose();
  const tile = tileNodes(nodes, BASE);
  const target = nodes.parent[tile[0]];
  const copy = range(nodes.count).find((i) => nodes.parent[i] === target && i !== tile[0]) ?? -1;
  const boxes = new Float32Array(base.length + beside.length);
  boxes.set(base);
  boxes.set(beside, base.length);
  // nodes that are written, and not new, were moved
  const shifted = written - added;
  return { boxes, base: BASE, nodes, target, copy, tile, before: before.count, shifted, added };
}
