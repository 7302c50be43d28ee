/**
 * Where a pointer is in the scene. In the plane that is plain; in space a point means the plane through the middle of
 * the scene, or through an item, that faces the eye.
 */

import { Vector3 } from 'three';
import type { PointerRay } from '../../model/node-picker.js';
import { longestSide } from '../../model/query-shape.js';
import type { Stage } from '../../stage/stage.js';
import type { Dimensions } from '../../state/settings.js';

/** Nothing is put farther outside of the scene, in its longest sides. */
const OUTSIDE = 0.5;

/** The third coordinate of a flat box is 0. */
export function middleOf(box: Float32Array): Float32Array {
  const dimensions = box.length / 2;
  const middle = new Float32Array(3);
  for (let d = 0; d < dimensions; d++) middle[d] = (box[d] + box[dimensions + d]) / 2;
  return middle;
}

export class EditSpace {
  readonly dimensions: Dimensions;
  readonly middle: Float32Array;
  /** The longest side of the scene. */
  readonly reach: number;
  private readonly forward = new Vector3();

  constructor(
    private readonly stage: Stage,
    private readonly home: Float32Array,
  ) {
    this.dimensions = (home.length / 2) as Dimensions;
    this.middle = middleOf(home);
    this.reach = longestSide(home);
  }

  /** A cube or a square; its side is a share of the scene's longest one. */
  boxAround(middle: Float32Array, share: number): Float32Array {
    const { dimensions } = this;
    const half = (share * this.reach) / 2;
    return Float32Array.from({ length: 2 * dimensions }, (_, i) =>
      i < dimensions ? middle[i] - half : middle[i - dimensions] + half,
    );
  }

  /** Where the pointer meets the plane through a point that faces the eye; null where it does not. */
  meet({ origin, direction }: PointerRay, through: Float32Array): Float32Array | null {
    if (this.dimensions === 2) return this.within(Float32Array.of(origin[0], origin[1], 0));
    const { x, y, z } = this.stage.cameras.current.getWorldDirection(this.forward);
    const along = direction[0] * x + direction[1] * y + direction[2] * z;
    if (along < 1e-6) return null;
    const [dx, dy, dz] = through.map((value, axis) => value - origin[axis]);
    const far = (dx * x + dy * y + dz * z) / along;
    return this.within(Float32Array.from(origin, (value, axis) => value + far * direction[axis]));
  }

  /** The nearest point that is not too far outside. */
  within(point: Float32Array): Float32Array {
    const { dimensions, home } = this;
    const margin = OUTSIDE * this.reach;
    return point.map((value, axis) => {
      if (axis >= dimensions) return 0;
      return Math.min(Math.max(value, home[axis] - margin), home[dimensions + axis] + margin);
    });
  }
}
