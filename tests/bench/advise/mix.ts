/** Standard mix of queries: equal numbers of item-sized boxes, rays and nearest neighbors. */

import type { SpatialIndex } from 'sapwood/all';
import { boxQueries, pointQueries, type Queries, queryAt, rayQueries, type Scene } from 'scenes';
import { NEIGHBORS, QUERY_SEED } from '../node/workload';

export const queryKinds = ['boxes', 'rays', 'nearest'] as const;
export type QueryKind = (typeof queryKinds)[number];

export interface Mix {
  readonly count: number;
  readonly run: Readonly<Record<QueryKind, (index: SpatialIndex) => void>>;
}

/**
 * Returns the shared box queries that cover about one item. Larger box queries span several items
 * and mainly measure the writing of ids.
 */
function smallBoxes(scene: Scene, count: number): Float32Array {
  const all = boxQueries(scene, 2 * count, QUERY_SEED);
  const kept = Array.from({ length: 2 * count }, (_, i) => i).filter((i) => i % 4 < 2);
  return join(
    all,
    kept.map((i) => queryAt(all, i)),
  );
}

function join({ stride }: Queries, queries: readonly Float32Array[]): Float32Array {
  const values = new Float32Array(stride * queries.length);
  queries.forEach((query, i) => {
    values.set(query, i * stride);
  });
  return values;
}

/** `count` must be even. */
export function standardMix(scene: Scene, count: number): Mix {
  const boxes = smallBoxes(scene, count);
  const rays = rayQueries(scene, count, QUERY_SEED).values;
  const points = pointQueries(scene, count, QUERY_SEED).values;
  return {
    count,
    run: {
      boxes: (index) => void index.queryBoxMany(boxes),
      rays: (index) => void index.raycastMany(rays),
      nearest: (index) => void index.nearestMany(points, NEIGHBORS),
    },
  };
}
