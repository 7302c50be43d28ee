/** Level of the 3D game: terrain around a yard with stairs, ramps, walls and a knot. */

import {
  BoxGeometry,
  type BufferGeometry,
  Euler,
  Matrix4,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { surface, type Triple, tube, turned } from './shapes.js';

/** Options of the player's `Mover`, the library's character controller, in meters and radians. */
export const PLAYER_3D = { radius: 0.4, height: 1.8, stepHeight: 0.35, maxSlope: Math.PI / 4 };

const SIDE = 120;
const CELLS = 120;
/** Half the side length of the flat yard, in meters. */
const YARD = 27;

/** Start position of the player: the center of the capsule's lower sphere. */
export const START_3D: Triple = [0, 1, 12];

function heightAt(x: number, z: number): number {
  const distance = Math.hypot(x, z);
  const slope = Math.min(Math.max((distance - YARD) / 18, 0), 1);
  const hills = 1.8 * Math.sin(0.23 * x + 1) * Math.cos(0.19 * z) + 0.1 * (distance - YARD);
  const rim = Math.max(Math.max(Math.abs(x), Math.abs(z)) - 50, 0);
  return slope * slope * (3 - 2 * slope) * hills + 0.25 * rim * rim;
}

const terrain = () =>
  surface(CELLS, CELLS, (column, row) => {
    const [x, z] = [SIDE * (column - 0.5), SIDE * (0.5 - row)];
    return [x, heightAt(x, z), z];
  });

/** Rotates by `pitch` about z and `yaw` about the vertical axis, in degrees, then translates. */
function place(geometry: BufferGeometry, at: Triple, yaw = 0, pitch = 0): BufferGeometry {
  const degree = Math.PI / 180;
  const rotation = new Quaternion().setFromEuler(new Euler(0, yaw * degree, pitch * degree, 'YXZ'));
  return geometry.applyMatrix4(
    new Matrix4().compose(new Vector3(...at), rotation, new Vector3(1, 1, 1)),
  );
}

const box = (at: Triple, [x, y, z]: Triple, yaw = 0, pitch = 0) =>
  place(new BoxGeometry(x, y, z), at, yaw, pitch);

/** Returns steps of 0.25 m towards -z, ending at a platform. */
function stairs(): BufferGeometry[] {
  const steps = Array.from({ length: 12 }, (_, i) => {
    const height = 0.25 * (i + 1);
    return box([-12, height / 2, -4 - 0.5 * i], [4, height, 0.5]);
  });
  return [...steps, box([-12, 1.5, -12.25], [4, 3, 5])];
}

/** The last two ramps are too steep for the player. */
function ramps(): BufferGeometry[] {
  return [20, 35, 50, 65].map((angle, i) => {
    const length = 8;
    const slope = (angle * Math.PI) / 180;
    const at: Triple = [
      10 + (length / 2) * Math.cos(slope),
      (length / 2) * Math.sin(slope),
      -10 + 3.5 * i,
    ];
    return box(at, [length, 0.2, 3], 0, angle);
  });
}

/** The player does not fit under one of the beams. */
function walls(): BufferGeometry[] {
  return [
    box([-20, 1.5, 8], [0.5, 3, 12]),
    box([-15.5, 1.5, 14], [9, 3, 0.5]),
    box([-11, 1.5, 7], [6, 3, 0.5], 45),
    box([2, 2.3, -16], [5, 0.6, 0.6]),
    box([2, 1.6, -20], [5, 0.6, 0.6]),
    ...[-0.5, 4.5].flatMap((x) => [
      box([x, 1.3, -16], [0.5, 2.6, 0.6]),
      box([x, 0.95, -20], [0.5, 1.9, 0.6]),
    ]),
    ...[0.15, 0.3, 0.45, 0.6].map((height, i) =>
      box([2, height / 2, -3 - 2.2 * i], [6, height, 0.8]),
    ),
  ];
}

const arch = (share: number): Triple => [
  4 * Math.cos(Math.PI * share),
  4 * Math.sin(Math.PI * share),
  0,
];

function knot(share: number): Triple {
  const angle = 4 * Math.PI * share;
  const reach = 1.6 * (2 + Math.cos(1.5 * angle));
  return [reach * Math.cos(angle), reach * Math.sin(angle), 1.6 * Math.sin(1.5 * angle)];
}

function rounded(): BufferGeometry[] {
  const profile = [
    [0.6, 0],
    [0.5, 4],
    [0, 4],
  ] as const;
  const columns = Array.from({ length: 7 }, (_, i) =>
    place(turned(profile, 24), [-2 + 3 * i, 0, 21]),
  );
  return [
    ...columns,
    place(tube(arch, { radius: 0.6, along: 64, around: 24 }), [-6, 0, 19]),
    place(new SphereGeometry(5, 48, 32), [18, -2.6, 13]),
    place(tube(knot, { radius: 0.9, along: 240, around: 24 }), [-20, 2.6, -16], 0, 90),
  ];
}

export function makeLevel(): BufferGeometry {
  const pieces = [terrain(), ...stairs(), ...ramps(), ...walls(), ...rounded()].map((piece) => {
    const flat = piece.index ? piece.toNonIndexed() : piece;
    flat.deleteAttribute('uv');
    return flat;
  });
  const level = mergeGeometries(pieces);
  level.computeVertexNormals();
  return level;
}

/** Lift between the yard and the platform above the stairs. */
export const LIFT = { size: [3, 0.3, 3] as Triple, x: -8.3, z: -12.25, low: 0.2, high: 2.85 };
/** Floating platform that moves along x. */
export const RAFT = { size: [3, 0.3, 3] as Triple, y: 0.6, z: 9, left: 2, right: 16 };

/** Boxes of the crates: minimum corner, then maximum corner. */
export const CRATES: readonly (readonly number[])[] = [
  [5, 0, 3, 6, 1, 4],
  [6.1, 0, 3.2, 7.1, 1, 4.2],
  [5.5, 1, 3.1, 6.5, 2, 4.1],
  [-4, 0, 4, -3, 1, 5],
  [-4, 0, 5.2, -3, 1.5, 6.2],
  [-2.8, 0, 4.4, -1.8, 0.5, 5.4],
];

const SWING = (2 * Math.PI) / 9;

export function liftHeight(seconds: number): number {
  const share = 0.5 - 0.5 * Math.cos(SWING * seconds);
  return LIFT.low + (LIFT.high - LIFT.low) * share;
}

export function raftX(seconds: number): number {
  return RAFT.left + (RAFT.right - RAFT.left) * (0.5 - 0.5 * Math.cos(SWING * seconds));
}
