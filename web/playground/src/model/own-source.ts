/** Static scene of a user's boxes. In 3D, mesh triangles are drawn as a surface. */

import { extentOf } from 'scenes';
import type { Dimensions } from '../state/settings.js';
import type { BoxSource, SceneRequest, Solids } from './box-source.js';
import { sceneBoundsAround } from './box-source.js';
import { type OwnData, ownData } from './own-data.js';

const noIds = new Uint32Array(0);

/** Converts boxes between 2D and 3D. From 2D to 3D, z is 0; from 3D to 2D, z is dropped. */
function inDimensions({ boxes, dimensions }: OwnData, targetDimensions: Dimensions, count: number) {
  if (dimensions === targetDimensions) return boxes.slice(0, count * 2 * targetDimensions);
  const converted = new Float32Array(count * 2 * targetDimensions);
  const shared = Math.min(dimensions, targetDimensions);
  for (let i = 0; i < count; i++) {
    for (let d = 0; d < shared; d++) {
      converted[i * 2 * targetDimensions + d] = boxes[i * 2 * dimensions + d];
      converted[i * 2 * targetDimensions + targetDimensions + d] =
        boxes[i * 2 * dimensions + dimensions + d];
    }
  }
  return converted;
}

/**
 * Minimum half extent of the scene bounds if all items are the same point, relative to the largest
 * coordinate. The value is far above float32 precision.
 */
const MIN_SHARE = 1e-3;

/** Returns `extent`, or larger bounds around it if all boxes are the same point. */
function extendedBounds(extent: Float32Array): Float32Array {
  const dimensions = extent.length / 2;
  if (extent.some((value, i) => value !== extent[i % dimensions])) return extent;
  const half = Math.max(0.5, MIN_SHARE * Math.max(...extent.map(Math.abs)));
  return extent.map((value, i) => (i < dimensions ? value - half : value + half));
}

function hasPoints(boxes: Float32Array, dimensions: Dimensions): boolean {
  for (let at = 0; at < boxes.length; at += 2 * dimensions) {
    let d = 0;
    while (d < dimensions && boxes[at + d] === boxes[at + dimensions + d]) d++;
    if (d === dimensions) return true;
  }
  return false;
}

function solidsOf({ triangles }: OwnData, dimensions: Dimensions): Solids {
  if (!triangles || dimensions === 2) return { kind: 'boxes' };
  return { kind: 'surface', vertices: triangles };
}

export function ownSource({ dimensions, count: requested }: SceneRequest): BoxSource {
  const own = ownData.peek();
  if (!own) throw new Error('no file was opened in this page');
  const count = Math.min(requested, own.count);
  const boxes = inDimensions(own, dimensions, count);
  return {
    dimensions,
    count,
    sceneBounds: sceneBoundsAround(extendedBounds(extentOf(boxes, dimensions))),
    movedIds: noIds,
    movedCount: 0,
    solids: solidsOf(own, dimensions),
    hasPoints: hasPoints(boxes, dimensions),
    step: () => {},
    writeBoxes: (target) => target.set(boxes),
    dispose: () => {},
  };
}
