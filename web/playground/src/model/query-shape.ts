/**
 * Query in world units. The settings contain fractions of the scene bounds, which are converted.
 */

import type { Dimensions, QueryKind, QueryPlace, Settings } from '../state/settings.js';
import { type Frustum, frustumOf } from './frustum.js';

export interface QueryShape {
  readonly kind: QueryKind;
  readonly dimensions: Dimensions;
  /** [min..., max...] */
  readonly box: Float32Array;
  readonly center: Float32Array;
  readonly radius: number;
  readonly origin: Float32Array;
  /** Vector from the start to the end of the ray. */
  readonly direction: Float32Array;
  readonly length: number;
  readonly k: number;
  /** Null in 2D. */
  readonly frustum: Frustum | null;
}

export function longestSide(sceneBounds: Float32Array): number {
  const dimensions = sceneBounds.length / 2;
  let longest = 0;
  for (let d = 0; d < dimensions; d++)
    longest = Math.max(longest, sceneBounds[dimensions + d] - sceneBounds[d]);
  return longest > 0 ? longest : 1;
}

/**
 * Converts a fraction on an axis to a world coordinate. If the scene bounds have no extent on the
 * axis, the fraction is relative to the longest side.
 */
export function fromFraction(sceneBounds: Float32Array, axis: number, fraction: number): number {
  const dimensions = sceneBounds.length / 2;
  const span = sceneBounds[dimensions + axis] - sceneBounds[axis];
  const low = span > 0 ? sceneBounds[axis] : sceneBounds[axis] - longestSide(sceneBounds) / 2;
  return low + fraction * (span > 0 ? span : longestSide(sceneBounds));
}

export function toFraction(sceneBounds: Float32Array, axis: number, coordinate: number): number {
  const low = fromFraction(sceneBounds, axis, 0);
  return (coordinate - low) / (fromFraction(sceneBounds, axis, 1) - low);
}

function pointOf(sceneBounds: Float32Array, fractions: readonly number[], first = 0): Float32Array {
  return Float32Array.from({ length: sceneBounds.length / 2 }, (_, axis) =>
    fromFraction(sceneBounds, axis, fractions[first + axis]),
  );
}

function boxOf(sceneBounds: Float32Array, { box }: QueryPlace): Float32Array {
  const dimensions = sceneBounds.length / 2;
  const reach = longestSide(sceneBounds);
  return Float32Array.from({ length: 2 * dimensions }, (_, i) => {
    const axis = i % dimensions;
    const half = box[3 + axis] * reach;
    return fromFraction(sceneBounds, axis, box[axis]) + (i < dimensions ? -half : half);
  });
}

function place(sceneBounds: Float32Array, fractions: readonly number[], first: number) {
  const at = (axis: number) => fromFraction(sceneBounds, axis, fractions[first + axis]);
  return [at(0), at(1), at(2)] as const;
}

function cameraOf(sceneBounds: Float32Array, { cam }: QueryPlace): Frustum | null {
  if (sceneBounds.length === 4) return null;
  return frustumOf(
    place(sceneBounds, cam, 0),
    place(sceneBounds, cam, 3),
    cam[6] * longestSide(sceneBounds),
  );
}

export function queryShape(settings: Settings, sceneBounds: Float32Array): QueryShape {
  const origin = pointOf(sceneBounds, settings.ray);
  const end = pointOf(sceneBounds, settings.ray, 3);
  const direction = end.map((value, axis) => value - origin[axis]);
  const length = Math.hypot(...direction);
  return {
    kind: settings.query,
    dimensions: (sceneBounds.length / 2) as Dimensions,
    box: boxOf(sceneBounds, settings),
    center: pointOf(sceneBounds, settings.ball),
    radius: settings.ball[3] * longestSide(sceneBounds),
    origin,
    // a ray of length 0 gets an arbitrary direction, because a zero vector is invalid
    direction: length > 0 ? direction : direction.fill(1, 0, 1),
    length,
    k: settings.k,
    frustum: cameraOf(sceneBounds, settings),
  };
}

export function sameQuery(a: Settings, b: Settings): boolean {
  if (a.query !== b.query || a.k !== b.k) return false;
  return (['box', 'ball', 'ray', 'cam'] as const).every((key) =>
    a[key].every((v, i) => v === b[key][i]),
  );
}
