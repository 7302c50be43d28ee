/** Walks of the trees, each in the order in which its structure makes it. */

import { Step, type Trace } from '../trace.js';
import { sphereTests } from './sphere-tests.js';
import {
  compareBeside,
  compareItems,
  coversNode,
  enterNode,
  isLeaf,
  strideOf,
  takeBelow,
  takeItems,
  testNode,
  touchesNode,
  visitEmpty,
  visitEmptyRoots,
  type WalkInput,
} from './walk-input.js';

/** Node by node, first child first; covered nodes are taken whole where the walk looks for them. */
function plainWalk(input: WalkInput, trace: Trace, root: number, takesCovered: boolean): void {
  const { links } = input;
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!touchesNode(input, node)) trace.visit(node, Step.Missed, 0);
    else if (takesCovered && coversNode(input, node)) {
      trace.visit(node, Step.Covered, 0);
      takeBelow(input, trace, node);
    } else {
      enterNode(input, trace, node);
      if (isLeaf(input, node)) compareItems(input, trace, node);
      else open.push(...links.childrenOf(node).reverse());
    }
  }
}

export function dynamicTreeWalk(input: WalkInput, trace: Trace): void {
  for (const root of input.roots) plainWalk(input, trace, root, false);
}

export function clusterWalk(input: WalkInput, trace: Trace): void {
  for (const root of input.roots) plainWalk(input, trace, root, true);
}

/** A branch is opened by testing both children; the left one is gone on with at once. */
function bulkWalk(input: WalkInput, trace: Trace, root: number): void {
  const { links } = input;
  const open: { node: number; covered: boolean }[] = [];
  const offer = (node: number) => {
    const result = testNode(input, trace, node);
    return result === 'out' ? [] : [{ node, covered: result === 'covered' }];
  };
  open.push(...offer(root));
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at.covered) takeBelow(input, trace, at.node);
    else if (isLeaf(input, at.node)) compareItems(input, trace, at.node);
    else {
      const children = links.childrenOf(at.node);
      const passed = children.flatMap(offer);
      if (children.length < 2) trace.emptyVisit();
      open.push(...passed.reverse());
    }
  }
}

/** The main tree, then those of the newcomers. */
export function bulkTreeWalk(input: WalkInput, trace: Trace): void {
  input.roots.forEach((root, i) => {
    if (i === 0) bulkWalk(input, trace, root);
    else plainWalk(input, trace, root, true);
  });
}

/** All entries of an opened node are asked, four at a time; those that pass are opened last first. */
export function entryTreeWalk(input: WalkInput, trace: Trace): void {
  const { links, tests } = input;
  const open = input.roots.map((node) => ({ node, covered: false }));
  compareBeside(input, trace);
  // roots are opened without a test
  for (const { node } of open) enterNode(input, trace, node);
  const packed = { ...input, tests: { ...tests, touches: tests.touchesPacked } };
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (isLeaf(input, at.node)) {
      if (at.covered) takeItems(input, trace, at.node);
      else compareItems(input, trace, at.node);
      continue;
    }
    visitEmpty(input, trace, at.node);
    for (const child of links.childrenOf(at.node)) {
      if (at.covered) {
        trace.visit(child, Step.Below, 0);
        open.push({ node: child, covered: true });
        continue;
      }
      const result = testNode(packed, trace, child);
      if (result !== 'out') open.push({ node: child, covered: result === 'covered' });
    }
  }
}

/** Spheres lie in one array in the order of the walk; below a covered one it runs on without a test. */
export function sphereTreeWalk(input: WalkInput, trace: Trace): void {
  const { links, shape } = input;
  const { spheres } = links.dump;
  const tests = sphereTests(shape);
  if (!spheres || !tests) return;
  const stride = shape.dimensions + 1;
  const open = [...input.roots].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!tests.touches(spheres, node * stride)) {
      trace.visit(node, Step.Missed, 0);
    } else if (isLeaf(input, node)) {
      trace.visit(node, Step.Reached, links.dump.itemCount[node]);
      compareItems(input, trace, node);
    } else if (tests.covers?.(spheres, node * stride)) {
      trace.visit(node, Step.Covered, 0);
      for (const below of links.below(node).slice(1)) {
        trace.visit(below, Step.Below, 0);
        takeItems(input, trace, below);
      }
    } else {
      const children = links.childrenOf(node);
      trace.visit(node, Step.Opened, children.length);
      open.push(...children.reverse());
    }
  }
  compareBeside(input, trace);
}

/**
 * The box of a node is made on the way down, one side at a time: wider than the exact one of the dump, of which only
 * the two edges at the split are read. Axes take turns.
 */
export function kdTreeWalk(input: WalkInput, trace: Trace): void {
  visitEmptyRoots(input, trace);
  const { links, roots, beside, shape, tests } = input;
  const { bounds, level } = links.dump;
  const { dimensions } = shape;
  const stride = strideOf(input);
  const open: { node: number; box: Float32Array }[] = [];
  const offer = (node: number, box: Float32Array) => {
    if (noteTest(input, trace, node, box)) open.push({ node, box });
  };
  for (const node of beside === null ? roots : [...roots, beside]) {
    offer(node, bounds.slice(node * stride, (node + 1) * stride));
  }
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (isLeaf(input, at.node)) {
      if (tests.covers?.(at.box, 0)) takeItems(input, trace, at.node);
      else compareItems(input, trace, at.node);
      continue;
    }
    const axis = (level[at.node] - level[roots[0]]) % dimensions;
    for (const { node, side } of sidesOf(input, at.node).reverse()) {
      if (node === null) {
        trace.emptyVisit();
        continue;
      }
      const edge = side === 0 ? dimensions + axis : axis;
      const box = at.box.slice();
      box[edge] = bounds[node * stride + edge];
      offer(node, box);
    }
  }
}

/** Left and right side of a branch of a k-d tree; null where all items have gone. */
export function sidesOf({ links, vain }: WalkInput, branch: number) {
  const children = links.childrenOf(branch);
  const empty = vain?.[branch] ?? 0;
  return [0, 1].map((side) => {
    const node = (empty >> side) & 1 ? null : (children.shift() ?? null);
    return { side, node };
  });
}

/** A visit of a node with a box of its own; true when the query touches that. */
function noteTest(input: WalkInput, trace: Trace, node: number, box: Float32Array): boolean {
  const touched = input.tests.touches(box, 0);
  if (touched) enterNode(input, trace, node);
  else trace.visit(node, Step.Missed, 0);
  return touched;
}
