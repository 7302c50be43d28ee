/** Boxes and cameras for experiments. */

export type Dimensions = 2 | 3;

export function boxAround(center: readonly number[], half: number): Float32Array {
  return Float32Array.from([...center.map((c) => c - half), ...center.map((c) => c + half)]);
}

type Vector = readonly [number, number, number];

const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const scaled = (a: Vector, factor: number): Vector => [a[0] * factor, a[1] * factor, a[2] * factor];
const sum = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vector): Vector => scaled(a, 1 / Math.sqrt(dot(a, a)));

/**
 * Returns the six planes of a camera with a square view at `eye`, directed at `target`. The near
 * plane is at 0.01, and the far plane is at `far`. `degrees` is the angle between opposite sides.
 * Points inside have normal · p + constant >= 0.
 */
export function lookAt(
  eye: readonly number[],
  target: readonly number[],
  degrees: number,
  far: number,
): Float32Array {
  const from: Vector = [eye[0], eye[1], eye[2]];
  const forward = unit([target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]]);
  const right = unit(cross(forward, Math.abs(forward[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0]));
  const up = cross(right, forward);
  const half = (degrees / 2) * (Math.PI / 180);
  const side = (across: Vector): Vector =>
    sum(scaled(forward, Math.sin(half)), scaled(across, Math.cos(half)));
  const through = (normal: Vector, distance: number) => [...normal, -dot(normal, from) + distance];
  return Float32Array.from([
    ...[right, scaled(right, -1), up, scaled(up, -1)].flatMap((across) => through(side(across), 0)),
    ...through(forward, -0.01),
    ...through(scaled(forward, -1), far),
  ]);
}
