/**
 * Traversal order of a camera query in a tree with split planes. Counts the steps, the steps that
 * lead to the next node in memory, and the deviations from front-to-back order.
 */

import type { CullReport, SpatialIndex } from 'sapwood/all';
import { type Frustum, frustumOf } from '../../model/frustum.js';

type CullingIndex = SpatialIndex & {
  cullReport(frustum: Float32Array, eye: Float32Array): CullReport;
};

/** Whether an index reports its culling order. */
export function isCulling(index: SpatialIndex): index is CullingIndex {
  return 'cullReport' in index && index.dimensions === 3;
}

export interface CullOrder {
  readonly visible: number;
  readonly steps: number;
  readonly adjacentSteps: number;
  /** Number of pairs of visible items in back-to-front order. */
  readonly inversions: number;
}

export function cullOrder(index: CullingIndex, { eye, planes }: Frustum): CullOrder {
  const { adjacentSteps, ids, inversions, steps } = index.cullReport(planes, eye);
  return { visible: ids.length, steps, adjacentSteps, inversions };
}

/** Returns the share of steps that lead to the next node in memory; NaN without steps. */
export function adjacentShare({ adjacentSteps, steps }: CullOrder): number {
  return adjacentSteps / steps;
}

/** Returns the share of pairs in the wrong order; a random order gives one half. */
export function inversionShare({ inversions, visible }: CullOrder): number {
  return inversions / ((visible * (visible - 1)) / 2);
}

/**
 * Distance of the camera from the center, as a multiple of the distance between center and corner.
 * The whole scene is visible from there.
 */
const CORNER_DISTANCE = 3;

interface CornerOrder {
  /** Corner at which the camera is: the side on x, y and z. */
  readonly corner: string;
  readonly order: CullOrder;
}

/** Returns the traversal order of a camera at each corner, which shows the whole scene. */
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
