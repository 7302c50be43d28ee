/**
 * Measures all structures that are fast enough with n boxes. The structures take turns, so that
 * load of the machine affects all of them. A turn creates an index, times every method once, and
 * frees the memory, so that only one large index exists at a time.
 */

import { median, quantile } from 'measuring';
import type { SpatialIndex, StructureEntry } from 'sapwood/all';
import { pairsHash } from 'scenes';
import { hashResults } from '../node/expectations';
import { inTurns, MIN_ROUNDS, pause } from '../node/sampling';
import { Agreement, type Inputs } from './inputs';
import type { Excluded, MethodId, ScalingCell, Scene, Spread } from './record';
import { timedMethods } from './timed-methods';

export interface SizePlan {
  readonly rounds: number;
  /** In a round, each method is repeated for this many milliseconds. */
  readonly sampleMs: number;
  /**
   * Time limit in milliseconds for one build and one query of all pairs. Slower structures are
   * excluded.
   */
  readonly limitMs: number;
}

/**
 * Time in milliseconds after which a structure is not measured in further rounds, if it has
 * completed `MIN_ROUNDS`.
 */
const ENOUGH_MS = 20_000;

/** Duration of the warm-up, after which the engine has optimized the WebAssembly code. */
const WARM_UP_MS = 60;

interface Runner {
  readonly entry: StructureEntry;
  /** Nanoseconds per operation, with one value per round. */
  readonly samples: Record<MethodId, number[]>;
  spentMs: number;
}

function runnerOf(entry: StructureEntry): Runner {
  const samples = Object.fromEntries(timedMethods.map(({ id }) => [id, [] as number[]]));
  return { entry, samples: samples as Runner['samples'], spentMs: 0 };
}

/**
 * Returns the median of the milliseconds per call. Calls are repeated for `sampleMs`. The median
 * reduces the effect of pauses.
 */
function timeOf(call: () => void, sampleMs: number): number {
  const times: number[] = [];
  const begin = performance.now();
  for (let start = begin, end = begin; end - begin < sampleMs || times.length === 0; start = end) {
    call();
    end = performance.now();
    times.push(end - start);
  }
  return median(times);
}

function takeTurn(entry: StructureEntry, inputs: Inputs, sampleMs: number) {
  const index = entry.create({ dimensions: inputs.dimensions });
  try {
    // the first build allocates memory, so it is not timed
    index.build(inputs.boxes);
    return timedMethods.map((method) => {
      const ms = timeOf(method.start(index, inputs), sampleMs);
      return { id: method.id, ns: (ms * 1e6) / method.operations(inputs) };
    });
  } finally {
    index.dispose();
  }
}

function playRound(runner: Runner, inputs: Inputs, plan: SizePlan): void {
  const { samples } = runner;
  if (samples.build.length >= MIN_ROUNDS && runner.spentMs > ENOUGH_MS) return;
  const start = performance.now();
  for (const { id, ns } of takeTurn(runner.entry, inputs, plan.sampleMs)) samples[id].push(ns);
  runner.spentMs += performance.now() - start;
}

interface Facts {
  readonly pairs: number;
  readonly hits: number;
}

export function agree(index: SpatialIndex, inputs: Inputs, agreement: Agreement): Facts {
  const { queries } = inputs;
  const pairs = index.pairsView();
  const count = pairs.length / 2;
  agreement.require('pairs', pairsHash(pairs), index.id);
  const found = index.queryBoxMany(queries.values);
  agreement.require('hits', hashResults('boxes', found, queries.count), index.id);
  index.update(inputs.moved);
  agreement.require('moved pairs', pairsHash(index.pairsView()), index.id);
  return { pairs: count, hits: found.ids.length / queries.count };
}

/**
 * Excludes a structure if its first build and query of all pairs take too long. Otherwise checks
 * its results.
 */
function enter(entry: StructureEntry, inputs: Inputs, plan: SizePlan, agreement: Agreement) {
  const { dimensions, n, boxes } = inputs;
  const index = entry.create({ dimensions });
  try {
    const start = performance.now();
    index.build(boxes);
    index.pairsView();
    const ms = performance.now() - start;
    if (ms > plan.limitMs) {
      return { excluded: { structure: entry.id, dimensions, n, ms: Math.round(ms) } };
    }
    return { facts: agree(index, inputs, agreement) };
  } finally {
    index.dispose();
  }
}

function warmUp(entry: StructureEntry, inputs: Inputs): void {
  const start = performance.now();
  while (performance.now() - start < WARM_UP_MS) takeTurn(entry, inputs, 0);
}

function spreadOf(samples: readonly number[]): Spread {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (q: number) => Number(quantile(sorted, q).toPrecision(4));
  return { p25: at(0.25), median: at(0.5), p75: at(0.75) };
}

function cellOf({ entry, samples }: Runner, { dimensions, n }: Inputs): ScalingCell {
  const spreads = timedMethods.map(({ id }) => [id, spreadOf(samples[id])]);
  return {
    structure: entry.id,
    dimensions,
    n,
    ns: Object.fromEntries(spreads) as ScalingCell['ns'],
  };
}

export interface Measured {
  readonly scene: Scene;
  readonly cells: readonly ScalingCell[];
  readonly excluded: readonly Excluded[];
}

/** Throws if the results of two structures differ. */
export async function measureSize(
  entries: readonly StructureEntry[],
  inputs: Inputs,
  plan: SizePlan,
): Promise<Measured> {
  const agreement = new Agreement(inputs);
  const runners: Runner[] = [];
  const excluded: Excluded[] = [];
  let facts: Facts = { pairs: 0, hits: 0 };
  for (const entry of entries) {
    const entered = enter(entry, inputs, plan, agreement);
    if (entered.excluded) {
      excluded.push(entered.excluded);
      continue;
    }
    facts = entered.facts;
    warmUp(entry, inputs);
    runners.push(runnerOf(entry));
    await pause();
  }
  await inTurns(runners, plan.rounds, (runner) => playRound(runner, inputs, plan));
  const { dimensions, n } = inputs;
  return {
    scene: { dimensions, n, ...facts },
    cells: runners.map((runner) => cellOf(runner, inputs)),
    excluded,
  };
}
