/** Frusta with planes that exclude nothing, as three.js cameras without a far plane have. */

import {
  BruteForce,
  expandFrustumToFloat32,
  type FrustumLike,
  init,
  SphereTree,
  structures,
  World,
} from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import {
  Box3,
  type CoordinateSystem,
  Frustum,
  Matrix4,
  PerspectiveCamera,
  Vector3,
  WebGLCoordinateSystem,
  WebGPUCoordinateSystem,
} from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { requireError } from '../support/errors.js';

const ITEMS = 2000;
const random = new Mulberry32(7);
const boxes = Float32Array.from({ length: 6 * ITEMS }, (_, i) => {
  const low = (at: number) => 400 * ((Math.sin(at) * 43758.5) % 1);
  const corner = low(Math.floor(i / 6) * 3 + (i % 3));
  return i % 6 < 3 ? corner : corner + 3 * random.unit();
});
const boxOf = (id: number) =>
  new Box3(new Vector3().fromArray(boxes, 6 * id), new Vector3().fromArray(boxes, 6 * id + 3));

function inBox3s(frustum: Frustum): number[] {
  return Array.from({ length: ITEMS }, (_, id) => id).filter((id) =>
    frustum.intersectsBox(boxOf(id)),
  );
}

/** With a reversed depth buffer, depth 0 is at infinity. */
function unlimitedProjection(system: CoordinateSystem, reversed: boolean): Matrix4 {
  const limited = new PerspectiveCamera(60, 1.5, 0.1, 100);
  const matrix = limited.projectionMatrix.clone();
  const webgl = system === WebGLCoordinateSystem;
  matrix.elements[10] = reversed ? 0 : -1;
  if (reversed) matrix.elements[14] = 0.1;
  else matrix.elements[14] = webgl ? -0.2 : -0.1;
  return matrix;
}

function cameraOf(far: number, system: CoordinateSystem, reversed: boolean): PerspectiveCamera {
  const camera = new PerspectiveCamera(60, 1.5, 0.1, far);
  camera.coordinateSystem = system;
  // WebGLRenderer sets this field for a reversed depth buffer
  (camera as unknown as { _reversedDepth: boolean })._reversedDepth = reversed;
  camera.position.set(30, 20, 10);
  camera.lookAt(-100, 40, 80);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld(true);
  return camera;
}

function frustumOf(camera: PerspectiveCamera, system: CoordinateSystem, reversed: boolean) {
  const seen = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  return new Frustum().setFromProjectionMatrix(seen, system, reversed);
}

const CASES = [WebGLCoordinateSystem, WebGPUCoordinateSystem].flatMap((system) =>
  [false, true].flatMap((reversed) =>
    ['far: Infinity', 'a projection by hand'].map((projection) => ({
      system,
      reversed,
      projection,
    })),
  ),
);

beforeAll(() => init());

describe.each(CASES)('system $system, reversed depth $reversed, $projection', (one) => {
  const { system, reversed, projection } = one;
  const camera = cameraOf(Infinity, system, reversed);
  if (projection !== 'far: Infinity')
    camera.projectionMatrix = unlimitedProjection(system, reversed);
  const frustum = frustumOf(camera, system, reversed);

  test('three.js returns a far plane of NaN', () => {
    const { normal } = frustum.planes[4];
    expect([normal.x, normal.y, normal.z]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });

  test('every structure finds what three.js finds', () => {
    const expected = inBox3s(frustum);
    expect(expected.length).toBeGreaterThan(100);
    expect(expected.length).toBeLessThan(ITEMS / 2);
    const flat = frustum.planes.flatMap(({ normal, constant }) => [...normal, constant]);
    for (const entry of structures.filter(({ dimensions }) => dimensions.includes(3))) {
      const index = entry.create({ dimensions: 3 });
      index.build(boxes);
      const ids = (found: Uint32Array) => [...found.sort()];
      expect(ids(index.queryConvex(frustum.planes))).toEqual(expected);
      expect(ids(index.queryConvex(flat))).toEqual(expected);
      expect(ids(index.queryFrustum(frustum))).toEqual(expected);
      expect(ids(index.queryFrustum(flat))).toEqual(expected);
      const options = { eye: camera.position, order: 'front-to-back' as const };
      expect(ids(index.queryFrustum(frustum, options))).toEqual(expected);
      index.dispose();
    }
  });
});

test('a World and the cull of a SphereTree accept planes without a limit', () => {
  const camera = cameraOf(Infinity, WebGLCoordinateSystem, false);
  const frustum = frustumOf(camera, WebGLCoordinateSystem, false);
  const expected = inBox3s(frustum);
  const world = new World({ dimensions: 3 });
  for (let id = 0; id < ITEMS; id++) world.add(boxOf(id));
  world.step();
  expect([...world.queryFrustum(frustum).sort()]).toEqual(expected);
  world.dispose();
  const tree = new SphereTree();
  tree.build(boxes);
  const { ids, inside } = tree.cull(frustum, { eye: camera.position, order: 'split-planes' });
  expect([...ids].sort((a, b) => a - b)).toEqual(expected);
  expect(inside.every((planes) => (planes & 0b110000) === 0b110000)).toBe(true);
  tree.dispose();
});

describe('forms of a plane', () => {
  const NONE = Number.NaN;
  const cube = [1, 0, 0, 9, -1, 0, 0, 9, 0, 1, 0, 9, 0, -1, 0, 9, 0, 0, 1, 9];
  const index = () => {
    const made = new BruteForce({ dimensions: 3 });
    made.build([0, 0, 0, 1, 1, 1, /**/ 0, 0, 500, 1, 1, 501, /**/ 20, 0, 0, 21, 1, 1]);
    return made;
  };
  const withLast = (plane: readonly number[]): FrustumLike => [...cube, ...plane];

  test.each([
    [0, 0, 0, 0],
    [0, 0, 0, 1],
    [0, -0, 0, 1e-30],
    [0, 0, 0, Infinity],
    [NONE, NONE, NONE, NONE],
    [NONE, NONE, NONE, Infinity],
  ])('[%d, %d, %d, %d] excludes nothing', (...plane) => {
    const made = index();
    expect([...made.queryFrustum(withLast(plane))]).toEqual([0, 1]);
    expect([...made.queryConvex([...cube, ...plane])]).toEqual([0, 1]);
    const wide = [-1, 0, 0, 99];
    expect([...made.queryConvex([...plane, ...wide])]).toEqual([0, 1, 2]);
    expect([...made.queryConvexMany([cube, [...wide, ...plane]]).ids]).toEqual([0, 1, 0, 1, 2]);
    const [x, y, z, constant] = plane;
    const planes = [
      { normal: [-1, 0, 0], constant: 9 },
      { normal: { x, y, z }, constant },
    ];
    expect([...made.queryConvex(planes)]).toEqual([0, 1]);
    const expanded = expandFrustumToFloat32(withLast(plane), [-1, -1, -1, 1, 1, 1]);
    expect(expanded.slice(20, 23).every((value) => value === 0)).toBe(true);
    made.dispose();
  });

  test('a normal of 0 with a negative constant excludes everything', () => {
    const made = index();
    expect(made.queryFrustum(withLast([0, 0, 0, -1]))).toHaveLength(0);
    expect(made.queryConvex([0, 0, 0, -1e-30])).toHaveLength(0);
    made.dispose();
  });

  test.each([
    [NONE, 0, 0, 1],
    [0, NONE, NONE, 1],
    [NONE, NONE, NONE, 1],
    [NONE, NONE, NONE, -Infinity],
    [NONE, NONE, NONE, 1e39],
    [0, 0, 0, NONE],
    [1, 0, 0, NONE],
    [0, 0, 0, -Infinity],
    [1, 0, 0, -Infinity],
    [Infinity, 0, 0, 1],
    [1, 2, 3, Infinity],
    [1e39, 0, 0, Infinity],
    [1, 0, 0, 1e39],
  ])('[%d, %d, %d, %d] is rejected with a message that contains the right argument', (...plane) => {
    const made = index();
    const word = 'for a plane that excludes nothing, pass normal 0 and constant 1';
    const expectError = (name: string, call: () => unknown) => {
      requireError(call, 'invalid-argument', `${name}: expected`, `[${plane}]`);
      requireError(call, 'invalid-argument', word, `[${plane}]`);
    };
    expectError('frustum.planes[5]', () => made.queryFrustum(withLast(plane)));
    expectError('planes[5]', () => made.queryConvex([...cube, ...plane]));
    expectError('convexes[1][0]', () => made.queryConvexMany([cube, plane]));
    made.dispose();
  });

  test('planes that are all NaN, as from a camera with broken matrices, are rejected', () => {
    const made = index();
    const broken = new Frustum().setFromProjectionMatrix(new Matrix4().multiplyScalar(NONE));
    const calls = [
      () => made.queryFrustum(broken),
      () => made.queryFrustum(Array(24).fill(NONE)),
      () => made.queryConvex([NONE, NONE, NONE, Infinity]),
      () => made.queryConvex(broken.planes),
    ];
    for (const call of calls) {
      requireError(call, 'invalid-argument', 'planes[0]: expected numbers that are finite', 'NaN');
      requireError(call, 'invalid-argument', 'got [NaN, NaN, NaN, NaN]', 'NaN');
    }
    made.dispose();
  });

  test('planes that exclude nothing work in 2D', () => {
    const made = new BruteForce({ dimensions: 2 });
    made.build([0, 0, 1, 1, /**/ 20, 0, 21, 1]);
    const planes = [
      { normal: [-1, 0], constant: 9 },
      { normal: [NONE, NONE], constant: NONE },
      { normal: { x: 0, y: 0 }, constant: Infinity },
    ];
    expect([...made.queryConvex(planes)]).toEqual([0]);
    expect([...made.queryConvex([-1, 0, 99, NONE, NONE, Infinity])]).toEqual([0, 1]);
    expect([...made.queryConvex([0, 0, Infinity])]).toEqual([0, 1]);
    requireError(() => made.queryConvex([NONE, 0, 1]), 'invalid-argument', 'planes[0]', '2D');
    made.dispose();
  });
});
