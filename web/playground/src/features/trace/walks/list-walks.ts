/** Walks of sorted lists and of the plain list. */

import { Step, type Trace } from '../trace.js';
import { compareItems, enterNode, strideOf, type WalkInput } from './walk-input.js';

/** Nodes that are asked at once. */
const GROUP = 4;

export function listWalk(input: WalkInput, trace: Trace): void {
  for (const root of input.roots) compareItems(input, trace, root);
}

function edge({ boxes, shape, axis }: WalkInput, id: number, upper: boolean): number {
  return boxes[id * 2 * shape.dimensions + axis + (upper ? shape.dimensions : 0)];
}

/** The run of blocks that a box can touch on the axis; everything for other queries. */
function blockRun(input: WalkInput, blocks: readonly number[]): readonly [number, number] {
  const { axis, links, shape } = input;
  if (shape.kind !== 'box') return [0, blocks.length];
  const { bounds, firstItem, items } = links.dump;
  const stride = strideOf(input);
  let first = 0;
  let reach = -Infinity;
  while (first < blocks.length) {
    reach = Math.max(reach, bounds[blocks[first] * stride + shape.dimensions + axis]);
    if (reach >= shape.box[axis]) break;
    first++;
  }
  let end = first;
  const most = shape.box[shape.dimensions + axis];
  while (end < blocks.length && edge(input, items[firstItem[blocks[end]]], false) <= most) end++;
  return [first, end];
}

export function blockWalk(input: WalkInput, trace: Trace): void {
  const { links, tests } = input;
  const stride = strideOf(input);
  for (const root of input.roots) {
    const blocks = links.childrenOf(root);
    const [first, end] = blockRun(input, blocks);
    for (const block of blocks.slice(first, end)) {
      if (tests.touchesPacked(links.dump.bounds, block * stride)) {
        enterNode(input, trace, block);
        compareItems(input, trace, block);
      } else trace.visit(block, Step.Missed, 0);
    }
  }
}

/** Nodes are asked four at a time, and then the ones that passed are gone on with. */
function byGroups(
  input: WalkInput,
  trace: Trace,
  nodes: readonly number[],
  skip: number,
  open: (node: number) => void,
): void {
  const { links, tests } = input;
  const passes = (node: number) => tests.touchesPacked(links.dump.bounds, node * strideOf(input));
  for (let first = -skip; first < nodes.length; first += GROUP) {
    const group = nodes.slice(Math.max(first, 0), first + GROUP);
    for (const node of group) {
      if (passes(node)) enterNode(input, trace, node);
      else trace.visit(node, Step.Missed, 0);
    }
    for (const node of group.filter(passes)) open(node);
  }
}

/** Columns in their order. Groups of blocks do not begin anew with a column. */
export function columnWalk(input: WalkInput, trace: Trace): void {
  const { links } = input;
  for (const root of input.roots) {
    const columns = links.childrenOf(root);
    const before = new Map<number, number>();
    let blocks = 0;
    for (const column of columns) {
      before.set(column, blocks);
      blocks += links.childCount[column];
    }
    byGroups(input, trace, columns, 0, (column) => {
      const skip = (before.get(column) ?? 0) % GROUP;
      byGroups(input, trace, links.childrenOf(column), skip, (block) =>
        compareItems(input, trace, block),
      );
    });
  }
}

/** A box query needs no blocks: both ends of its run of items come from a search in the list. */
export function rangeWalk(input: WalkInput, trace: Trace): void {
  const { axis, boxes, links, shape, tests } = input;
  if (shape.kind !== 'box') {
    blockWalk(input, trace);
    return;
  }
  const { items } = links.dump;
  const stride = strideOf(input);
  let reach = -Infinity;
  const within: number[] = [];
  for (const id of items) {
    reach = Math.max(reach, edge(input, id, true));
    if (edge(input, id, false) > shape.box[shape.dimensions + axis]) break;
    if (reach >= shape.box[axis]) within.push(id);
  }
  trace.compare(
    0,
    within.length,
    within.filter((id) => tests.hits(boxes, id * stride)),
  );
}
