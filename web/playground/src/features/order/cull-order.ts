/**
 * How a camera's query goes through a tree with split planes: steps from node to node, how many of them go to the next
 * node in memory, and how far its answer is from front to back.
 */

import type { CullReport, SpatialIndex } from 'sapwood/all';
import { type Frustum, frustumOf } from '../../model/frustum.js';

type CullingIndex = SpatialIndex & {
  cullReport(frustum: Float32Array, eye: Float32Array): CullReport;
};

/** Whether an index has split planes to go by. */
export function isCulling(index: SpatialIndex): index is CullingIndex {
  return 'cullReport' in index && index.dimensions === 3;
}

export interface CullOrder {
  readonly visible: number;
  readonly steps: number;
  readonly adjacentSteps: number;
  /** Pairs of visible items of which the farther one came first. */
  readonly inversions: number;
}

export function cullOrder(index: CullingIndex, { eye, planes }: Frustum): CullOrder {
  const { adjacentSteps, ids, inversions, steps } = index.cullReport(planes, eye);
  return { visible: ids.length, steps, adjacentSteps, inversions };
}

/** Share of the steps that go to the next node in memory; NaN without a step. */
export function adjacentShare({ adjacentSteps, steps }: CullOrder): number {
  return adjacentSteps / steps;
}

/** Share of all pairs that come in the wrong order; half of them would by chance. */
export function inversionShare({ inversions, visible }: CullOrder): number {
  return inversions / ((visible * (visible - 1)) / 2);
}

/** Of the way from the middle to a corner: far enough to see the whole scene. */
const CORNER_DISTANCE = 3;

export interface CornerOrder {
  /** The corner that the camera is in: its side on x, y and z. */
  readonly corner: string;
  readonly order: CullOrder;
}

/** The same from each of the eight corners, with a view of the whole scene. */
export function cornerOrders(index: CullingIndex, home: Float32Array): readonly CornerOrder[] {
  const middle = [0, 1, 2].map((axis) => (home[axis] + home[axis + 3]) / 2);
  const half = [0, 1, 2].map((axis) => (home[axis + 3] - home[axis]) / 2);
  return Array.from({ length: 8 }, (_, bits) => {
    const signs = [0, 1, 2].map((axis) => ((bits >> axis) & 1 ? 1 : -1));
    const at = (share: number) =>
      middle.map((value, axis) => value + share * signs[axis] * half[axis]) as Corner;
    const reach = 4 * Math.hypot(...half);
    const frustum = frustumOf(at(CORNER_DISTANCE), at(-CORNER_DISTANCE), reach);
    const corner = signs.map((sign) => (sign > 0 ? '+' : '−')).join(' ');
    return { corner, order: cullOrder(index, frustum) };
  });
}

type Corner = [number, number, number];
