/**
 * The environment card: what must be known to read the numbers of a run.
 */

import type { Environment } from 'measuring/schema';
import { coreInfo, version } from 'sapwood/all';
import { completed, describeMachine } from '../report/machine';
import { QUERY_SEED } from './workload';

export { completed } from '../report/machine';

/** How a run measures, as its card tells it. */
export type Manner = Pick<Environment, 'preset' | 'rounds' | 'sampleMs'>;

/** The card at the beginning of a run; `completed` gives the one at the end. */
export function describeEnvironment({ preset, rounds, sampleMs }: Manner): Environment {
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

/** A record: what was measured, and the card of the machine before and after. */
export async function withCard<Found extends { readonly environment: Environment }>(
  manner: Manner,
  measure: () => Promise<Omit<Found, 'environment'>> | Omit<Found, 'environment'>,
): Promise<Found> {
  const card = describeEnvironment(manner);
  const measured = await measure();
  return { environment: completed(card), ...measured } as Found;
}
