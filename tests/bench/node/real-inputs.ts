/**
 * Scenes that are not generated from a distribution: triangles of a mesh and bodies of a physics
 * engine. They have no goldens; the oracle checks their results.
 */

import { extentOf, type Scene, type SceneDefinition } from 'scenes';
import { createPile } from 'scenes/pile';
import { TEAPOT_SEGMENTS, teapotBoxes } from 'scenes/teapot';

/**
 * Number of frames before the first frame of the scene. The bodies have then reached the bowl, but
 * some of them still roll or fall.
 */
const SETTLING_FRAMES = 240;

const common = { group: 'real', dimensions: 3, frames: 0, slow: false } as const;

export const realDefinitions: readonly SceneDefinition[] = [
  {
    ...common,
    id: 'teapot',
    title: 'Triangles of the Utah teapot',
    count: 64 * TEAPOT_SEGMENTS ** 2,
    seed: 0,
    distribution: { kind: 'teapot' },
  },
  {
    ...common,
    id: 'pile',
    title: 'Bodies of a physics engine in a bowl',
    count: 1000,
    seed: 1,
    distribution: { kind: 'pile' },
    motion: { kind: 'rapier' },
  },
];

export interface RealInput {
  readonly scene: Scene;
  /** Boxes at the start and after each step; empty if the scene has no motion of its own. */
  readonly frames: readonly Float32Array[];
}

function sceneFrom(definition: SceneDefinition, boxes: Float32Array): Scene {
  const { dimensions } = definition;
  const centers = new Float32Array(boxes.length / 2);
  const halves = new Float32Array(boxes.length / 2);
  for (let i = 0; i < centers.length; i++) {
    const d = i % dimensions;
    const low = boxes[2 * (i - d) + d];
    const high = boxes[2 * (i - d) + dimensions + d];
    centers[i] = low * 0.5 + high * 0.5;
    halves[i] = high * 0.5 - low * 0.5;
  }
  const count = boxes.length / (2 * dimensions);
  const extent = extentOf(boxes, dimensions);
  return { definition, dimensions, count, boxes, centers, halves, extent };
}

/** Returns the teapot with about n triangles. */
function readTeapot(definition: SceneDefinition, n: number): RealInput {
  const { boxes } = teapotBoxes(Math.max(1, Math.round(Math.sqrt(n / 64))));
  return { scene: sceneFrom(definition, boxes), frames: [] };
}

async function readPile(definition: SceneDefinition, n: number, steps: number): Promise<RealInput> {
  const pile = await createPile(n, { seed: definition.seed });
  try {
    for (let frame = 0; frame < SETTLING_FRAMES; frame++) pile.step();
    const frames = [pile.boxes.slice()];
    for (let step = 0; step < steps; step++) frames.push(pile.step().slice());
    return { scene: sceneFrom(definition, frames[0]), frames };
  } finally {
    pile.dispose();
  }
}

/**
 * Returns the boxes of a scene of this file, with the given number of steps of its own motion.
 * Returns undefined for other scenes.
 */
export async function readRealInput(
  definition: SceneDefinition,
  n: number,
  steps: number,
): Promise<RealInput | undefined> {
  if (definition.distribution.kind === 'teapot') return readTeapot(definition, n);
  if (definition.distribution.kind === 'pile') return readPile(definition, n, steps);
  return undefined;
}
