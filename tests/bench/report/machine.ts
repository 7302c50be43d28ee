/** Describes the machine on which a benchmark runs. */

import { execFileSync } from 'node:child_process';
import { arch, availableParallelism, cpus, loadavg, platform, release } from 'node:os';
import { calibrate, type Environment } from 'measuring';

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

const oneMinuteLoad = () => Math.round(loadavg()[0] * 100) / 100;

export type Machine = Pick<
  Environment,
  'date' | 'commit' | 'runtime' | 'v8' | 'os' | 'cpu' | 'cores' | 'load' | 'calibration'
>;

/**
 * Returns the description of the machine at the start of a run. `completed` adds the values at the
 * end of the run.
 */
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
    load: [card.load?.[0] ?? 0, oneMinuteLoad()],
    calibration: [card.calibration[0], calibrate()],
  };
}
