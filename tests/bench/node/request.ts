/**
 * Request for a benchmark run: a preset with filters.
 */

import { readArguments } from '../command/arguments';
import type { SamplingPlan } from './sampling';

export interface Request {
  readonly preset: 'quick' | 'full';
  /** Ids of structures, scenes and phases. An empty list selects all of them. */
  readonly structures: readonly string[];
  readonly scenes: readonly string[];
  readonly phases: readonly string[];
  readonly n: readonly number[];
  /** If true, structures are also measured with each non-default choice of each option. */
  readonly variants: boolean;
  /** Name of the output file without extension. */
  readonly output: string;
}

/** Environment variable that passes the request from the command line to the benchmark file. */
export const REQUEST_VARIABLE = 'SAPWOOD_BENCH';

export const USAGE = `npm run bench -- [--full] [--structure id,…] [--scene id,…] [--phase id,…] [--n number,…]
             [--variants] [--output name]
  --full       every scene, n to 100,000, more samples (about two hours)
  --structure  only these structures of the registry
  --scene      only these scenes of tests/scenes, or of the real inputs teapot and pile, also outside the preset
  --phase      only these phases; docs/benchmarking.md lists them
  --n          only these numbers of boxes
  --variants   also each non-default choice of the structures' options
  --output     tests/bench/results/<name>.json and .md; default: the date`;

export const samplingPlans: Readonly<Record<Request['preset'], SamplingPlan>> = {
  quick: { rounds: 12, sampleMs: 5, warmUpMs: 20, budgetMs: 300, slowestCallMs: 500 },
  full: { rounds: 25, sampleMs: 10, warmUpMs: 60, budgetMs: 3000, slowestCallMs: 20_000 },
};

/** Numbers of boxes for scenes without a fixed size. */
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

/** Throws an error with a message for the user if the arguments are invalid. */
export function parseRequest(line: readonly string[]): Request {
  const args = readArguments(line, {
    flags: ['full', 'variants'],
    texts: ['structure', 'scene', 'phase', 'n', 'output'],
  });
  return {
    preset: args.has('full') ? 'full' : 'quick',
    structures: args.list('structure'),
    scenes: args.list('scene'),
    phases: args.list('phase'),
    n: args.wholes('n'),
    variants: args.has('variants'),
    output: args.plainName('output') ?? `run-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`,
  };
}

export function requestFromEnvironment(): Request {
  const text = process.env[REQUEST_VARIABLE];
  return text ? (JSON.parse(text) as Request) : parseRequest([]);
}
