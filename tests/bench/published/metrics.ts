/**
 * Distance measures between points. Depending on the measure, a ball is a circle, a diamond, a
 * square, an intermediate shape or an ellipse.
 */

export type Vector = readonly number[];
export type Measure = (a: Vector, b: Vector) => number;

const gaps = (a: Vector, b: Vector) => a.map((value, i) => Math.abs(value - b[i]));
const sum = (values: Vector) => values.reduce((all, value) => all + value, 0);

/** For p < 1 the triangle inequality does not hold. */
export const minkowski =
  (p: number): Measure =>
  (a, b) =>
    sum(gaps(a, b).map((gap) => gap ** p)) ** (1 / p);

/**
 * Returns the Euclidean distance of the images of two points under a linear map, which is given by
 * its rows. If the map is invertible, balls are ellipses.
 */
export const elliptic =
  (rows: readonly Vector[]): Measure =>
  (a, b) =>
    Math.hypot(...rows.map((row) => sum(row.map((factor, i) => factor * (a[i] - b[i])))));

export const metrics: Readonly<Record<string, Measure>> = {
  euclidean: (a, b) => Math.hypot(...gaps(a, b)),
  manhattan: (a, b) => sum(gaps(a, b)),
  chebyshev: (a, b) => Math.max(...gaps(a, b)),
  'minkowski, p = 1.5': minkowski(1.5),
  'minkowski, p = 3': minkowski(3),
  'elliptic, axes along x, y and z': elliptic([
    [1, 0, 0],
    [0, 0.5, 0],
    [0, 0, 0.25],
  ]),
  'elliptic, rotated and scaled': elliptic([
    [0.6, 0.8, 0],
    [-2.4, 1.8, 0],
    [0, 0, 0.5],
  ]),
  discrete: (a, b) => (gaps(a, b).some((gap) => gap > 0) ? 1 : 0),
};

export const nonMetrics: Readonly<Record<string, Measure>> = {
  'the square of the distance': (a, b) => sum(gaps(a, b).map((gap) => gap * gap)),
  'minkowski, p = 0.5': minkowski(0.5),
  'distance on the first axis only': ([a], [b]) => Math.abs(a - b),
  'signed distance': ([a], [b]) => a - b,
  'elliptic, of a map that is not invertible': elliptic([
    [1, 0, 0],
    [0, 1, 0],
    [1, 1, 0],
  ]),
};

export type Axiom = 'not negative' | 'zero for equal points only' | 'symmetric' | 'triangle';

/**
 * Returns the axioms of a metric that the measure violates for some of the points by more than
 * rounding errors.
 */
export function brokenAxioms(measure: Measure, points: readonly Vector[]): ReadonlySet<Axiom> {
  const broken = new Set<Axiom>();
  const rounding = 64 * Number.EPSILON;
  for (const a of points) {
    for (const b of points) {
      const ab = measure(a, b);
      const equal = a.every((value, i) => value === b[i]);
      if (ab < 0) broken.add('not negative');
      if ((ab === 0) !== equal) broken.add('zero for equal points only');
      if (ab !== measure(b, a)) broken.add('symmetric');
      for (const c of points) {
        const detour = ab + measure(b, c);
        if (measure(a, c) - detour > Math.abs(detour) * rounding) broken.add('triangle');
      }
    }
  }
  return broken;
}

/** Closed balls contain their surface, and open balls do not. */
export function ballContains(
  measure: Measure,
  ball: { readonly center: Vector; readonly radius: number; readonly kind: 'open' | 'closed' },
  point: Vector,
): boolean {
  const distance = measure(ball.center, point);
  return ball.kind === 'closed' ? distance <= ball.radius : distance < ball.radius;
}
