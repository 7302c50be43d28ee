/**
 * Walks of a camera's query where they differ from those of others: in their order, or because a plane that a node is
 * inside of is not asked again below it.
 */

import type { QueryShape } from '../../../model/query-shape.js';
import { Step, type Trace } from '../trace.js';
import {
  compareBeside,
  compareItems,
  enterNode,
  isLeaf,
  itemsOf,
  type Replay,
  strideOf,
  takeBelow,
  takeItems,
  testNode,
  type WalkInput,
} from './walk-input.js';

/** Children are asked last to first; what is covered is taken at once. */
export const cellTreeCull: Replay = (input, trace) => {
  const { links } = input;
  compareBeside(input, trace);
  const open: number[] = [];
  const ask = (cell: number) => {
    const result = testNode(input, trace, cell);
    if (result === 'in') open.push(cell);
    else if (result === 'covered') takeCells(input, trace, cell);
  };
  for (const root of input.roots) ask(root);
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    compareItems(input, trace, cell);
    for (const child of links.childrenOf(cell).reverse()) ask(child);
  }
};

/** Cells below a covered one are visits without a test. */
function takeCells(input: WalkInput, trace: Trace, top: number): void {
  for (const cell of input.links.below(top)) {
    if (cell !== top) trace.visit(cell, Step.Below, 0);
    takeItems(input, trace, cell);
  }
}

/** Leaves are compared as they come, what is covered too; the last node first. */
export const wideTreeCull: Replay = (input, trace) => {
  const { boxes, links, tests } = input;
  const open = [...input.roots];
  compareBeside(input, trace);
  for (const root of open) enterNode(input, trace, root);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const lanes = links.childrenOf(at).map((node) => ({
      node,
      result: testNode(input, trace, node),
    }));
    for (const { node, result } of lanes) {
      if (result === 'out') continue;
      if (result === 'covered') takeBelow(input, trace, node);
      else if (!isLeaf(input, node)) open.push(node);
      else {
        const ids = itemsOf(links.dump, node);
        trace.comparePacket(
          node,
          4,
          ids.filter((id) => tests.hits(boxes, id * strideOf(input))),
        );
      }
    }
  }
};

const SLACK = 1e-12;

interface SphereCut {
  readonly outside: boolean;
  /** That still cut the sphere. */
  readonly planes: readonly number[];
}

/** Signed distances are widened by what the terms of the whole world may be off by. */
function sphereCutter(
  { frustum }: QueryShape,
  spheres: Float32Array,
  world: number,
): (at: number, planes: readonly number[]) => SphereCut {
  const numbers = frustum?.planes ?? new Float32Array(0);
  const measures = Array.from({ length: numbers.length / 4 }, (_, plane) => {
    const [x, y, z, constant] = numbers.subarray(4 * plane, 4 * plane + 4);
    let terms = Math.abs(constant);
    [x, y, z].forEach((part, axis) => {
      terms += Math.abs(part) * (Math.abs(spheres[world + axis]) + spheres[world + 3]);
    });
    const length = Math.sqrt(x * x + y * y + z * z);
    return { normal: [x, y, z], constant, length, slack: SLACK * terms };
  });
  return (at, planes) => {
    const cutting: number[] = [];
    for (const plane of planes) {
      const { normal, constant, length, slack } = measures[plane];
      const distance = normal.reduce(
        (sum, part, axis) => sum + part * spheres[at + axis],
        constant,
      );
      const reach = length * spheres[at + 3];
      if (distance + reach < -slack) return { outside: true, planes };
      if (!(distance - reach >= slack)) cutting.push(plane);
    }
    return { outside: false, planes: cutting };
  };
}

/** Left child first. An item that no plane cuts is not compared. */
export const sphereTreeCull: Replay = (input, trace) => {
  const { links, shape } = input;
  const { spheres } = links.dump;
  const [root] = input.roots;
  if (!spheres) return;
  const cut = sphereCutter(shape, spheres, 4 * root);
  const planes: readonly number[] = [0, 1, 2, 3, 4, 5];
  const open = input.roots.map((node) => ({ node, planes }));
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { node } = at;
    const { outside, planes } = cut(4 * node, at.planes);
    if (outside) trace.visit(node, Step.Missed, 0);
    else if (planes.length === 0) {
      trace.visit(node, Step.Covered, 0);
      takeCells(input, trace, node);
    } else {
      enterNode(input, trace, node);
      if (isLeaf(input, node)) compareItems(input, trace, node);
      else {
        const children = links.childrenOf(node).reverse();
        open.push(...children.map((child) => ({ node: child, planes })));
      }
    }
  }
  compareBeside(input, trace);
};
