import { BruteForce, DynamicTree, init } from 'sapwood/all';
import {
  Box2,
  Box3,
  Frustum,
  Matrix4,
  PerspectiveCamera,
  Plane,
  Ray,
  Sphere,
  Vector2,
  Vector3,
  Vector4,
} from 'three';
import { beforeAll, expect, test } from 'vitest';

beforeAll(() => init());

const cube = (at: number) => new Box3(new Vector3(at, at, at), new Vector3(at + 1, at + 1, at + 1));

// regression: the method `length` of three.js vectors was mistaken for the length of an array
test('boxes, vectors, spheres, rays and frusta of three.js are accepted', () => {
  const index = new DynamicTree();
  expect(index.insert(cube(0))).toBe(0);
  expect(index.insert(cube(5))).toBe(1);
  expect(index.move(1, cube(4), new Vector3(-1, -1, -1))).toBe(true);
  expect([...index.box(1)]).toEqual([4, 4, 4, 5, 5, 5]);
  const out = new Uint32Array(4);
  expect(index.queryBoxInto(cube(0.5), out)).toBe(1);
  expect([...index.queryPoint(new Vector3(4.5, 4.5, 4.5))]).toEqual([1]);
  expect([...index.querySphere(new Sphere(new Vector3(2, 2, 2), 1.8))]).toEqual([0]);
  expect([...index.querySphere(new Vector3(2, 2, 2), 1.8)]).toEqual([0]);
  const ray = new Ray(new Vector3(-1, 0.5, 0.5), new Vector3(1, 0, 0));
  const hit = { id: 0, distance: 1, normal: [-1, 0, 0] };
  expect(index.raycast(ray)).toEqual(hit);
  expect(index.raycast(ray.origin, ray.direction)).toEqual(hit);
  expect([...index.nearest(new Vector3(9, 9, 9), 1).ids]).toEqual([1]);
  expect([...index.queryPoint(new Vector4(4.5, 4.5, 4.5, 1))]).toEqual([1]);
  index.dispose();
});

test('queryFrustum accepts a frustum of a three.js camera', () => {
  const index = new BruteForce();
  index.build([...cubeNumbers(-3), ...cubeNumbers(3)]);
  const camera = new PerspectiveCamera(60, 1, 0.1, 100);
  camera.updateMatrixWorld();
  const projection = new Matrix4().multiplyMatrices(
    camera.projectionMatrix,
    camera.matrixWorldInverse,
  );
  const frustum = new Frustum().setFromProjectionMatrix(projection);
  const seen = index.queryFrustum(frustum, { eye: camera.position });
  const expected = [0, 1].filter((id) => frustum.intersectsBox(boxOf(index.box(id))));
  expect([...seen]).toEqual(expected);
  expect(index.queryFrustum(new Frustum(...planesAround(1)))).toHaveLength(0);
  index.dispose();
});

test('boxes and vectors of three.js are accepted in 2D', () => {
  const index = new DynamicTree({ dimensions: 2 });
  index.insert(new Box2(new Vector2(0, 0), new Vector2(1, 1)));
  expect([...index.queryPoint(new Vector2(1, 1))]).toEqual([0]);
  expect(index.raycast(new Vector2(-1, 0.5), new Vector2(2, 0))?.distance).toBe(1);
  index.dispose();
});

const cubeNumbers = (at: number) => [at, at, at, at + 1, at + 1, at + 1];

const boxOf = (box: Float32Array) =>
  new Box3(new Vector3().fromArray(box), new Vector3().fromArray(box, 3));

/** Returns the planes of a cube around the origin. `side` is half the side length. */
function planesAround(side: number): Plane[] {
  return [0, 1, 2].flatMap((axis) =>
    [1, -1].map((sign) => new Plane(new Vector3().setComponent(axis, sign), side)),
  );
}
