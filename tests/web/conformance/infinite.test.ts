/**
 * Unbounded boxes (grounds, walls, slabs, all of space) among finite ones, compared with plain loops over infinities.
 */

import { type Dimensions, deserialize, type SpatialIndex } from 'sapwood/all';
import { type Check, describeSuite } from '../support/checks.js';
import {
  require,
  requireDistances,
  requirePairs,
  requireSequence,
  requireSet,
  requireSound,
} from '../support/compare.js';
import { allSubjects, type Subject } from '../support/subjects.js';
import { latticeBoxes } from '../support/tape.js';
import { gaps } from '../support/volume-oracle.js';

type Box = readonly number[];

const changed = (box: Box, at: number, side: number) =>
  box.map((own, i) => (i === at ? side : own));

/** Half spaces on both sides of every axis, a slab, and everything. */
function endless(dimensions: number): Box[] {
  const whole = Array.from({ length: 2 * dimensions }, (_, i) =>
    i < dimensions ? -Infinity : Infinity,
  );
  const halves = Array.from({ length: dimensions }, (_, axis) => [
    changed(whole, dimensions + axis, -2),
    changed(whole, axis, 5),
  ]);
  return [...halves.flat(), changed(changed(whole, 0, 1), dimensions, 1.5), whole];
}

/** Finite boxes, interleaved with unbounded ones. */
function boxesOf(dimensions: Dimensions): Box[] {
  const finite = latticeBoxes(11, 40, dimensions);
  const boxes = Array.from({ length: 40 }, (_, id) => [
    ...finite.subarray(2 * dimensions * id, 2 * dimensions * (id + 1)),
  ]);
  endless(dimensions).forEach((box, i) => {
    boxes.splice(5 * i + 2, 0, [...box]);
  });
  return boxes;
}

const overlap = (one: Box, other: Box) => gaps(one, other).every((gap) => gap === 0);
const gapOf = (one: Box, other: Box) => Math.hypot(...gaps(one, other));

/** Returns the ids of boxes that pass the test. */
const idsOf = (boxes: readonly Box[], test: (box: Box) => boolean) =>
  [...boxes.keys()].filter((id) => test(boxes[id]));

function pairsOf(boxes: readonly Box[], distance: number): number[] {
  return boxes.flatMap((one, a) =>
    boxes.flatMap((other, b) => (a < b && gapOf(one, other) <= distance ? [a, b] : [])),
  );
}

/** Distance along the diagonal at which a ray enters a box, or Infinity. */
function enters(origin: Box, box: Box): number {
  const d = origin.length;
  const from = Math.max(0, ...origin.map((at, axis) => box[axis] - at));
  const to = Math.min(...origin.map((at, axis) => box[d + axis] - at));
  return from <= to ? from * Math.sqrt(d) : Infinity;
}

function requireRegions(index: SpatialIndex, boxes: readonly Box[], where: string): void {
  const { dimensions } = index;
  const [point] = boxes.map((box) => box.slice(0, dimensions));
  const asked = [...endless(dimensions), boxes[0], boxes[7], [...point, ...point]];
  for (const box of asked) {
    const found = idsOf(boxes, (own) => overlap(own, box));
    requireSet(index.queryBox(box), found, () => `${where}, box [${box}]`);
    require(index.overlaps(box), () => `${where}, nothing overlaps [${box}]`);
  }
  const { ids, offsets } = index.queryBoxMany(asked.flat());
  asked.forEach((box, i) => {
    const found = idsOf(boxes, (own) => overlap(own, box));
    requireSet(ids.slice(offsets[i], offsets[i + 1]), found, () => `${where}, batch [${box}]`);
  });
  for (const radius of [0, 3]) {
    const near = idsOf(boxes, (own) => gapOf(own, [...point, ...point]) <= radius);
    requireSet(index.querySphere(point, radius), near, () => `${where}, sphere of ${radius}`);
  }
  // in front of x = 4.5: all boxes that do not end before it
  const normal = point.map((_, axis) => Number(axis === 0));
  const front = idsOf(boxes, (own) => own[dimensions] >= 4.5);
  const seen = index.queryConvex([{ normal, constant: -4.5 }]);
  requireSet(seen, front, () => `${where}, in front of a plane`);
}

function requireDistant(index: SpatialIndex, boxes: readonly Box[], where: string): void {
  const { dimensions } = index;
  const point = Array.from({ length: dimensions }, () => 30);
  const order = [...boxes.keys()]
    .map((id) => ({ id, distance: gapOf(boxes[id], [...point, ...point]) }))
    .sort((a, b) => a.distance - b.distance || a.id - b.id);
  const { ids, distances } = index.nearest(point, 12);
  const first = order.slice(0, 12);
  requireSequence(
    ids,
    first.map(({ id }) => id),
    () => `${where}, nearest`,
  );
  requireDistances(
    distances,
    first.map(({ distance }) => distance),
    () => `${where}, nearest`,
  );
}

function requireRays(index: SpatialIndex, boxes: readonly Box[], where: string): void {
  const origin = Array.from({ length: index.dimensions }, (_, axis) => axis - 20);
  const way = origin.map(() => 1);
  const { ids, distances } = index.raycastAll(origin, way);
  const hit = idsOf(boxes, (box) => enters(origin, box) < Infinity);
  requireSet(ids, hit, () => `${where}, ray`);
  ids.forEach((id, i) => {
    const off = Math.abs(distances[i] - enters(origin, boxes[id]));
    require(off < 1e-4, () => `${where}, ray: ${id} at ${distances[i]}`);
  });
  const least = Math.min(...hit.map((id) => enters(origin, boxes[id])));
  const first = hit.find((id) => enters(origin, boxes[id]) === least);
  require(index.raycast(origin, way)?.id === first, () => `${where}, first hit`);
  const cast = index.castBox(
    [...origin, ...origin],
    way.map(() => 50),
  );
  require(cast?.id === first, () => `${where}, cast of a point: ${cast?.id}`);
}

function requireAnswers(
  { has }: Subject,
  index: SpatialIndex,
  boxes: readonly Box[],
  where: string,
): void {
  requireSound(index.validate(), () => where);
  requireRegions(index, boxes, where);
  requireDistant(index, boxes, where);
  if (has('ray')) requireRays(index, boxes, where);
  requireNeighbors(index, boxes, where);
  requirePairs(index.pairs(), pairsOf(boxes, 0), () => `${where}, pairs`);
  requirePairs(index.pairsWithin(1.5), pairsOf(boxes, 1.5), () => `${where}, pairs within 1.5`);
}

/** Center for neighbor queries: a finite bound if there is one, else 0. */
const centerOf = (box: Box) =>
  box.slice(0, box.length / 2).map((low, axis) => {
    const ends = [low, box[box.length / 2 + axis]].filter(Number.isFinite);
    return ends.reduce((sum, end) => sum + end, 0) / Math.max(1, ends.length);
  });

function requireNeighbors(index: SpatialIndex, boxes: readonly Box[], where: string): void {
  const { ids, distances } = index.nearestAll(3);
  boxes.forEach((box, id) => {
    const center = centerOf(box);
    const others = [...boxes.keys()]
      .filter((other) => other !== id)
      .map((other) => ({ other, distance: gapOf(boxes[other], [...center, ...center]) }))
      .sort((a, b) => a.distance - b.distance || a.other - b.other)
      .slice(0, 3);
    const told = () => `${where}, nearest others of ${id}`;
    requireSequence(
      ids.subarray(3 * id, 3 * id + 3),
      others.map(({ other }) => other),
      told,
    );
    requireDistances(
      distances.subarray(3 * id, 3 * id + 3),
      others.map(({ distance }) => distance),
      told,
    );
  });
}

/** Unbounded sides are returned as the largest coordinates. */
function requireBoxes(index: SpatialIndex, boxes: readonly Box[]): void {
  const LIMIT = Math.fround(1e18);
  boxes.forEach((box, id) => {
    const told = box.map((side) => Math.max(-LIMIT, Math.min(LIMIT, side)));
    requireSequence(index.box(id), told, () => `box ${id}`);
  });
}

function checkBuilt(subject: Subject): void {
  const boxes = boxesOf(subject.dimensions);
  const index = subject.create();
  index.build(boxes.flat());
  requireBoxes(index, boxes);
  requireAnswers(subject, index, boxes, 'built');
  const moved = boxes.map((box) => box.map((side) => side + 0.5));
  index.update(moved.flat());
  requireAnswers(subject, index, moved, 'updated');
  index.staging(boxes.length).set(boxes.flat());
  index.build();
  requireAnswers(subject, index, boxes, 'staged');
  if (subject.has('serialize')) {
    const copy = deserialize(index.serialize());
    requireAnswers(subject, copy, boxes, 'deserialized');
    copy.dispose();
  }
  index.dispose();
}

function checkChanged(subject: Subject): void {
  const boxes = boxesOf(subject.dimensions);
  const index = subject.create();
  const half = boxes.length >> 1;
  for (const box of boxes.slice(0, half)) index.insert(box);
  index.insertMany(boxes.slice(half).flat());
  requireBoxes(index, boxes);
  requireAnswers(subject, index, boxes, 'inserted');
  const turned = [...boxes].reverse();
  turned.slice(0, half).forEach((box, id) => {
    index.move(id, box);
  });
  const rest = Uint32Array.from({ length: boxes.length - half }, (_, i) => half + i);
  index.moveMany(rest, turned.slice(half).flat());
  requireAnswers(subject, index, turned, 'moved');
  index.dispose();
}

/** Structures whose documented query cost per unbounded box grows with the other items. */
const SPOILED = ['sorted-range', 'kd-tree'];

/** Work of queries and pairs among many small boxes, and with walls on all sides of them. */
function checkCost(subject: Subject): void {
  const { dimensions } = subject;
  const small = latticeBoxes(5, 1500, dimensions);
  const walls = endless(dimensions).slice(0, 2 * dimensions);
  const far = walls.map((wall) => wall.map((side) => side * 20));
  const [without, among] = [[], far].map((more) => {
    const index = subject.create();
    index.build([...small, ...more.flat()]);
    index.queryBoxMany(small.subarray(0, 2 * dimensions * 300));
    const { nodeVisits, itemTests } = index.counters();
    index.dispose();
    return nodeVisits + itemTests;
  });
  require(among <= 1.5 * without, () =>
    `${among} visits and tests among walls, ${without} without`);
}

function infiniteChecks(subject: Subject): Check[] {
  return [
    { name: 'endless boxes are built and answered for', run: () => checkBuilt(subject) },
    ...(subject.isVariant || SPOILED.includes(subject.id)
      ? []
      : [{ name: 'endless boxes cost little', run: () => checkCost(subject) }]),
    ...(subject.has('dynamic')
      ? [{ name: 'endless boxes come and move', run: () => checkChanged(subject) }]
      : []),
  ];
}

describeSuite('boxes without an end', infiniteChecks, allSubjects());
