/** Level of the 2D platformer: outlines as segments, and one-way platforms. */

type Point = readonly [x: number, y: number];

/** Options of the player's `Mover`, the library's character controller, in meters. */
export const PLAYER_2D = { radius: 0.4, height: 1.6, stepHeight: 0.35 };
/** Start position of the player: the center of the capsule's lower circle. */
export const START_2D: Point = [-16, 1];

const BOTTOM = -6;

/** Outline of the ground, open at the top: a basin with hills, stairs of 0.3 m and ramps. */
const ground: readonly Point[] = [
  [-24, 14],
  [-22, 14],
  [-22, 0],
  [-12, 0],
  [-10, 0.3],
  [-9, 0.3],
  [-9, 0.6],
  [-8, 0.6],
  [-8, 0.9],
  [-7, 0.9],
  [-7, 0],
  [-4, 0],
  [0, 2.5],
  [3, 2.5],
  [3, 0],
  [6, 0],
  [6.5, -1],
  [8, -1.6],
  [10, -1.6],
  [11.5, -1],
  [12, 0],
  [16, 0],
  [18, 2.6],
  [20, 2.6],
  [20, 0],
  [26, 0],
  [28, 0.8],
  [30, 0.6],
  [32, 1.6],
  [34, 1.1],
  [37, 0],
  [46, 0],
  [46, 14],
  [48, 14],
  [48, BOTTOM],
  [-24, BOTTOM],
];

const ledges: readonly (readonly Point[])[] = [
  [
    [22, 4.5],
    [25, 5.5],
    [25, 5],
    [22, 4],
  ],
  [
    [38, 2.2],
    [43, 2.2],
    [43, 1.5],
    [38, 1.5],
  ],
  [
    [-20, 5],
    [-14, 6.5],
    [-14, 6],
    [-20, 4.5],
  ],
];

/** One-way platforms: boxes, minimum corner first. */
export const ONE_WAY: readonly (readonly number[])[] = [
  [4, 2.3, 6, 2.5],
  [7.5, 3.6, 10, 3.8],
  [12, 2.2, 14, 2.4],
  [-12, 2.2, -9.5, 2.4],
];

/** Box of a platform that moves along x, in its leftmost position. */
export const SLIDER: readonly number[] = [29, 3.2, 32, 3.5];
export const SLIDER_WAY = 6;

/** Returns an arc of many short segments. Characters must not get stuck on it. */
function arc(from: number, to: number, count: number, [x, y]: Point, radius: number): Point[] {
  return Array.from({ length: count + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / count;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

const outlines: readonly (readonly Point[])[] = [
  ground,
  ...ledges,
  arc(2 * Math.PI, 0, 48, [42, 5.4], 1.4).slice(1),
];

/**
 * Returns triangles that fill the outlines: columns below the line of the ground, and fans in
 * convex outlines.
 */
export function makeFill(): Float32Array {
  const corners: Point[] = [];
  for (let i = 0; i + 3 < ground.length; i += 1) {
    const [from, to] = [ground[i], ground[i + 1]];
    const [left, right]: Point[] = [
      [from[0], BOTTOM],
      [to[0], BOTTOM],
    ];
    corners.push(left, right, to, left, to, from);
  }
  for (const [first, ...others] of outlines.slice(1)) {
    for (let i = 0; i + 1 < others.length; i += 1) corners.push(first, others[i + 1], others[i]);
  }
  return new Float32Array(corners.flatMap(([x, y]) => [x, y, 0]));
}

interface Outline {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

export function makeOutline(): Outline {
  const points = outlines.flat();
  const indices: number[] = [];
  let first = 0;
  for (const { length } of outlines) {
    for (let i = 0; i < length; i += 1) indices.push(first + i, first + ((i + 1) % length));
    first += length;
  }
  return { positions: new Float32Array(points.flat()), indices: new Uint32Array(indices) };
}
