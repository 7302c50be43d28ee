/**
 * Queries that are derived from the boxes of a scene, so that they have results at any scale and
 * touch faces and corners exactly. The C++ code in tests/cpp/support/scene_queries.cpp produces the
 * same bits. Formats: see oracle.ts.
 *
 * Each kind of query has a separate generator. Its seed is `seed` plus the position of the kind in
 * this file.
 */

import type { Dimensions } from './definitions.js';
import { Mulberry32 } from './random.js';
import type { Scene } from './scene.js';

/** Queries as a flat array, with `stride` numbers per query. */
export interface Queries {
  readonly count: number;
  readonly stride: number;
  readonly values: Float32Array;
}

export function queryAt({ stride, values }: Queries, index: number): Float32Array {
  return values.subarray(index * stride, (index + 1) * stride);
}

type Box = readonly [low: number, high: number];

/**
 * Source of random numbers and of the boxes of a scene. If the scene is empty, all coordinates are
 * 0.
 */
class Picker {
  readonly dimensions: Dimensions;
  private readonly boxes: Float32Array;
  private readonly extent: Float32Array;
  private readonly random: Mulberry32;
  private readonly count: number;

  constructor(scene: Scene, seed: number) {
    this.dimensions = scene.dimensions;
    this.boxes = scene.boxes;
    this.extent = scene.extent;
    this.count = scene.count;
    this.random = new Mulberry32(seed);
  }

  unit(): number {
    return this.random.unit();
  }

  pick(): number {
    return this.random.below(Math.max(this.count, 1));
  }

  side(id: number, axis: number): Box {
    if (this.count === 0) return [0, 0];
    const at = 2 * this.dimensions * id + axis;
    return [this.boxes[at], this.boxes[at + this.dimensions]];
  }

  middle(id: number, axis: number): number {
    const [low, high] = this.side(id, axis);
    return low * 0.5 + high * 0.5;
  }

  bounds(axis: number): Box {
    return [this.extent[axis], this.extent[this.dimensions + axis]];
  }

  anywhere(axis: number): number {
    const [low, high] = this.bounds(axis);
    return low + this.unit() * (high - low);
  }

  largestSide(id: number): number {
    return this.largest((axis) => this.side(id, axis));
  }

  largestExtent(): number {
    return this.largest((axis) => this.bounds(axis));
  }

  private largest(side: (axis: number) => Box): number {
    let size = 0;
    for (let d = 0; d < this.dimensions; d++) {
      const [low, high] = side(d);
      if (high - low > size) size = high - low;
    }
    return size;
  }
}

type FillQuery = (query: Float32Array, kind: number, picker: Picker) => void;

function fillQueries(
  scene: Scene,
  { count, seed, stride }: { count: number; seed: number; stride: number },
  fill: FillQuery,
): Queries {
  const queries = { count, stride, values: new Float32Array(count * stride) };
  const picker = new Picker(scene, seed);
  for (let i = 0; i < count; i++) fill(queryAt(queries, i), i, picker);
  return queries;
}

/**
 * Sets a query box. The queries alternate between an enlarged box of the scene, a box of the scene,
 * a box with two box centers as corners, and a random box in the scene bounds.
 */
function fillBox(box: Float32Array, index: number, picker: Picker): void {
  const first = picker.pick();
  const second = picker.pick();
  for (let d = 0; d < picker.dimensions; d++) {
    const [low, high] = picker.side(first, d);
    const grown = 2 * (high - low);
    const u = picker.unit();
    const v = picker.unit();
    const [start, end] = picker.bounds(d);
    const corners = [
      [low - u * grown, high + v * grown],
      [low, high],
      [picker.middle(first, d), picker.middle(second, d)],
      [start + u * (end - start), start + v * (end - start)],
    ][index % 4];
    const ordered = corners[0] <= corners[1];
    box[d] = ordered ? corners[0] : corners[1];
    box[picker.dimensions + d] = ordered ? corners[1] : corners[0];
  }
}

/**
 * Sets a query point. The queries alternate between a point inside a box, a corner of a box, and a
 * random point in the scene bounds.
 */
function fillPoint(point: Float32Array, index: number, picker: Picker): void {
  const id = picker.pick();
  for (let d = 0; d < picker.dimensions; d++) {
    const [low, high] = picker.side(id, d);
    const u = picker.unit();
    const [start, end] = picker.bounds(d);
    point[d] = [low + u * (high - low), u < 0.5 ? low : high, start + u * (end - start)][index % 3];
  }
}

/**
 * Sets a query sphere. Centers are chosen like the points of `fillPoint`. The radius alternates
 * between 0, up to twice the longest side of a box, and up to a quarter of the longest side of the
 * scene.
 */
function fillSphere(sphere: Float32Array, index: number, picker: Picker): void {
  const id = picker.pick();
  const u = picker.unit();
  const radii = [0, 2 * u * picker.largestSide(id), 0.25 * u * picker.largestExtent()];
  // combines each choice of the center with each choice of the radius
  fillPoint(sphere, Math.floor(index / 3), picker);
  sphere[picker.dimensions] = radii[index % 3];
}

interface RayPlan {
  readonly picker: Picker;
  readonly first: number;
  readonly second: number;
  readonly axis: number;
  readonly u: number;
}

/** Sets an unlimited ray from a random point in the scene to the center of a box. */
function aimAnywhere(ray: Float32Array, { picker, second }: RayPlan): void {
  const dimensions = picker.dimensions;
  for (let d = 0; d < dimensions; d++) {
    ray[d] = picker.anywhere(d);
    ray[dimensions + d] = picker.middle(second, d) - ray[d];
  }
  ray[2 * dimensions] = Infinity;
}

/** Sets an unlimited ray along an axis, from outside of the scene through the center of a box. */
function aimAlongAxis(ray: Float32Array, { picker, first, axis, u }: RayPlan): void {
  const dimensions = picker.dimensions;
  const [start, end] = picker.bounds(axis);
  for (let d = 0; d < dimensions; d++) ray[d] = picker.middle(first, d);
  ray[axis] = u < 0.5 ? start - 0.5 * (end - start) : end + 0.5 * (end - start);
  ray[dimensions + axis] = u < 0.5 ? 1 : -1;
  ray[2 * dimensions] = Infinity;
}

/**
 * Sets a ray from the center of a box toward the center of another box. The ray ends before it
 * reaches the other center.
 */
function aimBetween(ray: Float32Array, { picker, first, second, u }: RayPlan): void {
  const dimensions = picker.dimensions;
  let squaredLength = 0;
  for (let d = 0; d < dimensions; d++) {
    ray[d] = picker.middle(first, d);
    ray[dimensions + d] = picker.middle(second, d) - ray[d];
    squaredLength += ray[dimensions + d] * ray[dimensions + d];
  }
  ray[2 * dimensions] = u * Math.sqrt(squaredLength);
}

/** Sets a ray along the edge at the lower corner of a box, with a direction of length 2. */
function aimAlongEdge(ray: Float32Array, { picker, first, axis, u }: RayPlan): void {
  const dimensions = picker.dimensions;
  for (let d = 0; d < dimensions; d++) ray[d] = picker.side(first, d)[0];
  const [low, high] = picker.side(first, axis);
  ray[axis] = low - (high - low);
  ray[dimensions + axis] = 2;
  ray[2 * dimensions] = 4 * u * picker.largestSide(first);
}

const rayAims = [aimAnywhere, aimAlongAxis, aimBetween, aimAlongEdge];

function fillRay(ray: Float32Array, index: number, picker: Picker): void {
  const dimensions = picker.dimensions;
  const first = picker.pick();
  const second = picker.pick();
  const axis = Math.floor(picker.unit() * dimensions);
  const u = picker.unit();
  rayAims[index % rayAims.length](ray, { picker, first, second, axis, u });
  const direction = ray.subarray(dimensions, 2 * dimensions);
  if (direction.every((component) => component === 0)) direction[0] = 1;
}

type Vector = readonly [number, number, number];

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function normalize(v: Vector): Vector {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return length > 0 ? [v[0] / length, v[1] / length, v[2] / length] : [1, 0, 0];
}

function setPlane(plane: Float32Array, normal: Vector, through: Vector): void {
  plane.set(normal);
  plane[3] = -(normal[0] * through[0] + normal[1] * through[1] + normal[2] * through[2]);
}

function slanted(forward: Vector, slope: number, side: Vector, sign: number): Vector {
  return normalize([
    forward[0] * slope + side[0] * sign,
    forward[1] * slope + side[1] * sign,
    forward[2] * slope + side[2] * sign,
  ]);
}

/**
 * Sets the planes of a pyramid from a random point toward the center of a box. Order: near, far,
 * left, right, bottom, top.
 */
function fillFrustum(planes: Float32Array, _index: number, picker: Picker): void {
  const id = picker.pick();
  const eye: Vector = [picker.anywhere(0), picker.anywhere(1), picker.anywhere(2)];
  const slope = 0.25 + 0.5 * picker.unit();
  const reach = picker.unit() * picker.largestExtent();
  const forward = normalize([
    picker.middle(id, 0) - eye[0],
    picker.middle(id, 1) - eye[1],
    picker.middle(id, 2) - eye[2],
  ]);
  const steep = forward[1] > 0.9 || forward[1] < -0.9;
  const right = normalize(cross(forward, steep ? [1, 0, 0] : [0, 1, 0]));
  const up = cross(right, forward);
  const far: Vector = [
    eye[0] + reach * forward[0],
    eye[1] + reach * forward[1],
    eye[2] + reach * forward[2],
  ];
  const backward: Vector = [-forward[0], -forward[1], -forward[2]];
  setPlane(planes.subarray(0, 4), forward, eye);
  setPlane(planes.subarray(4, 8), backward, far);
  setPlane(planes.subarray(8, 12), slanted(forward, slope, right, 1), eye);
  setPlane(planes.subarray(12, 16), slanted(forward, slope, right, -1), eye);
  setPlane(planes.subarray(16, 20), slanted(forward, slope, up, 1), eye);
  setPlane(planes.subarray(20, 24), slanted(forward, slope, up, -1), eye);
}

export function boxQueries(scene: Scene, count: number, seed: number): Queries {
  return fillQueries(scene, { count, seed, stride: 2 * scene.dimensions }, fillBox);
}

export function pointQueries(scene: Scene, count: number, seed: number): Queries {
  return fillQueries(scene, { count, seed: seed + 1, stride: scene.dimensions }, fillPoint);
}

export function sphereQueries(scene: Scene, count: number, seed: number): Queries {
  return fillQueries(scene, { count, seed: seed + 2, stride: scene.dimensions + 1 }, fillSphere);
}

/** Returns query rays. Their directions are not normalized, and some rays are unlimited. */
export function rayQueries(scene: Scene, count: number, seed: number): Queries {
  return fillQueries(scene, { count, seed: seed + 3, stride: 2 * scene.dimensions + 1 }, fillRay);
}

export function frustumQueries(scene: Scene, count: number, seed: number): Queries {
  if (scene.dimensions !== 3) throw new Error('frustumQueries: expected a 3D scene');
  return fillQueries(scene, { count, seed: seed + 4, stride: 24 }, fillFrustum);
}
