/** Expected results (goldens) in the format of the scene files, computed by the oracle. */

import type {
  MotionGolden,
  PairGolden,
  PeerQueryKind,
  QueryGolden,
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

/** Number of neighbors in the expected results of `nearest`. */
export const NEAREST_COUNT = 8;

type AddResult = (hash: ResultHash, query: Float32Array) => void;

function hashResults(queries: Queries, addResult: AddResult): QueryGolden {
  const hash = new ResultHash();
  for (let i = 0; i < queries.count; i++) addResult(hash, queryAt(queries, i));
  return { results: hash.results, hash: hash.hex };
}

const addResultOf = {
  box:
    (set: oracle.BoxSet): AddResult =>
    (hash, query) =>
      hash.addSet(oracle.queryBox(set, query)),
  point:
    (set: oracle.BoxSet): AddResult =>
    (hash, query) =>
      hash.addSet(oracle.queryPoint(set, query)),
  sphere:
    (set: oracle.BoxSet): AddResult =>
    (hash, query) =>
      hash.addSet(oracle.querySphere(set, query)),
  ray:
    (set: oracle.BoxSet): AddResult =>
    (hash, query) =>
      hash.addId(oracle.raycast(set, query)?.id ?? NO_ID),
  rayAll:
    (set: oracle.BoxSet): AddResult =>
    (hash, query) =>
      hash.addSequence(oracle.raycastAll(set, query).ids),
  nearest:
    (set: oracle.BoxSet): AddResult =>
    (hash, query) =>
      hash.addSequence(oracle.nearest(set, query, NEAREST_COUNT).ids),
  frustum:
    (set: oracle.BoxSet): AddResult =>
    (hash, query) =>
      hash.addSet(oracle.queryFrustum(set, query)),
} as const;

export function queryGoldens(
  scene: Scene,
  count: number,
  seed: number,
): Partial<Record<QueryKind, QueryGolden>> {
  const points = pointQueries(scene, count, seed);
  const rays = rayQueries(scene, count, seed);
  return {
    box: hashResults(boxQueries(scene, count, seed), addResultOf.box(scene)),
    point: hashResults(points, addResultOf.point(scene)),
    sphere: hashResults(sphereQueries(scene, count, seed), addResultOf.sphere(scene)),
    ray: hashResults(rays, addResultOf.ray(scene)),
    rayAll: hashResults(rays, addResultOf.rayAll(scene)),
    nearest: hashResults(points, addResultOf.nearest(scene)),
    ...(scene.dimensions === 3 && {
      frustum: hashResults(frustumQueries(scene, count, seed), addResultOf.frustum(scene)),
    }),
  };
}

export function peerQueryGoldens(scene: Scene, count: number): Record<PeerQueryKind, QueryGolden> {
  return {
    smallBox: hashResults(peerSmallBoxes(scene, count), addResultOf.box(scene)),
    largeBox: hashResults(peerLargeBoxes(scene, count), addResultOf.box(scene)),
    point: hashResults(peerPoints(scene, count), addResultOf.point(scene)),
    ray: hashResults(peerRays(scene, count), addResultOf.ray(scene)),
    nearest: hashResults(peerNearestPoints(scene, count), addResultOf.nearest(scene)),
  };
}

export function pairGolden(set: oracle.BoxSet): PairGolden {
  const found = collectPairs(set);
  return { pairs: found.length / 2, pairsHash: pairsHash(found) };
}

export function motionGolden(scene: Scene, frames: number): MotionGolden {
  const motion = createMotion(scene);
  for (let i = 0; i < frames; i++) motion.step();
  return { boxes: boxesHash(motion.boxes), ...pairGolden(motion) };
}

/**
 * Selects the optional expected results (goldens). Those of the boxes and the pairs are always
 * computed.
 */
export interface GoldenPlan {
  readonly queries?: { readonly count: number; readonly seed: number };
  readonly peerQueries?: { readonly count: number };
  /** Number of steps of the motion, or 0 to omit the motion. */
  readonly frames: number;
}

export function sceneGolden(scene: Scene, plan: GoldenPlan): SceneGolden {
  const { queries, peerQueries, frames } = plan;
  return {
    boxes: boxesHash(scene.boxes),
    ...pairGolden(scene),
    ...(queries && {
      queries: { ...queries, kinds: queryGoldens(scene, queries.count, queries.seed) },
    }),
    ...(peerQueries && {
      peerQueries: { ...peerQueries, kinds: peerQueryGoldens(scene, peerQueries.count) },
    }),
    ...(frames > 0 && { motion: motionGolden(scene, frames) }),
  };
}
