/** Compares the variants of query methods (into an array, streamed, batched) with the plain form. */

import type { SpatialIndex } from 'sapwood/all';
import { oracle } from 'scenes';
import { type Case, fullCase } from '../support/cases.js';
import type { Check } from '../support/checks.js';
import { require, requireSequence, requireSet } from '../support/compare.js';
import type { Subject } from '../support/subjects.js';
import { volume } from '../support/volume.js';
import { rayParts, sphereParts } from './queries.js';

const SCENES = volume(
  ['uniform', 'clustered', 'touching-grid', 'giant-and-dust', 'exponential'],
  ['touching-grid', 'exponential'],
);
const UNTOUCHED = 0xdeadbeef;

/** Fills an array and returns the number of results. */
type Fill = (out: Uint32Array) => number;

/** Tests arrays that are too long, exact, one too short, and empty. Unused elements must not change. */
function requireInto(fill: Fill, answer: Uint32Array, where: () => string): void {
  for (const length of [answer.length + 3, answer.length, answer.length - 1, 0]) {
    if (length < 0) continue;
    const out = new Uint32Array(length).fill(UNTOUCHED);
    const found = fill(out);
    require(found === answer.length, () => `${where()}: ${found} of ${answer.length} found`);
    const filled = Math.min(found, length);
    const rest = out.subarray(filled);
    require(rest.every((id) => id === UNTOUCHED), () => `${where()}: wrote behind the results`);
    if (filled === found) requireSet(out.subarray(0, filled), answer, where);
    else requirePart(out, answer, where);
  }
}

/** Requires a subset of the result without duplicates. */
function requirePart(ids: Uint32Array, answer: Uint32Array, where: () => string): void {
  const expected = new Set(answer);
  require(new Set(ids).size === ids.length, () => `${where()}: an id twice`);
  require(ids.every((id) => expected.has(id)), () => `${where()}: an id that is no hit`);
}

function checkInto(index: SpatialIndex, one: Case): void {
  for (const { query, answer } of one.boxAnswers()) {
    requireInto(
      (out) => index.queryBoxInto(query, out),
      answer,
      () => `box [${query}]`,
    );
  }
  for (const { query, answer } of one.pointAnswers()) {
    requireInto(
      (out) => index.queryPointInto(query, out),
      answer,
      () => `point [${query}]`,
    );
  }
  for (const { query, answer } of one.sphereAnswers()) {
    const [center, radius] = sphereParts(query);
    const fill: Fill = (out) => index.querySphereInto(center, radius, out);
    requireInto(fill, answer, () => `sphere [${query}]`);
  }
}

function checkFrustumInto(index: SpatialIndex, one: Case): void {
  for (const { query, answer } of one.frustumAnswers()) {
    requireInto(
      (out) => index.queryFrustumInto(query, out),
      answer,
      () => `frustum [${query}]`,
    );
  }
}

/** Counters must cover only the outer search, not queries inside its callback. */
function requireOwnCounters(index: SpatialIndex, query: Float32Array, where: () => string): void {
  index.queryBox(query);
  const { nodeVisits, itemTests, results } = index.counters();
  index.forEachInBox(query, () => void index.queryPoint(query.subarray(0, index.dimensions)));
  const outer = index.counters();
  const same = outer.nodeVisits === nodeVisits && outer.itemTests === itemTests;
  require(same, () => `${where()}: ${JSON.stringify(outer)} counted with a query inside`);
  require(outer.results === results, () => `${where()}: ${outer.results} of ${results} visited`);
}

function checkForEach(index: SpatialIndex, one: Case): void {
  for (const { query, answer } of one.boxAnswers()) {
    const where = () => `box [${query}]`;
    const visited: number[] = [];
    index.forEachInBox(query, (id) => {
      visited.push(id);
    });
    requireSet(Uint32Array.from(visited), answer, where);
    requireOwnCounters(index, query, where);
    for (const wanted of [1, 3]) {
      let calls = 0;
      index.forEachInBox(query, () => ++calls < wanted);
      const expected = Math.min(wanted, answer.length);
      require(calls === expected, () => `${where()}: ${calls} calls after false`);
      const { results } = index.counters();
      require(results === expected, () => `${where()}: ${results} counted of ${expected} visited`);
    }
  }
}

/** Concatenates queries for the batch methods. */
function joined(queries: readonly { readonly query: Float32Array }[]): Float32Array {
  return Float32Array.from(queries.flatMap(({ query }) => [...query]));
}

/** Copies and views of a batch must be equal, and the copies must not change later. */
const MEMORY_BYTES = 2 ** 20;

function requireViews(copied: object, view: () => object): void {
  const arrays = Object.entries(view()) as [keyof typeof copied, Float32Array][];
  require(arrays.length === Object.keys(copied).length, () => 'parts of a view');
  for (const [part, seen] of arrays) {
    const own = copied[part] as Float32Array;
    require(Object.getPrototypeOf(seen) === Object.getPrototypeOf(own), () => `class of ${part}`);
    // a view has the buffer of the whole module memory, which is larger than any copy here
    require(seen.length === 0 || seen.buffer.byteLength >= MEMORY_BYTES, () => `${part} copied`);
    requireSequence(seen, own, () => `${part} as a view`);
  }
}

function checkBoxBatch(index: SpatialIndex, one: Case): void {
  const asked = one.boxAnswers();
  const batch = index.queryBoxMany(joined(asked));
  const { offsets, ids } = batch;
  requireViews(batch, () => index.queryBoxManyView(joined(asked)));
  requireSequence([offsets.length, offsets[0]], [asked.length + 1, 0], () => 'offsets');
  require(offsets[asked.length] === ids.length, () => 'the last offset is not the end of ids');
  asked.forEach(({ query, answer }, i) => {
    const hits = ids.slice(offsets[i], offsets[i + 1]);
    requireSet(hits, answer, () => `box ${i} [${query}]`);
    requireSequence(hits, index.queryBox(query), () => `box ${i} [${query}] in order`);
  });
}

function checkRayBatch(index: SpatialIndex, one: Case): void {
  const asked = one.rayAnswers();
  const batch = index.raycastMany(joined(asked));
  const { ids, distances } = batch;
  requireViews(batch, () => index.raycastManyView(joined(asked)));
  require(ids instanceof Int32Array, () => 'ids are not an Int32Array');
  requireSequence([ids.length, distances.length], [asked.length, asked.length], () => 'lengths');
  asked.forEach(({ query }, i) => {
    const hit = index.raycast(...rayParts(query)) ?? { id: -1, distance: Infinity };
    requireSequence([ids[i], distances[i]], [hit.id, hit.distance], () => `ray ${i} [${query}]`);
  });
}

function checkNearestBatch(index: SpatialIndex, one: Case): void {
  const asked = one.nearestAnswers();
  for (const k of [0, 1, 4, one.count + 2]) {
    const batch = index.nearestMany(joined(asked), k);
    const { ids, distances } = batch;
    requireViews(batch, () => index.nearestManyView(joined(asked), k));
    require(ids instanceof Int32Array, () => 'ids are not an Int32Array');
    requireSequence([ids.length, distances.length], Array(2).fill(asked.length * k), () => 'sizes');
    asked.forEach(({ query, answer }, i) => {
      const known = Math.min(k, one.count);
      const padding = Array(k - known);
      const part = [i * k, (i + 1) * k] as const;
      const where = () => `point ${i} [${query}], k ${k}`;
      const expected = [...answer.ids.subarray(0, k), ...padding.fill(-1)];
      requireSequence(ids.subarray(...part), expected, where);
      const far = [...answer.distances.subarray(0, k).map(Math.fround), ...padding.fill(Infinity)];
      requireSequence(distances.subarray(...part), far, where);
    });
  }
}

function checkEmptyBatches(index: SpatialIndex): void {
  requireSequence(index.queryBoxMany([]).offsets, [0], () => 'offsets of no boxes');
  requireSequence(index.raycastMany([]).ids, [], () => 'ids of no rays');
  requireSequence(index.nearestMany([], 3).ids, [], () => 'ids of no points');
}

/** With an eye, hits are sorted front to back, and a limit keeps the first. */
function checkFrustumOrder(index: SpatialIndex, one: Case): void {
  const eye = one.boxes.slice(0, 3);
  const ordered = oracle.nearest(one.scene, eye, Infinity).ids;
  const rank = new Map(Array.from(ordered, (id, place) => [id, place]));
  for (const { query, answer } of one.frustumAnswers()) {
    const expected = [...answer].sort((a, b) => rank.get(a)! - rank.get(b)!);
    const where = () => `frustum [${query}]`;
    requireSequence(index.queryFrustum(query, { eye }), expected, where);
    for (const limit of [0, 1, 5]) {
      const first = index.queryFrustum(query, { eye, order: 'front-to-back', limit });
      requireSequence(first, expected.slice(0, limit), where);
      const some = index.queryFrustum(query, { limit });
      requireSequence([some.length], [Math.min(limit, answer.length)], where);
      requirePart(some, answer, where);
    }
  }
}

export function formChecks(subject: Subject): Check[] {
  const check = (name: string, ask: (index: SpatialIndex, one: Case) => void): Check => ({
    name,
    run: () => {
      for (const scene of SCENES) {
        const one = fullCase(scene, subject.dimensions);
        const index = subject.create();
        index.build(one.boxes);
        ask(index, one);
        index.dispose();
      }
    },
  });
  return [
    check('the Into forms fill what fits and return the number found', checkInto),
    check('forEachInBox visits each hit once and stops at false', checkForEach),
    check('queryBoxMany equals queryBox for each box', checkBoxBatch),
    check('[NN1] nearestMany equals nearest for each point, padded', checkNearestBatch),
    check('batches of nothing give nothing', checkEmptyBatches),
    ...(subject.has('ray')
      ? [check('raycastMany equals raycast for each ray', checkRayBatch)]
      : []),
    ...(subject.has('frustum')
      ? [
          check('queryFrustumInto fills what fits', checkFrustumInto),
          check('queryFrustum orders front to back and keeps the limit', checkFrustumOrder),
        ]
      : []),
  ];
}
