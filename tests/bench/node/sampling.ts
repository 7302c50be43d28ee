/**
 * Times several subjects alternately, so that load of the machine affects all of them. The order
 * rotates from round to round.
 *
 * A sample is a number of calls that take about `sampleMs`. Its result is the time per call.
 */

export interface Subject {
  run(calls: number): void;
}

export interface SamplingPlan {
  readonly rounds: number;
  readonly sampleMs: number;
  /** Minimum milliseconds that each subject runs before it is measured. */
  readonly warmUpMs: number;
  /**
   * Maximum milliseconds for all samples of a subject. A slower subject has fewer rounds, but at
   * least `MIN_ROUNDS`.
   */
  readonly budgetMs: number;
  /** Maximum milliseconds of the first call. A slower subject is not measured. */
  readonly slowestCallMs: number;
}

export interface Samples {
  readonly calls: number;
  /** Milliseconds per call for each sample; empty if the first call took too long. */
  readonly times: readonly number[];
  readonly firstCallMs: number;
}

export const MIN_ROUNDS = 3;

type Clock = () => number;

interface Runner {
  readonly subject: Subject;
  readonly firstCallMs: number;
  readonly calls: number;
  readonly rounds: number;
  readonly times: number[];
}

function timeOf(subject: Subject, calls: number, clock: Clock): number {
  const start = clock();
  subject.run(calls);
  return clock() - start;
}

/** Doubles the number of calls until a sample is long enough and the code is warm. */
function warmUp(subject: Subject, plan: SamplingPlan, clock: Clock): Runner {
  const start = clock();
  const firstCallMs = timeOf(subject, 1, clock);
  const runner = { subject, firstCallMs, times: [] };
  if (firstCallMs > plan.slowestCallMs) return { ...runner, calls: 0, rounds: 0 };
  let calls = 1;
  let time = timeOf(subject, calls, clock);
  while (time < plan.sampleMs / 2 || clock() - start < plan.warmUpMs) {
    if (time < plan.sampleMs / 2) calls *= 2;
    time = timeOf(subject, calls, clock);
  }
  const perCall = time / calls;
  const perSample = Math.max(1, Math.round(plan.sampleMs / perCall));
  const affordable = Math.floor(plan.budgetMs / (perSample * perCall));
  const rounds = Math.min(plan.rounds, Math.max(MIN_ROUNDS, affordable));
  return { ...runner, calls: perSample, rounds };
}

/**
 * Returns whether a runner takes a sample in a round. The samples of a runner are spread evenly
 * over all rounds.
 */
function takesPart({ rounds }: Runner, round: number, allRounds: number): boolean {
  return Math.floor(((round + 1) * rounds) / allRounds) > Math.floor((round * rounds) / allRounds);
}

/**
 * Waits for the event loop, so that messages of the test runner and output are processed between
 * measurements.
 */
export const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Calls `play` once per round for each subject. Each round starts with a different subject. */
export async function inTurns<Each>(
  subjects: readonly Each[],
  rounds: number,
  play: (subject: Each) => void,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < subjects.length; turn++) {
      play(subjects[(turn + round) % subjects.length]);
      await pause();
    }
  }
}

export async function sampleInTurns(
  subjects: readonly Subject[],
  plan: SamplingPlan,
  clock: Clock = () => performance.now(),
): Promise<Samples[]> {
  const runners: Runner[] = [];
  for (const subject of subjects) {
    runners.push(warmUp(subject, plan, clock));
    await pause();
  }
  for (let round = 0; round < plan.rounds; round++) {
    for (let turn = 0; turn < runners.length; turn++) {
      const runner = runners[(turn + round) % runners.length];
      if (!takesPart(runner, round, plan.rounds)) continue;
      runner.times.push(timeOf(runner.subject, runner.calls, clock) / runner.calls);
    }
    await pause();
  }
  return runners.map(({ calls, times, firstCallMs }) => ({ calls, times, firstCallMs }));
}
