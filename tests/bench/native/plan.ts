/** Requests for the native benchmark, and the command lines of its programs. */

import type { PhaseInfo } from 'measuring/schema';
import { sceneDefinitions } from 'scenes';
import type { Arguments, Known } from '../command/arguments';

/** The phases of tests/bench/native/contender.hpp, in the same order. */
export const nativePhases: readonly PhaseInfo[] = [
  { id: 'all-pairs', title: 'a new index is built, all overlapping pairs are written to a list' },
  { id: 'build', title: 'new content for an index that had content' },
  { id: 'refit', title: 'every box has moved a step; the hierarchy is kept and refitted' },
  { id: 'frame', title: 'every box has moved a step; then all pairs' },
  { id: 'query-boxes', title: '10,000 boxes of half size 1 in random order' },
  {
    id: 'query-boxes-large',
    title: '10,000 boxes of half size 6.6 (2D) or 3.2 (3D), about a hundred hits each',
  },
  { id: 'raycasts', title: '10,000 rays in random order, closest hits' },
  { id: 'nearest-boxes', title: 'the 8 nearest boxes of 10,000 points in random order' },
  { id: 'nearest-points', title: "the same among the boxes' centers" },
];

/**
 * Static scenes of the comparison with native libraries, for which golden files contain all
 * results.
 */
export const nativeScenes = sceneDefinitions.filter(
  ({ group, motion }) => group === 'peers' && !motion,
);

export type NativePreset = 'quick' | 'standard' | 'full';

export interface NativePlan {
  readonly rounds: number;
  readonly sampleMs: number;
  readonly warmUpMs: number;
  /**
   * Maximum milliseconds for all rounds of a contender. A slower contender has fewer rounds, but at
   * least 3.
   */
  readonly budgetMs: number;
  /**
   * Maximum milliseconds of the first call. Slower structures are skipped. Libraries are always
   * measured.
   */
  readonly slowestMs: number;
  /** Number of runs of each program. The native and the WASM program run alternately. */
  readonly passes: number;
}

export const nativePlans: Readonly<Record<NativePreset, NativePlan>> = {
  quick: { rounds: 3, sampleMs: 3, warmUpMs: 5, budgetMs: 50, slowestMs: 200, passes: 1 },
  standard: { rounds: 7, sampleMs: 8, warmUpMs: 30, budgetMs: 300, slowestMs: 500, passes: 2 },
  full: { rounds: 9, sampleMs: 10, warmUpMs: 50, budgetMs: 500, slowestMs: 3000, passes: 3 },
};

const TARGET_SCENES = ['uniform-2d-100k', 'uniform-3d-100k'];
const FULL_SCENES = [
  ...TARGET_SCENES,
  ...['clustered-2d-100k', 'clustered-3d-100k', 'uniform-2d-10k', 'uniform-3d-10k'],
];

/**
 * Structures that are measured with all choices of their options by default. Their options favor
 * either queries or fast builds.
 */
const DEFAULT_VARIANTS = ['wide-tree'];

export interface NativeRequest {
  readonly preset: NativePreset;
  readonly scenes: readonly string[];
  /** Ids of phases. An empty list selects all phases. */
  readonly phases: readonly string[];
  /** Ids of structures of Sapwood and of libraries. An empty list selects all of them. */
  readonly structures: readonly string[];
  /** Structures that are also measured with each non-default choice of each option. */
  readonly variants: readonly string[];
  /** If true, the program is also measured as WASM. */
  readonly wasm: boolean;
}

export const USAGE = `npm run bench -- native [arguments]
  --quick      few samples (three minutes instead of a quarter of an hour)
  --full       clusters and 10,000 boxes too, more samples (an hour and a half)
  --scene      only these: ${nativeScenes.map(({ id }) => id).join(', ')}
  --phase      only these: ${nativePhases.map(({ id }) => id).join(', ')}
  --structure  only these structures of ours and libraries (boost-rtree, cgal-boxes, nanoflann, embree, bullet-dbvt)
  --variants   these also with each non-default choice of options; default ${DEFAULT_VARIANTS}
  --no-wasm    without the same sources as WASM`;

export const KNOWN: Known = {
  flags: ['quick', 'full', 'no-wasm'],
  texts: ['scene', 'phase', 'structure', 'variants'],
};

export function parseNative(args: Arguments): NativeRequest {
  const preset = args.oneOf('quick', 'full') ?? 'standard';
  const scenes = args.ids('scene', nativeScenes);
  const variants = args.list('variants');
  return {
    preset,
    scenes: scenes.length > 0 ? scenes : preset === 'full' ? FULL_SCENES : TARGET_SCENES,
    phases: args.ids('phase', nativePhases),
    structures: args.list('structure'),
    variants: variants.length > 0 ? variants : DEFAULT_VARIANTS,
    wasm: !args.has('no-wasm'),
  };
}

export function programArguments(request: NativeRequest, output: string): string[] {
  const plan = nativePlans[request.preset];
  const given = {
    output,
    scene: request.scenes.join(','),
    phase: request.phases.join(','),
    structure: request.structures.join(','),
    variants: request.variants.join(','),
    rounds: plan.rounds,
    'sample-ms': plan.sampleMs,
    'warm-up-ms': plan.warmUpMs,
    'budget-ms': plan.budgetMs,
    'slowest-ms': plan.slowestMs,
  };
  return Object.entries(given).map(([name, value]) => `--${name}=${value}`);
}
