/** What a run of the native benchmark is asked for, and how the programs are told. */

import { parseArgs } from 'node:util';
import { sceneDefinitions } from 'scenes';
import { pick } from '../node/request';
import type { PhaseInfo } from '../report/schema';

/** The phases of tests/bench/native/contender.hpp, in its order. */
export const nativePhases: readonly PhaseInfo[] = [
  { id: 'all-pairs', title: 'a new index is built, all overlapping pairs are written to a list' },
  { id: 'build', title: 'new content for an index that had content' },
  { id: 'refit', title: 'every box has walked a step; the hierarchy is kept and corrected' },
  { id: 'frame', title: 'every box has walked a step; then all pairs' },
  { id: 'query-boxes', title: '10,000 boxes of half size 1 in random order' },
  {
    id: 'query-boxes-large',
    title: '10,000 boxes of half size 6.6 (2D) or 3.2 (3D), about a hundred hits each',
  },
  { id: 'raycasts', title: '10,000 rays in random order, closest hits' },
  { id: 'nearest-boxes', title: 'the 8 nearest boxes of 10,000 points in random order' },
  { id: 'nearest-points', title: "the same among the boxes' centres" },
];

/** Scenes of the native peers' workload at rest, which have goldens for everything. */
export const nativeScenes = sceneDefinitions.filter(
  ({ group, motion }) => group === 'peers' && !motion,
);

export type NativePreset = 'quick' | 'standard' | 'full';

export interface NativePlan {
  readonly rounds: number;
  readonly sampleMs: number;
  readonly warmUpMs: number;
  /** Rounds are left out when they would take a contender longer, down to 3. */
  readonly budgetMs: number;
  /** A contender whose first call takes longer is not measured. */
  readonly slowestMs: number;
  /** How often both programs are run, in turns. */
  readonly passes: number;
}

export const nativePlans: Readonly<Record<NativePreset, NativePlan>> = {
  quick: { rounds: 3, sampleMs: 3, warmUpMs: 5, budgetMs: 50, slowestMs: 200, passes: 1 },
  standard: { rounds: 7, sampleMs: 8, warmUpMs: 30, budgetMs: 300, slowestMs: 500, passes: 2 },
  full: { rounds: 9, sampleMs: 10, warmUpMs: 50, budgetMs: 500, slowestMs: 3000, passes: 3 },
};

/** Where the targets are set. */
const TARGET_SCENES = ['uniform-2d-100k', 'uniform-3d-100k'];
const FULL_SCENES = [
  ...TARGET_SCENES,
  ...['clustered-2d-100k', 'clustered-3d-100k', 'uniform-2d-10k', 'uniform-3d-10k'],
];

/** Its choices are for queries or for quick builds. */
const DEFAULT_VARIANTS = ['wide-tree'];

export interface NativeRequest {
  readonly preset: NativePreset;
  readonly scenes: readonly string[];
  /** Ids; all when empty. */
  readonly phases: readonly string[];
  /** Structures of ours and libraries; all when empty. */
  readonly structures: readonly string[];
  /** Structures that are also measured with each other choice of their options. */
  readonly variants: readonly string[];
  /** Whether the sources are also compiled to WASM. */
  readonly wasm: boolean;
  /** Whether the record and the page in the repository are written; a narrowed run only prints. */
  readonly writes: boolean;
}

export const USAGE = `npm run bench -- native [--quick | --full] [--scene id,…] [--phase id,…] [--structure id,…]
             [--variants id,…] [--no-wasm]
  --quick      few samples (three minutes instead of a quarter of an hour)
  --full       clusters and 10,000 boxes too, more samples (an hour and a half)
  --scene      only these: ${nativeScenes.map(({ id }) => id).join(', ')}
  --phase      only these: ${nativePhases.map(({ id }) => id).join(', ')}
  --structure  only these structures of ours and libraries (boost-rtree, cgal-boxes, nanoflann, embree, bullet-dbvt)
  --variants   these also with each other choice of their options; default wide-tree
  --no-wasm    without the same sources as WASM
Without --scene, --phase, --structure and --no-wasm the record and docs/benchmarks/native.md are written anew.`;

function list(values: readonly string[] | undefined): string[] {
  return (values ?? []).flatMap((value) => value.split(',')).filter((value) => value !== '');
}

/** Reads command line arguments; what is not understood throws with a sentence for the user. */
export function parseNativeRequest(args: readonly string[]): NativeRequest {
  const many = { type: 'string', multiple: true } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ quick: flag, full: flag, 'no-wasm': flag },
      ...{ scene: many, phase: many, structure: many, variants: many },
    },
  });
  if (values.quick && values.full) throw new Error('--quick and --full: expected one of them');
  const preset = values.quick ? 'quick' : values.full ? 'full' : 'standard';
  const [scenes, phases, structures] = [values.scene, values.phase, values.structure].map(list);
  pick('scene', nativeScenes, scenes);
  pick('phase', nativePhases, phases);
  return {
    preset,
    scenes: scenes.length > 0 ? scenes : preset === 'full' ? FULL_SCENES : TARGET_SCENES,
    phases,
    structures,
    variants: list(values.variants ?? DEFAULT_VARIANTS),
    wasm: !values['no-wasm'],
    writes: [scenes, phases, structures].every(({ length }) => length === 0) && !values['no-wasm'],
  };
}

/** The command line of the C++ program. */
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
