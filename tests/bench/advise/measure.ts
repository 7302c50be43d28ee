/** Measures frames and queries of all candidates alternately. */

import type { SpatialIndex } from 'sapwood/all';
import { type SamplingPlan, type Subject, sampleInTurns } from '../node/sampling';
import { adviceFor } from './advice-comparison';
import type { Candidate } from './candidates';
import type { AdviseCase } from './cases';
import { type QueryKind, queryKinds } from './mix';
import type { AdviseRecord, RecordedCase, RecordedCell } from './record';
import {
  countCase,
  disposeWorld,
  enter,
  FRAMES,
  type FrameTimes,
  playAll,
  type Staged,
  settle,
  type Work,
  type World,
  workOf,
} from './work';

/** Nanoseconds of an update, of an update with all pairs, and of a query of each kind. */
export interface Times {
  readonly follow: number;
  readonly frame: number;
  readonly queries: Readonly<Record<QueryKind, number>>;
}

export interface Measured {
  readonly candidate: Candidate;
  readonly work: Work;
  readonly times: Times;
}

export const sampling = { rounds: 7, sampleMs: 0.5 };

const plan: SamplingPlan = {
  ...sampling,
  warmUpMs: 1,
  budgetMs: 40,
  slowestCallMs: 30_000,
};

/**
 * Number of timed frames. They are the last frames of the simulation, after updates have degraded
 * the trees.
 */
const TIMED_FRAMES = 12;

/** Returns the minimum, because other load of the machine only adds time. */
const minOf = (times: readonly number[]) => Math.min(...times);

async function sample(subjects: readonly Subject[]): Promise<number[]> {
  const samples = await sampleInTurns(subjects, plan);
  return samples.map(({ times }) => 1e6 * minOf(times));
}

const repeat = (call: () => void): Subject => ({
  run(calls) {
    for (let i = 0; i < calls; i++) call();
  },
});

function build(index: SpatialIndex, { scene, corner }: World): void {
  index.build(scene.boxes);
  settle(index, corner);
}

async function timeStill(world: World): Promise<{ follow: number[]; frame: number[] }> {
  const { staged } = world;
  const follow = await sample(staged.map(({ index }) => repeat(() => build(index, world))));
  const frame = await sample(
    staged.map(({ index }) =>
      repeat(() => {
        build(index, world);
        index.pairsView();
      }),
    ),
  );
  return { follow, frame };
}

function timeMoving(world: World): { follow: number[]; frame: number[] } {
  const { staged } = world;
  const timesOfEntrant = new Map<Staged, FrameTimes[]>(staged.map((one) => [one, []]));
  playAll(world, (one, frame, times) => {
    if (frame >= FRAMES - TIMED_FRAMES) timesOfEntrant.get(one)?.push(times);
  });
  const times = (what: keyof FrameTimes) =>
    staged.map((one) => 1e6 * minOf((timesOfEntrant.get(one) ?? []).map((one) => one[what])));
  return { follow: times('follow'), frame: times('frame') };
}

export async function measureCase(one: AdviseCase): Promise<readonly Measured[]> {
  const world = enter(one);
  const { staged, mix } = world;
  try {
    const { follow, frame } = world.moves ? timeMoving(world) : await timeStill(world);
    const queries: Partial<Record<QueryKind, number[]>> = {};
    for (const kind of queryKinds) {
      queries[kind] = await sample(staged.map(({ index }) => repeat(() => mix.run[kind](index))));
    }
    return staged.map((entrant, i) => ({
      candidate: entrant.candidate,
      work: workOf(world, entrant),
      times: {
        follow: follow[i],
        frame: frame[i],
        queries: Object.fromEntries(
          queryKinds.map((kind) => [kind, (queries[kind]?.[i] ?? 0) / mix.count]),
        ) as Record<QueryKind, number>,
      },
    }));
  } finally {
    disposeWorld(world);
  }
}

/** Maximum number of boxes of a timed world. The work in larger worlds is counted but not timed. */
const MAX_TIMED = 30_000;

export async function measureAll(
  cases: readonly AdviseCase[],
): Promise<Pick<AdviseRecord, 'cases' | 'cells'>> {
  const known: RecordedCase[] = [];
  const cells: RecordedCell[] = [];
  for (const one of cases) {
    known.push({ id: one.id, figures: adviceFor(one).sample });
    const measured =
      one.n <= MAX_TIMED
        ? await measureCase(one)
        : countCase(one).map((counted) => ({ ...counted, times: null }));
    for (const { candidate, work, times } of measured) {
      const { contender, policy } = candidate;
      const ns = times && [
        times.follow,
        times.frame,
        ...queryKinds.map((kind) => times.queries[kind]),
      ];
      cells.push({ case: one.id, structure: contender.label, policy, work, ns });
    }
    console.log(one.id);
  }
  return { cases: known, cells };
}
