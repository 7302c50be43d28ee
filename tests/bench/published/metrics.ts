/** Measures of distance between points, and what a ball of each looks like: circle, diamond, square, and those between. */

export type Vector = readonly number[];
export type Measure = (a: Vector, b: Vector) => number;

const gaps = (a: Vector, b: Vector) => a.map((value, i) => Math.abs(value - b[i]));
const sum = (values: Vector) => values.reduce((all, value) => all + value, 0);

/** Minkowski's distance of order p >= 1; below 1 the triangle does not hold. */
export const minkowski =
  (p: number): Measure =>
  (a, b) =>
    sum(gaps(a, b).map((gap) => gap ** p)) ** (1 / p);

export const metrics: Readonly<Record<string, Measure>> = {
  euclidean: (a, b) => Math.hypot(...gaps(a, b)),
  manhattan: (a, b) => sum(gaps(a, b)),
  chebyshev: (a, b) => Math.max(...gaps(a, b)),
  'minkowski, p = 1.5': minkowski(1.5),
  'minkowski, p = 3': minkowski(3),
  discrete: (a, b) => (gaps(a, b).some((gap) => gap > 0) ? 1 : 0),
};

/** Each breaks one axiom. */
export const noMetrics: Readonly<Record<string, Measure>> = {
  'the square of the distance': (a, b) => sum(gaps(a, b).map((gap) => gap * gap)),
  'minkowski, p = 0.5': minkowski(0.5),
  'distance on the first axis only': ([a], [b]) => Math.abs(a - b),
  'signed distance': ([a], [b]) => a - b,
};

export type Axiom = 'not negative' | 'zero for equal points only' | 'symmetric' | 'triangle';

/** Axioms that points break, beyond rounding. */
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

/** Whether a ball holds a point: closed ones hold their surface. */
export function ballHolds(
  measure: Measure,
  ball: { readonly center: Vector; readonly radius: number; readonly kind: 'open' | 'closed' },
  point: Vector,
): boolean {
  const distance = measure(ball.center, point);
  return ball.kind === 'closed' ? distance <= ball.radius : distance < ball.radius;
}
