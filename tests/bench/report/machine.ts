/**
 * What a run has to say about its machine, whoever measures.
 */

import { execFileSync } from 'node:child_process';
import { arch, availableParallelism, cpus, loadavg, platform, release } from 'node:os';
import { Mulberry32 } from 'scenes';
import type { Environment } from './schema';

function git(...args: string[]): string {
  return execFileSync('git', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

function commitOf(): string | null {
  try {
    const hash = git('rev-parse', '--short=10', 'HEAD');
    return git('status', '--porcelain') === '' ? hash : `${hash}+`;
  } catch {
    return null;
  }
}

const DRAWS = 2_000_000;

/** Milliseconds for a fixed piece of plain JavaScript, the best of five: tells whether the machine changed its pace. */
function calibrate(): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const random = new Mulberry32(round);
    const start = performance.now();
    let sum = 0;
    for (let i = 0; i < DRAWS; i++) sum ^= random.next();
    // the sum is used, so that the loop stays
    best = Math.min(best, performance.now() - start + (sum === 0.5 ? 1 : 0));
  }
  return best;
}

const oneMinuteLoad = () => Math.round(loadavg()[0] * 100) / 100;

export type Machine = Pick<
  Environment,
  'date' | 'commit' | 'runtime' | 'v8' | 'os' | 'cpu' | 'cores' | 'load' | 'calibration'
>;

/** At the beginning of a run; `completed` adds how it was at the end. */
export function describeMachine(): Machine {
  const load = oneMinuteLoad();
  const calibration = calibrate();
  const [cpu] = cpus();
  return {
    date: new Date().toISOString(),
    commit: commitOf(),
    runtime: `Node ${process.versions.node}`,
    v8: process.versions.v8,
    os: `${platform()} ${release()} ${arch()}`,
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    load: [load, load],
    calibration: [calibration, calibration],
  };
}

export function completed(card: Environment): Environment {
  return {
    ...card,
    load: [card.load[0], oneMinuteLoad()],
    calibration: [card.calibration[0], calibrate()],
  };
}
