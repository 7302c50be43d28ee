/**
 * Boxes of a figure (2D). They are generated as in Explore, so that a link to Explore shows the
 * same boxes.
 */

import type { OptionValue } from 'sapwood/all';
import { motionRecipe } from '../model/motion-menu.js';
import { recipes } from '../model/recipes.js';
import { sceneSource } from '../model/scene-source.js';

const scenes = { ...recipes, 'x-line': { kind: 'published-x-line' } } as const;
export type SceneId = keyof typeof scenes;
/** Coordinates of a 2D box: minimum corner, then maximum corner. */
export type Box = readonly [number, number, number, number];
/** Position in the world, as fractions of its width and height. */
export type Spot = readonly [number, number];
export type Options = Readonly<Record<string, OptionValue>>;

const SEED = 1;
const STRIDE = 4;

export class World {
  readonly boxes: Float32Array;
  readonly sceneBounds: Float32Array;
  private readonly source;

  constructor(
    readonly scene: SceneId,
    readonly count: number,
    readonly motion = 'still',
  ) {
    const request = { dimensions: 2, count, seed: SEED, motion, moving: 100 } as const;
    this.source = sceneSource(scenes[scene], request, motionRecipe(motion, SEED));
    this.sceneBounds = this.source.sceneBounds;
    this.boxes = new Float32Array(STRIDE * count);
    this.source.writeBoxes(this.boxes);
  }

  get width(): number {
    return this.sceneBounds[2] - this.sceneBounds[0];
  }
  get height(): number {
    return this.sceneBounds[3] - this.sceneBounds[1];
  }
  get side(): number {
    return Math.max(this.width, this.height);
  }
  get meanSide(): number {
    const { boxes } = this;
    let sum = 0;
    for (let at = 0; at < boxes.length; at += STRIDE) {
      sum += boxes[at + 2] - boxes[at] + boxes[at + 3] - boxes[at + 1];
    }
    return sum / (2 * this.count);
  }

  /** Returns the ids of the boxes that moved. */
  step(): Uint32Array {
    this.source.step();
    this.source.writeBoxes(this.boxes);
    return this.source.movedIds.subarray(0, this.source.movedCount);
  }

  point([x, y]: Spot): readonly [number, number] {
    return [this.sceneBounds[0] + x * this.width, this.sceneBounds[1] + y * this.height];
  }

  /** `half` is half the side of the square, as a fraction of the longer side of the world. */
  square(spot: Spot, half: number): Box {
    const [x, y] = this.point(spot);
    const halfSide = half * this.side;
    return [x - halfSide, y - halfSide, x + halfSide, y + halfSide];
  }
}

export function boxOf(boxes: Float32Array, item: number): Box {
  const at = STRIDE * item;
  return [boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]];
}

export const around = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];

export interface Shown {
  readonly world: World;
  readonly structure: string;
  readonly options?: Options | undefined;
}

/**
 * Query in a link to Explore: a box around a spot, the k items nearest to a spot, or a ray from one
 * spot to another.
 */
export type Query =
  | { readonly spot: Spot; readonly half: number }
  | { readonly spot: Spot; readonly k: number }
  | { readonly spot: Spot; readonly from: Spot };

function queryParts(question: Query): readonly string[] {
  const [x, y] = question.spot.map((value) => Number(value.toFixed(4)));
  if ('k' in question) return ['q=nearest', `ball=${x},${y},0.5,0.1`, `k=${question.k}`];
  if ('from' in question) return ['q=ray', `ray=${question.from},0.5,${x},${y},0.5`];
  const { half } = question;
  return ['q=box', `box=${x},${y},0.5,${half},${half},${half}`];
}

/** Returns the hash of the Explore URL that shows the same boxes, structure and query. */
export function addressOf({ world, structure, options = {} }: Shown, question?: Query): string {
  const { count, motion, scene } = world;
  const parts = ['v=1', `structure=${structure}`, 'dim=2', `scene=${scene}`, `n=${count}`];
  parts.push(`seed=${SEED}`, `motion=${motion}`, `play=${motion === 'still' ? 0 : 1}`);
  parts.push(...(question ? queryParts(question) : ['q=none', 'show=items,hierarchy,pairs']));
  for (const [name, value] of Object.entries(options)) parts.push(`o.${name}=${value}`);
  return parts.join('&');
}
