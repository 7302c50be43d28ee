/** Scenes on which libraries are compared. */

import type { Dimensions } from 'peers';
import { generateScene, type Recipe, type Scene } from 'scenes';

export interface WorkScene {
  readonly id: string;
  readonly name: string;
  /** Short description, without a period at the end. */
  readonly title: string;
  readonly seed: number;
  readonly dimensions: readonly Dimensions[];
  /**
   * Maximum number of boxes. It is low for scenes in which the number of pairs grows quadratically.
   */
  readonly maxCount: number;
  /** True if queries are not measured in this scene. */
  readonly pairsOnly?: boolean;
  /**
   * Range of the random motion per frame and axis, about a tenth of a box. Each step is between
   * -`step` / 2 and `step` / 2. Default: `USUAL_STEP`.
   */
  readonly step?: number;
  readonly distribution: Recipe;
}

const LARGEST = 1_000_000;
/** Default of `WorkScene.step`. In most scenes, this is a tenth of the mean box size. */
const USUAL_STEP = 0.1;

type Ours = Pick<WorkScene, 'id' | 'name' | 'title' | 'distribution'> & Partial<WorkScene>;

/** Defines a scene of this repository, by default in 2D and 3D and with up to `LARGEST` boxes. */
const ours = (scene: Ours): WorkScene => ({
  seed: 1,
  dimensions: [2, 3],
  maxCount: LARGEST,
  ...scene,
});

type Published = Pick<WorkScene, 'id' | 'name' | 'title' | 'maxCount' | 'step'>;

/** Defines a 2D scene of the benchmark published by the author magley, in an area of 800 by 600. */
const published = ({ id, ...scene }: Published): WorkScene => ({
  id,
  seed: 1,
  dimensions: [2],
  pairsOnly: true,
  distribution: { kind: `published-${id}` },
  ...scene,
});

/** Scenes in menu order. `uniform` and `clustered` also occur in the native comparison. */
export const workScenes: readonly WorkScene[] = [
  ours({
    id: 'uniform',
    name: 'Uniform',
    title: 'about two overlaps per box',
    distribution: { kind: 'uniform' },
  }),
  ours({
    id: 'clustered',
    name: 'Clustered',
    title: 'one cluster per 500 boxes, about four overlaps per box',
    seed: 2,
    distribution: { kind: 'clustered' },
  }),
  ours({
    id: 'line',
    name: 'A line',
    title: 'boxes in one column along the second axis, each 1 unit wide',
    pairsOnly: true,
    distribution: { kind: 'line', axis: 1, thickness: 1 },
  }),
  ours({
    id: 'mixed',
    name: 'Mixed sizes',
    title: 'uniform, every hundredth box ten times as large',
    distribution: { kind: 'uniform', largeEvery: 100 },
  }),
  ours({
    id: 'sparse',
    name: 'Sparse',
    title: 'uniform, boxes a quarter as large',
    distribution: { kind: 'uniform', sizeScale: 0.25 },
  }),
  ours({
    id: 'straddlers',
    name: 'Small boxes, a few large',
    title: 'small boxes across the split planes of an octree, every 25th box five times as large',
    distribution: { kind: 'uniform', sizeScale: 0.6, largeEvery: 25, largeFactor: 5 },
  }),
  ours({
    id: 'dust',
    name: 'One huge box, many tiny ones',
    title: 'one box that encloses many tiny boxes, which hardly overlap each other',
    pairsOnly: true,
    step: 0.002,
    distribution: { kind: 'giant-and-dust' },
  }),
  ours({
    id: 'large',
    name: 'Large boxes',
    title: 'boxes up to half as wide as the scene: a third of all pairs overlap',
    maxCount: 3000,
    pairsOnly: true,
    step: 1,
    distribution: { kind: 'large' },
  }),
  published({
    id: 'random',
    name: 'Random, published',
    title: 'small boxes in an area of 800 by 600, as published by magley',
    maxCount: 10_000,
    step: 1.5,
  }),
  published({
    id: 'random-large-boxes',
    name: 'Random, large boxes, published',
    title: 'boxes with sides of 50 to 100 in an area of 800 by 600, as published by magley',
    maxCount: 2000,
    step: 7.5,
  }),
  published({
    id: 'x-line',
    name: 'X line, published',
    title: 'wide boxes stacked in one column, as published by magley',
    maxCount: 2000,
    step: 1.5,
  }),
  published({
    id: 'y-line',
    name: 'Y line, published',
    title: 'tall boxes side by side, as published by magley',
    maxCount: 2000,
    step: 1.5,
  }),
];

export function workScene(id: string): WorkScene {
  const scene = workScenes.find((one) => one.id === id);
  if (!scene) throw new Error(`no scene '${id}'`);
  return scene;
}

export function stepOf({ definition }: Scene): number {
  return workScenes.find(({ id }) => id === definition.id)?.step ?? USUAL_STEP;
}

/** `seed` defaults to the seed in the list of scenes. */
export function makeScene(
  id: string,
  dimensions: Dimensions,
  count: number,
  seed = workScene(id).seed,
): Scene {
  const { name, distribution } = workScene(id);
  return generateScene({
    ...{ id, title: name, group: 'peers', dimensions, count, seed, distribution },
    ...{ frames: 0, slow: false },
  });
}
