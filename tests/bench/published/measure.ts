/** Our structures in the published benchmark: what a frame from scratch takes, build and pairs apart. */

import { quantile } from 'measuring';
import { type SpatialIndex, structures } from 'sapwood/all';
import { type Contender, createIndex, notSensible, variantsOf } from '../node/contenders';
import { type SamplingPlan, type Subject, sampleInTurns } from '../node/sampling';
import { boxesOf, type Case, iterationsOf, mean } from './cases';
import type { Counts, Skipped, StructureCell, Times } from './record';
import { Truth } from './verdict';

/** Whose options the publication compares as algorithms of their own; up to so many boxes. */
const comparedByOptions = ['packed-r-tree', 'r-tree'];
const MOST_COMPARED = 10_000;

function contenders(n: number): readonly Contender[] {
  return structures.flatMap((entry) => {
    const variants = variantsOf(entry, 2);
    const all = comparedByOptions.includes(entry.id) && n <= MOST_COMPARED;
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
  /** Milliseconds a frame. */
  readonly build: number;
  readonly total: number;
}

/** Frames of the benchmark: each builds the next iteration's boxes from scratch and asks for all pairs. */
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
      // some structures sort when somebody asks: that is building too
      index.queryPointInto([boxes[0], boxes[1]], corner);
      built += performance.now() - begin;
      index.pairsView();
    }
    this.splits.push({ build: built / calls, total: (performance.now() - start) / calls });
  }

  /** Work and answers, one frame an iteration. */
  verify(truths: readonly Truth[]): Counts {
    return mean(
      truths.map((truth, iteration) => {
        this.index.build(this.scenes[iteration]);
        const verdict = truth.judge(this.index.pairsView());
        const { nodeVisits: visits, itemTests: tests } = this.index.counters();
        return { tests, visits, ...verdict };
      }),
    );
  }
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
  truths: readonly Truth[],
): StructureCell {
  // the samples are the last runs; those before them were the warm-up
  const splits = frames.splits.slice(-samples);
  const counts = frames.verify(truths);
  return {
    ...one,
    iterations: truths.length,
    structure: contender.label,
    build: timesOf(splits.map(({ build }) => build)),
    query: timesOf(splits.map(({ build, total }) => total - build)),
    total: timesOf(splits.map(({ total }) => total)),
    samples,
    ...counts,
    bytes: frames.index.byteLength + 8 * (counts.found + counts.duplicated),
  };
}

export interface Measured {
  readonly cells: readonly StructureCell[];
  readonly skipped: readonly Skipped[];
}

const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Structures in one case, sampled in turns. */
export async function measureCase(
  one: Case,
  sampling: SamplingPlan = plan,
  entered: readonly Contender[] = contenders(one.n),
): Promise<Measured> {
  const iterations = Array.from({ length: iterationsOf(one.n) }, (_, i) => i);
  const scenes = iterations.map((iteration) => boxesOf(one, iteration));
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
      breathe,
    );
    const truths = scenes.map((boxes) => new Truth({ dimensions: 2, boxes }));
    const cells = entrants.map((entrant, i) =>
      cellOf(one, entrant, samples[i].times.length, truths),
    );
    return { cells, skipped };
  } finally {
    for (const { frames } of entrants) frames.index.dispose();
  }
}
