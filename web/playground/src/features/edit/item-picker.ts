/** Finds the item under a pointer or at a point, with the structure on the page. */

import type { SpatialIndex } from 'sapwood/all';
import type { PointerRay } from '../../model/node-picker.js';

/** Maximum number of items that are sampled to estimate the typical width. */
const SAMPLE = 500;

function widest(box: Float32Array): number {
  const dimensions = box.length / 2;
  let max = 0;
  for (let d = 0; d < dimensions; d++) max = Math.max(max, box[dimensions + d] - box[d]);
  return max;
}

function smallest(index: SpatialIndex, ids: Uint32Array): number | null {
  let best: number | null = null;
  let min = Infinity;
  for (const id of ids) {
    const width = widest(index.box(id));
    if (width >= min) continue;
    min = width;
    best = id;
  }
  return best;
}

/**
 * Returns the item under a pointer. In 2D, this is the smallest item. In 3D, it is the first item
 * on the ray that is at most `solid` wide, because wider items are drawn only as lines. If all
 * items are wider, it is the smallest.
 */
export function itemUnder(
  index: SpatialIndex,
  { origin, direction }: PointerRay,
  solid: number,
): number | null {
  if (index.dimensions === 2) return smallest(index, index.queryPoint(origin.slice(0, 2)));
  const { ids } = index.raycastAll(origin, direction);
  return ids.find((id) => widest(index.box(id)) <= solid) ?? smallest(index, ids);
}

/** Returns the smallest item that contains a point, otherwise the nearest item within `reach`. */
export function itemAt(index: SpatialIndex, point: Float32Array, reach: number): number | null {
  const place = point.subarray(0, index.dimensions);
  const around = smallest(index, index.queryPoint(place));
  return around ?? index.nearest(place, 1, reach).ids.at(0) ?? null;
}

/** Returns the median of the items' longest sides, sampled for many items; 0 without items. */
export function typicalWidth(boxes: Float32Array, dimensions: number): number {
  const stride = 2 * dimensions;
  const count = boxes.length / stride;
  const step = Math.max(1, Math.floor(count / SAMPLE));
  const widths: number[] = [];
  for (let id = 0; id < count; id += step) {
    widths.push(widest(boxes.subarray(id * stride, (id + 1) * stride)));
  }
  return widths.sort((a, b) => a - b).at(widths.length >> 1) ?? 0;
}
