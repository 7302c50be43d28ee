/**
 * Every query verb against the oracle: exact ids, exact distances, in every scene and size.
 */

import type { SpatialIndex } from 'sapwood/all';
import { asksEveryCase } from '../support/asks.js';
import type { Case } from '../support/cases.js';
import type { Check } from '../support/checks.js';
import { requireDistances, requirePairs, requireSequence, requireSet } from '../support/compare.js';
import type { Subject } from '../support/subjects.js';
import { volume } from '../support/volume.js';

const NEIGHBORS = [0, 1, 3, 8];
const MANY = 100;

const place = (one: Case, query: Float32Array) => () => `${one.name}, query [${query.join(', ')}]`;

/** Origin, direction and reach of a flat ray. */
export function rayParts(ray: Float32Array): [Float32Array, Float32Array, number] {
  const dimensions = (ray.length - 1) / 2;
  return [
    ray.subarray(0, dimensions),
    ray.subarray(dimensions, 2 * dimensions),
    ray[ray.length - 1],
  ];
}

/** Center and radius of a flat sphere. */
export function sphereParts(sphere: Float32Array): [Float32Array, number] {
  return [sphere.subarray(0, -1), sphere[sphere.length - 1]];
}

function checkBox(index: SpatialIndex, one: Case): void {
  for (const { query, answer } of one.boxAnswers()) {
    requireSet(index.queryBox(query), answer, place(one, query));
  }
}

function checkPoint(index: SpatialIndex, one: Case): void {
  for (const { query, answer } of one.pointAnswers()) {
    requireSet(index.queryPoint(query), answer, place(one, query));
  }
}

function checkSphere(index: SpatialIndex, one: Case): void {
  for (const { query, answer } of one.sphereAnswers()) {
    const [center, radius] = sphereParts(query);
    requireSet(index.querySphere(center, radius), answer, place(one, query));
  }
}

function checkFrustum(index: SpatialIndex, one: Case): void {
  for (const { query, answer } of one.frustumAnswers()) {
    requireSet(index.queryFrustum(query), answer, place(one, query));
  }
}

function checkRaycast(index: SpatialIndex, one: Case): void {
  for (const { query, answer } of one.rayAnswers()) {
    const hit = index.raycast(...rayParts(query));
    const found = hit ? [hit.id, hit.distance] : [];
    const expected = answer.ids.length ? [answer.ids[0], Math.fround(answer.distances[0])] : [];
    requireSequence(found, expected, place(one, query));
  }
}

function checkRaycastAll(index: SpatialIndex, one: Case): void {
  for (const { query, answer } of one.rayAnswers()) {
    const hits = index.raycastAll(...rayParts(query));
    requireSequence(hits.ids, answer.ids, place(one, query));
    requireDistances(hits.distances, answer.distances, place(one, query));
  }
}

function checkNearest(index: SpatialIndex, one: Case): void {
  const everything = [one.count, one.count + 5];
  // all of many items take long: a question in four asks for them, and for more than there are
  const whole = one.count > MANY ? volume(everything, everything.slice(1)) : everything;
  const stride = one.count > MANY ? volume(1, 4) : 1;
  for (const [i, { query, answer }] of one.nearestAnswers().entries()) {
    for (const k of i % stride === 0 ? [...NEIGHBORS, ...whole] : NEIGHBORS) {
      const hits = index.nearest(query, k);
      requireSequence(hits.ids, answer.ids.subarray(0, k), place(one, query));
      requireDistances(hits.distances, answer.distances.subarray(0, k), place(one, query));
    }
  }
}

function checkNearestWithin(index: SpatialIndex, one: Case): void {
  for (const { query, answer } of one.withinAnswers()) {
    const [point, reach] = sphereParts(query);
    const hits = index.nearest(point, one.count, reach);
    requireSequence(hits.ids, answer.ids, place(one, query));
    requireDistances(hits.distances, answer.distances, place(one, query));
  }
}

function checkPairs(index: SpatialIndex, one: Case): void {
  requirePairs(index.pairs(), one.pairs(), () => one.name);
  requirePairs(index.pairsView().slice(), one.pairs(), () => `${one.name}, as a view`);
}

/** With one in `stride` of the small cases, and one in `sceneStride` of the whole scenes; in full volume with all. */
export function queryChecks(subject: Subject, stride = 3, sceneStride = 2): Check[] {
  const check = asksEveryCase(subject, stride, sceneStride);
  return [
    check('queryBox finds exactly the boxes of the oracle', checkBox),
    check('queryPoint finds exactly the boxes of the oracle', checkPoint),
    check('querySphere finds exactly the boxes of the oracle', checkSphere),
    ...(subject.has('frustum')
      ? [check('queryFrustum finds exactly the boxes of the oracle', checkFrustum)]
      : []),
    ...(subject.has('ray')
      ? [
          check('raycast gives the first hit and its distance, ties by id', checkRaycast),
          check('raycastAll gives every hit by distance, then id', checkRaycastAll),
        ]
      : []),
    check('[NN1] nearest equals brute force, including ties by id', checkNearest),
    check('[NN1] nearest keeps within maxDistance, closed', checkNearestWithin),
    check('pairs and pairsView give each overlapping pair once, a < b', checkPairs),
  ];
}
