/** What a run of the dynamic benchmark is asked for. */

import { parseArgs } from 'node:util';
import { structures } from 'sapwood/all';
import { pick } from '../node/request';
import type { PlayPlan } from './play';
import { motionKinds } from './worlds';

export interface DynamicRequest extends PlayPlan {
  readonly n: readonly number[];
  readonly motions: readonly string[];
  /** Whether the record and the page in the repository are written; a narrowed run only prints. */
  readonly writes: boolean;
}

/** Where the command line leaves the request for the test file. */
export const REQUEST_VARIABLE = 'SAPWOOD_DYNAMIC';

export const USAGE = `npm run bench -- dynamic [--n number,…] [--frames number] [--seconds number] [--motion id,…] [--structure id,…]
  --n          boxes; default 1000,10000,100000
  --frames     default 600
  --seconds    a world ends when this time is up; default 40
  --motion     only these: ${motionKinds.map(({ id }) => id).join(', ')}
  --structure  only these structures of the registry
Without --motion and --structure the record and docs/benchmarks/dynamic.md are written anew.`;

function list(text: string | undefined): string[] {
  return (text ?? '').split(',').filter((part) => part !== '');
}

function positive(name: string, text: string): number {
  const value = Number(text.replaceAll('_', ''));
  if (Number.isFinite(value) && value > 0) return value;
  throw new Error(`--${name}: expected a number above 0, found '${text}'`);
}

/** Reads command line arguments; what is not understood throws with a sentence for the user. */
export function parseDynamicRequest(args: readonly string[]): DynamicRequest {
  const text = { type: 'string' } as const;
  const options = { n: text, frames: text, seconds: text, motion: text, structure: text };
  const { values } = parseArgs({ args: [...args], options });
  const ids = list(values.structure);
  const motions = list(values.motion);
  pick('structure', structures, ids);
  pick('motion', motionKinds, motions);
  return {
    n: list(values.n ?? '1000,10000,100000').map((one) => Math.round(positive('n', one))),
    frames: Math.round(positive('frames', values.frames ?? '600')),
    seconds: positive('seconds', values.seconds ?? '40'),
    structures: ids,
    motions,
    writes: ids.length === 0 && motions.length === 0,
  };
}
