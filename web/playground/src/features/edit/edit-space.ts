/**
 * Converts pointer rays to positions. In 3D, the position is on a plane that faces the eye and
 * contains the center of the scene or of an item.
 */

import { Vector3 } from 'three';
import type { PointerRay } from '../../model/node-picker.js';
import { longestSide } from '../../model/query-shape.js';
import type { Stage } from '../../stage/stage.js';
import type { Dimensions } from '../../state/settings.js';

/** Maximum distance of a position from the scene, as a fraction of the scene's longest side. */
const OUTSIDE = 0.5;

/** Returns the center of a box; z is 0 in 2D. */
export function middleOf(box: Float32Array): Float32Array {
  const dimensions = box.length / 2;
  const middle = new Float32Array(3);
  for (let d = 0; d < dimensions; d++) middle[d] = (box[d] + box[dimensions + d]) / 2;
  return middle;
}

export class EditSpace {
  readonly dimensions: Dimensions;
  readonly middle: Float32Array;
  readonly reach: number;
  private readonly forward = new Vector3();

  constructor(
    private readonly stage: Stage,
    private readonly sceneBounds: Float32Array,
  ) {
    this.dimensions = (sceneBounds.length / 2) as Dimensions;
    this.middle = middleOf(sceneBounds);
    this.reach = longestSide(sceneBounds);
  }

  /**
   * Returns a cube or square around a point. `share` is its side as a fraction of the scene's
   * longest side.
   */
  boxAround(middle: Float32Array, share: number): Float32Array {
    const { dimensions } = this;
    const half = (share * this.reach) / 2;
    return Float32Array.from({ length: 2 * dimensions }, (_, i) =>
      i < dimensions ? middle[i] - half : middle[i - dimensions] + half,
    );
  }

  /**
   * Intersects a ray with the plane that faces the eye and contains the point `through`. Returns
   * null without intersection. In 2D, returns the origin of the ray.
   */
  meet({ origin, direction }: PointerRay, through: Float32Array): Float32Array | null {
    if (this.dimensions === 2) return this.within(Float32Array.of(origin[0], origin[1], 0));
    const { x, y, z } = this.stage.cameras.current.getWorldDirection(this.forward);
    const along = direction[0] * x + direction[1] * y + direction[2] * z;
    if (along < 1e-6) return null;
    const [dx, dy, dz] = through.map((value, axis) => value - origin[axis]);
    const far = (dx * x + dy * y + dz * z) / along;
    return this.within(Float32Array.from(origin, (value, axis) => value + far * direction[axis]));
  }

  /** Clamps a point to the scene, extended by a margin on all sides. */
  within(point: Float32Array): Float32Array {
    const { dimensions, sceneBounds } = this;
    const margin = OUTSIDE * this.reach;
    return point.map((value, axis) => {
      if (axis >= dimensions) return 0;
      return Math.min(
        Math.max(value, sceneBounds[axis] - margin),
        sceneBounds[dimensions + axis] + margin,
      );
    });
  }
}
