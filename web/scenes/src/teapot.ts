/**
 * Static scene from real input: one box per triangle of the Utah teapot, as tessellated by
 * three.js.
 */

import type { BufferGeometry } from 'three';
import { TeapotGeometry } from 'three/examples/jsm/geometries/TeapotGeometry.js';

import type { BoxSet } from './oracle.js';
import { extentOf } from './scene.js';

/**
 * Number of segments per side of each Bezier patch. The teapot consists of 32 patches. 20 segments
 * result in 25,440 boxes.
 */
export const TEAPOT_SEGMENTS = 20;

const SIZE = 10;

export interface Teapot extends BoxSet {
  readonly dimensions: 3;
  readonly count: number;
  /** Bounds of all boxes: [min..., max...]. */
  readonly extent: Float32Array;
  /** Mesh of the teapot. Box i belongs to the triangle of indices 3i, 3i + 1, 3i + 2. */
  readonly geometry: BufferGeometry;
}

/** Returns true if the area is 0. The squared length of the cross product is computed in double. */
function isDegenerate(corners: Float32Array): boolean {
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners;
  const x = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
  const y = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
  const z = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  return x * x + y * y + z * z === 0;
}

function writeBox(box: Float32Array, corners: Float32Array): void {
  for (let d = 0; d < 3; d++) {
    box[d] = Math.min(corners[d], corners[3 + d], corners[6 + d]);
    box[3 + d] = Math.max(corners[d], corners[3 + d], corners[6 + d]);
  }
}

/**
 * Returns about 64 segments^2 boxes. The mesh has at most 64 segments^2 - 8 segments triangles, and
 * triangles of area 0 have no box.
 */
export function teapotBoxes(segments = TEAPOT_SEGMENTS): Teapot {
  const geometry = new TeapotGeometry(SIZE, segments);
  const index = geometry.getIndex();
  if (!index) throw new Error('TeapotGeometry: expected an index');
  const positions = geometry.getAttribute('position').array;
  const boxes = new Float32Array(2 * index.count);
  const kept: number[] = [];
  const corners = new Float32Array(9);
  let count = 0;
  for (let at = 0; at < index.count; at += 3) {
    for (let i = 0; i < 9; i++) {
      corners[i] = positions[3 * index.getX(at + Math.floor(i / 3)) + (i % 3)];
    }
    if (isDegenerate(corners)) continue;
    writeBox(boxes.subarray(6 * count, 6 * ++count), corners);
    kept.push(index.getX(at), index.getX(at + 1), index.getX(at + 2));
  }
  geometry.setIndex(kept);
  const used = boxes.slice(0, 6 * count);
  return { dimensions: 3, count, boxes: used, extent: extentOf(used, 3), geometry };
}
