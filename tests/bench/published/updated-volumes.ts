/**
 * Bounding volumes that are updated when their shape rotates or scales, without reading the points
 * of the shape. Each update computes a new volume from the previous volume in constant time. Some
 * kinds remain as tight as a volume that is fitted to the points, and others grow.
 */

import { boxAround, circleAround, type Point } from './bounding-volumes';
import type { Polygon } from './convex';
import {
  type Ellipse,
  ellipseArea,
  ellipseAround,
  ellipseContains,
  type LinearMap,
  mapped,
  mappedEllipse,
} from './ellipse';

/** A fitted volume. */
export interface UpdatedVolume {
  readonly area: number;
  contains(point: Point): boolean;
  /** Returns a volume of the same kind that contains the image of this volume under the map. */
  after(map: LinearMap): UpdatedVolume;
}

export interface UpdatedKind {
  readonly name: string;
  fit(points: Polygon): UpdatedVolume;
}

/** Tolerance for rounding errors, so that points on the border are inside. */
const ROUNDING = 1e-9;

/** Returns the largest factor by which the map lengthens a vector (its spectral norm). */
function stretch([a, b, c, d]: LinearMap): number {
  const sum = a * a + b * b + c * c + d * d;
  const det = a * d - b * c;
  return Math.sqrt((sum + Math.sqrt(Math.max(0, sum * sum - 4 * det * det))) / 2);
}

function circle(center: Point, radius: number): UpdatedVolume {
  return {
    area: Math.PI * radius * radius,
    contains: ([x, y]) => Math.hypot(x - center[0], y - center[1]) <= radius + ROUNDING,
    after: (map) => circle(mapped(map, center), radius * stretch(map)),
  };
}

function box(center: Point, half: Point): UpdatedVolume {
  return {
    area: 4 * half[0] * half[1],
    contains: ([x, y]) =>
      Math.abs(x - center[0]) <= half[0] + ROUNDING &&
      Math.abs(y - center[1]) <= half[1] + ROUNDING,
    after: (map) => {
      const [a, b, c, d] = map.map(Math.abs);
      return box(mapped(map, center), mapped([a, b, c, d], half));
    },
  };
}

/**
 * Returns a rectangle from its center, the unit vector of one side, and half its lengths along and
 * across that side.
 */
function orientedBox(center: Point, [ux, uy]: Point, along: number, across: number) {
  const volume: UpdatedVolume = {
    area: 4 * along * across,
    contains: ([x, y]) => {
      const [dx, dy] = [x - center[0], y - center[1]];
      return (
        Math.abs(dx * ux + dy * uy) <= along + ROUNDING &&
        Math.abs(dy * ux - dx * uy) <= across + ROUNDING
      );
    },
    after: (map) => {
      const side = mapped(map, [along * ux, along * uy]);
      const other = mapped(map, [-across * uy, across * ux]);
      const length = Math.hypot(...side);
      const unit: Point = [side[0] / length, side[1] / length];
      // the image of the rectangle is a parallelogram, so the new rectangle is extended by its
      // slant
      const lean = Math.abs(other[0] * unit[0] + other[1] * unit[1]);
      const height = Math.abs(other[1] * unit[0] - other[0] * unit[1]);
      return orientedBox(mapped(map, center), unit, length + lean, height);
    },
  };
  return volume;
}

/**
 * Returns the smallest rectangle around the polygon with a side parallel to the first side of the
 * polygon.
 */
function orientedBoxAround(points: Polygon): UpdatedVolume {
  const [from, to] = points;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const unit: Point = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const rotated = points.map(
    ([x, y]): Point => [x * unit[0] + y * unit[1], y * unit[0] - x * unit[1]],
  );
  const { minX, minY, maxX, maxY } = boxAround(rotated);
  const [s, t] = [(minX + maxX) / 2, (minY + maxY) / 2];
  const center: Point = [s * unit[0] - t * unit[1], s * unit[1] + t * unit[0]];
  return orientedBox(center, unit, (maxX - minX) / 2, (maxY - minY) / 2);
}

const SIDES = 8;
const directions = Array.from({ length: SIDES }, (_, i): Point => {
  const angle = (2 * Math.PI * i) / SIDES;
  return [Math.cos(angle), Math.sin(angle)];
});

/**
 * Returns an 8-DOP. `extents[i]` is the maximum over its points of the dot product with direction
 * i.
 */
function dop(extents: readonly number[]): UpdatedVolume {
  const corner = (i: number): Point => {
    const [[ax, ay], [bx, by]] = [directions[i], directions[(i + 1) % SIDES]];
    const [p, q] = [extents[i], extents[(i + 1) % SIDES]];
    const det = ax * by - ay * bx;
    return [(p * by - q * ay) / det, (q * ax - p * bx) / det];
  };
  const corners = directions.map((_, i) => corner(i));
  return {
    area:
      corners.reduce((sum, [x, y], i) => {
        const [nextX, nextY] = corners[(i + 1) % SIDES];
        return sum + x * nextY - y * nextX;
      }, 0) / 2,
    contains: ([x, y]) =>
      directions.every(([dx, dy], i) => x * dx + y * dy <= extents[i] + ROUNDING),
    after: (map) => dop(extentsOf(corners.map((point) => mapped(map, point)))),
  };
}

const extentsOf = (points: readonly Point[]) =>
  directions.map(([dx, dy]) => Math.max(...points.map(([x, y]) => x * dx + y * dy)));

function ellipse(fitted: Ellipse): UpdatedVolume {
  const { center, shape } = fitted;
  const factor = (1 + ROUNDING) ** 2;
  const wider = { xx: shape.xx * factor, xy: shape.xy * factor, yy: shape.yy * factor };
  return {
    area: ellipseArea(fitted),
    contains: (point) => ellipseContains({ center, shape: wider }, point),
    after: (map) => ellipse(mappedEllipse(map, fitted)),
  };
}

export const updatedKinds: readonly UpdatedKind[] = [
  {
    name: 'circle',
    fit: (points) => {
      const { x, y, radius } = circleAround(points);
      return circle([x, y], radius);
    },
  },
  {
    name: 'box',
    fit: (points) => {
      const { minX, minY, maxX, maxY } = boxAround(points);
      const center: Point = [(minX + maxX) / 2, (minY + maxY) / 2];
      return box(center, [(maxX - minX) / 2, (maxY - minY) / 2]);
    },
  },
  { name: 'oriented box', fit: orientedBoxAround },
  { name: '8-DOP', fit: (points) => dop(extentsOf(points)) },
  { name: 'ellipse', fit: (points) => ellipse(ellipseAround(points)) },
];

export function rotation(angle: number): LinearMap {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos, -sin, sin, cos];
}

export interface Motion {
  readonly name: string;
  /** Maps that are applied to the shape and to the volume, one after another. */
  readonly maps: readonly LinearMap[];
}

const STEP = Math.PI / 12;

export const motions: readonly Motion[] = [
  { name: 'rotation by 30°', maps: [rotation(2 * STEP)] },
  { name: 'rotation by 15°, 24 times', maps: Array.from({ length: 24 }, () => rotation(STEP)) },
  { name: 'scale by 2', maps: [[2, 0, 0, 2]] },
  { name: 'scale by 2 and ½ along the axes', maps: [[2, 0, 0, 0.5]] },
];

/**
 * Returns the area of the updated volume divided by the area of a volume that is fitted to the
 * moved points.
 */
export function growth(kind: UpdatedKind, points: Polygon, { maps }: Motion): number {
  let volume = kind.fit(points);
  let moved = points;
  for (const map of maps) {
    volume = volume.after(map);
    moved = moved.map((point) => mapped(map, point));
  }
  return volume.area / kind.fit(moved).area;
}
