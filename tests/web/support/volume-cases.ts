/**
 * Segments, capsules and casts derived from the queries of a case. Each cast also has the fraction
 * of its displacement at which it touches each item. Values are computed on first use, and all
 * subjects of a test file share them.
 */

import { type Case, once } from './cases.js';
import { timeOfBox, timeOfCapsule } from './volume-oracle.js';

export interface Volumes {
  /** Each segment is [start..., end...]. Every fourth segment has length 0. */
  readonly segments: readonly Float32Array[];
  /** Radii of capsules around the segments. */
  readonly radii: readonly number[];
  /** The boxes of the box queries, each cast to the position of the next box. */
  readonly boxCasts: () => readonly Cast[];
  /** For each segment, a sphere cast from its start to its end. */
  readonly sphereCasts: () => readonly Cast[];
}

/**
 * A cast as the numbers of `castBoxMany` or `castSphereMany`, and the fraction of its displacement
 * at which it touches each item.
 */
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
  const displacement = box.subarray(0, one.dimensions).map((low, axis) => next[axis] - low);
  const touches = eachBox(one, (item) => timeOfBox(box, displacement, item));
  return { numbers: Float32Array.from([...box, ...displacement]), touches };
}

function sphereCast(one: Case, segment: Float32Array, radius: number): Cast {
  const { dimensions } = one;
  const center = segment.subarray(0, dimensions);
  const displacement = center.map((from, axis) => segment[dimensions + axis] - from);
  const ends = [...center, ...center];
  const touches = eachBox(one, (item) => timeOfCapsule(ends, radius, displacement, item));
  return { numbers: Float32Array.from([...center, radius, ...displacement]), touches };
}

function makeVolumes(one: Case): Volumes {
  const queriesOf = (cases: readonly { query: Float32Array }[]) =>
    cases.slice(0, QUERIES).map(({ query }) => query);
  const points = queriesOf(one.pointQueries());
  const boxes = queriesOf(one.boxQueries());
  const radii = queriesOf(one.sphereQueries()).map((query) => query[query.length - 1]);
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
