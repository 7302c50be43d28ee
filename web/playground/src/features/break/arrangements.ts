/**
 * Arrangements of boxes that exploit the weakness of each structure. Coordinates are fractions of
 * the scene.
 */

import { Mulberry32 } from 'scenes';
import { longestSide } from '../../model/query-shape.js';
import type { BreakableStructure } from './break-switch.js';

/** Center and size on the first two axes. */
type Patch = readonly [x: number, y: number, width: number, height: number];

const COUNT = 320;

/**
 * Four bundles of thin boxes around the center, in a windmill pattern: rows, columns, rows,
 * columns. On each axis, half of all pairs overlap, but no two boxes overlap.
 */
function windmill(): Patch[] {
  const share = COUNT / 4;
  const long = 0.58;
  const thin = 0.001;
  return Array.from({ length: COUNT }, (_, i): Patch => {
    const across = 0.62 + (0.36 * Math.floor(i / 4)) / share;
    const middle = 0.02 + long / 2;
    const sails: readonly Patch[] = [
      [middle, across, long, thin],
      [across, 1 - middle, thin, long],
      [1 - middle, 1 - across, long, thin],
      [1 - across, middle, thin, long],
    ];
    return sails[i % 4];
  });
}

/**
 * Boxes along both center lines of the scene. Each box crosses the border between the child cells
 * of an octree's root, so no child can store it.
 */
function cross(): Patch[] {
  const side = 0.03;
  return Array.from({ length: COUNT }, (_, i): Patch => {
    const along = 0.01 + (0.98 * Math.floor(i / 2)) / (COUNT / 2);
    return i % 2 === 0 ? [along, 0.5, side, side] : [0.5, along, side, side];
  });
}

/** Tiny boxes that all lie in one or two cells of the grid. */
function heap(): Patch[] {
  const random = new Mulberry32(7);
  const place = () => 0.62 + 0.035 * random.unit();
  return Array.from({ length: COUNT }, (): Patch => [place(), place(), 0.001, 0.001]);
}

const arrangements: Readonly<Record<BreakableStructure, () => Patch[]>> = {
  'sweep-and-prune': windmill,
  octree: cross,
  'hash-grid': heap,
};

/** Returns the boxes of a structure's arrangement. In 3D, they lie in the center plane. */
export function arrangementFor(
  structure: BreakableStructure,
  sceneBounds: Float32Array,
): Float32Array[] {
  const dimensions = sceneBounds.length / 2;
  const reach = longestSide(sceneBounds);
  return arrangements[structure]().map(([x, y, width, height]) => {
    const box = new Float32Array(sceneBounds.length);
    const thick = Math.min(width, height);
    for (let d = 0; d < dimensions; d++) {
      const middle =
        sceneBounds[d] + [x, y, 0.5][d] * (sceneBounds[dimensions + d] - sceneBounds[d]);
      const half = ([width, height, thick][d] * reach) / 2;
      box[d] = middle - half;
      box[dimensions + d] = middle + half;
    }
    return box;
  });
}
