/**
 * Trees that are built bottom up with k items per node. The published form and the correct form
 * differ in the order of the items, and in whether queries skip nodes.
 */

import { type Bounds, type Boxes, boundsOf, meets, unite } from './boxes.js';
import { type CurveDigit, curveKey } from './hilbert-key.js';
import { PairCollector, type PairSearch } from './pair-search.js';
import { peanoDigits, peanoKey } from './peano-key.js';

export const publishedFanOut = 8;
/** Number of bits per axis in the published curve key. */
export const publishedBits = 16;

export interface PackedNode extends Bounds {
  readonly children: readonly PackedNode[];
  /** Items of a leaf; empty for an inner node. */
  readonly items: readonly number[];
}

/**
 * Order of the items. With s = ceil(sqrt(n / k)), the published `str-items` sorts in slices of s
 * items. `str-pages` (Leutenegger et al.) sorts in slices of s nodes with k items each.
 */
export type Packing = 'nearest-x' | 'str-items' | 'str-pages' | `curve-${CurveDigit | 'peano'}`;

const centerX = ({ left, right }: Bounds) => left + right;
const centerY = ({ top, bottom }: Bounds) => top + bottom;

function slicedOrder<Entry extends Bounds>(
  entries: readonly Entry[],
  k: number,
  unit: 'items' | 'pages',
): Entry[] {
  const slices = Math.ceil(Math.sqrt(Math.ceil(entries.length / k)));
  const length = unit === 'pages' ? slices * k : slices;
  const byX = [...entries].sort((a, b) => centerX(a) - centerX(b));
  const order: Entry[] = [];
  for (let i = 0; i < byX.length; i += length) {
    order.push(...byX.slice(i, i + length).sort((a, b) => centerY(a) - centerY(b)));
  }
  return order;
}

/**
 * Returns the cell of each value, from 0 to `cells` - 1 over the range of the values. If all values
 * are equal, all cells are 0.
 */
function quantized(values: readonly number[], cells: number): number[] {
  const min = values.reduce((a, b) => Math.min(a, b));
  const span = values.reduce((a, b) => Math.max(a, b)) - min;
  return values.map((value) =>
    span > 0 ? Math.min(cells - 1, Math.floor(((value - min) * cells) / span)) : 0,
  );
}

interface Curve {
  /** Number of cells per side. */
  readonly cells: number;
  readonly key: (x: number, y: number) => number;
}

type CurvePacking = Packing & `curve-${string}`;

function curveOf(packing: CurvePacking, bits: number): Curve {
  if (packing === 'curve-peano') {
    return { cells: 3 ** peanoDigits, key: (x, y) => peanoKey(x, y) };
  }
  const digit = packing.slice('curve-'.length) as CurveDigit;
  return { cells: 2 ** bits, key: (x, y) => curveKey(x, y, bits, digit) };
}

function curveOrder<Entry extends Bounds>(
  entries: readonly Entry[],
  { cells, key }: Curve,
): Entry[] {
  const xs = quantized(entries.map(centerX), cells);
  const ys = quantized(entries.map(centerY), cells);
  const keyed = entries.map((entry, i) => ({ entry, key: key(xs[i], ys[i]) }));
  return keyed.sort((a, b) => a.key - b.key).map(({ entry }) => entry);
}

interface Order {
  readonly packing: Packing;
  readonly bits: number;
}

function ordered<Entry extends Bounds>(
  entries: readonly Entry[],
  k: number,
  { packing, bits }: Order,
): readonly Entry[] {
  if (packing === 'nearest-x') return [...entries].sort((a, b) => centerX(a) - centerX(b));
  if (packing === 'str-items') return slicedOrder(entries, k, 'items');
  if (packing === 'str-pages') return slicedOrder(entries, k, 'pages');
  return curveOrder(entries, curveOf(packing, bits));
}

/**
 * Rule for the number of entries per node above the leaves: always k, or the published rule.
 *
 * The published rule replaces k by max(ceil(nodes / k), 2) on each level. For 2,000 boxes, k is 8,
 * then 32, then 2, 2 and 2.
 */
export type FanOutRule = 'constant' | 'published';

function nextFanOut(k: number, nodes: number, rule: FanOutRule): number {
  return rule === 'constant' ? k : Math.max(Math.ceil(nodes / k), 2);
}

function grouped<Entry>(entries: readonly Entry[], k: number): Entry[][] {
  const groups: Entry[][] = [];
  for (let i = 0; i < entries.length; i += k) groups.push(entries.slice(i, i + k));
  return groups;
}

export interface PackingPlan {
  readonly packing: Packing;
  /** Items per leaf. */
  readonly k?: number;
  readonly rule?: FanOutRule;
  /**
   * Number of bits per axis of a binary curve, 1 to 16. Peano's curve uses `peanoDigits` instead.
   */
  readonly bits?: number;
}

/** Returns the nodes of all levels, leaves first. Requires at least one box. */
export function packLevels(boxes: Boxes, plan: PackingPlan): PackedNode[][] {
  const { packing, k = publishedFanOut, rule = 'constant', bits = publishedBits } = plan;
  const entries = Array.from({ length: boxes.count }, (_, item) => ({
    ...boundsOf(boxes, [item]),
    item,
  }));
  let level: PackedNode[] = grouped(ordered(entries, k, { packing, bits }), k).map((group) => {
    const items = group.map(({ item }) => item);
    return { ...boundsOf(boxes, items), children: [], items };
  });
  const levels = [level];
  for (let fanOut = k; level.length > 1; levels.push(level)) {
    fanOut = nextFanOut(fanOut, level.length, rule);
    // a curve sorts only the items; the other packings also sort the nodes of each level
    const order = packing.startsWith('curve') ? level : ordered(level, fanOut, { packing, bits });
    level = grouped(order, fanOut).map((children) => ({
      ...children.reduce<Bounds>(unite, children[0]),
      children,
      items: [],
    }));
  }
  return levels;
}

/** Requires at least one box. */
export function packTree(boxes: Boxes, packing: Packing, k = publishedFanOut): PackedNode {
  return packLevels(boxes, { packing, k }).at(-1)![0];
}

export function leavesOf(node: PackedNode): PackedNode[] {
  return node.children.length === 0 ? [node] : node.children.flatMap(leavesOf);
}

/**
 * Whether a query skips nodes that it does not overlap. With `nothing`, each query visits the whole
 * tree, as published.
 */
export type Pruning = 'nodes' | 'nothing';

/** Queries the tree for each box. Each pair is therefore compared twice. */
export function treePairs(boxes: Boxes, root: PackedNode, pruning: Pruning): PairSearch {
  const pairs = new PairCollector(boxes);
  for (let item = 0; item < boxes.count; item++) {
    const open = [root];
    while (open.length > 0) {
      const node = open.pop()!;
      pairs.visits += 1;
      // both forms test leaves; the published form lacks the test of inner nodes
      const pruned = pruning === 'nodes' || node.children.length === 0;
      if (pruned && !meets(boxes, item, node)) continue;
      open.push(...node.children);
      for (const other of node.items) if (other !== item) pairs.compare(item, other);
    }
  }
  return pairs;
}
