/**
 * Camera frustum as six planes and eight corners, computed from the eye, the center of the far
 * plane, and its half width. Up is +y.
 */

export interface Frustum {
  readonly eye: Float32Array;
  /**
   * Normal x, y, z and constant of near, far, left, right, bottom, top; inside is normal · p +
   * constant >= 0.
   */
  readonly planes: Float32Array;
  /** Near corners, then far corners, as x, y, z: left bottom, right bottom, left top, right top. */
  readonly corners: Float32Array;
}

/** Ratio of width to height. */
const ASPECT = 1.6;
/** Distance of the near plane as a share of that of the far plane. */
const NEAR_SHARE = 0.06;

type Vector = readonly [number, number, number];

function sum(...parts: readonly (readonly [scale: number, vector: Vector])[]): Vector {
  const total: [number, number, number] = [0, 0, 0];
  for (const [scale, vector] of parts) {
    for (let axis = 0; axis < 3; axis++) total[axis] += scale * vector[axis];
  }
  return total;
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(vector: Vector): Vector {
  const length = Math.hypot(...vector) || 1;
  return sum([1 / length, vector]);
}

interface CameraFrame {
  readonly forward: Vector;
  readonly right: Vector;
  readonly up: Vector;
  readonly distance: number;
}

/** Returns the camera axes; looking straight up or down, up is -z. */
export function cameraFrame(eye: Vector, target: Vector): CameraFrame {
  const way = sum([1, target], [-1, eye]);
  const distance = Math.hypot(...way) || 1e-6;
  const forward: Vector = Math.hypot(...way) > 0 ? unit(way) : [0, 0, -1];
  const upright: Vector = Math.abs(forward[1]) > 0.999 ? [0, 0, -1] : [0, 1, 0];
  const right = unit(cross(forward, upright));
  return { forward, right, up: cross(right, forward), distance };
}

export function frustumOf(eye: Vector, target: Vector, halfWidth: number): Frustum {
  const { forward, right, up, distance } = cameraFrame(eye, target);
  const halfHeight = halfWidth / ASPECT;
  const sides: readonly (readonly [normal: Vector, point: Vector])[] = [
    [forward, sum([1, eye], [NEAR_SHARE * distance, forward])],
    [sum([-1, forward]), sum([1, eye], [distance, forward])],
    [unit(sum([halfWidth, forward], [distance, right])), eye],
    [unit(sum([halfWidth, forward], [-distance, right])), eye],
    [unit(sum([halfHeight, forward], [distance, up])), eye],
    [unit(sum([halfHeight, forward], [-distance, up])), eye],
  ];
  const corners = [NEAR_SHARE, 1].flatMap((share) =>
    [-1, 1].flatMap((upper) =>
      [-1, 1].flatMap((rightmost) =>
        sum(
          [1, eye],
          [share * distance, forward],
          [rightmost * share * halfWidth, right],
          [upper * share * halfHeight, up],
        ),
      ),
    ),
  );
  return {
    eye: Float32Array.from(eye),
    planes: Float32Array.from(sides.flatMap(([n, point]) => [...n, -dot(n, point)])),
    corners: Float32Array.from(corners),
  };
}
