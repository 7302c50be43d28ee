/**
 * Five volumes around the same body in space: ball, box, oriented box, k-DOP with fourteen sides, convex hull. Those that
 * turn with the body are fitted once; those that stay upright are fitted anew whenever it turns.
 */

import { type Answer, areaOf, hullOf } from './polygons.js';
import {
  cross,
  dot,
  minus,
  placed,
  type Rotation,
  rotated,
  type Solid,
  scaled,
  solidOf,
  solidsMeet,
  sum,
  type Vec,
  withinSlabs,
} from './solids.js';
import {
  type Sized,
  type Slabs,
  slabsMeet,
  smallestRectangle,
  type VolumeKind,
} from './volumes.js';

/** Convex pieces around the origin. */
export interface SolidBody {
  readonly id: string;
  readonly pieces: readonly Solid[];
  /** Volume of the pieces together; they do not overlap. */
  readonly size: number;
}

function block(low: Vec, high: Vec): Solid {
  const ends = [low, high];
  const corners = Array.from(
    { length: 8 },
    (_, i): Vec => [ends[i & 1][0], ends[(i >> 1) & 1][1], ends[i >> 2][2]],
  );
  return solidOf(corners);
}

function body(id: string, pieces: readonly Solid[]): SolidBody {
  return { id, pieces, size: pieces.reduce((total, { volume }) => total + volume, 0) };
}

const SIDES = 8;
const drum = Array.from({ length: 2 * SIDES }, (_, i): Vec => {
  const angle = (2 * Math.PI * (i >> 1)) / SIDES;
  return [0.8 * Math.cos(angle), 0.8 * Math.sin(angle), i % 2 === 0 ? -0.25 : 0.25];
});

/** By the names of those in the plane. */
export const solidBodies: readonly SolidBody[] = [
  body('bracket', [
    block([-0.7, -0.7, -0.3], [-0.25, 0.9, 0.3]),
    block([-0.25, -0.7, -0.3], [0.8, -0.25, 0.3]),
  ]),
  body('plank', [block([-1.1, -0.16, -0.3], [1.1, 0.16, 0.3])]),
  body('disc', [solidOf(drum)]),
];

/** A volume at one place and angle. */
export interface SolidVolume extends Sized {
  /** Null for a ball. */
  readonly solid: Solid | null;
  readonly ball: Ball | null;
  readonly slabs: Slabs;
}

export interface Ball {
  readonly center: Vec;
  readonly radius: number;
}

const third = Math.sqrt(1 / 3);
/** Of a k-DOP, normalized; a box has the first three. */
const directions: readonly Vec[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [third, third, third],
  [third, third, -third],
  [third, -third, third],
  [-third, third, third],
];

/** The center of the smallest ball through all of some points, two to four: as far from each of them. */
function centersOf([a, ...others]: readonly Vec[]): Vec[] {
  const arms = others.map((point) => minus(point, a));
  const lengths = arms.map((arm) => dot(arm, arm) / 2);
  if (arms.length === 1) return [sum(a, scaled(arms[0], 0.5))];
  const [p, q] = arms;
  // three points: the third plane is their own
  const r = arms[2] ?? cross(p, q);
  const determinant = dot(p, cross(q, r));
  if (Math.abs(determinant) < 1e-12) return [];
  const ends = [scaled(cross(q, r), lengths[0]), scaled(cross(r, p), lengths[1])];
  const whole = sum(sum(ends[0], ends[1]), scaled(cross(p, q), lengths[2] ?? 0));
  return [sum(a, scaled(whole, 1 / determinant))];
}

/** Sets of two to four of some points. */
function* supports(points: readonly Vec[], chosen: readonly Vec[] = []): Generator<readonly Vec[]> {
  if (chosen.length > 1) yield chosen;
  if (chosen.length === 4) return;
  for (const [i, point] of points.entries()) {
    yield* supports(points.slice(i + 1), [...chosen, point]);
  }
}

/** The smallest ball around points: through two of them, three, or four. */
export function ballAround(points: readonly Vec[]): Ball {
  let best: Ball = { center: [0, 0, 0], radius: Number.POSITIVE_INFINITY };
  for (const support of supports(points)) {
    for (const center of centersOf(support)) {
      const radius = Math.max(...points.map((point) => Math.hypot(...minus(point, center))));
      if (radius < best.radius) best = { center, radius };
    }
  }
  return best;
}

/** The smallest box that has a side on a face of the hull; another one may be a little smaller. */
export function smallestBox(hull: Solid): Solid {
  const all = hull.normals.map((normal) => {
    const aside = Math.abs(normal[0]) < 0.9 ? cross(normal, [1, 0, 0]) : cross(normal, [0, 1, 0]);
    const u = scaled(aside, 1 / Math.hypot(...aside));
    const v = cross(normal, u);
    const heights = hull.corners.map((corner) => dot(corner, normal));
    const ends = [Math.min(...heights), Math.max(...heights)];
    const floor = smallestRectangle(hullOf(hull.corners.map((one) => [dot(one, u), dot(one, v)])));
    const corners = ends.flatMap((height) =>
      floor.map(([x, y]) => sum(sum(scaled(u, x), scaled(v, y)), scaled(normal, height))),
    );
    return { corners, volume: areaOf(floor) * (ends[1] - ends[0]) };
  });
  return solidOf(all.reduce((a, b) => (b.volume < a.volume ? b : a)).corners);
}

/** What is known of a body before it turns. */
export interface FittedSolid {
  readonly hull: Solid;
  readonly oriented: Solid;
  readonly ball: Ball;
}

export function fitSolid({ pieces }: SolidBody): FittedSolid {
  const hull = solidOf(pieces.flatMap(({ corners }) => corners));
  return { hull, oriented: smallestBox(hull), ball: ballAround(hull.corners) };
}

/** Its solid is asked for by pictures and by the body that turns only. */
class Upright implements SolidVolume {
  readonly ball = null;
  readonly slabs: Slabs;
  #solid: Solid | null = null;

  constructor(
    readonly kind: VolumeKind,
    points: readonly Vec[],
    private readonly along: readonly Vec[],
  ) {
    this.slabs = along.map((direction) => {
      const places = points.map((point) => dot(point, direction));
      return [Math.min(...places), Math.max(...places)];
    });
  }

  get solid(): Solid {
    this.#solid ??= withinSlabs(this.slabs, this.along);
    return this.#solid;
  }

  get size(): number {
    return this.solid.volume;
  }
}

/** In the order of `volumeKinds`. */
export function solidVolumesAt(fitted: FittedSolid, rotation: Rotation, by: Vec): SolidVolume[] {
  const hull = placed(fitted.hull, rotation, by);
  const oriented = placed(fitted.oriented, rotation, by);
  const { radius } = fitted.ball;
  const ball = { center: sum(rotated(rotation, fitted.ball.center), by), radius };
  const plain = { slabs: [], ball: null };
  return [
    { kind: 'ball', size: (4 / 3) * Math.PI * radius ** 3, solid: null, ball, slabs: [] },
    new Upright('box', hull.corners, directions.slice(0, 3)),
    { ...plain, kind: 'oriented', size: oriented.volume, solid: oriented },
    new Upright('dop', hull.corners, directions),
    { ...plain, kind: 'hull', size: hull.volume, solid: hull },
  ];
}

/** Whether two volumes of one kind meet, closed. */
export function solidVolumesMeet(a: SolidVolume, b: SolidVolume): Answer {
  if (a.ball && b.ball) {
    const apart = minus(a.ball.center, b.ball.center);
    // four squares and a comparison
    return { meets: dot(apart, apart) <= (a.ball.radius + b.ball.radius) ** 2, cost: 5 };
  }
  if (a.slabs.length > 0) return slabsMeet(a.slabs, b.slabs);
  return solidsMeet(a.solid!, b.solid!);
}
