/** Scene menu. The code of a scene loads when it is selected. */

import type { Recipe } from 'scenes';
import { defaultSettings, type QueryPlace } from '../state/settings.js';
import type { SceneEntry } from './box-source.js';
import { cam, gameScenes, inTheMiddle } from './game-scenes.js';
import { motionRecipe } from './motion-menu.js';
import { ownData } from './own-data.js';
import { recipes } from './recipes.js';

// separate functions, so that `fetchSceneCode` can prefetch the files
const generatorCode = () => import('./scene-source.js');
const pileCode = () => import('./pile-source.js');
const teapotCode = () => import('./teapot-source.js');

const everywhere = ['swirl', 'drift', 'jitter', 'sleeping', 'teleport', 'still'];

/** Query position near the corner that faces the camera, so that solids do not hide the results. */
const nearTheEye: QueryPlace = {
  box: [0.7, 0.72, 0.86, 0.11, 0.11, 0.11],
  ball: [0.7, 0.72, 0.86, 0.14],
  ray: [0.08, 0.78, 1.1, 0.92, 0.3, 0.6],
  cam,
};

type Generated = Omit<
  SceneEntry,
  'load' | 'minCount' | 'motions' | 'group' | 'dimensions' | 'place'
> & {
  readonly distribution: Recipe;
} & Partial<Pick<SceneEntry, 'motions' | 'group' | 'dimensions'>>;

function generated({ distribution, ...entry }: Generated): SceneEntry {
  return {
    group: 'Generated',
    dimensions: [2, 3],
    motions: everywhere,
    minCount: 2,
    place: nearTheEye,
    ...entry,
    load: async (request) => {
      const { sceneSource } = await generatorCode();
      return sceneSource(distribution, request, motionRecipe(request.motion, request.seed));
    },
  };
}

type Arranged = Omit<Generated, 'distribution'> & { readonly kind: 'powerLaw' | 'zipf' };

/**
 * Creates an entry for boxes from worlds/arrangements.ts, with a motion from the `scenes` package.
 */
function arranged({ kind, ...entry }: Arranged): SceneEntry {
  return {
    ...generated({ ...entry, distribution: { kind } }),
    load: async (request) => {
      const [{ arrangedSource }, made] = await Promise.all([
        import('./scene-source.js'),
        import('./worlds/arrangements.js'),
      ]);
      const motion = motionRecipe(request.motion, request.seed);
      return arrangedSource(made[kind](request), request, motion);
    },
  };
}

function published(id: string, title: string, sentence: string, maxCount: number): SceneEntry {
  return generated({
    id,
    title,
    sentence,
    group: 'Published benchmarks',
    dimensions: [2],
    motions: ['drift', 'jitter', 'sleeping', 'teleport', 'still'],
    count: 1000,
    maxCount,
    distribution: { kind: `published-${id}` },
  });
}

/** Scene of a user's file. The menu contains it only after a file was opened. */
export const ownScene: SceneEntry = {
  id: 'own',
  title: 'Your file',
  get sentence() {
    const { name = 'your file', noun = 'boxes' } = ownData.value ?? {};
    return `The ${noun} of ${name}.`;
  },
  group: 'Real input',
  dimensions: [2, 3],
  motions: ['still'],
  get count() {
    return this.maxCount;
  },
  minCount: 2,
  get maxCount() {
    return ownData.peek()?.count ?? 2;
  },
  place: inTheMiddle,
  load: async (request) => (await import('./own-source.js')).ownSource(request),
};

// scenes with much overlap have lower limits, because their number of pairs grows with n^2
export const sceneMenu: readonly SceneEntry[] = [
  {
    id: 'pile',
    title: 'Falling pile',
    sentence:
      'Rigid bodies fall onto a heap. The structure stores their bounding boxes in each frame.',
    group: 'Real input',
    dimensions: [3],
    motions: ['fall'],
    count: 1000,
    minCount: 100,
    maxCount: 4000,
    place: {
      box: [0.56, 0.46, 0.6, 0.11, 0.08, 0.11],
      ball: [0.5, 0.45, 0.62, 0.14],
      ray: [0.1, 0.75, 0.95, 0.85, 0.12, 0.4],
      cam,
    },
    load: async (request) => (await pileCode()).pileSource(request),
  },
  {
    id: 'teapot',
    title: 'Utah teapot',
    sentence: 'One box for each triangle of the Utah teapot.',
    group: 'Real input',
    dimensions: [3],
    motions: ['turn', 'pulse', 'still'],
    count: 25_000,
    minCount: 500,
    maxCount: 100_000,
    place: {
      box: [0.5, 0.55, 0.78, 0.09, 0.09, 0.09],
      ball: [0.5, 0.55, 0.78, 0.11],
      ray: [0.3, 0.9, 1.05, 0.62, 0.2, 0.2],
      cam,
    },
    load: async (request) => (await teapotCode()).teapotSource(request),
  },
  ownScene,
  generated({
    id: 'uniform',
    title: 'Uniform',
    sentence: 'Boxes of similar size, spread evenly. Each overlaps about two others.',
    count: 2000,
    maxCount: 100_000,
    distribution: recipes.uniform,
  }),
  generated({
    id: 'clustered',
    title: 'Clustered',
    sentence: 'Dense clusters of mostly small boxes with empty space between them.',
    count: 3000,
    maxCount: 100_000,
    distribution: recipes.clustered,
  }),
  generated({
    id: 'mixed',
    title: 'Mixed sizes',
    sentence: 'Boxes spread evenly. One box in fifty is ten times as large.',
    count: 2000,
    maxCount: 50_000,
    distribution: recipes.mixed,
  }),
  generated({
    id: 'straddlers',
    title: 'Small boxes, a few large',
    sentence:
      'Some small boxes lie across each plane where an octree splits, and stay in large cells.',
    count: 1500,
    maxCount: 100_000,
    distribution: recipes.straddlers,
  }),
  arranged({
    id: 'power-law',
    title: 'Power-law sizes',
    sentence: 'Many small boxes and few large ones (power law), so there is no typical size.',
    count: 2000,
    maxCount: 50_000,
    kind: 'powerLaw',
  }),
  arranged({
    id: 'zipf',
    title: 'Uneven clusters',
    sentence:
      'The second cluster has half as many boxes as the first, the third has a third, and so on (Zipf).',
    count: 3000,
    maxCount: 100_000,
    kind: 'zipf',
  }),
  generated({
    id: 'large',
    title: 'Large boxes',
    sentence: 'Boxes up to half as wide as the scene. Each box overlaps many others.',
    count: 300,
    maxCount: 3000,
    distribution: { kind: 'large' },
  }),
  generated({
    id: 'line',
    title: 'A line',
    sentence:
      'Boxes in a line along the x axis: easy for a sweep, but hard to keep a tree balanced.',
    count: 500,
    maxCount: 20_000,
    motions: ['drift', 'jitter', 'sleeping', 'still'],
    distribution: { kind: 'line', sorted: 1, thickness: 4 },
  }),
  generated({
    id: 'dust',
    title: 'One huge box, many tiny ones',
    sentence: 'One box encloses all the other boxes, which are tiny.',
    count: 2000,
    maxCount: 50_000,
    distribution: { kind: 'giant-and-dust' },
  }),
  generated({
    id: 'grid',
    title: 'Touching grid',
    sentence: 'Boxes that only touch. Touching counts as overlap, so all neighbors are pairs.',
    count: 1000,
    maxCount: 20_000,
    distribution: { kind: 'touching-grid' },
  }),
  generated({
    id: 'coincident',
    title: 'All in one place',
    sentence:
      'The same box many times. No structure can separate them, and any two boxes form a pair.',
    count: 200,
    maxCount: 2000,
    motions: ['still', 'jitter'],
    distribution: { kind: 'identical' },
  }),
  ...gameScenes,
  published(
    'random',
    'Random',
    'Small boxes on an area of 800 × 600, as published by magley.',
    10_000,
  ),
  published(
    'random-large-boxes',
    'Random, large boxes',
    'Boxes 50 to 100 wide on an area of 800 × 600.',
    2000,
  ),
  published(
    'x-line',
    'X line',
    'Wide boxes stacked in one column. A sweep along x cannot separate them.',
    2000,
  ),
  published(
    'y-line',
    'Y line',
    'Tall boxes side by side. A sweep along y cannot separate them.',
    2000,
  ),
  published(
    'true-uniform',
    'True uniform',
    'Boxes in rows and columns that overlap their neighbors.',
    10_000,
  ),
];

/** Returns the scenes in the menu. */
export function offeredScenes(): readonly SceneEntry[] {
  return ownData.value ? sceneMenu : sceneMenu.filter((scene) => scene !== ownScene);
}

/** Returns the initial item count: halved on small pages, except for a user's file. */
export function firstCount({ count, id, minCount }: SceneEntry, small: boolean): number {
  return small && id !== ownScene.id ? Math.max(Math.round(count / 2), minCount) : count;
}

export function sceneEntry(id: string): SceneEntry {
  const entry = sceneMenu.find((scene) => scene.id === id);
  if (!entry) throw new Error(`scene '${id}': not in the menu`);
  return entry;
}

/** Prefetches the files of the scene in a URL; errors are reported when the scene is loaded. */
export function fetchSceneCode(hash: string): void {
  const id = new URLSearchParams(hash.replace(/^#/, '')).get('scene') ?? defaultSettings.scene;
  const code = { pile: pileCode, teapot: teapotCode }[id] ?? generatorCode;
  code().catch(() => {});
}
