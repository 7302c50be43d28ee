/**
 * Boxes on the axis of a sweep: the intervals of all boxes, sorted by lower end, and the active
 * boxes, whose intervals overlap the query's interval. An active box is a hit only if it also
 * overlaps the query on all other axes.
 */

import { WalkStep } from 'sapwood/all';
import type { NodeLinks } from '../model/node-links.js';
import type { QueryShape } from '../model/query-shape.js';
import type { Trace } from './trace.js';

export interface SweepView {
  readonly axis: number;
  /** Interval of the query; null without a query. */
  readonly interval: readonly [low: number, high: number] | null;
  /**
   * Items whose intervals overlap the query's interval. While the traversal is shown in steps, only
   * items that the shown steps may have tested.
   */
  readonly active: Uint32Array;
  /** Ids of all items, sorted by lower end, then by id. */
  readonly order: Uint32Array;
}

function spanOf(points: readonly number[]): readonly [number, number] {
  return [Math.min(...points), Math.max(...points)];
}

/**
 * Returns the query's interval on an axis. For a nearest query, `searchRadius` is the distance to
 * the farthest result.
 */
function intervalOf(shape: QueryShape, axis: number, searchRadius: number): SweepView['interval'] {
  const { box, center, dimensions, direction, frustum, kind, origin, radius } = shape;
  switch (kind) {
    case 'box':
      return [box[axis], box[dimensions + axis]];
    case 'sphere':
      return [center[axis] - radius, center[axis] + radius];
    case 'nearest':
      return [center[axis] - searchRadius, center[axis] + searchRadius];
    case 'ray':
      return spanOf([origin[axis], origin[axis] + direction[axis]]);
    case 'frustum':
      return frustum && spanOf([...frustum.corners].filter((_, i) => i % 3 === axis));
    default:
      return null;
  }
}

function sortedIds(boxes: Float32Array, axis: number, dimensions: number): Uint32Array {
  const lower = (id: number) => boxes[2 * dimensions * id + axis];
  const ids = Uint32Array.from({ length: boxes.length / (2 * dimensions) }, (_, id) => id);
  return ids.sort((a, b) => lower(a) - lower(b) || a - b);
}

/** Returns items that the first steps of a traversal may have tested. */
function comparedItems(trace: Trace, steps: number, links: NodeLinks): ReadonlySet<number> {
  const ids = new Set<number>();
  for (let i = 0; i < Math.min(steps, trace.length); i++) {
    const node = trace.nodes[i];
    if (trace.kinds[i] !== WalkStep.Compared || node < 0) continue;
    for (const id of links.itemsBelow(node)) ids.add(id);
  }
  return ids;
}

interface SweepInput {
  readonly axis: number;
  readonly boxes: Float32Array;
  readonly shape: QueryShape;
  readonly searchRadius: number;
  readonly links: NodeLinks;
  readonly trace: Trace | null;
  readonly step: number | null;
}

export function sweepView(input: SweepInput): SweepView {
  const { axis, boxes, links, searchRadius, shape, step, trace } = input;
  const { dimensions } = shape;
  const order = sortedIds(boxes, axis, dimensions);
  const interval = intervalOf(shape, axis, searchRadius);
  if (!interval) return { axis, interval, active: new Uint32Array(0), order };
  const seen = step !== null && trace ? comparedItems(trace, step, links) : null;
  const active = order.filter((id) => {
    const at = 2 * dimensions * id + axis;
    return (
      boxes[at] <= interval[1] &&
      boxes[at + dimensions] >= interval[0] &&
      (seen === null || seen.has(id))
    );
  });
  return { axis, interval, active, order };
}

/**
 * Returns the row (lane) in which each interval is drawn. Intervals in the same row do not touch.
 * If `maxLanes` rows are not sufficient, the remaining intervals are distributed over all rows.
 */
export function lanesOf(
  { axis, order }: SweepView,
  boxes: Float32Array,
  dimensions: number,
  maxLanes: number,
): Uint8Array {
  const ends: number[] = [];
  return Uint8Array.from(order, (id, place) => {
    const at = 2 * dimensions * id + axis;
    let lane = ends.findIndex((end) => end < boxes[at]);
    if (lane < 0) lane = ends.length < maxLanes ? ends.length : place % maxLanes;
    ends[lane] = Math.max(boxes[at + dimensions], ends[lane] ?? -Infinity);
    return lane;
  });
}
