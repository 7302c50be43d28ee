/** Record of a run in the browser and its checks: tests/bench/results/browser.json. */

import { formatReport, type Report } from 'measuring/schema';
import type { LoadedRun } from '../../../web/playground/src/bench/model';
import { readRun } from '../../../web/playground/src/bench/record';
import { completed, type Machine } from '../report/machine';

export const RECORD = 'tests/bench/results/browser.json';

/** Throws if the text is damaged or is not a run of the Bench page. */
export function readBrowserRun(text: string): LoadedRun {
  const run = readRun(text, 'Reference run');
  if (run.configuration === null) {
    throw new Error('expected a run of the Bench page, found one of another runner');
  }
  return run;
}

/**
 * Adds data to the export of the Bench page that a web page cannot obtain: the processor, the load,
 * and the current commit, which may be newer than the build.
 */
export function withMachine(text: string, machine: Machine): string {
  const report = JSON.parse(text) as Report;
  const { cpu, load } = completed({ ...report.environment, ...machine });
  const environment = { ...report.environment, cpu, load };
  return formatReport({
    ...report,
    environment: { ...environment, commit: machine.commit ?? environment.commit },
  });
}

/**
 * Returns a description of each wrong result and of each failure of Sapwood. Failures of other
 * libraries are not faults of the benchmark.
 */
export function faultsOf({ results }: LoadedRun): string[] {
  if (results.every(({ ms, bytes }) => ms === null && bytes === null)) {
    return ['nothing was measured'];
  }
  return results
    .filter(
      ({ status, contender }) =>
        status === 'wrong' || (status === 'failed' && contender.startsWith('sapwood:')),
    )
    .map(
      ({ contender, scene, dimensions, n, phase, status, note }) =>
        `${contender}, ${phase}, ${scene} ${dimensions}D, n = ${n}: ${status}${note ? `, ${note}` : ''}`,
    );
}
