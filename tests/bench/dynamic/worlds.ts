/** Moving worlds: a uniform scene with one of six motions. */

import { createMotion, generateScene, type Motion, type Recipe, sceneDefinitions } from 'scenes';
import { boxesAt } from '../node/workload';

export interface MotionKind {
  readonly id: string;
  readonly title: string;
  readonly recipe: Recipe;
  /** If true, moved items are removed and inserted as new items. */
  readonly replaces: boolean;
}

const kind = (id: string, title: string, recipe: Recipe, replaces = false): MotionKind => ({
  id,
  title,
  recipe,
  replaces,
});

export const motionKinds: readonly MotionKind[] = [
  kind('jitter', 'all boxes move back and forth by 1 % of their size', {
    kind: 'jitter',
    seed: 1,
    amount: 0.01,
  }),
  kind(
    'drift',
    'all boxes move straight, by up to 5 % of the mean size a frame, and bounce at the borders',
    {
      kind: 'drift',
      seed: 1,
      speed: 0.05,
    },
  ),
  kind('teleport', '1 % of the boxes jump to a random position, the others rest', {
    kind: 'teleport',
    seed: 1,
    fraction: 0.01,
  }),
  kind('swirl', 'all boxes rotate around the center, faster near it', {
    kind: 'swirl',
    seed: 1,
    turn: 0.01,
  }),
  kind(
    'sleeping',
    '90 % of the boxes rest, the others drift; every 60 frames another tenth moves',
    {
      kind: 'sleeping',
      seed: 1,
      speed: 0.05,
      groups: 10,
      period: 60,
    },
  ),
  kind(
    'spawn',
    '2 % of the boxes are removed and as many inserted elsewhere, the others rest',
    { kind: 'teleport', seed: 2, fraction: 0.02 },
    true,
  ),
];

export interface FrameChange {
  /** All boxes as a flat array, which the next frame overwrites. */
  readonly boxes: Float32Array;
  /** Ids of the moved items in ascending order. */
  readonly ids: Uint32Array;
  /** Boxes of the items in `ids`, in the same order. */
  readonly moved: Float32Array;
  readonly replaces: boolean;
}

export class PlayedWorld {
  readonly start: Float32Array;
  readonly count: number;
  private readonly motion: Motion;

  constructor(
    readonly kind: MotionKind,
    readonly dimensions: 2 | 3,
    n: number,
  ) {
    const definition = sceneDefinitions.find(({ id }) => id === `uniform-${dimensions}d`);
    if (!definition) throw new Error(`no scene uniform-${dimensions}d`);
    const scene = generateScene(definition, { count: n });
    this.start = scene.boxes;
    this.count = scene.count;
    this.motion = createMotion(scene, kind.recipe);
  }

  next(): FrameChange {
    const boxes = this.motion.step();
    const ids = this.motion.movedIds.slice(0, this.motion.movedCount);
    const moved = boxesAt(boxes, ids, 2 * this.dimensions);
    return { boxes, ids, moved, replaces: this.kind.replaces };
  }
}
