/**
 * Walks of the wide tree: the four children of a node are asked at once, and its leaves are packets of four places that
 * are compared as one, vacant places too.
 */

import { Step, type Trace } from '../trace.js';
import {
  compareBeside,
  enterNode,
  isLeaf,
  itemsOf,
  strideOf,
  takeBelow,
  type WalkInput,
} from './walk-input.js';

export const LANES = 4;
/** Nodes that may wait before the last one is taken first. */
const MANY_NODES = 256;
/** Leaves wait until a node more might be too many. */
const MANY_LEAVES = 32 - LANES;

/** The root is opened without a test. Nodes are taken in the order in which they came. */
export function wideTreeWalk(input: WalkInput, trace: Trace): void {
  const open = [...input.roots];
  let head = 0;
  let leaves: number[] = [];
  const compareLeaves = () => {
    for (const leaf of leaves) compareLeaf(input, trace, leaf);
    leaves = [];
  };
  compareBeside(input, trace);
  for (const root of open) enterNode(input, trace, root);
  while (head < open.length) {
    const late = open.length - head > MANY_NODES;
    const at = late ? (open.pop() as number) : open[head++];
    const passed = askChildren(input, trace, at);
    for (const { node, covered } of passed) if (covered) takeBelow(input, trace, node);
    for (const { node, covered } of passed) {
      if (!covered) (isLeaf(input, node) ? leaves : open).push(node);
    }
    if (leaves.length > MANY_LEAVES) compareLeaves();
  }
  compareLeaves();
}

function askChildren(
  input: WalkInput,
  trace: Trace,
  at: number,
): { node: number; covered: boolean }[] {
  const { links, tests } = input;
  const { bounds } = links.dump;
  return links.childrenOf(at).flatMap((node) => {
    const place = node * strideOf(input);
    if (!tests.touchesPacked(bounds, place)) {
      trace.visit(node, Step.Missed, 0);
      return [];
    }
    const covered = tests.coversPacked?.(bounds, place) ?? false;
    if (covered) trace.visit(node, Step.Covered, 0);
    else enterNode(input, trace, node);
    return [{ node, covered }];
  });
}

function compareLeaf(input: WalkInput, trace: Trace, leaf: number): void {
  const { boxes, links, tests } = input;
  const ids = itemsOf(links.dump, leaf);
  const hits = ids.filter((id) => tests.hits(boxes, id * strideOf(input)));
  trace.comparePacket(leaf, LANES, hits);
}
