/** What a replay reads: the dump with its links, the items' boxes, the query and its tests. */

import type { NodeDump, SpatialIndex } from 'sapwood/all';
import type { NodeLinks } from '../../../model/node-links.js';
import type { QueryShape } from '../../../model/query-shape.js';
import { Step, type Trace } from '../trace.js';
import type { NearestSearch } from './nearest-search.js';
import type { QueryTests } from './query-tests.js';

export interface WalkInput {
  readonly index: SpatialIndex;
  readonly shape: QueryShape;
  readonly links: NodeLinks;
  /** Of the trees in the dump. */
  readonly roots: readonly number[];
  /** A list beside the trees: of newcomers, or of what lies outside of the world. */
  readonly beside: number | null;
  /** By id. */
  readonly boxes: Float32Array;
  readonly tests: QueryTests;
  /** Sweep axis, where the structure has one. */
  readonly axis: number;
  /** By node: what is looked at and holds nothing, vacant places of a leaf or children that are not drawn. */
  readonly vain: ArrayLike<number> | null;
}

export type Replay = (input: WalkInput, trace: Trace) => void;

/** A search for neighbours: how far it reaches changes with what it finds. */
export type NearestReplay = (input: WalkInput, trace: Trace, search: NearestSearch) => void;

export function strideOf({ shape }: WalkInput): number {
  return 2 * shape.dimensions;
}

export function rootsOf({ count, parent }: NodeDump): number[] {
  const roots: number[] = [];
  for (let node = 0; node < count; node++) if (parent[node] < 0) roots.push(node);
  return roots;
}

export function itemsOf({ firstItem, itemCount, items }: NodeDump, node: number): number[] {
  return [...items.subarray(firstItem[node], firstItem[node] + itemCount[node])];
}

export function isLeaf({ links }: WalkInput, node: number): boolean {
  return links.firstChild[node] < 0;
}

export function touchesNode(input: WalkInput, node: number): boolean {
  return input.tests.touches(input.links.dump.bounds, node * strideOf(input));
}

export function coversNode({ links, shape, tests }: WalkInput, node: number): boolean {
  return tests.covers?.(links.dump.bounds, node * 2 * shape.dimensions) ?? false;
}

/** A visit of a node that the query reaches. */
export function enterNode(input: WalkInput, trace: Trace, node: number): void {
  const leaf = isLeaf(input, node);
  const amount = leaf ? input.links.dump.itemCount[node] : input.links.childCount[node];
  trace.visit(node, leaf ? Step.Reached : Step.Opened, amount);
}

/** A visit of a node by the query's tests. */
export function testNode(input: WalkInput, trace: Trace, node: number): 'out' | 'in' | 'covered' {
  if (!touchesNode(input, node)) {
    trace.visit(node, Step.Missed, 0);
    return 'out';
  }
  if (coversNode(input, node)) {
    trace.visit(node, Step.Covered, 0);
    return 'covered';
  }
  enterNode(input, trace, node);
  return 'in';
}

/** Notes that all items of a node were compared; in a leaf that has lost some the vacant places were, too. */
export function noteItems(
  { vain }: WalkInput,
  trace: Trace,
  node: number,
  amounts: { readonly items: number; readonly found: readonly number[] },
): void {
  const { found, items } = amounts;
  const vacant = vain?.[node] ?? 0;
  if (vacant > 0) trace.comparePlaces(node, items + vacant, found);
  else trace.compare(node, items, found);
}

/** Compares all items of a node. */
export function compareItems(input: WalkInput, trace: Trace, node: number): void {
  const { boxes, links, tests } = input;
  const ids = itemsOf(links.dump, node);
  const stride = strideOf(input);
  const found = ids.filter((id) => tests.hits(boxes, id * stride));
  noteItems(input, trace, node, { items: ids.length, found });
}

/** The tree, or the leaf of the newcomers, is there and holds nothing: the last of the numbers. */
export function visitEmptyRoots({ vain }: WalkInput, trace: Trace): void {
  for (let empty = vain ? vain[vain.length - 1] : 0; empty > 0; empty--) trace.emptyVisit();
}

/** Children of a branch that are looked at like the others and hold nothing. */
export function visitEmpty({ vain }: WalkInput, trace: Trace, branch: number): void {
  for (let empty = vain?.[branch] ?? 0; empty > 0; empty--) trace.emptyVisit();
}

/** Compares the list beside the trees. */
export function compareBeside(input: WalkInput, trace: Trace): void {
  if (input.beside !== null) compareItems(input, trace, input.beside);
}

export function takeItems({ links }: WalkInput, trace: Trace, node: number): void {
  trace.take(node, itemsOf(links.dump, node));
}

/** Everything under a covered node, without a visit. */
export function takeBelow(input: WalkInput, trace: Trace, top: number): void {
  for (const node of input.links.below(top)) takeItems(input, trace, node);
}
