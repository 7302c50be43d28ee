/** Moving instances, and the cameras that view them. */

import { Mulberry32 } from 'scenes';
import {
  BatchedMesh,
  BoxGeometry,
  type BufferGeometry,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
} from 'three';

export interface View {
  readonly name: string;
  /** Distance of the far plane from the eye. */
  readonly far: number;
  /** Vertical field of view in degrees. */
  readonly angle: number;
  readonly eye: readonly [number, number, number];
}

/** Half the side lengths of the box that contains the instances, along x, y and z. */
const HALF = [300, 30, 300] as const;

export const ALL_IN_VIEW: View = { name: 'all in view', far: 3000, angle: 60, eye: [0, 0, 1000] };

export const VIEWS: readonly View[] = [
  { name: 'few in view', far: 150, angle: 50, eye: [0, 0, 0] },
  { name: 'a third in view', far: 600, angle: 60, eye: [0, 0, 0] },
  ALL_IN_VIEW,
];

/** Fraction of the instances that moves in each frame. */
export const MOVED = 0.01;

const random = new Mulberry32(5);

/** Largest distance by which an instance moves in a frame, along each axis. */
const STEP = 0.5;

/** Moves a random instance and returns its index. */
export function moveOne(matrices: readonly Matrix4[]): number {
  const id = random.below(matrices.length);
  const { elements } = matrices[id];
  for (let axis = 12; axis < 15; axis += 1) elements[axis] += STEP * (2 * random.unit() - 1);
  return id;
}

function randomMatrix(): Matrix4 {
  const [x, y, z] = HALF.map((half) => half * (2 * random.unit() - 1));
  return new Matrix4().makeRotationY(6 * random.unit()).setPosition(x, y, z);
}

export const randomMatrices = (count: number): Matrix4[] =>
  Array.from({ length: count }, randomMatrix);

export const geometryOf = (): BufferGeometry => new BoxGeometry(1, 1, 1);
export const material = () => new MeshBasicMaterial();

export function instancedMesh(matrices: readonly Matrix4[]): InstancedMesh {
  const mesh = new InstancedMesh(geometryOf(), material(), matrices.length);
  for (const [i, matrix] of matrices.entries()) mesh.setMatrixAt(i, matrix);
  return mesh;
}

export function batchedMesh(matrices: readonly Matrix4[]): BatchedMesh {
  const mesh = new BatchedMesh(matrices.length, 24, 36, material());
  const shape = mesh.addGeometry(geometryOf());
  for (const matrix of matrices) mesh.setMatrixAt(mesh.addInstance(shape), matrix);
  return mesh;
}

export const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1];
