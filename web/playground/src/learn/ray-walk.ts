/** Reconstructs the steps of the traversal that finds the first box on a ray. */

import { traceOf, WalkStep } from 'sapwood/all';
import type { Subject } from './subject.js';
import type { Point } from './volumes/polygons.js';
import { type Box, boxOf } from './world.js';

interface RayStep {
  readonly node: number;
  /**
   * True if the ray enters the box of the node before the nearest hit so far. Otherwise, the
   * subtree of the node is skipped.
   */
  readonly isMet: boolean;
}

interface RayWalk {
  readonly steps: readonly RayStep[];
  readonly tests: number;
}

/**
 * Returns the distance at which a ray enters a box, in multiples of the length of `direction`, or
 * Infinity if the ray misses the box.
 */
function entryOf(box: Box, origin: Point, direction: Point): number {
  let [entry, exit] = [0, Number.POSITIVE_INFINITY];
  for (const axis of [0, 1] as const) {
    const [a, b] = [box[axis], box[axis + 2]].map(
      (side) => (side - origin[axis]) / direction[axis],
    );
    if (direction[axis] === 0) {
      if (origin[axis] < box[axis] || origin[axis] > box[axis + 2]) return Number.POSITIVE_INFINITY;
      continue;
    }
    entry = Math.max(entry, Math.min(a, b));
    exit = Math.min(exit, Math.max(a, b));
  }
  return entry <= exit ? entry : Number.POSITIVE_INFINITY;
}

/**
 * Returns the steps of a search for the first hit. They are selected from the trace of a search for
 * all hits, which visits the nearest child first. Nodes beyond the nearest hit so far are skipped.
 */
export function walkToFirstHit(
  { index }: Subject,
  boxes: Float32Array,
  origin: Point,
  direction: Point,
): RayWalk {
  const nodes = index.nodes();
  const entry = (node: number) => entryOf(boxOf(nodes.bounds, node), origin, direction);
  const trace = traceOf(index, { kind: 'ray', origin, direction });
  const steps: RayStep[] = [];
  const isOpened = new Uint8Array(nodes.count);
  let nearest = Number.POSITIVE_INFINITY;
  let tests = 0;
  let isLeafOpened = false;
  for (let i = 0; i < trace.count; i++) {
    const at = trace.nodes[i];
    const kind = trace.steps[i];
    if (kind === WalkStep.Candidate) {
      if (isLeafOpened) nearest = Math.min(nearest, entryOf(boxOf(boxes, at), origin, direction));
    } else if (kind === WalkStep.Compared) {
      isLeafOpened = isOpened[at] === 1 && entry(at) <= nearest;
      if (isLeafOpened) tests += trace.amounts[i];
    } else if (kind === WalkStep.Missed || kind === WalkStep.Entered) {
      const parent = nodes.parent[at];
      if (parent >= 0 && !(isOpened[parent] && entry(parent) <= nearest)) continue;
      const isMet = kind === WalkStep.Entered && entry(at) <= nearest;
      isOpened[at] = isMet ? 1 : 0;
      steps.push({ node: at, isMet });
    }
  }
  return { steps, tests };
}
