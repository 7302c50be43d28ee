/** What a run of the profile is asked for. */

import { parseArgs } from 'node:util';
import { structures } from 'sapwood/all';
import { pick } from '../node/request';

export interface ProfileRequest {
  readonly preset: 'quick' | 'full';
  readonly n: number;
  /** Box queries in the batch. */
  readonly queries: number;
  readonly rounds: number;
  /** Ids; all when empty. */
  readonly structures: readonly string[];
  /** Whether the record and the page in the repository are written; a narrowed run only prints. */
  readonly writes: boolean;
}

/** Where the command line leaves the request for the test file. */
export const REQUEST_VARIABLE = 'SAPWOOD_PROFILE';

const presets = {
  quick: { n: 10_000, queries: 1000, rounds: 5 },
  full: { n: 100_000, queries: 10_000, rounds: 15 },
} as const;

export const USAGE = `npm run bench -- profile [--quick] [--structure id,…] [--rounds number]
  --quick      ${presets.quick.n} boxes and ${presets.quick.queries} queries instead of ${presets.full.n} and ${presets.full.queries}
  --structure  only these structures of the registry
  --rounds     samples of each part; default ${presets.full.rounds}, quick ${presets.quick.rounds}
Without --structure the record, docs/benchmarks/profile.md and its charts are written anew.`;

function rounds(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 1000) return value;
  throw new Error(`--rounds: expected a whole number in 1 .. 1000, found '${text}'`);
}

/** Reads command line arguments; what is not understood throws with a sentence for the user. */
export function parseProfileRequest(args: readonly string[]): ProfileRequest {
  const text = { type: 'string' } as const;
  const options = {
    quick: { type: 'boolean', default: false },
    ...{ structure: text, rounds: text },
  } as const;
  const { values } = parseArgs({ args: [...args], options });
  const preset = values.quick ? 'quick' : 'full';
  const usual = presets[preset];
  const ids = (values.structure ?? '').split(',').filter((part) => part !== '');
  pick('structure', structures, ids);
  return {
    preset,
    n: usual.n,
    queries: usual.queries,
    rounds: values.rounds === undefined ? usual.rounds : rounds(values.rounds),
    structures: ids,
    writes: ids.length === 0,
  };
}
