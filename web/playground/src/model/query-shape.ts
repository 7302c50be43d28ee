/**
 * Query in world units. The settings contain fractions of the scene bounds (`home`), which are
 * converted.
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

export function longestSide(home: Float32Array): number {
  const dimensions = home.length / 2;
  let longest = 0;
  for (let d = 0; d < dimensions; d++) longest = Math.max(longest, home[dimensions + d] - home[d]);
  return longest > 0 ? longest : 1;
}

/**
 * Converts a fraction on an axis to a world coordinate. If the scene bounds have no extent on the
 * axis, the fraction is relative to the longest side.
 */
export function fromFraction(home: Float32Array, axis: number, fraction: number): number {
  const dimensions = home.length / 2;
  const span = home[dimensions + axis] - home[axis];
  const low = span > 0 ? home[axis] : home[axis] - longestSide(home) / 2;
  return low + fraction * (span > 0 ? span : longestSide(home));
}

export function toFraction(home: Float32Array, axis: number, coordinate: number): number {
  const low = fromFraction(home, axis, 0);
  return (coordinate - low) / (fromFraction(home, axis, 1) - low);
}

function pointOf(home: Float32Array, fractions: readonly number[], first = 0): Float32Array {
  return Float32Array.from({ length: home.length / 2 }, (_, axis) =>
    fromFraction(home, axis, fractions[first + axis]),
  );
}

function boxOf(home: Float32Array, { box }: QueryPlace): Float32Array {
  const dimensions = home.length / 2;
  const reach = longestSide(home);
  return Float32Array.from({ length: 2 * dimensions }, (_, i) => {
    const axis = i % dimensions;
    const half = box[3 + axis] * reach;
    return fromFraction(home, axis, box[axis]) + (i < dimensions ? -half : half);
  });
}

function place(home: Float32Array, fractions: readonly number[], first: number) {
  const at = (axis: number) => fromFraction(home, axis, fractions[first + axis]);
  return [at(0), at(1), at(2)] as const;
}

function cameraOf(home: Float32Array, { cam }: QueryPlace): Frustum | null {
  if (home.length === 4) return null;
  return frustumOf(place(home, cam, 0), place(home, cam, 3), cam[6] * longestSide(home));
}

export function queryShape(settings: Settings, home: Float32Array): QueryShape {
  const origin = pointOf(home, settings.ray);
  const end = pointOf(home, settings.ray, 3);
  const direction = end.map((value, axis) => value - origin[axis]);
  const length = Math.hypot(...direction);
  return {
    kind: settings.query,
    dimensions: (home.length / 2) as Dimensions,
    box: boxOf(home, settings),
    center: pointOf(home, settings.ball),
    radius: settings.ball[3] * longestSide(home),
    origin,
    // a ray of length 0 gets an arbitrary direction, because a zero vector is invalid
    direction: length > 0 ? direction : direction.fill(1, 0, 1),
    length,
    k: settings.k,
    frustum: cameraOf(home, settings),
  };
}

export function sameQuery(a: Settings, b: Settings): boolean {
  if (a.query !== b.query || a.k !== b.k) return false;
  return (['box', 'ball', 'ray', 'cam'] as const).every((key) =>
    a[key].every((v, i) => v === b[key][i]),
  );
}
