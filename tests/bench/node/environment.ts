/**
 * The environment card: what must be known to read the numbers of a run.
 */

import { coreInfo, version } from 'sapwood/all';
import { describeMachine } from '../report/machine';
import type { Environment } from '../report/schema';
import { type Request, samplingPlans } from './request';
import { QUERY_SEED } from './workload';

export { completed } from '../report/machine';

/** The card at the beginning of a run; `completed` gives the one at the end. */
export function describeEnvironment(request: Request): Environment {
  const { rounds, sampleMs } = samplingPlans[request.preset];
  return {
    ...describeMachine(),
    preset: request.preset,
    package: version,
    simd: coreInfo().simd,
    querySeed: QUERY_SEED,
    rounds,
    sampleMs,
  };
}
