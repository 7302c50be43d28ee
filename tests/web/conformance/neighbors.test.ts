/** Neighbors of all items at once against plain loops: pairs within a distance, and the nearest others. */

import type { SpatialIndex } from 'sapwood/all';
import { oracle } from 'scenes';
import { asksEveryCase } from '../support/asks.js';
import type { Case } from '../support/cases.js';
import { type Check, describeSuite } from '../support/checks.js';
import { requireDistances, requirePairs, requireSequence } from '../support/compare.js';
import { inOneDimension, type Subject } from '../support/subjects.js';
import { volume } from '../support/volume.js';

interface Near {
  readonly distance: number;
  readonly pairs: readonly number[];
}

function gapOf({ boxes, dimensions }: Case, a: number, b: number): number {
  const [one, other] = [a * 2 * dimensions, b * 2 * dimensions];
  let sum = 0;
  for (let axis = 0; axis < dimensions; axis++) {
    const before = boxes[one + axis] - boxes[other + dimensions + axis];
    const behind = boxes[other + axis] - boxes[one + dimensions + axis];
    sum += Math.max(0, before, behind) ** 2;
  }
  return sum;
}

/** The pairs within each distance; the distances ascend. */
function pairsWithin(one: Case, distances: readonly number[]): Near[] {
  const found = distances.map((distance) => ({ distance, pairs: [] as number[] }));
  for (let a = 0; a < one.count; a++) {
    for (let b = a + 1; b < one.count; b++) {
      const gap = gapOf(one, a, b);
      for (let i = found.length - 1; i >= 0; i--) {
        const { distance, pairs } = found[i];
        if (gap > distance * distance) break;
        pairs.push(a, b);
      }
    }
  }
  return found;
}

const known = new WeakMap<Case, readonly Near[]>();

/** Touching ones, those up to the gap of two neighbors in the list, and everything where that is little. */
function nearOf(one: Case): readonly Near[] {
  let near = known.get(one);
  if (!near) {
    const gaps = Array.from({ length: Math.min(40, Math.max(0, one.count - 1)) }, (_, id) =>
      Math.sqrt(gapOf(one, id, id + 1)),
    ).sort((a, b) => a - b);
    const few = gaps[Math.floor(gaps.length / (one.isWhole ? 20 : 3))] ?? 1;
    const distances = one.isWhole ? [0, few] : [0, few, Infinity];
    near = pairsWithin(one, distances);
    known.set(one, near);
  }
  return near;
}

function checkPairsWithin(index: SpatialIndex, one: Case): void {
  for (const { distance, pairs } of nearOf(one)) {
    const where = () => `${one.name}, within ${distance}`;
    requirePairs(index.pairsWithin(distance), pairs, where);
    requireSequence([index.counters().results], [pairs.length / 2], where);
    requirePairs(index.pairsWithinView(distance).slice(), pairs, where);
    const out = new Uint32Array(pairs.length + 2).fill(7);
    requireSequence([index.pairsWithinInto(distance, out)], [pairs.length / 2], where);
    requirePairs(out.slice(0, -2), pairs, where);
    requireSequence(out.subarray(-2), [7, 7], where);
  }
  requirePairs(index.pairs(), one.pairs(), () => `${one.name}: pairs afterwards`);
}

/** Filters apply, and ids that are free stay free. */
function checkFiltered(index: SpatialIndex, one: Case): void {
  const odd = (id: number) => id % 2 === 1;
  for (let id = 0; id < one.count; id += 2) index.setFilter(id, { category: 2, mask: 4 });
  const { distance, pairs } = nearOf(one)[1];
  const expected: number[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    if (odd(pairs[i]) && odd(pairs[i + 1])) expected.push(pairs[i], pairs[i + 1]);
  }
  requirePairs(index.pairsWithin(distance), expected, () => `${one.name}, filtered`);
}

interface Others {
  readonly id: number;
  /** Three, padded. */
  readonly ids: readonly number[];
  readonly distances: readonly number[];
}

const knownOthers = new WeakMap<Case, readonly Others[]>();

/** The three nearest others of some of the items. */
function othersOf(one: Case): readonly Others[] {
  const kept = knownOthers.get(one);
  if (kept) return kept;
  const { boxes, dimensions, count } = one;
  const others: Others[] = [];
  for (let id = 0; id < count; id += Math.max(1, Math.floor(count / volume(40, 16)))) {
    const center = Float32Array.from({ length: dimensions }, (_, axis) => {
      const at = 2 * dimensions * id + axis;
      return (boxes[at] + boxes[at + dimensions]) / 2;
    });
    const all = oracle.nearest(one.scene, center, Infinity);
    const order = [...all.ids.keys()].filter((i) => all.ids[i] !== id);
    const three = <T>(list: ArrayLike<T>, none: T) =>
      [0, 1, 2].map((i) => (i < order.length ? list[order[i]] : none));
    others.push({ id, ids: three(all.ids, -1), distances: three(all.distances, Infinity) });
  }
  knownOthers.set(one, others);
  return others;
}

function checkNearestAll(index: SpatialIndex, one: Case): void {
  const { count } = one;
  for (const k of [1, 3]) {
    const { ids, distances } = index.nearestAll(k);
    requireSequence([ids.length, distances.length], [k * count, k * count], () => one.name);
    const view = index.nearestAllView(k);
    requireSequence(view.ids, ids, () => one.name);
    requireSequence(view.distances, distances, () => one.name);
    const into = { ids: new Int32Array(k * count + 1), distances: new Float32Array(k * count) };
    const entries = index.nearestAllInto(k, into.ids, into.distances);
    requireSequence([entries], [k * count], () => one.name);
    requireSequence(into.ids, [...ids, 0], () => one.name);
    requireSequence(into.distances, distances, () => one.name);
    for (const { id, ...others } of othersOf(one)) {
      const where = () => `${one.name}: ${k} nearest others of ${id}`;
      const [from, end] = [k * id, k * (id + 1)];
      requireSequence(ids.subarray(from, end), others.ids.slice(0, k), where);
      requireDistances(distances.subarray(from, end), others.distances.slice(0, k), where);
    }
  }
  requireSequence(index.nearestAll(0).ids, [], () => `${one.name}: no others`);
}

/** Ids are those of the live items, whatever was removed. */
function checkGaps(index: SpatialIndex, one: Case): void {
  const gone = (id: number) => id % 3 === 0;
  for (let id = 0; id < one.count; id += 3) index.remove(id);
  const { distance, pairs } = nearOf(one)[1];
  const expected: number[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    if (!gone(pairs[i]) && !gone(pairs[i + 1])) expected.push(pairs[i], pairs[i + 1]);
  }
  requirePairs(index.pairsWithin(distance), expected, () => `${one.name}, with gaps`);
  const live = index.ids();
  const { ids } = index.nearestAll(1);
  requireSequence([ids.length], [live.length], () => `${one.name}: nearest others, with gaps`);
  for (let i = 0; i < live.length; i += 7) {
    const box = index.box(live[i]);
    const center = box.subarray(0, one.dimensions).map((low, axis) => {
      return (low + box[one.dimensions + axis]) / 2;
    });
    const [first] = [...index.nearest(center, 2).ids].filter((id) => id !== live[i]);
    requireSequence([ids[i]], [first ?? -1], () => `${one.name}: nearest other of ${live[i]}`);
  }
}

function neighborChecks(subject: Subject): Check[] {
  const check = asksEveryCase(subject, 6, 4);
  const gaps = check('ids that are free are no neighbors', checkGaps);
  return [
    check('pairsWithin equals brute force', checkPairsWithin),
    check('pairsWithin obeys filters', checkFiltered),
    check('nearestAll equals brute force, itself left out', checkNearestAll),
    ...(subject.has('dynamic') ? [gaps] : []),
  ];
}

describeSuite('neighbors', neighborChecks, inOneDimension());
