/**
 * Times of insertions and removals in uniform worlds, for every structure with default options.
 * Either a share of the boxes is replaced in each frame, or one box is replaced before each query.
 */

import type { Environment } from 'measuring/schema';
import type { SpatialIndex } from 'sapwood/all';
import {
  boxQueries,
  createMotion,
  frustumQueries,
  generateScene,
  pointQueries,
  type Queries,
  queryAt,
  rayQueries,
  type Scene,
  sceneDefinition,
} from 'scenes';
import { recordOf, recordText } from '../command/record';
import { withCard } from '../node/environment';
import { type Subject, sampleInTurns } from '../node/sampling';
import { boxesAt, NEIGHBORS, QUERY_SEED } from '../node/workload';
import { type Candidate, candidatesIn, indexOf } from './candidates';
import { queryKinds, standardMix } from './mix';
import { settle } from './work';

export const CHURN_SCHEMA = 'sapwood-churn/1';
export const CHURN_RECORD = 'tests/bench/results/churn.json';

const SIZES = [2000, 10_000];
/** Share of the boxes that is replaced in a frame. */
export const REPLACED = 0.02;
const FRAMES = 30;
const TIMED_FRAMES = 12;
const QUERIES = 200;
const FRUSTA = 16;
const sampling = { rounds: 7, sampleMs: 0.5 };
/**
 * Duration of a sample in milliseconds. It is long enough to contain postponed work, such as a
 * rebuild after many changes.
 */
const SINGLE_SAMPLE_MS = 6;

/** Times in nanoseconds. The time of a frustum query is null in 2D. */
export type ChurnTimes = readonly [
  follow: number,
  frame: number,
  range: number,
  ray: number,
  nearest: number,
  frustum: number | null,
];

export interface ChurnWorld {
  readonly n: number;
  readonly dimensions: 2 | 3;
  /**
   * Nanoseconds by structure and policy: an update, an update with all pairs, and one query of each
   * kind.
   */
  readonly frames: Readonly<Record<string, ChurnTimes>>;
  /** Nanoseconds by structure to replace one box: alone, and followed by one query of each kind. */
  readonly single: Readonly<Record<string, ChurnTimes>>;
}

export interface ChurnRecord {
  readonly schema: typeof CHURN_SCHEMA;
  readonly environment: Environment;
  readonly worlds: readonly ChurnWorld[];
}

interface Entrant {
  readonly candidate: Candidate;
  readonly index: SpatialIndex;
  readonly follows: number[];
  readonly frames: number[];
}

const followers = {
  rebuild: (index: SpatialIndex, boxes: Float32Array) => void index.build(boxes),
  incremental: (index: SpatialIndex, _: Float32Array, ids: Uint32Array, moved: Float32Array) => {
    for (const id of ids) index.remove(id);
    index.insertMany(moved);
  },
};
type Follower = keyof typeof followers;

/**
 * Simulates the world, passes each frame to all structures in turn, and stores the times of the
 * last frames.
 */
function play(entrants: readonly Entrant[], scene: Scene): void {
  const motion = createMotion(scene, { kind: 'teleport', seed: 2, fraction: REPLACED });
  const corner = scene.boxes.slice(0, scene.dimensions);
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const boxes = motion.step();
    const ids = motion.movedIds.slice(0, motion.movedCount);
    const moved = boxesAt(boxes, ids, 2 * scene.dimensions);
    for (const one of entrants) {
      const start = performance.now();
      followers[one.candidate.policy as Follower](one.index, boxes, ids, moved);
      settle(one.index, corner);
      const followed = performance.now();
      one.index.pairsView();
      const end = performance.now();
      if (frame < FRAMES - TIMED_FRAMES) continue;
      one.follows.push(1e6 * (followed - start));
      one.frames.push(1e6 * (end - start));
    }
  }
}

/**
 * Returns the median, which is not affected by work that happens in fewer than half of the frames.
 */
function median(times: number[]): number {
  return times.sort((a, b) => a - b)[times.length >> 1];
}

async function minTimes(
  subjects: readonly Subject[],
  sampleMs = sampling.sampleMs,
): Promise<number[]> {
  const { rounds } = sampling;
  const plan = { rounds, sampleMs, warmUpMs: 1, budgetMs: 80 * sampleMs, slowestCallMs: 30_000 };
  const samples = await sampleInTurns(subjects, plan);
  return samples.map(({ times }) => 1e6 * Math.min(...times));
}

const repeated = (work: () => void): Subject => ({
  run(calls) {
    for (let i = 0; i < calls; i += 1) work();
  },
});

const short = (value: number) => Number(value.toPrecision(3));

function enter(dimensions: 2 | 3, scene: Scene, policies: readonly string[]): Entrant[] {
  return candidatesIn(dimensions, scene.count, true)
    .filter(({ contender, policy }) => {
      return contender.label === contender.entry.id && policies.includes(policy);
    })
    .map((candidate) => {
      const index = indexOf(candidate, dimensions);
      index.build(scene.boxes);
      return { candidate, index, follows: [], frames: [] };
    });
}

function viewsOf(scene: Scene): Float32Array[] {
  if (scene.dimensions === 2) return [];
  const frusta = frustumQueries(scene, FRUSTA, QUERY_SEED);
  return Array.from({ length: FRUSTA }, (_, i) => queryAt(frusta, i));
}

async function measureFrames(scene: Scene): Promise<ChurnWorld['frames']> {
  const { dimensions, count } = scene;
  const entrants = enter(dimensions, scene, Object.keys(followers));
  play(entrants, scene);
  const mix = standardMix(scene, QUERIES);
  const queries: number[][] = [];
  for (const kind of queryKinds) {
    const times = await minTimes(entrants.map(({ index }) => repeated(() => mix.run[kind](index))));
    queries.push(times.map((ns) => ns / mix.count));
  }
  const views = viewsOf(scene);
  const hits = new Uint32Array(count);
  const cull = (index: SpatialIndex) => {
    for (const planes of views) index.queryFrustumInto(planes, hits);
  };
  const culls = await minTimes(entrants.map(({ index }) => repeated(() => cull(index))));
  const ns = entrants.map(({ candidate: { contender, policy }, follows, frames }, i) => {
    const times = [median(follows), median(frames), ...queries.map((each) => each[i])].map(short);
    const view = views.length > 0 ? short(culls[i] / FRUSTA) : null;
    return [`${contender.label} | ${policy}`, [...times, view]] as const;
  });
  for (const { index } of entrants) index.dispose();
  return Object.fromEntries(ns) as unknown as ChurnWorld['frames'];
}

/**
 * Returns the functions that query an index after one box was replaced: no query, all pairs, a
 * small range, a ray, 8 neighbors, a frustum.
 */
function queriesAfterChange(scene: Scene): readonly ((index: SpatialIndex, i: number) => void)[] {
  const { dimensions, count } = scene;
  const hits = new Uint32Array(count);
  const list = (queries: Queries) =>
    Array.from({ length: queries.values.length / queries.stride }, (_, i) => queryAt(queries, i));
  const boxes = list(boxQueries(scene, QUERIES, QUERY_SEED)).filter((_, i) => i % 4 < 2);
  const points = list(pointQueries(scene, QUERIES, QUERY_SEED));
  const rays = list(rayQueries(scene, QUERIES, QUERY_SEED));
  const origins = rays.map((ray) => ray.slice(0, dimensions));
  const directions = rays.map((ray) => ray.slice(dimensions, 2 * dimensions));
  const views = viewsOf(scene);
  return [
    () => undefined,
    (index) => void index.pairsView(),
    (index, i) => void index.queryBoxInto(boxes[i % boxes.length], hits),
    (index, i) => void index.raycast(origins[i % QUERIES], directions[i % QUERIES]),
    (index, i) => void index.nearest(points[i % QUERIES], NEIGHBORS),
    ...(views.length > 0
      ? [(index: SpatialIndex, i: number) => void index.queryFrustumInto(views[i % FRUSTA], hits)]
      : []),
  ];
}

async function measureSingle(scene: Scene): Promise<ChurnWorld['single']> {
  const { dimensions, count } = scene;
  const entrants = enter(dimensions, scene, ['incremental']);
  const boxes = Array.from({ length: count }, (_, i) =>
    scene.boxes.slice(2 * dimensions * i, 2 * dimensions * (i + 1)),
  );
  const times: number[][] = [];
  for (const query of queriesAfterChange(scene)) {
    const subjects = entrants.map(({ index }) => {
      let i = 0;
      return repeated(() => {
        // the freed id is the only free id, so the insertion reuses it
        i = (i + 7919) % count;
        index.remove(i);
        index.insert(boxes[(i + 1) % count]);
        query(index, i);
      });
    });
    times.push((await minTimes(subjects, SINGLE_SAMPLE_MS)).map(short));
  }
  const ns = entrants.map(({ candidate: { contender } }, i) => {
    return [
      contender.label,
      [...times.map((each) => each[i]), ...(dimensions === 2 ? [null] : [])],
    ];
  });
  for (const { index } of entrants) index.dispose();
  return Object.fromEntries(ns);
}

async function measureWorld(dimensions: 2 | 3, n: number): Promise<ChurnWorld> {
  const scene = generateScene(sceneDefinition(`uniform-${dimensions}d`), { count: n });
  const frames = await measureFrames(scene);
  return { n, dimensions, frames, single: await measureSingle(scene) };
}

export function measureChurn(): Promise<ChurnRecord> {
  return withCard({ preset: 'churn', ...sampling }, async () => {
    const worlds: ChurnWorld[] = [];
    for (const dimensions of [2, 3] as const) {
      for (const n of SIZES) worlds.push(await measureWorld(dimensions, n));
    }
    return { schema: CHURN_SCHEMA, worlds };
  });
}

export const formatChurn = ({ worlds, ...head }: ChurnRecord) => recordText(head, { worlds });

export const readChurn = (text: string) => recordOf<ChurnRecord>(CHURN_SCHEMA, text);
