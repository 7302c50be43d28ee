/**
 * Segments, capsules and casts of a case, drawn from its queries, and the fractions at which each item is touched. They
 * are computed on first use and shared by all subjects of a test file.
 */

import { type Case, once } from './cases.js';
import { timeOfBox, timeOfCapsule } from './volume-oracle.js';

export interface Volumes {
  /** Two ends in one array; every fourth segment has length 0. */
  readonly segments: readonly Float32Array[];
  /** For capsules around the segments. */
  readonly radii: readonly number[];
  /** Each box moves to the next one. */
  readonly boxCasts: () => readonly Cast[];
  /** A sphere around the first end of each segment moves to the second. */
  readonly sphereCasts: () => readonly Cast[];
}

/** A cast as the numbers of `cast…Many`, and the fraction at which it touches each item. */
export interface Cast {
  readonly numbers: Float32Array;
  readonly touches: readonly number[];
}

const QUERIES = 8;

const eachBox = ({ boxes, dimensions, count }: Case, time: (box: Float32Array) => number) =>
  Array.from({ length: count }, (_, id) =>
    time(boxes.subarray(id * 2 * dimensions, (id + 1) * 2 * dimensions)),
  );

function boxCast(one: Case, box: Float32Array, next: Float32Array): Cast {
  const way = box.subarray(0, one.dimensions).map((low, axis) => next[axis] - low);
  const touches = eachBox(one, (item) => timeOfBox(box, way, item));
  return { numbers: Float32Array.from([...box, ...way]), touches };
}

function sphereCast(one: Case, segment: Float32Array, radius: number): Cast {
  const { dimensions } = one;
  const center = segment.subarray(0, dimensions);
  const way = center.map((from, axis) => segment[dimensions + axis] - from);
  const ends = [...center, ...center];
  const touches = eachBox(one, (item) => timeOfCapsule(ends, radius, way, item));
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
  return {
    segments,
    radii,
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
