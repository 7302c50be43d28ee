/**
 * What a benchmark run is asked for: a preset, narrowed by filters.
 */

import { parseArgs } from 'node:util';
import type { SamplingPlan } from './sampling';

export interface Request {
  readonly preset: 'quick' | 'full';
  /** Ids; all when empty. */
  readonly structures: readonly string[];
  readonly scenes: readonly string[];
  readonly phases: readonly string[];
  readonly n: readonly number[];
  /** Also each other choice of the options that have choices. */
  readonly variants: boolean;
  /** Name of the output, without ending. */
  readonly output: string;
}

/** Where the command line leaves the request for the benchmark file. */
export const REQUEST_VARIABLE = 'SAPWOOD_BENCH';

export const USAGE = `npm run bench -- [--full] [--structure id,…] [--scene id,…] [--phase id,…] [--n number,…]
             [--variants] [--output name]
  --full       every scene, n to 100,000, more samples (about two hours)
  --structure  only these structures of the registry
  --scene      only these scenes of tests/scenes, or of the real inputs teapot and pile, also outside the preset
  --phase      only these phases; docs/benchmarking.md lists them
  --n          only these numbers of boxes
  --variants   also each other choice of the structures' options
  --output     tests/bench/results/<name>.json and .md; default: the date`;

export const samplingPlans: Readonly<Record<Request['preset'], SamplingPlan>> = {
  quick: { rounds: 12, sampleMs: 5, warmUpMs: 20, budgetMs: 300, slowestCallMs: 500 },
  full: { rounds: 25, sampleMs: 10, warmUpMs: 60, budgetMs: 3000, slowestCallMs: 20_000 },
};

/** Boxes in a scene, where the scene leaves it open. */
export const boxCounts: Readonly<Record<Request['preset'], readonly number[]>> = {
  quick: [1000, 10_000],
  full: [1000, 10_000, 100_000],
};

export const quickScenes: readonly string[] = [
  'uniform-2d',
  'clustered-2d',
  'uniform-3d',
  'clustered-3d',
  'teapot',
  'pile',
];

function list(values: readonly string[] | undefined): string[] {
  return (values ?? []).flatMap((value) => value.split(',')).filter((value) => value !== '');
}

function count(text: string): number {
  const value = Number(text.replaceAll('_', ''));
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`--n: expected whole numbers above 0, found '${text}'`);
}

/** Reads command line arguments; what is not understood throws with a sentence for the user. */
export function parseRequest(args: readonly string[]): Request {
  const many = { type: 'string', multiple: true } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      full: { type: 'boolean', default: false },
      structure: many,
      scene: many,
      phase: many,
      n: many,
      variants: { type: 'boolean', default: false },
      output: { type: 'string', default: '' },
    },
  });
  const output = values.output || `run-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  if (!/^[\w-]+$/.test(output))
    throw new Error(`--output: expected a plain name, found '${output}'`);
  return {
    preset: values.full ? 'full' : 'quick',
    structures: list(values.structure),
    scenes: list(values.scene),
    phases: list(values.phase),
    n: list(values.n).map(count),
    variants: values.variants,
    output,
  };
}

/** The request that the command line left, or the default one. */
export function requestFromEnvironment(): Request {
  const text = process.env[REQUEST_VARIABLE];
  return text ? (JSON.parse(text) as Request) : parseRequest([]);
}

/** Those of `all` that were asked for by id, or all; an unknown id throws. */
export function pick<Entry extends { readonly id: string }>(
  what: string,
  all: readonly Entry[],
  ids: readonly string[],
): readonly Entry[] {
  for (const id of ids) {
    if (!all.some((entry) => entry.id === id)) {
      const known = all.map((entry) => entry.id).join(', ');
      throw new Error(`--${what}: expected one of ${known}; found '${id}'`);
    }
  }
  return ids.length === 0 ? all : all.filter((entry) => ids.includes(entry.id));
}
