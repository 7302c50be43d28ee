/**
 * The environment card: what must be known to read the numbers of a run.
 */

import { execFileSync } from 'node:child_process';
import { arch, availableParallelism, cpus, loadavg, platform, release } from 'node:os';
import { coreInfo, version } from 'sapwood';
import { Mulberry32 } from 'scenes';
import type { Environment } from '../report/schema';
import { type Request, samplingPlans } from './request';
import { QUERY_SEED } from './workload';

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
export function calibrate(): number {
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

/** The card at the beginning of a run; `completed` gives the one at the end. */
export function describeEnvironment(request: Request): Environment {
  const { rounds, sampleMs } = samplingPlans[request.preset];
  const load = oneMinuteLoad();
  const calibration = calibrate();
  const [cpu] = cpus();
  return {
    date: new Date().toISOString(),
    preset: request.preset,
    package: version,
    simd: coreInfo().simd,
    commit: commitOf(),
    runtime: `Node ${process.versions.node}`,
    v8: process.versions.v8,
    os: `${platform()} ${release()} ${arch()}`,
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    load: [load, load],
    calibration: [calibration, calibration],
    querySeed: QUERY_SEED,
    rounds,
    sampleMs,
  };
}

export function completed(card: Environment): Environment {
  return {
    ...card,
    load: [card.load[0], oneMinuteLoad()],
    calibration: [card.calibration[0], calibrate()],
  };
}
