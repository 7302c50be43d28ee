/**
 * Volumes that few ask for against plain loops: convex volumes, segments, capsules, and whether a box is free; single,
 * into an array of the caller's, and many at once.
 */

import type { CastBatch, CastHit, PlaneLike, SpatialIndex } from 'sapwood/all';
import { asksEveryCase } from '../support/asks.js';
import type { Case } from '../support/cases.js';
import { type Check, describeSuite } from '../support/checks.js';
import { require, requireSequence, requireSet } from '../support/compare.js';
import { inOneDimension, type Subject } from '../support/subjects.js';
import { type Reach, volumesOf } from '../support/volume-cases.js';

const asObjects = (planes: Float32Array, dimensions: number): PlaneLike[] =>
  Array.from({ length: planes.length / (dimensions + 1) }, (_, i) => {
    const plane = planes.subarray(i * (dimensions + 1), (i + 1) * (dimensions + 1));
    return { normal: [...plane.subarray(0, dimensions)], constant: plane[dimensions] };
  });

const ascending = (ids: Uint32Array) => ids.slice().sort();

/** All hits are within the radius, and all others beyond it, but for the errors of the search. */
function requireWithin(one: Case, found: Uint32Array, { segment, distances }: Reach, radius = 0) {
  const hits = new Set(found);
  const doubt = 1e-12 * Math.max(radius, ...segment.map(Math.abs));
  distances.forEach((distance, id) => {
    const sound = hits.has(id) ? distance <= radius + doubt : distance > radius - doubt;
    const where = () => `${one.name}: box ${id} at ${distance} of [${segment}], radius ${radius}`;
    require(sound || Math.abs(distance - radius) <= doubt, where);
  });
  require(hits.size === found.length, () => `${one.name}: an id came twice`);
}

const flat = (lists: readonly ArrayLike<number>[]) => lists.flatMap((list) => Array.from(list));

/** Every answer of a batch is the one to the question alone. */
function requireSame(
  one: Case,
  { offsets, ids }: { offsets: Uint32Array; ids: Uint32Array },
  alone: readonly Uint32Array[],
): void {
  require(offsets.length === alone.length + 1, () => `${one.name}: ${offsets.length} offsets`);
  alone.forEach((found, i) => {
    const answer = ids.subarray(offsets[i], offsets[i + 1]);
    requireSequence(answer, found, () => `${one.name}: volume ${i} of a batch`);
  });
}

/** What fills an array says how much there is, and fills it as far as it goes. */
function requireFilled(found: Uint32Array, fill: (out: Uint32Array) => number, one: Case): void {
  const out = new Uint32Array(found.length + 1).fill(7);
  require(fill(out) === found.length, () => `${one.name}: another number into an array`);
  requireSequence(out, [...found, 7], () => `${one.name}: into an array`);
  const short = new Uint32Array(Math.min(found.length, 2));
  require(fill(short) === found.length, () => `${one.name}: another number into a short array`);
  requireSequence(short, found.subarray(0, short.length), () => `${one.name}: into a short array`);
}

function checkConvex(index: SpatialIndex, one: Case): void {
  const asked = volumesOf(one).convexAnswers();
  const alone = asked.map(({ query: planes, answer }) => {
    const found = index.queryConvex(planes);
    requireSet(found, answer, () => `${one.name}, planes [${planes.join(', ')}]`);
    const objects = asObjects(planes, one.dimensions);
    requireSequence(index.queryConvex(objects), found, () => `${one.name}: as objects`);
    requireFilled(found, (out) => index.queryConvexInto(planes, out), one);
    return found;
  });
  const convexes = asked.map(({ query }) => query);
  requireSame(one, index.queryConvexMany(convexes), alone);
}

function checkSegments(index: SpatialIndex, one: Case): void {
  const { segments, reaches, segmentAnswers } = volumesOf(one);
  const alone = segments.map((segment, i) => {
    const [a, b] = [segment.subarray(0, one.dimensions), segment.subarray(one.dimensions)];
    const found = index.querySegment(a, b);
    const wanted = segmentAnswers()[i];
    if (wanted) requireSet(found, wanted, () => `${one.name}, segment [${segment.join(', ')}]`);
    else requireWithin(one, found, reaches()[i]);
    requireSequence(index.queryCapsule(a, b, 0), found, () => `${one.name}: radius 0`);
    requireFilled(found, (out) => index.querySegmentInto(a, b, out), one);
    return found;
  });
  requireSame(one, index.querySegmentMany(flat(segments)), alone);
}

function checkCapsules(index: SpatialIndex, one: Case): void {
  const { segments, radii, reaches } = volumesOf(one);
  const alone = segments.map((segment, i) => {
    const [a, b] = [segment.subarray(0, one.dimensions), segment.subarray(one.dimensions)];
    const found = index.queryCapsule(a, b, radii[i]);
    requireWithin(one, found, reaches()[i], radii[i]);
    requireFilled(found, (out) => index.queryCapsuleInto(a, b, radii[i], out), one);
    if (i % 4 === 3) {
      const ball = ascending(index.querySphere(a, radii[i]));
      requireSequence(ascending(found), ball, () => `${one.name}: a capsule without length`);
    }
    return found;
  });
  const capsules = segments.map((segment, i) => [...segment, radii[i]]);
  requireSame(one, index.queryCapsuleMany(flat(capsules)), alone);
}

/** A hit as one entry of a batch. */
const entryOf = (hit: CastHit | null) => [hit?.id ?? -1, hit?.fraction ?? Infinity];

function requireBatch(one: Case, { ids, fractions }: CastBatch, alone: (CastHit | null)[]): void {
  const entries = Array.from(ids, (id, i) => [id, fractions[i]]);
  requireSequence(flat(entries), flat(alone.map(entryOf)), () => `${one.name}: a batch of casts`);
}

/** The item that is touched first, ties to the smallest id, as an entry. */
function firstOf(touches: readonly number[]) {
  const first = Math.min(Infinity, ...touches);
  return first <= 1 ? [touches.indexOf(first), Math.fround(first)] : [-1, Infinity];
}

function checkBoxCasts(index: SpatialIndex, one: Case): void {
  const { dimensions } = one;
  const casts = volumesOf(one).boxCasts();
  const alone = casts.map(({ numbers, touches }) => {
    const box = numbers.subarray(0, 2 * dimensions);
    const found = index.castBox(box, numbers.subarray(2 * dimensions));
    const where = () => `${one.name}, moving box [${numbers.join(', ')}]`;
    requireSequence(entryOf(found), firstOf(touches), where);
    require(index.counters().results === (found ? 1 : 0), where);
    return found;
  });
  requireBatch(one, index.castBoxMany(flat(casts.map(({ numbers }) => numbers))), alone);
}

function checkSphereCasts(index: SpatialIndex, one: Case): void {
  const { dimensions } = one;
  const casts = volumesOf(one).sphereCasts();
  const alone = casts.map(({ numbers, touches }) => {
    const center = numbers.subarray(0, dimensions);
    const radius = numbers[dimensions];
    const found = index.castSphere(center, radius, numbers.subarray(dimensions + 1));
    const where = () => `${one.name}, moving sphere [${numbers.join(', ')}]: ${entryOf(found)}`;
    const doubt = 1e-12 * Math.max(...numbers.map(Math.abs));
    const sure = touches.filter(({ time, least }) => time <= 1 && least < radius - doubt);
    const first = Math.min(Infinity, ...sure.map(({ time }) => time));
    if (!found) {
      require(first === Infinity, where);
      return found;
    }
    require(touches[found.id].least <= radius + doubt, where);
    // times are rounded to float32; where it only grazes, the search for its time is vague
    const own = touches[found.id].time;
    require(found.fraction <= first + 1e-6 && (found.fraction >= own - 1e-4 || own > 1), where);
    return found;
  });
  requireBatch(one, index.castSphereMany(flat(casts.map(({ numbers }) => numbers))), alone);
}

function checkOverlaps(index: SpatialIndex, one: Case): void {
  const { boxes } = volumesOf(one);
  const wanted = one
    .boxAnswers()
    .slice(0, boxes.length)
    .map(({ answer }) => answer.length > 0);
  const found = boxes.map((box) => index.overlaps(box));
  requireSequence(found.map(Number), wanted.map(Number), () => `${one.name}: overlaps`);
  const many = index.overlapsMany(flat(boxes));
  requireSequence(many, wanted.map(Number), () => `${one.name}: overlapsMany`);
}

/** Items of category 2 only, of a query that meets them: half of what is found without. */
function checkFilters(index: SpatialIndex, one: Case): void {
  for (let id = 0; id < one.count; id += 2) index.setFilter(id, { category: 2 });
  const { segments, radii, convexes, boxes } = volumesOf(one);
  const even = (ids: Uint32Array) => ids.filter((id) => id % 2 === 0);
  const where = () => `${one.name}, filtered`;
  segments.forEach((segment, i) => {
    const [a, b] = [segment.subarray(0, one.dimensions), segment.subarray(one.dimensions)];
    requireSequence(index.querySegment(a, b, 2), even(index.querySegment(a, b)), where);
    const all = index.queryCapsule(a, b, radii[i]);
    requireSequence(index.queryCapsule(a, b, radii[i], { mask: 2 }), even(all), where);
  });
  for (const { numbers, touches } of volumesOf(one).boxCasts()) {
    const asked = touches.map((time, id) => (id % 2 === 0 ? time : Infinity));
    const box = numbers.subarray(0, 2 * one.dimensions);
    const found = index.castBox(box, numbers.subarray(2 * one.dimensions), 2);
    requireSequence(entryOf(found), firstOf(asked), where);
  }
  for (const planes of convexes) {
    requireSequence(index.queryConvex(planes, 2), even(index.queryConvex(planes)), where);
  }
  for (const box of boxes) {
    require(index.overlaps(box, 2) === even(index.queryBox(box)).length > 0, where);
  }
}

function volumeChecks(subject: Subject): Check[] {
  const check = asksEveryCase(subject, 6, 2);
  return [
    check('queryConvex keeps what no plane has outside', checkConvex),
    check('querySegment finds exactly what the segment touches', checkSegments),
    check('queryCapsule finds what is within its radius', checkCapsules),
    check('castBox finds what is touched first, and when', checkBoxCasts),
    check(
      'castSphere finds what is touched first, within the errors of the search',
      checkSphereCasts,
    ),
    check('overlaps tells whether queryBox finds something', checkOverlaps),
    ...(subject.has('dynamic') ? [check('volumes and overlaps are filtered', checkFilters)] : []),
  ];
}

describeSuite('volumes', volumeChecks, inOneDimension());
