/**
 * Traversal order of a camera query in a tree with split planes. Counts the steps, the steps that
 * lead to the next node in memory, and the deviations from front-to-back order.
 */

import type { CullReport, SpatialIndex } from 'sapwood/all';
import { type Frustum, frustumOf } from '../../model/frustum.js';

type CullingIndex = SpatialIndex & {
  cullReport(frustum: Float32Array, eye: Float32Array): CullReport;
};

/** Whether an index can report the order in which a camera query visits its nodes. */
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

/**
 * Returns the share of pairs of visible items in back-to-front order; a random order gives one
 * half.
 */
export function inversionShare({ inversions, visible }: CullOrder): number {
  return inversions / ((visible * (visible - 1)) / 2);
}

/**
 * Distance between the camera and the scene's center, as a multiple of the distance between center
 * and corner. At this distance, the whole scene is visible.
 */
const CORNER_DISTANCE = 3;

interface CornerOrder {
  /** Direction from the scene's center to the camera, as signs on x, y and z, such as "+ − +". */
  readonly corner: string;
  readonly order: CullOrder;
}

/**
 * Returns the traversal order for eight cameras, one outside of each corner of the scene. Each
 * camera sees the whole scene.
 */
export function cornerOrders(
  index: CullingIndex,
  sceneBounds: Float32Array,
): readonly CornerOrder[] {
  const middle = [0, 1, 2].map((axis) => (sceneBounds[axis] + sceneBounds[axis + 3]) / 2);
  const half = [0, 1, 2].map((axis) => (sceneBounds[axis + 3] - sceneBounds[axis]) / 2);
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
