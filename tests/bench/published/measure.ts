/**
 * Measures structures of Sapwood in the published benchmark. Each frame builds the index and finds
 * all pairs.
 */

import { quantile } from 'measuring';
import { type SpatialIndex, structures } from 'sapwood/all';
import { type Contender, createIndex, notSensible, variantsOf } from '../node/contenders';
import { once } from '../node/once';
import { type SamplingPlan, type Subject, sampleInTurns } from '../node/sampling';
import { boxesOf, type Case, iterationsOf, mean } from './cases';
import { ExpectedPairs } from './expected-pairs';
import type { Counts, Skipped, StructureCell, Times } from './record';

/**
 * Structures that are measured with all options, because the publication compares these options as
 * separate algorithms. With more than MAX_COMPARED boxes only the default options are measured.
 */
const comparedByOptions = ['packed-r-tree', 'r-tree'];
const MAX_COMPARED = 10_000;

function contenders(n: number): readonly Contender[] {
  return structures.flatMap((entry) => {
    const variants = variantsOf(entry, 2);
    const all = comparedByOptions.includes(entry.id) && n <= MAX_COMPARED;
    return all ? variants : variants.slice(0, 1);
  });
}

export const plan: SamplingPlan = {
  rounds: 30,
  sampleMs: 2,
  warmUpMs: 15,
  budgetMs: 400,
  slowestCallMs: 30_000,
};

interface Split {
  /** Milliseconds per frame: `build` for the build of the index, `total` for the whole frame. */
  readonly build: number;
  readonly total: number;
}

/**
 * Runs frames of one index. Each frame builds the index from the next generated scene and finds all
 * pairs.
 */
class Frames implements Subject {
  readonly splits: Split[] = [];
  private next = 0;
  private readonly corner = new Uint32Array(1);

  constructor(
    readonly index: SpatialIndex,
    private readonly scenes: readonly Float32Array[],
  ) {}

  run(calls: number): void {
    const { index, scenes, corner } = this;
    let built = 0;
    const start = performance.now();
    for (let i = 0; i < calls; i++) {
      const boxes = scenes[this.next];
      this.next = (this.next + 1) % scenes.length;
      const begin = performance.now();
      index.build(boxes);
      // some structures postpone sorting to the first query, so the time of a build contains a
      // query
      index.queryPointInto([boxes[0], boxes[1]], corner);
      built += performance.now() - begin;
      index.pairsView();
    }
    this.splits.push({ build: built / calls, total: (performance.now() - start) / calls });
  }
}

/** Values of a structure in a case that are the same in every run, in contrast to times. */
export type Counted = Counts & Pick<StructureCell, 'bytes'>;

/** Returns means of the counts over the generated scenes, with one frame for each scene. */
function countFrames(
  index: SpatialIndex,
  scenes: readonly Float32Array[],
  expected: readonly ExpectedPairs[],
): Counted {
  const counts = mean(
    scenes.map((boxes, iteration) => {
      index.build(boxes);
      const comparison = expected[iteration].compare(index.pairsView());
      const { nodeVisits: visits, itemTests: tests } = index.counters();
      return { tests, visits, ...comparison };
    }),
  );
  return { ...counts, bytes: index.byteLength + 8 * (counts.found + counts.duplicated) };
}

function scenesOf(one: Case): Float32Array[] {
  return Array.from({ length: iterationsOf(one.n) }, (_, iteration) => boxesOf(one, iteration));
}

const expectedPairsOf = (scenes: readonly Float32Array[]) =>
  scenes.map((boxes) => new ExpectedPairs({ dimensions: 2, boxes }));

const contendersByLabel = once(
  () => new Map(structures.flatMap((entry) => variantsOf(entry, 2)).map((one) => [one.label, one])),
);

export function recountCase(one: Case, cells: readonly Pick<StructureCell, 'structure'>[]) {
  const scenes = scenesOf(one);
  const expected = expectedPairsOf(scenes);
  return cells.map(({ structure }): Counted => {
    const contender = contendersByLabel().get(structure);
    if (!contender) throw new Error(`${structure} is not in the registry`);
    const index = createIndex(contender, 2);
    try {
      return countFrames(index, scenes, expected);
    } finally {
      index.dispose();
    }
  });
}

function timesOf(values: readonly number[]): Times {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (q: number) => Number(quantile(sorted, q).toPrecision(4));
  return { median: at(0.5), p95: at(0.95) };
}

interface Entrant {
  readonly contender: Contender;
  readonly frames: Frames;
}

function cellOf(
  one: Case,
  { contender, frames }: Entrant,
  samples: number,
  counted: Counted,
): StructureCell {
  // the last `samples` runs are the measurement; earlier runs were the warm-up
  const splits = frames.splits.slice(-samples);
  return {
    ...one,
    iterations: iterationsOf(one.n),
    structure: contender.label,
    build: timesOf(splits.map(({ build }) => build)),
    query: timesOf(splits.map(({ build, total }) => total - build)),
    total: timesOf(splits.map(({ total }) => total)),
    samples,
    ...counted,
  };
}

export interface Measured {
  readonly cells: readonly StructureCell[];
  readonly skipped: readonly Skipped[];
}

/** Measures all structures in one case. The structures take turns. */
export async function measureCase(
  one: Case,
  sampling: SamplingPlan = plan,
  entered: readonly Contender[] = contenders(one.n),
): Promise<Measured> {
  const scenes = scenesOf(one);
  const skipped: Skipped[] = [];
  const entrants: Entrant[] = [];
  for (const contender of entered) {
    const reason = notSensible(contender, one.n);
    if (reason) skipped.push({ ...one, structure: contender.label, reason });
    else entrants.push({ contender, frames: new Frames(createIndex(contender, 2), scenes) });
  }
  try {
    globalThis.gc?.();
    const samples = await sampleInTurns(
      entrants.map(({ frames }) => frames),
      sampling,
    );
    const expected = expectedPairsOf(scenes);
    const cells = entrants.map((entrant, i) => {
      const counted = countFrames(entrant.frames.index, scenes, expected);
      return cellOf(one, entrant, samples[i].times.length, counted);
    });
    return { cells, skipped };
  } finally {
    for (const { frames } of entrants) frames.index.dispose();
  }
}
