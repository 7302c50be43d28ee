/**
 * Expected results of a case. Their sources do not depend on the measured structure: the scene
 * file, the reference functions of the scenes (`oracle`), and brute force for the remaining
 * results.
 */

import type { Check } from 'measuring/schema';
import { type SpatialIndex, structures } from 'sapwood/all';
import {
  boxesHash,
  hex32,
  NO_ID,
  oracle,
  type PairGolden,
  pairsHash,
  type Queries,
  queryAt,
  ResultHash,
  sweepPairs,
} from 'scenes';
import { goldensOf, motionGoldenOf } from './cases';
import { NEIGHBORS, type Workload } from './workload';

export interface Expectation {
  readonly against: Check['against'];
  /**
   * Number of queries, starting with the first, that the checksum covers; all queries if undefined.
   */
  readonly first?: number;
  readonly hash: string;
}

export type QueryKind = 'boxes' | 'largeBoxes' | 'rays' | 'points';

/** Sets of boxes whose pairs can be checked. */
export type Content = 'start' | 'jitter' | 'motion' | 'tenth' | 'inserted';

/**
 * Maximum number of pairs per box. With more pairs, a benchmark would measure the writing of pairs
 * instead of the search.
 */
export const MAX_PAIRS_PER_BOX = 100;

/**
 * Maximum number of box tests by the oracle for the expected results of one kind of query. In large
 * scenes the oracle exceeds it, because it computes the results of at least 8 queries.
 */
const ORACLE_BUDGET = 500_000;

export class TooDense extends Error {
  constructor() {
    super(`dense scene: more than ${MAX_PAIRS_PER_BOX} pairs per box`);
  }
}

const CHUNK = 1 << 17;

/**
 * Finds all pairs with a reference sweep and returns their checksum, which does not depend on the
 * order. Throws `TooDense` if there are too many pairs.
 */
function oraclePairs(set: oracle.BoxSet): string {
  const maxPairs = (MAX_PAIRS_PER_BOX * set.boxes.length) / (2 * set.dimensions);
  const chunk = new Uint32Array(CHUNK);
  let filled = 0;
  let pairs = 0;
  let sum = 0;
  // the checksum is a sum over pairs, so the checksums of chunks can be added
  const drain = () => {
    sum += Number.parseInt(pairsHash(chunk.subarray(0, filled)), 16);
    filled = 0;
  };
  sweepPairs(set, (a, b) => {
    if (++pairs > maxPairs) throw new TooDense();
    if (filled === CHUNK) drain();
    chunk[filled++] = a;
    chunk[filled++] = b;
  });
  drain();
  return hex32(sum);
}

/** Returns the checksum of the results of an index, computed like the checksums of the goldens. */
export function hashResults(
  kind: QueryKind,
  found: { offsets?: Uint32Array; ids: Uint32Array | Int32Array },
  count: number,
): string {
  const hash = new ResultHash();
  const { offsets, ids } = found;
  for (let i = 0; i < count; i++) {
    if (kind === 'rays') hash.addId(ids[i]);
    else if (offsets) hash.addSet(ids.subarray(offsets[i], offsets[i + 1]));
    else hash.addSequence(neighbors(ids.subarray(i * NEIGHBORS, (i + 1) * NEIGHBORS)));
  }
  return hash.hex;
}

/** Returns the ids without the padding at the end. */
function neighbors(ids: Uint32Array | Int32Array): Uint32Array | Int32Array {
  const end = ids.indexOf(-1);
  return end < 0 ? ids : ids.subarray(0, end);
}

function oracleResults(kind: QueryKind, set: oracle.BoxSet, queries: Queries, count: number) {
  const hash = new ResultHash();
  for (let i = 0; i < count; i++) {
    const query = queryAt(queries, i);
    if (kind === 'rays') hash.addId(oracle.raycast(set, query)?.id ?? NO_ID);
    else if (kind === 'points') hash.addSequence(oracle.nearest(set, query, NEIGHBORS).ids);
    else hash.addSet(oracle.queryBox(set, query));
  }
  return hash.hex;
}

export function runQueries(index: SpatialIndex, kind: QueryKind, queries: Queries) {
  if (kind === 'rays') return index.raycastMany(queries.values);
  if (kind === 'points') return index.nearestMany(queries.values, NEIGHBORS);
  return index.queryBoxMany(queries.values);
}

function bruteForceResults(kind: QueryKind, { scene }: Workload, queries: Queries): string {
  const entry = structures.find(({ id }) => id === 'brute-force');
  if (!entry) throw new Error('brute-force is not in the registry');
  const index = entry.create({ dimensions: scene.dimensions });
  try {
    index.build(scene.boxes);
    return hashResults(kind, runQueries(index, kind, queries), queries.count);
  } finally {
    index.dispose();
  }
}

const peerKinds = {
  boxes: 'smallBox',
  largeBoxes: 'largeBox',
  rays: 'ray',
  points: 'nearest',
} as const;
const sceneKinds = { boxes: 'box', largeBoxes: 'box', rays: 'ray', points: 'nearest' } as const;

/** Expected results of one case. They are computed on first use and stored. */
export class Expectations {
  private readonly work: Workload;
  private readonly cache = new Map<string, readonly Expectation[]>();

  constructor(work: Workload) {
    this.work = work;
  }

  pairs(content: Content): readonly Expectation[] {
    return this.cached(`pairs ${content}`, () => {
      const golden = this.goldenPairs(content);
      if (golden && golden.pairs <= MAX_PAIRS_PER_BOX * this.work.scene.count) {
        return [{ against: 'golden', hash: golden.pairsHash }];
      }
      const { dimensions } = this.work.scene;
      return [{ against: 'oracle', hash: oraclePairs({ dimensions, boxes: this.boxes(content) }) }];
    });
  }

  /**
   * Returns two expected checksums: one for the first queries, from a golden file or the oracle,
   * and one for all queries, from brute force. Returns none if the case has no such queries.
   */
  results(kind: QueryKind): readonly Expectation[] {
    return this.cached(`results ${kind}`, () => {
      const queries = this.work.queries()[kind];
      if (!queries) return [];
      const { scene } = this.work;
      const golden = this.goldenResults(kind);
      if (golden && golden.count <= queries.count) {
        return [
          { against: 'golden', first: golden.count, hash: golden.hash },
          { against: 'brute-force', hash: bruteForceResults(kind, this.work, queries) },
        ];
      }
      const first = Math.min(queries.count, Math.max(8, Math.floor(ORACLE_BUDGET / scene.count)));
      return [
        { against: 'oracle', first, hash: oracleResults(kind, scene, queries, first) },
        { against: 'brute-force', hash: bruteForceResults(kind, this.work, queries) },
      ];
    });
  }

  /**
   * Returns the boxes of a set. The set `inserted` contains all boxes of the scene, followed by the
   * inserted boxes.
   */
  boxes(content: Content): Float32Array {
    const { work } = this;
    if (content === 'start') return work.scene.boxes;
    if (content !== 'inserted') return work[content]().boxes.at(-1)!;
    const boxesToInsert = work.boxesToInsert();
    const boxes = new Float32Array(work.scene.boxes.length + boxesToInsert.length);
    boxes.set(work.scene.boxes);
    boxes.set(boxesToInsert, work.scene.boxes.length);
    return boxes;
  }

  private cached(key: string, make: () => readonly Expectation[]): readonly Expectation[] {
    const found = this.cache.get(key) ?? make();
    this.cache.set(key, found);
    return found;
  }

  private goldenPairs(content: Content): PairGolden | undefined {
    const { source } = this.work;
    if (content === 'start') return goldensOf(source)[0];
    if (content !== 'motion') return undefined;
    // a golden whose last frame has a different checksum belongs to a different motion
    const golden = motionGoldenOf(source);
    return golden?.boxes === boxesHash(this.boxes('motion')) ? golden : undefined;
  }

  private goldenResults(kind: QueryKind): { count: number; hash: string } | undefined {
    const { source, work } = { source: this.work.queries().source, work: this.work };
    for (const { queries, peerQueries } of goldensOf(work.source)) {
      const golden =
        source === 'peers' ? peerQueries?.kinds[peerKinds[kind]] : queries?.kinds[sceneKinds[kind]];
      const count = (source === 'peers' ? peerQueries : queries)?.count;
      if (golden && count) return { count, hash: golden.hash };
    }
    return undefined;
  }
}
