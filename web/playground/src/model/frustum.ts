/**
 * Camera frustum: six planes and eight corners. It is computed from the eye, the center of the far
 * plane, and half the width of the far plane. The y axis points up.
 */

export interface Frustum {
  readonly eye: Float32Array;
  /**
   * Planes in the order near, far, left, right, bottom, top. Each plane has a normal (x, y, z) and
   * a constant. A point p is inside if normal · p + constant >= 0 for each plane.
   */
  readonly planes: Float32Array;
  /**
   * Corners as x, y, z: four corners of the near plane, then four corners of the far plane. Each
   * plane has the order bottom left, bottom right, top left, top right.
   */
  readonly corners: Float32Array;
}

const ASPECT = 1.6;
/** Distance of the near plane from the eye, as a fraction of the distance of the far plane. */
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

/** If the camera looks straight up or down, its up direction is -z. */
export function cameraFrame(eye: Vector, target: Vector): CameraFrame {
  const offset = sum([1, target], [-1, eye]);
  const distance = Math.hypot(...offset) || 1e-6;
  const forward: Vector = Math.hypot(...offset) > 0 ? unit(offset) : [0, 0, -1];
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
