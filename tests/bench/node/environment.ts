/**
 * Environment card: data that is needed to interpret the times of a run.
 */

import type { Environment } from 'measuring/schema';
import { coreInfo, version } from 'sapwood/all';
import { completed, describeMachine } from '../report/machine';
import { QUERY_SEED } from './workload';

export { completed } from '../report/machine';

export type SamplingParameters = Pick<Environment, 'preset' | 'rounds' | 'sampleMs'>;

/** Returns the card at the beginning of a run. `completed` returns the card at the end. */
export function describeEnvironment({ preset, rounds, sampleMs }: SamplingParameters): Environment {
  return {
    ...describeMachine(),
    preset,
    package: version,
    simd: coreInfo().simd,
    querySeed: QUERY_SEED,
    rounds,
    sampleMs,
  };
}

/**
 * Calls `measure` and adds the environment to its result: the description of the machine before and
 * after the measurement.
 */
export async function withCard<Found extends { readonly environment: Environment }>(
  parameters: SamplingParameters,
  measure: () => Promise<Omit<Found, 'environment'>> | Omit<Found, 'environment'>,
): Promise<Found> {
  const card = describeEnvironment(parameters);
  const measured = await measure();
  return { environment: completed(card), ...measured } as Found;
}
