/** What a run of the scaling benchmark is asked for. */

import { parseArgs } from 'node:util';
import { structures } from 'sapwood/all';
import { pick } from '../node/request';

export interface ScalingRequest {
  readonly preset: 'quick' | 'full';
  /** Numbers of boxes, ascending. */
  readonly n: readonly number[];
  /** Ids; all when empty. */
  readonly structures: readonly string[];
  readonly rounds: number;
  /** Each verb of a round is repeated until this time is up. */
  readonly sampleMs: number;
  /** A structure leaves when one build and all pairs take longer. */
  readonly limitMs: number;
  /** Whether the record and the page in the repository are written; a narrowed run only prints. */
  readonly writes: boolean;
}

/** Where the command line leaves the request for the test file. */
export const REQUEST_VARIABLE = 'SAPWOOD_SCALING';

const presets = {
  quick: { n: [1000, 3000, 10_000], rounds: 5, sampleMs: 2 },
  full: {
    n: [1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000],
    rounds: 7,
    sampleMs: 10,
  },
} as const;

const LARGEST = 4_000_000;

export const USAGE = `npm run bench -- scaling [--quick] [--n number,…] [--structure id,…] [--rounds number] [--limit seconds]
  --quick      n to 10,000 and short samples: tells that all is well, not how costs grow
  --n          boxes; default ${presets.full.n.join(',')}
  --structure  only these structures of the registry
  --rounds     samples of each figure; default ${presets.full.rounds}, quick ${presets.quick.rounds}
  --limit      who takes longer for one build and all pairs leaves; default 4
Without --n and --structure the record, docs/benchmarks/scaling.md and its charts are written anew.`;

function list(text: string | undefined): string[] {
  return (text ?? '').split(',').filter((part) => part !== '');
}

function positive(name: string, text: string): number {
  const value = Number(text.replaceAll('_', ''));
  if (Number.isFinite(value) && value > 0) return value;
  throw new Error(`--${name}: expected a number above 0, found '${text}'`);
}

function whole(name: string, text: string, most: number): number {
  const value = positive(name, text);
  if (Number.isInteger(value) && value <= most) return value;
  throw new Error(`--${name}: expected a whole number up to ${most}, found '${text}'`);
}

/** Reads command line arguments; what is not understood throws with a sentence for the user. */
export function parseScalingRequest(args: readonly string[]): ScalingRequest {
  const text = { type: 'string' } as const;
  const options = {
    quick: { type: 'boolean', default: false },
    ...{ n: text, structure: text, rounds: text, limit: text },
  } as const;
  const { values } = parseArgs({ args: [...args], options });
  const preset = values.quick ? 'quick' : 'full';
  const usual = presets[preset];
  const ids = list(values.structure);
  pick('structure', structures, ids);
  const sizes = list(values.n).map((one) => whole('n', one, LARGEST));
  return {
    preset,
    n: sizes.length > 0 ? [...new Set(sizes)].sort((a, b) => a - b) : usual.n,
    structures: ids,
    rounds: whole('rounds', values.rounds ?? String(usual.rounds), 1000),
    sampleMs: usual.sampleMs,
    limitMs: 1000 * positive('limit', values.limit ?? '4'),
    writes: ids.length === 0 && sizes.length === 0,
  };
}
