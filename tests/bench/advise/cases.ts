/**
 * Worlds in which `advise` is evaluated: every shared scene, and generated scenes of other sizes.
 */

import {
  createMotion,
  generateScene,
  type Recipe,
  type Scene,
  type SceneDefinition,
  sceneDefinition,
  sceneDefinitions,
} from 'scenes';

export interface AdviseCase {
  readonly id: string;
  /**
   * Origin of the case. `shared`: an unchanged shared scene. `sized`: a shared scene with another
   * number of boxes. `unseen`: a scene that was not used to derive the rules.
   */
  readonly family: 'shared' | 'sized' | 'unseen';
  readonly definition: SceneDefinition;
  readonly n: number;
  readonly seed: number;
}

const shared = (definition: SceneDefinition): AdviseCase => ({
  id: definition.id,
  family: 'shared',
  definition,
  n: definition.count,
  seed: definition.seed,
});

/** Shared scenes, except the slow scenes, which are too large for every test run. */
const sharedCases: readonly AdviseCase[] = sceneDefinitions.filter(({ slow }) => !slow).map(shared);

function sized(scene: string, sizes: readonly number[], motion?: Recipe): AdviseCase[] {
  const base = sceneDefinition(scene);
  const definition: SceneDefinition = motion ? { ...base, motion } : base;
  const name = motion ? `${scene} ${motion.kind}` : scene;
  return sizes.map((n) => {
    return { id: `${name} n=${n}`, family: 'sized', definition, n, seed: base.seed };
  });
}

const inBoth = (make: (dimensions: '2d' | '3d') => AdviseCase[]) => [...make('2d'), ...make('3d')];

const drift: Recipe = { kind: 'drift', seed: 1, speed: 0.05 };
const jitter: Recipe = { kind: 'jitter', seed: 1, amount: 0.01 };
const teleport: Recipe = { kind: 'teleport', seed: 1, fraction: 0.01 };
const sleeping: Recipe = { kind: 'sleeping', seed: 1, speed: 0.05, groups: 10, period: 60 };

const sizedCases: readonly AdviseCase[] = [
  ...inBoth((d) => [
    ...sized(`uniform-${d}`, [10, 30, 50, 100, 200, 300, 500, 3000, 30_000]),
    ...sized(`clustered-${d}`, [30, 100, 300, 500, 3000, 30_000]),
    ...sized(`mixed-sizes-${d}`, [100, 300, 3000, 30_000]),
    ...sized(`sparse-${d}-10k`, [300, 1000, 3000, 30_000]),
    ...sized(`touching-grid-${d}`, [100, 10_000]),
    ...sized(`line-x-${d}`, [100, 10_000]),
    ...sized(`giant-and-dust-${d}`, [10_000]),
    ...sized(`large-${d}`, [30, 100, 1000]),
    ...sized(`points-${d}`, [3000]),
    ...sized(`uniform-${d}`, [100, 300, 500, 1000, 10_000], drift),
    ...sized(`clustered-${d}`, [300, 1000, 5000], drift),
    ...sized(`mixed-sizes-${d}`, [300, 1000], drift),
    ...sized(`uniform-${d}`, [1000, 5000], jitter),
    ...sized(`uniform-${d}`, [300, 1000, 5000], teleport),
    ...sized(`clustered-${d}`, [300, 1000, 3000], teleport),
    ...sized(`uniform-${d}`, [300, 1000, 10_000], sleeping),
    ...sized(`mixed-sizes-${d}`, [1000], sleeping),
  ]),
  ...sized('random', [10, 100, 500, 5000, 20_000]),
  ...sized('random-large-boxes', [100, 500, 5000]),
  ...sized('x-line', [100, 500, 5000]),
  ...sized('y-line', [500, 5000]),
  ...sized('true-uniform', [500, 5000, 20_000]),
];

export const learnedCases: readonly AdviseCase[] = [...sharedCases, ...sizedCases];

const unseen = (scene: string, n: number, seed: number, motion?: Recipe): AdviseCase[] =>
  sized(scene, [n], motion).map((one) => ({
    ...one,
    id: `${one.id} seed=${seed}`,
    family: 'unseen',
    seed,
  }));

export const unseenCases: readonly AdviseCase[] = [
  ...inBoth((d) => [
    ...unseen(`uniform-${d}`, 60, 71),
    ...unseen(`uniform-${d}`, 700, 72),
    ...unseen(`uniform-${d}`, 2500, 73),
    ...unseen(`clustered-${d}`, 700, 74),
    ...unseen(`clustered-${d}`, 2500, 75),
    ...unseen(`mixed-sizes-${d}`, 700, 76),
    ...unseen(`mixed-sizes-${d}`, 2500, 77),
    ...unseen(`points-${d}`, 2500, 78),
    ...unseen(`exponential-${d}`, 2000, 79),
    ...unseen(`line-x-${d}`, 2500, 80),
    ...unseen(`uniform-${d}`, 700, 81, drift),
    ...unseen(`clustered-${d}`, 1500, 82, drift),
    ...unseen(`mixed-sizes-${d}`, 1500, 83, sleeping),
    ...unseen(`clustered-${d}`, 700, 84, teleport),
  ]),
];

export function sceneOf({ definition, n, seed }: AdviseCase): Scene {
  return generateScene(definition, { count: n, seed });
}

export function nextOf({ definition }: AdviseCase, scene: Scene): Float32Array | undefined {
  return definition.motion ? createMotion(scene).step().slice() : undefined;
}
