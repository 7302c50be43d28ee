/** Geometry of convex polygons: convex hull, area, clipping and overlap. */

export type Point = readonly [x: number, y: number];

const cross = (o: Point, a: Point, b: Point) =>
  (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

/**
 * Returns the convex hull of points, counterclockwise. Algorithm: Andrew, "Another efficient
 * algorithm for convex hulls in two dimensions", 1979.
 */
export function hullOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (list: readonly Point[]) => {
    const found: Point[] = [];
    for (const point of list) {
      while (
        found.length > 1 &&
        cross(found[found.length - 2], found[found.length - 1], point) <= 0
      )
        found.pop();
      found.push(point);
    }
    return found.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

export function areaOf(polygon: readonly Point[]): number {
  let twice = 0;
  polygon.forEach(([x, y], i) => {
    const [u, v] = polygon[(i + 1) % polygon.length];
    twice += x * v - u * y;
  });
  return Math.abs(twice) / 2;
}

/** Returns the part of a polygon that contains the points p with normal · p <= limit. */
export function cut(polygon: readonly Point[], normal: Point, limit: number): Point[] {
  const over = ([x, y]: Point) => x * normal[0] + y * normal[1] - limit;
  return polygon.flatMap((point, i): Point[] => {
    const next = polygon[(i + 1) % polygon.length];
    const [here, there] = [over(point), over(next)];
    const kept = here <= 0 ? [point] : [];
    if (here <= 0 === there <= 0) return kept;
    const share = here / (here - there);
    const between = ([0, 1] as const).map(
      (axis) => point[axis] + share * (next[axis] - point[axis]),
    );
    return [...kept, [between[0], between[1]]];
  });
}

export function turned(points: readonly Point[], angle: number, by: Point = [0, 0]): Point[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return points.map(([x, y]) => [c * x - s * y + by[0], s * x + c * y + by[1]]);
}

export interface Test {
  readonly meets: boolean;
  /** Number of multiplications and comparisons in the test. */
  readonly cost: number;
}

/**
 * Tests two convex polygons with the separating axis theorem: they are disjoint if their
 * projections onto the normal of some edge are disjoint.
 */
export function polygonsMeet(a: readonly Point[], b: readonly Point[]): Test {
  let cost = 0;
  const span = (polygon: readonly Point[], x: number, y: number): [number, number] => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const [px, py] of polygon) {
      const at = px * x + py * y;
      low = Math.min(low, at);
      high = Math.max(high, at);
    }
    // two multiplications and two comparisons per vertex
    cost += 4 * polygon.length;
    return [low, high];
  };
  for (const polygon of [a, b]) {
    for (let i = 0; i < polygon.length; i++) {
      const [from, to] = [polygon[i], polygon[(i + 1) % polygon.length]];
      const [x, y] = [to[1] - from[1], from[0] - to[0]];
      const [lowA, highA] = span(a, x, y);
      const [lowB, highB] = span(b, x, y);
      cost += 2;
      if (highA < lowB || highB < lowA) return { meets: false, cost };
    }
  }
  return { meets: true, cost };
}
