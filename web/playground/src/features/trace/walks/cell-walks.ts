/** Walks of the trees of cells: octree, loose octree, quadtree. */

import { NodeLinks } from '../../../model/node-links.js';
import { Step, type Trace } from '../trace.js';
import {
  compareBeside,
  compareItems,
  coversNode,
  enterNode,
  isLeaf,
  noteItems,
  strideOf,
  takeItems,
  touchesNode,
  visitEmptyRoots,
  type WalkInput,
} from './walk-input.js';

/** Edge of the cell of a node. */
function cellEdge(input: WalkInput, node: number): number {
  const { cells, bounds } = input.links.dump;
  const at = node * strideOf(input);
  const places = cells ?? bounds;
  return Math.fround(places[at + input.shape.dimensions] - places[at]);
}

/** Cells as wide as the query at the most can be inside of it; others are not asked. */
function mayCover(input: WalkInput, node: number): boolean {
  const { shape } = input;
  if (shape.kind !== 'box') return true;
  let side = Infinity;
  for (let d = 0; d < shape.dimensions; d++) {
    side = Math.min(side, Math.fround(shape.box[shape.dimensions + d] - shape.box[d]));
  }
  return cellEdge(input, node) <= side;
}

function covered(input: WalkInput, node: number): boolean {
  return mayCover(input, node) && coversNode(input, node);
}

/** The cell has been visited; its items and all below are hits. */
function takeSubtree(input: WalkInput, trace: Trace, top: number): void {
  const open = [top];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    takeItems(input, trace, node);
    const children = input.links.childrenOf(node);
    for (const child of children) trace.visit(child, Step.Below, 0);
    open.push(...children.reverse());
  }
}

/** What lies outside of the world comes first; a cell's items before those of its children. */
export function cellTreeWalk(input: WalkInput, trace: Trace): void {
  const { links } = input;
  const [root] = input.roots;
  compareBeside(input, trace);
  if (root === undefined) return;
  const open: number[] = [];
  if (!touchesNode(input, root)) trace.visit(root, Step.Missed, 0);
  else if (covered(input, root)) {
    trace.visit(root, Step.Covered, 0);
    takeSubtree(input, trace, root);
  } else {
    enterNode(input, trace, root);
    open.push(root);
  }
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    compareItems(input, trace, node);
    const whole: number[] = [];
    const passed: number[] = [];
    for (const child of links.childrenOf(node)) {
      if (!touchesPacked(input, child)) trace.visit(child, Step.Missed, 0);
      else if (covered(input, child)) {
        trace.visit(child, Step.Covered, 0);
        whole.push(child);
      } else {
        enterNode(input, trace, child);
        passed.push(child);
      }
    }
    for (const child of whole.reverse()) takeSubtree(input, trace, child);
    open.push(...passed.reverse());
  }
}

function touchesPacked({ links, shape, tests }: WalkInput, node: number): boolean {
  return tests.touchesPacked(links.dump.bounds, node * 2 * shape.dimensions);
}

/** Items lie in every leaf that they touch; children are asked last to first. */
export function quadtreeWalk(given: WalkInput, trace: Trace): void {
  const input = given.shape.kind === 'frustum' ? withWholeItems(given) : given;
  const { links } = input;
  const met = new Set<number>();
  const open: number[] = [];
  visitEmptyRoots(input, trace);
  const offer = (node: number) => {
    if (!touchesNode(input, node)) {
      trace.visit(node, Step.Missed, 0);
      return;
    }
    enterNode(input, trace, node);
    open.push(node);
  };
  for (const root of input.roots) offer(root);
  if (input.beside !== null) offer(input.beside);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isLeaf(input, node)) leaveOnce(input, trace, node, met);
    else for (const child of links.childrenOf(node).reverse()) offer(child);
  }
}

/**
 * A node is drawn as far as it lies in its cell. A camera asks for all of what it holds: an item across several planes
 * may be inside of it while each of its parts is outside of one plane.
 */
function withWholeItems(input: WalkInput): WalkInput {
  const { boxes, links, shape } = input;
  const { dump } = links;
  const { dimensions } = shape;
  const stride = strideOf(input);
  const bounds = new Float32Array(dump.bounds.length);
  for (let node = 0; node < dump.count; node++) {
    const ids = [...links.itemsBelow(node)];
    for (let axis = 0; axis < dimensions; axis++) {
      const at = node * stride + axis;
      bounds[at] = Math.min(...ids.map((id) => boxes[id * stride + axis]));
      const most = ids.map((id) => boxes[id * stride + dimensions + axis]);
      bounds[at + dimensions] = Math.max(...most);
    }
  }
  return { ...input, links: new NodeLinks({ ...dump, bounds }) };
}

/** Reports of a leaf's items those that no leaf before has reported. */
function leaveOnce(input: WalkInput, trace: Trace, node: number, met: Set<number>): void {
  const { boxes, links, tests } = input;
  const { firstItem, itemCount, items } = links.dump;
  const stride = strideOf(input);
  const ids = [...items.subarray(firstItem[node], firstItem[node] + itemCount[node])];
  const whole = coversNode(input, node);
  const fresh = ids.filter((id) => !met.has(id) && (whole || tests.hits(boxes, id * stride)));
  for (const id of fresh) met.add(id);
  if (whole) trace.take(node, fresh);
  else noteItems(input, trace, node, { items: ids.length, found: fresh });
}
