/** Results of the oracle for sets of queries, as in the scene files. */

import type {
  AnswerGolden,
  MotionGolden,
  PairGolden,
  PeerQueryKind,
  QueryKind,
  SceneGolden,
} from './definitions.js';
import { boxesHash, NO_ID, pairsHash, ResultHash } from './hashes.js';
import { createMotion } from './motions.js';
import * as oracle from './oracle.js';
import {
  peerLargeBoxes,
  peerNearestPoints,
  peerPoints,
  peerRays,
  peerSmallBoxes,
} from './peer-queries.js';
import {
  boxQueries,
  frustumQueries,
  pointQueries,
  type Queries,
  queryAt,
  rayQueries,
  sphereQueries,
} from './queries.js';
import type { Scene } from './scene.js';
import { collectPairs } from './sweep-pairs.js';

/** Number of neighbors in the goldens of nearest. */
export const NEAREST_COUNT = 8;

type AddAnswer = (hash: ResultHash, query: Float32Array) => void;

function answerAll(queries: Queries, addAnswer: AddAnswer): AnswerGolden {
  const hash = new ResultHash();
  for (let i = 0; i < queries.count; i++) addAnswer(hash, queryAt(queries, i));
  return { results: hash.results, hash: hash.hex };
}

const answersBy = {
  box:
    (set: oracle.BoxSet): AddAnswer =>
    (hash, query) =>
      hash.addSet(oracle.queryBox(set, query)),
  point:
    (set: oracle.BoxSet): AddAnswer =>
    (hash, query) =>
      hash.addSet(oracle.queryPoint(set, query)),
  sphere:
    (set: oracle.BoxSet): AddAnswer =>
    (hash, query) =>
      hash.addSet(oracle.querySphere(set, query)),
  ray:
    (set: oracle.BoxSet): AddAnswer =>
    (hash, query) =>
      hash.addId(oracle.raycast(set, query)?.id ?? NO_ID),
  rayAll:
    (set: oracle.BoxSet): AddAnswer =>
    (hash, query) =>
      hash.addSequence(oracle.raycastAll(set, query).ids),
  nearest:
    (set: oracle.BoxSet): AddAnswer =>
    (hash, query) =>
      hash.addSequence(oracle.nearest(set, query, NEAREST_COUNT).ids),
  frustum:
    (set: oracle.BoxSet): AddAnswer =>
    (hash, query) =>
      hash.addSet(oracle.queryFrustum(set, query)),
} as const;

/** Returns the results of the scene's own queries, one entry per kind. */
export function answerQueries(
  scene: Scene,
  count: number,
  seed: number,
): Partial<Record<QueryKind, AnswerGolden>> {
  const points = pointQueries(scene, count, seed);
  const rays = rayQueries(scene, count, seed);
  return {
    box: answerAll(boxQueries(scene, count, seed), answersBy.box(scene)),
    point: answerAll(points, answersBy.point(scene)),
    sphere: answerAll(sphereQueries(scene, count, seed), answersBy.sphere(scene)),
    ray: answerAll(rays, answersBy.ray(scene)),
    rayAll: answerAll(rays, answersBy.rayAll(scene)),
    nearest: answerAll(points, answersBy.nearest(scene)),
    ...(scene.dimensions === 3 && {
      frustum: answerAll(frustumQueries(scene, count, seed), answersBy.frustum(scene)),
    }),
  };
}

/** Returns the results of the queries of the native peers. */
export function answerPeerQueries(
  scene: Scene,
  count: number,
): Record<PeerQueryKind, AnswerGolden> {
  return {
    smallBox: answerAll(peerSmallBoxes(scene, count), answersBy.box(scene)),
    largeBox: answerAll(peerLargeBoxes(scene, count), answersBy.box(scene)),
    point: answerAll(peerPoints(scene, count), answersBy.point(scene)),
    ray: answerAll(peerRays(scene, count), answersBy.ray(scene)),
    nearest: answerAll(peerNearestPoints(scene, count), answersBy.nearest(scene)),
  };
}

/** Returns number and checksum of all overlapping pairs. */
export function answerPairs(set: oracle.BoxSet): PairGolden {
  const found = collectPairs(set);
  return { pairs: found.length / 2, pairsHash: pairsHash(found) };
}

/** Returns the pairs after some steps of the motion. */
export function answerMotion(scene: Scene, frames: number): MotionGolden {
  const motion = createMotion(scene);
  for (let i = 0; i < frames; i++) motion.step();
  return { boxes: boxesHash(motion.boxes), ...answerPairs(motion) };
}

/** Goldens to compute. Others are not in the result. */
export interface GoldenPlan {
  readonly queries?: { readonly count: number; readonly seed: number };
  readonly peerQueries?: { readonly count: number };
  /** Steps of the motion, 0 for none. */
  readonly frames: number;
}

/** Computes all goldens of a scene. */
export function answerScene(scene: Scene, plan: GoldenPlan): SceneGolden {
  const { queries, peerQueries, frames } = plan;
  return {
    boxes: boxesHash(scene.boxes),
    ...answerPairs(scene),
    ...(queries && {
      queries: { ...queries, answers: answerQueries(scene, queries.count, queries.seed) },
    }),
    ...(peerQueries && {
      peerQueries: { ...peerQueries, answers: answerPeerQueries(scene, peerQueries.count) },
    }),
    ...(frames > 0 && { motion: answerMotion(scene, frames) }),
  };
}
