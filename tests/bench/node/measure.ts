/**
 * Measures one phase of one case: prepares all contenders, samples them alternately, checks their
 * results, and returns a row for each contender.
 */

import { type Check, quartiles, type Row } from 'measuring';
import type { SpatialIndex } from 'sapwood/all';
import { type Contender, createIndex, notSensible } from './contenders';
import { type Expectations, TooDense } from './expectations';
import { type Samples, type SamplingPlan, sampleInTurns } from './sampling';
import type { Phase, Prepared } from './stage';
import type { Workload } from './workload';

export interface Task {
  readonly phase: Phase;
  readonly work: Workload;
  readonly expected: Expectations;
  readonly plan: SamplingPlan;
}

type Outcome = Pick<Row, 'status'> & Partial<Row>;

interface Entrant {
  readonly contender: Contender;
  index?: SpatialIndex;
  prepared?: Prepared;
  outcome?: Outcome;
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Runs `work` and stores an error as the outcome. A scene with too many pairs has the status
 * `skipped`, because it is not a fault of the structure.
 */
function attempt(entrant: Entrant, work: () => void): void {
  try {
    work();
  } catch (error) {
    const status = error instanceof TooDense ? 'skipped' : 'failed';
    entrant.outcome = { status, note: sentence(error) };
  }
}

function lackOf({ entry }: Contender, phase: Phase): string | undefined {
  const missing = phase.needs.find((capability) => !entry.capabilities.has(capability));
  return missing && `capability '${missing}'`;
}

function enter(contender: Contender, { phase, work, expected }: Task): Entrant {
  const entrant: Entrant = { contender };
  const reason = phase.unfit?.(work) ?? notSensible(contender, work.scene.count);
  if (reason) return { contender, outcome: { status: 'skipped', note: reason } };
  attempt(entrant, () => {
    const index = createIndex(contender, work.scene.dimensions);
    entrant.index = index;
    const lack = lackOf(contender, phase);
    if (lack) entrant.outcome = { status: 'unsupported', note: `no ${lack}` };
    else entrant.prepared = phase.prepare({ index, work, expected });
  });
  return entrant;
}

const isWrong = ({ hash, expected }: Check) => hash !== expected;

function describeFault({ against, of, hash, expected }: Check): string {
  return `${of}: hash ${hash}, expected ${expected} (${against})`;
}

/** The outcome contains times only if all checks pass. */
function recordOutcome(entrant: Entrant, { calls, times, firstCallMs }: Samples): void {
  const { prepared, index } = entrant;
  if (!prepared || !index || entrant.outcome) return;
  const { operations } = prepared;
  if (times.length === 0) {
    const note = `one call took ${Math.round(firstCallMs).toLocaleString('en')} ms`;
    entrant.outcome = { status: 'skipped', note, operations };
    return;
  }
  attempt(entrant, () => {
    const { work, checks } = prepared.verify();
    const wrong = checks.filter(isWrong);
    const ns = quartiles(times.map((time) => (time * 1e6) / operations));
    entrant.outcome = {
      ...(wrong.length > 0
        ? { status: 'wrong', note: wrong.map(describeFault).join('; ') }
        : { status: 'ok', ns }),
      ...{ operations, calls, samples: times.length, work, checks, byteLength: index.byteLength },
    };
  });
}

function toRow({ contender, outcome }: Entrant, { phase, work }: Task): Row {
  const { definition } = work.source;
  return {
    scene: definition.id,
    dimensions: work.scene.dimensions,
    n: work.scene.count,
    seed: definition.seed,
    phase: phase.id,
    structure: contender.entry.id,
    options: contender.options,
    operation: phase.operation,
    operations: 0,
    calls: 0,
    samples: 0,
    ns: null,
    work: null,
    byteLength: null,
    checks: [],
    ...(outcome ?? { status: 'failed', note: 'no outcome' }),
  };
}

/**
 * Returns a `run` function for the measurement that stores an error as the outcome of the entrant.
 * A phase that throws while it is timed must not end the run of the other contenders.
 */
function guarded(entrant: Entrant): { run(calls: number): void } {
  return {
    run: (calls) => {
      if (!entrant.outcome) attempt(entrant, () => entrant.prepared?.run(calls));
    },
  };
}

export async function measure(contenders: readonly Contender[], task: Task): Promise<Row[]> {
  const entrants = contenders.map((contender) => enter(contender, task));
  const ready = entrants.filter(({ prepared, outcome }) => prepared && !outcome);
  try {
    globalThis.gc?.();
    const samples = await sampleInTurns(ready.map(guarded), task.plan);
    ready.forEach((entrant, i) => {
      recordOutcome(entrant, samples[i]);
    });
  } finally {
    for (const { index } of entrants) index?.dispose();
  }
  return entrants.map((entrant) => toRow(entrant, task));
}
