/** Ellipses as bounding volumes in the plane. */

import type { Point } from './bounding-volumes';

/** The symmetric matrix [[xx, xy], [xy, yy]]. */
export interface Symmetric {
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
}

/** The set of points p with (p - center)ᵀ shape⁻¹ (p - center) <= 1. */
export interface Ellipse {
  readonly center: Point;
  readonly shape: Symmetric;
}

/** A linear map: (x, y) becomes (a x + b y, c x + d y). */
export type LinearMap = readonly [a: number, b: number, c: number, d: number];

const determinant = ({ xx, xy, yy }: Symmetric) => xx * yy - xy * xy;

/** Returns the quadratic form vᵀ m⁻¹ v for v = (x, y). */
function inverseForm(m: Symmetric, [x, y]: Point): number {
  return (m.yy * x * x - 2 * m.xy * x * y + m.xx * y * y) / determinant(m);
}

/**
 * Returns an ellipse that contains the points, which must not be collinear. The center is the mean
 * of the points. The shape is their covariance matrix, scaled so that the farthest point is on the
 * border. In general it is not the smallest ellipse.
 *
 * If the points are mapped by a linear map, the result is the image of the ellipse under that map.
 */
export function ellipseAround(points: readonly Point[]): Ellipse {
  const mean = (of: (point: Point) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const center: Point = [mean(([x]) => x), mean(([, y]) => y)];
  const from = ([x, y]: Point): Point => [x - center[0], y - center[1]];
  const spread: Symmetric = {
    xx: mean((point) => from(point)[0] ** 2),
    xy: mean((point) => from(point)[0] * from(point)[1]),
    yy: mean((point) => from(point)[1] ** 2),
  };
  const scale = Math.max(...points.map((point) => inverseForm(spread, from(point))));
  const { xx, xy, yy } = spread;
  return { center, shape: { xx: scale * xx, xy: scale * xy, yy: scale * yy } };
}

export function ellipseContains({ center, shape }: Ellipse, [x, y]: Point): boolean {
  return inverseForm(shape, [x - center[0], y - center[1]]) <= 1;
}

export const ellipseArea = ({ shape }: Ellipse) => Math.PI * Math.sqrt(determinant(shape));

export const mapped = ([a, b, c, d]: LinearMap, [x, y]: Point): Point => [
  a * x + b * y,
  c * x + d * y,
];

export function mappedEllipse(map: LinearMap, { center, shape }: Ellipse): Ellipse {
  const [a, b, c, d] = map;
  const { xx, xy, yy } = shape;
  return {
    center: mapped(map, center),
    shape: {
      xx: a * a * xx + 2 * a * b * xy + b * b * yy,
      xy: a * c * xx + (a * d + b * c) * xy + b * d * yy,
      yy: c * c * xx + 2 * c * d * xy + d * d * yy,
    },
  };
}

const STEPS = 40;

/**
 * Returns whether two ellipses overlap or touch. Let M(s) = (1 - s) A + s B, where A and B are the
 * shapes of the ellipses, and let r be the vector between the centers. The ellipses are disjoint if
 * and only if s (1 - s) rᵀ M(s)⁻¹ r exceeds 1 for an s between 0 and 1 (Perram and Wertheim, 1985).
 *
 * The function is concave, so a ternary search finds its maximum. If the function does not exceed 1
 * within the steps of the search, the result is true.
 */
export function ellipsesOverlap(a: Ellipse, b: Ellipse): boolean {
  const apart: Point = [b.center[0] - a.center[0], b.center[1] - a.center[1]];
  const contact = (s: number) => {
    const mix = (one: number, other: number) => (1 - s) * one + s * other;
    const { shape: p } = a;
    const { shape: q } = b;
    const m = { xx: mix(p.xx, q.xx), xy: mix(p.xy, q.xy), yy: mix(p.yy, q.yy) };
    return s * (1 - s) * inverseForm(m, apart);
  };
  let [low, high] = [0, 1];
  for (let step = 0; step < STEPS; step++) {
    const third = (high - low) / 3;
    const [left, right] = [contact(low + third), contact(high - third)];
    // the tolerance for rounding errors ensures that touching ellipses overlap
    if (Math.max(left, right) > 1 + 1e-12) return false;
    if (left < right) low += third;
    else high -= third;
  }
  return true;
}
