/**
 * Race between contenders on the same input. All contenders run in one worker, in short turns, so
 * that results appear early. The order of turns is random in each round.
 */

import {
  adapterOf,
  compareResults,
  expectedBoxResults,
  expectedPairs,
  type Input,
  type Job,
  measureTick,
  quartiles,
  type SamplingLimits,
  type Subject,
  sampleAlone,
  shuffled,
  subjectKey,
  windowOf,
  workloadOf,
} from 'measuring';
import type { Expected, HeatResult, Heats, RaceNews } from './messages.js';

/**
 * Durations of one turn: long enough for a measurement, and short enough for frequent updates of
 * the bar chart.
 */
const TURN = { warmUpMs: 2, sampleMs: 7, limitMs: 250 } as const;
const MIN_WINDOW_MS = 1;
/**
 * Duration of a long turn. Contenders with longer turns run only in the first `MAX_SLOW_ROUNDS`
 * rounds.
 */
const LONG_TURN_MS = 240;
const MAX_SLOW_ROUNDS = 2;

interface Starter {
  readonly result: HeatResult;
  readonly job: Job | null;
  readonly times: number[];
  turnMs: number;
}

const sentence = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0].slice(0, 200);

/** Computes the expected result with code that is independent of the library. */
function expectedOf(heat: string, input: Input): Expected {
  const { boxes, changes, dimensions, queries } = input;
  if (heat === 'box-queries') return expectedBoxResults(dimensions, boxes, queries);
  // the frame workload is checked after the middle change, when the boxes are farthest from the
  // start
  const farthest = changes[changes.length / 2 - 1];
  return expectedPairs(dimensions, heat === 'frame' ? farthest.boxes : boxes);
}

async function start(heat: string, subject: Subject, input: Input, expected: Expected) {
  const contender = subjectKey(subject);
  const blank = { heat, contender, spread: null, samples: 0, found: null };
  try {
    const create = await adapterOf(subject).load();
    const empty = () => create(input.dimensions);
    const job = workloadOf(heat).job(empty(), input, empty);
    const { count, hash, ids } = job.result();
    const { right, note } = compareResults({ count, hash, ids }, expected, input);
    const found = { count, hash };
    const status = right ? 'ok' : 'wrong';
    const result: HeatResult = { ...blank, found, status, ...(note && { note }) };
    return { result, job: right ? job : null, times: [], turnMs: 0 };
  } catch (error) {
    const result: HeatResult = { ...blank, status: 'failed', note: sentence(error) };
    return { result, job: null, times: [], turnMs: 0 };
  }
}

/** Round 0 is a warm-up; its times are discarded in round 1. */
function turn(starter: Starter, samplingLimits: SamplingLimits, round: number): HeatResult {
  const { job, result, times } = starter;
  if (!job) return result;
  if (round === 1) times.length = 0;
  const begin = performance.now();
  times.push(...sampleAlone(job, samplingLimits).times);
  starter.turnMs = performance.now() - begin;
  return { ...result, spread: quartiles(times), samples: times.length };
}

/** The page ends a race early by terminating the worker. */
export async function runHeats(
  { heats, input, rounds, subjects }: Heats,
  report: (news: RaceNews) => void,
): Promise<void> {
  const windowMs = windowOf(measureTick(), MIN_WINDOW_MS);
  const samplingLimits: SamplingLimits = { ...TURN, windowMs };
  const starters: Starter[] = [];
  for (const heat of heats) {
    const expected = expectedOf(heat, input);
    report({ kind: 'expected', heat, expected: { count: expected.count, hash: expected.hash } });
    for (const subject of subjects) {
      const starter = await start(heat, subject, input, expected);
      starters.push(starter);
      report({ kind: 'result', result: starter.result });
    }
  }
  for (let round = 0; round < rounds; round++) {
    for (const starter of shuffled(starters, round)) {
      const isSlow = starter.turnMs > LONG_TURN_MS && round >= MAX_SLOW_ROUNDS;
      if (starter.job && !isSlow)
        report({ kind: 'result', result: turn(starter, samplingLimits, round) });
    }
    report({ kind: 'round', done: round + 1 });
  }
}
