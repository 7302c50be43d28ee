/**
 * Trials of indices and worlds with random writes to every returned view (tests/web/views), as a
 * program for Node, which scripts/soak/fuzz.mjs bundles:
 *
 *   fuzz <result.json>     runs trials for SAPWOOD_SOAK_SECONDS, each in a separate process. If a
 *                          trial fails, shortens its list of steps and prints it
 *   life <request.json>    runs one trial
 */

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { init } from 'sapwood/all';
import { loadMakers } from '../../web/views/makers.js';
import { ViewTrial, warmUp } from '../../web/views/view-trial.js';
import { asWorker } from './as-worker.js';

declare const gc: () => void;

interface Request {
  readonly seed: number;
  /** The number of steps, or the numbers of the steps to run. */
  readonly steps: number | readonly number[];
  /** Number of seconds after which no further step begins. */
  readonly seconds: number;
  /** Prints each step. */
  readonly prints: boolean;
  readonly result: string;
}

interface Figures {
  operations: number;
  writes: number;
  detachedWrites: number;
  views: number;
}

const MAX_STEPS = 10_000_000;
/** Maximum duration of a trial, so that shortening a failing trial does not take too long. */
const LIFE_SECONDS = 120;
/** Maximum duration when a trial is repeated. It is longer, because the machine may be busy. */
const REPLAY_SECONDS = 600;
const SHORTENING_SECONDS = 300;
const SHOWN_LINES = 120;

function* untilLate({ steps, seconds }: Request): Generator<number> {
  const end = performance.now() + seconds * 1000;
  for (const step of typeof steps === 'number' ? Array(steps).keys() : steps) {
    if (performance.now() > end) return;
    yield step;
  }
}

async function life(request: Request): Promise<void> {
  const { seed, prints, result } = request;
  await asWorker(init);
  const makers = await loadMakers();
  const baseline = await warmUp(makers, gc);
  let last = 0;
  const report = (step: number, text: string) => {
    last = step;
    if (prints) console.log(`step ${step}: ${text}`);
  };
  const quiet = process.env.SAPWOOD_SOAK_QUIET !== undefined;
  const trial = new ViewTrial({ seed, makers, collect: gc, report, quiet });
  const note = () => {
    const { operations } = trial.counted;
    const { writes, detachedWrites, returnedCount } = trial.pool;
    writeFileSync(
      result,
      JSON.stringify({ operations, writes, detachedWrites, views: returnedCount, last }),
    );
  };
  // an error in a finalizer has no caller that could catch it
  process.on('uncaughtException', (error) => {
    note();
    console.error(error);
    process.exit(1);
  });
  await trial.run(untilLate(request));
  note();
  await trial.end(baseline);
}

interface Played {
  readonly figures: Figures & { last: number };
  readonly failed: boolean;
  readonly log: string;
}

function play(folder: string, request: Omit<Request, 'result'>): Played {
  const result = join(folder, 'life-figures.json');
  const file = join(folder, 'life.json');
  writeFileSync(result, '{}');
  writeFileSync(file, JSON.stringify({ ...request, result }));
  const args = ['--expose-gc', '--stack-trace-limit=30', process.argv[1], 'life', file];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const figures = JSON.parse(readFileSync(result, 'utf8'));
  return { figures, failed: status !== 0, log: stdout + stderr };
}

/** Returns a name for the kind of fault, without numbers such as the step. */
function kindOf(log: string): string {
  if (/RuntimeError|Aborted/.test(log)) return 'trap';
  const [, message = log] = /step \d+, .*?: (\w+Error: .*|Error: .*)/.exec(log) ?? [];
  return message.replace(/[\d.,\s]+|0x\w+/g, '').slice(0, 40);
}

/** Removes steps while the trial still fails with the same fault. */
function shorten(folder: string, seed: number, all: readonly number[], kind: string): number[] {
  const end = performance.now() + SHORTENING_SECONDS * 1000;
  const fails = (steps: readonly number[]) => {
    const played = play(folder, { seed, steps, seconds: REPLAY_SECONDS, prints: false });
    return played.failed && kindOf(played.log) === kind;
  };
  let steps = [...all];
  for (let part = steps.length >> 1; part > 0; part >>= 1) {
    for (let at = 0; at < steps.length && performance.now() < end; ) {
      const without = [...steps.slice(0, at), ...steps.slice(at + part)];
      if (fails(without)) steps = without;
      else at += part;
    }
  }
  return steps;
}

/** Formats ascending numbers of steps as ranges, for example `3-7 9`. */
function rangesOf(steps: readonly number[]): string {
  const starts = steps.filter((step, i) => step - 1 !== steps[i - 1]);
  const ends = steps.filter((step, i) => step + 1 !== steps[i + 1]);
  return starts.map((step, i) => (step === ends[i] ? `${step}` : `${step}-${ends[i]}`)).join(' ');
}

function explain(folder: string, seed: number, { figures, log }: Played): string {
  const failing = Array.from({ length: figures.last + 1 }, (_, step) => step);
  const head = `seed ${seed}: ${log.slice(0, 4000)}`;
  const again = play(folder, { seed, steps: failing, seconds: REPLAY_SECONDS, prints: false });
  if (!again.failed) return `${head}\nIt does not fail again: nothing to shorten.`;
  const steps = shorten(folder, seed, failing, kindOf(again.log));
  const printed = play(folder, { seed, steps, seconds: REPLAY_SECONDS, prints: true });
  const shown = printed.log.split('\n').slice(-SHOWN_LINES).join('\n');
  return `${head}\nShortened to ${steps.length} steps, ${rangesOf(steps)}:\n${shown}`;
}

function fuzz(result: string): void {
  const first = Number(process.env.SAPWOOD_SOAK_SEED ?? 1);
  const seconds = Number(process.env.SAPWOOD_SOAK_SECONDS ?? 60);
  const folder = join(result, '..');
  const end = performance.now() + seconds * 1000;
  const sum = { lives: 0, operations: 0, writes: 0, detachedWrites: 0, views: 0 };
  for (let left = seconds; left > 0; left = (end - performance.now()) / 1000) {
    const seed = (first * 10_007 + sum.lives) >>> 0;
    const request = {
      seed,
      steps: MAX_STEPS,
      seconds: Math.min(left, LIFE_SECONDS),
      prints: false,
    };
    const played = play(folder, request);
    sum.lives += 1;
    for (const name of ['operations', 'writes', 'detachedWrites', 'views'] as const) {
      sum[name] += played.figures[name] ?? 0;
    }
    writeFileSync(result, JSON.stringify(sum));
    if (!played.failed) continue;
    console.log(explain(folder, seed, played));
    process.exitCode = 1;
    return;
  }
}

const [command, file] = process.argv.slice(2);
if (command === 'life') await life(JSON.parse(readFileSync(file, 'utf8')));
else fuzz(file);
