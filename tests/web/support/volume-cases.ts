/**
 * The volumes that a case is asked, drawn from its queries for spheres, points and boxes, and the oracle's answers. Like
 * the case, they are made on first use and shared by all subjects of a test file.
 */

import { type Asked, type Case, once } from './cases.js';
import { volume } from './volume.js';
import { distanceTo, inConvex, onSegment, timeOfBox, timeOfSphere } from './volume-oracle.js';

/** A segment, and how far every box is from it. */
export interface Reach {
  readonly segment: Float32Array;
  readonly distances: Float64Array;
}

export interface Volumes {
  /** Two ends behind each other; every fourth has no length. */
  readonly segments: readonly Float32Array[];
  /** For capsules around the segments. */
  readonly radii: readonly number[];
  readonly convexes: readonly Float32Array[];
  readonly boxes: readonly Float32Array[];
  readonly convexAnswers: () => readonly Asked<number[]>[];
  /** What each segment touches, or undefined where differences of its float32 numbers are rounded in double. */
  readonly segmentAnswers: () => readonly (number[] | undefined)[];
  readonly reaches: () => readonly Reach[];
  /** Of every box as it moves from one to the next: when it touches each item. */
  readonly boxCasts: () => readonly Cast<number>[];
  /** The same of the radius around each segment's first end, as it moves to the second. */
  readonly sphereCasts: () => readonly Cast<ReturnType<typeof timeOfSphere>>[];
}

/** A cast as the numbers of `cast…Many`, and when each item is touched. */
export interface Cast<Touch> {
  readonly numbers: Float32Array;
  readonly touches: readonly Touch[];
}

/** Of each kind. */
const QUERIES = volume(24, 8);

/** Farther out the differences of float32 numbers are rounded in double, here and in the core. */
const EXACT = 1e9;

/** Planes of a box. */
function facesOf(box: Float32Array): Float32Array {
  const dimensions = box.length / 2;
  const planes = Array.from({ length: 2 * dimensions }, (_, i) => {
    const plane = new Float32Array(dimensions + 1);
    plane[i % dimensions] = i < dimensions ? 1 : -1;
    plane[dimensions] = i < dimensions ? -box[i] : box[i];
    return [...plane];
  });
  return Float32Array.from(planes.flat());
}

/** Two oblique planes through the corners of a box. */
function cornerOf(box: Float32Array): Float32Array {
  const dimensions = box.length / 2;
  const normals = [
    [0.5, 1.25, -0.75],
    [-1, 0.5, 2],
  ];
  const planes = normals.map((normal, side) => {
    const used = normal.slice(0, dimensions);
    const at = used.map((_, axis) => box[side * dimensions + axis]);
    return [...used, -used.reduce((sum, value, axis) => sum + value * at[axis], 0)];
  });
  return Float32Array.from(planes.flat());
}

const boxAt = ({ boxes, dimensions }: Case, id: number) =>
  boxes.subarray(id * 2 * dimensions, (id + 1) * 2 * dimensions);

const eachBox = <T>(one: Case, ask: (box: Float32Array) => T) =>
  Array.from({ length: one.count }, (_, id) => ask(boxAt(one, id)));

const matching = (one: Case, test: (box: Float32Array) => boolean) =>
  Array.from({ length: one.count }, (_, id) => id).filter((id) => test(boxAt(one, id)));

const reachOf = (one: Case, segment: Float32Array): Reach => ({
  segment,
  distances: Float64Array.from({ length: one.count }, (_, id) => {
    const box = boxAt(one, id);
    return onSegment(segment, box) ? 0 : distanceTo(segment, box);
  }),
});

const touchedBy = (one: Case, segment: Float32Array) =>
  Math.max(...segment.map(Math.abs)) < EXACT
    ? matching(one, (box) => onSegment(segment, box))
    : undefined;

function boxCast(one: Case, box: Float32Array, next: Float32Array): Cast<number> {
  const way = box.subarray(0, one.dimensions).map((low, axis) => next[axis] - low);
  const touches = eachBox(one, (item) => timeOfBox(box, way, item));
  return { numbers: Float32Array.from([...box, ...way]), touches };
}

function sphereCast(one: Case, segment: Float32Array, radius: number) {
  const { dimensions } = one;
  const center = segment.subarray(0, dimensions);
  const way = center.map((from, axis) => segment[dimensions + axis] - from);
  const touches = eachBox(one, (item) => timeOfSphere(center, radius, way, item));
  return { numbers: Float32Array.from([...center, radius, ...way]), touches };
}

function makeVolumes(one: Case): Volumes {
  const queriesOf = (asked: readonly { query: Float32Array }[]) =>
    asked.slice(0, QUERIES).map(({ query }) => query);
  const points = queriesOf(one.pointAnswers());
  const boxes = queriesOf(one.boxAnswers());
  const radii = queriesOf(one.sphereAnswers()).map((query) => query[query.length - 1]);
  const ends = points.map((_, i) => points[(i * 5 + 3) % points.length]);
  const segments = points.map((a, i) => Float32Array.from([...a, ...(i % 4 === 3 ? a : ends[i])]));
  const convexes = boxes.map((box, i) => (i % 2 === 0 ? facesOf(box) : cornerOf(box)));
  return {
    segments,
    radii,
    convexes,
    boxes,
    convexAnswers: once(() =>
      convexes.map((query) => ({ query, answer: matching(one, (box) => inConvex(query, box)) })),
    ),
    segmentAnswers: once(() => segments.map((segment) => touchedBy(one, segment))),
    reaches: once(() => segments.map((segment) => reachOf(one, segment))),
    boxCasts: once(() => boxes.map((box, i) => boxCast(one, box, boxes[(i + 1) % boxes.length]))),
    sphereCasts: once(() => segments.map((segment, i) => sphereCast(one, segment, radii[i]))),
  };
}

const made = new WeakMap<Case, Volumes>();

export function volumesOf(one: Case): Volumes {
  const volumes = made.get(one) ?? makeVolumes(one);
  made.set(one, volumes);
  return volumes;
}
