/**
 * Contacts that the queries of every structure return, checked by their definition. Moving a shape
 * along the normal by the depth separates it from the box, and no shorter displacement along an
 * axis does.
 * tests/cpp compares the core with a reference in more detail.
 */

import { BruteForce, ContactBuffer, init, type SpatialIndex, World } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { type Case, checksOnScene } from '../support/cases.js';
import { type Check, describeSuite } from '../support/checks.js';
import { require, requireSequence } from '../support/compare.js';
import { requireError } from '../support/errors.js';
import { inOneDimension, type Subject } from '../support/subjects.js';
import { volumesOf } from '../support/volume-cases.js';

type Numbers = ArrayLike<number>;

/** A rounded convex shape: the convex hull of the corners, grown by the radius. */
interface Shape {
  readonly corners: readonly Numbers[];
  readonly radius: number;
  /**
   * Largest absolute coordinate of the shape. The rounding errors are at most proportional to it.
   */
  readonly size: number;
}

const shapeOf = (corners: readonly Numbers[], radius = 0): Shape => ({
  corners,
  radius,
  size: Math.max(1, radius, ...corners.flatMap((corner) => Array.from(corner, Math.abs))),
});

const movedBy = ({ corners, radius }: Shape, displacement: Numbers, part: number): Shape =>
  shapeOf(
    corners.map((corner) => Array.from(corner, (at, axis) => at + part * displacement[axis])),
    radius,
  );

function cornersOf(box: Numbers): number[][] {
  const dimensions = box.length / 2;
  return Array.from({ length: 2 ** dimensions }, (_, bits) =>
    Array.from({ length: dimensions }, (__, axis) => box[((bits >> axis) & 1) * dimensions + axis]),
  );
}

const dot = (a: Numbers, b: Numbers) =>
  Array.from(a).reduce((sum, value, axis) => sum + value * b[axis], 0);

/**
 * Returns the distance that a shape must move along the normal until it no longer overlaps the box.
 */
function exitOf(shape: Shape, box: Numbers, normal: Numbers): number {
  const far = Math.max(...cornersOf(box).map((corner) => dot(normal, corner)));
  return far - Math.min(...shape.corners.map((corner) => dot(normal, corner))) + shape.radius;
}

const boxAt = ({ boxes, dimensions }: Case, id: number) =>
  boxes.subarray(id * 2 * dimensions, (id + 1) * 2 * dimensions);

/** Returns a bound of the float32 rounding errors. */
const toleranceOf = (shape: Shape, box: Numbers) =>
  4e-6 * Math.max(shape.size, ...Array.from(box, Math.abs));

/**
 * Requires a unit normal along which `depth` separates the shape from the box, and a point on the
 * surface of the box.
 */
function requireContact(
  shape: Shape,
  box: Numbers,
  contact: { normal: Numbers; depth: number; point: Numbers },
  where: () => string,
): void {
  const { normal, depth, point } = contact;
  const tolerance = toleranceOf(shape, box);
  require(Math.abs(Math.hypot(...Array.from(normal)) - 1) < 1e-6, where);
  require(Math.abs(exitOf(shape, box, normal) - depth) <= tolerance, () => `${where()}: normal`);
  const dimensions = normal.length;
  const axes = Array.from({ length: dimensions }, (_, axis) => axis);
  const onFace = axes.some((axis) => [box[axis], box[dimensions + axis]].includes(point[axis]));
  const inside = axes.every(
    (axis) => point[axis] >= box[axis] && point[axis] <= box[dimensions + axis],
  );
  require(onFace && inside, () => `${where()}: point [${point}]`);
}

/**
 * Requires that moving the shape along any axis by less than the depth does not separate it from
 * the box.
 */
function requireMinimal(shape: Shape, box: Numbers, depth: number, where: () => string): void {
  const dimensions = box.length / 2;
  for (let axis = 0; axis < dimensions; axis += 1) {
    for (const side of [-1, 1]) {
      const normal = Array.from({ length: dimensions }, (_, i) => (i === axis ? side : 0));
      require(exitOf(shape, box, normal) >= depth - toleranceOf(shape, box), where);
    }
  }
}

interface Found {
  readonly count: number;
  readonly ids: Uint32Array;
  readonly normals: Float32Array;
  readonly depths: Float32Array;
  readonly points: Float32Array;
}

const numbersOf = ({ ids, normals, depths, points }: Found, count: number, dimensions: number) => [
  ...ids.subarray(0, count),
  ...normals.subarray(0, count * dimensions),
  ...depths.subarray(0, count),
  ...points.subarray(0, count * dimensions),
];

function requireInto(found: Found, fill: (out: ContactBuffer) => number, one: Case): void {
  const { count } = found;
  for (const room of [count + 2, count, Math.floor(count / 2), 0]) {
    const out = new ContactBuffer(room);
    require(fill(out) === count, () => `${one.name}: another number into a buffer`);
    const kept = Math.min(room, count);
    require(out.count === kept && out.capacity === room, () => `${one.name}: ${out.count}`);
    const expected = numbersOf(found, kept, one.dimensions);
    requireSequence(numbersOf(out, kept, one.dimensions), expected, () => `${one.name}: a buffer`);
  }
}

function checkCollisions(index: SpatialIndex, one: Case): void {
  const { dimensions } = one;
  const { segments, radii } = volumesOf(one);
  segments.forEach((segment, i) => {
    const [a, b] = [segment.subarray(0, dimensions), segment.subarray(dimensions)];
    const radius = radii[i];
    const where = () => `${one.name}, segment [${segment}], radius ${radius}`;
    const check = (found: Found, ids: Uint32Array, shape: Shape) => {
      require(found.count === found.ids.length, where);
      requireSequence(found.ids, ids.slice().sort(), where);
      found.ids.forEach((id, at) => {
        const vector = (of: Float32Array) => of.subarray(at * dimensions, (at + 1) * dimensions);
        const [normal, point] = [vector(found.normals), vector(found.points)];
        const depth = found.depths[at];
        require(depth >= 0, where);
        requireContact(shape, boxAt(one, id), { normal, depth, point }, where);
        requireMinimal(shape, boxAt(one, id), depth, where);
      });
    };
    const capsule = index.collideCapsule(a, b, radius);
    check(capsule, index.queryCapsule(a, b, radius), shapeOf([a, b], radius));
    requireInto(capsule, (out) => index.collideCapsuleInto(a, b, radius, out), one);
    const sphere = index.collideSphere(a, radius);
    check(sphere, index.querySphere(a, radius), shapeOf([a], radius));
    requireInto(sphere, (out) => index.collideSphereInto(a, radius, out), one);
    const odd = (id: number) => id % 2 === 1;
    const chosen = index.collideCapsule(a, b, radius, odd);
    requireSequence(chosen.ids, capsule.ids.filter(odd), where);
    requireInto(chosen, (out) => index.collideCapsuleInto(a, b, radius, out, odd), one);
    require(index.collideCapsule(a, b, radius, { mask: 2 }).count === 0, where);
  });
}

function requireCastInto(
  hit: ReturnType<SpatialIndex['castBox']>,
  cast: (out: ContactBuffer) => number,
  dimensions: number,
  where: () => string,
): void {
  const out = new ContactBuffer(1);
  require(cast(out) === (hit?.fraction ?? Infinity), () => `${where()}: fraction`);
  require(out.count === (hit ? 1 : 0), () => `${where()}: count`);
  if (hit) {
    const expected = [hit.id, ...hit.normal, 0, ...hit.point];
    requireSequence(numbersOf(out, 1, dimensions), expected, () => `${where()}: a buffer`);
  }
  require(cast(new ContactBuffer(0)) === (hit?.fraction ?? Infinity), where);
}

function checkCasts(index: SpatialIndex, one: Case): void {
  const { dimensions } = one;
  const where = () => `${one.name}, a cast to a buffer`;
  const { segments, radii, boxCasts } = volumesOf(one);
  const check = (hit: ReturnType<SpatialIndex['castBox']>, shape: Shape, displacement: Numbers) => {
    if (!hit) return;
    const where = () => `${one.name}, [${shape.corners.join('; ')}] by [${displacement}]`;
    const box = boxAt(one, hit.id);
    const moved = movedBy(shape, displacement, hit.fraction);
    const depth = hit.fraction > 0 ? 0 : exitOf(moved, box, hit.normal);
    requireContact(moved, box, { ...hit, depth }, where);
    if (hit.fraction > 0) require(dot(hit.normal, displacement) <= toleranceOf(moved, box), where);
    else requireMinimal(moved, box, depth, where);
  };
  for (const { numbers } of boxCasts()) {
    const box = numbers.subarray(0, 2 * dimensions);
    const displacement = numbers.subarray(2 * dimensions);
    const hit = index.castBox(box, displacement);
    check(hit, shapeOf(cornersOf(box)), displacement);
    requireCastInto(hit, (out) => index.castBoxInto(box, displacement, out), dimensions, where);
  }
  segments.forEach((segment, i) => {
    const [a, b] = [segment.subarray(0, dimensions), segment.subarray(dimensions)];
    const displacement = b.map((at, axis) => 1.5 * (a[axis] - at) + (axis === 0 ? 1 : 0));
    const ball = index.castSphere(a, radii[i], displacement);
    check(ball, shapeOf([a], radii[i]), displacement);
    requireCastInto(
      ball,
      (out) => index.castSphereInto(a, radii[i], displacement, out),
      dimensions,
      where,
    );
    const hit = index.castCapsule(a, b, radii[i], displacement);
    check(hit, shapeOf([a, b], radii[i]), displacement);
    const into = (out: ContactBuffer) => index.castCapsuleInto(a, b, radii[i], displacement, out);
    requireCastInto(hit, into, dimensions, where);
  });
}

function contactChecks(subject: Subject): Check[] {
  const check = checksOnScene(subject);
  return [
    check(
      'collideSphere and collideCapsule return the shortest separating movement',
      checkCollisions,
    ),
    check('casts return a normal that separates at the first touch', checkCasts),
  ];
}

describeSuite('contacts', contactChecks, inOneDimension());

beforeAll(() => init());

const FLOOR = [0, 0, 9, 1];

test('of equal depths, the lowest axis wins, then the negative side', () => {
  const index = new BruteForce({ dimensions: 2 });
  index.build([0, 0, 2, 2]);
  expect(index.collideSphere([1, 1], 0.5)).toMatchObject({
    normals: Float32Array.of(-1, 0),
    depths: Float32Array.of(1.5),
    points: Float32Array.of(0, 1),
  });
  expect(index.castBox([0, 0, 2, 2], [5, 5])).toEqual({
    id: 0,
    fraction: 0,
    normal: [-1, 0],
    point: [0, 1],
  });
  expect(index.castBox([-3, -3, -2, -2], [4, 4])).toMatchObject({ fraction: 0.5, normal: [-1, 0] });
  expect(index.raycast([-1, -1], [1, 1])?.normal).toEqual([-1, 0]);
  expect(index.raycast([1, 2], [1, 1])).toEqual({ id: 0, distance: 0, normal: [0, 0] });
  index.dispose();
});

test('a cast with a callback returns the contact with the box', () => {
  const index = new BruteForce({ dimensions: 2 });
  index.build(FLOOR);
  const hit = () => 0.75;
  expect(index.castCapsule([2, 4], [2, 6], 1, [0, -4], { hit })).toEqual({
    id: 0,
    fraction: 0.75,
    normal: [0, 1],
    point: [2, 1],
  });
  const out = new ContactBuffer(2);
  expect(index.castCapsuleInto([2, 4], [2, 6], 1, [0, -4], out, { hit })).toBe(0.75);
  expect([out.count, out.ids[0], ...out.normals.subarray(0, 2)]).toEqual([1, 0, 0, 1]);
  expect(index.castBoxInto([0, 3, 1, 4], [0, -4], out, { hit: () => false })).toBe(Infinity);
  expect(out.count).toBe(0);
  index.castCapsule([2, 4], [2, 6], 1, [0, -4], { hit });
  // counts the result of the cast only, because computing the contact is not counted
  expect(index.counters()).toMatchObject({ results: 1 });
  expect(index.raycast([2, 4], [0, -1], { hit: () => 3.5 })).toEqual({
    id: 0,
    distance: 3.5,
    normal: [0, 1],
  });
  index.dispose();
});

test('a world returns contacts of selected layers, also after bounds have changed', () => {
  const world = new World({ dimensions: 2 });
  const out = new ContactBuffer(4);
  const floor = world.add(FLOOR, { layer: 'static' });
  const crate = world.add([3, 1, 5, 3]);
  expect([...world.collideCapsule([4, 3.5], [4, 5], 1).ids]).toEqual([crate]);
  expect(world.collideSphereInto([2.5, 1.5], 1, out)).toBe(2);
  expect([...out.ids.subarray(0, 2)]).toEqual([floor, crate]);
  expect([...out.normals.subarray(0, 4)]).toEqual([0, 1, -1, 0]);
  const still = { layer: 'static' } as const;
  expect(world.collideSphereInto([2.5, 1.5], 1, out, still)).toBe(1);
  expect(world.castCapsule([4, 9], [4, 8], 1, [0, -10], still)).toMatchObject({
    id: floor,
    normal: [0, 1],
    point: [4, 1],
  });
  world.bounds.set([3, 2, 5, 4], 4 * crate);
  world.touch(crate);
  expect(world.castSphere([4, 9], 1, [0, -8])).toMatchObject({ id: crate, fraction: 0.5 });
  expect(world.raycastMany([4, 9, 0, -1, 99], { normals: true }).normals).toEqual(
    Float32Array.of(0, 1),
  );
  world.dispose();
});

test('a value that is no ContactBuffer, or a detached buffer, throws', () => {
  const index = new BruteForce({ dimensions: 2 });
  index.build(FLOOR);
  const call = (out: unknown) => () => index.collideSphereInto([1, 1], 1, out as ContactBuffer);
  for (const bad of [undefined, {}, new Uint32Array(4), Object.create(ContactBuffer.prototype)]) {
    requireError(call(bad), 'invalid-argument', 'out', 'buffer');
    const cast = () => index.castSphereInto([1, 1], 1, [1, 0], bad as ContactBuffer);
    requireError(cast, 'invalid-argument', 'out', 'buffer');
  }
  const detached = new ContactBuffer(4);
  structuredClone(detached.depths, { transfer: [detached.depths.buffer] });
  requireError(call(detached), 'invalid-argument', 'out.depths', 'buffer');
  for (const bad of [-1, 0.5, Number.NaN, '4', undefined]) {
    const make = () => new ContactBuffer(bad as number);
    requireError(make, 'invalid-argument', 'capacity', 'capacity');
  }
  const huge = () => new ContactBuffer(2 ** 32);
  requireError(huge, 'out-of-memory', 'ContactBuffer', 'capacity');
  index.dispose();
});
