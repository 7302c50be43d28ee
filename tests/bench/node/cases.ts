/**
 * Which scenes at which size a run measures.
 */

import { type SceneDefinition, type SceneGolden, sceneDefinitions } from 'scenes';
import { pick } from '../command/arguments';
import { realDefinitions } from './real-inputs';
import { boxCounts, quickScenes, type Request } from './request';

export interface Case {
  readonly definition: SceneDefinition;
  /** Boxes asked for. */
  readonly n: number;
}

const allDefinitions = [...sceneDefinitions, ...realDefinitions];

/** Scenes of fewer boxes are dense by design: their pairs grow with the square of n. */
const SMALLEST_OPEN_COUNT = 1000;

function contentKey({ definition, n }: Case): string {
  const { distribution, dimensions, seed } = definition;
  return JSON.stringify([distribution, dimensions, seed, n]);
}

/** Everything that decides what is measured; scenes that differ in name only are measured once. */
function caseKey(one: Case): string {
  const { motion, frames } = one.definition;
  return `${contentKey(one)} ${JSON.stringify(motion ?? null)} ${motion ? frames : 0}`;
}

/** The sizes of a scene: its own where it stands for one size, else those of the preset. */
function sizesOf(definition: SceneDefinition, request: Request): readonly number[] {
  if (request.n.length > 0) return request.n;
  const fixed = ['peers', 'real'].includes(definition.group);
  return fixed || definition.count < SMALLEST_OPEN_COUNT
    ? [definition.count]
    : boxCounts[request.preset];
}

function definitionsOf({ preset, scenes }: Request): readonly SceneDefinition[] {
  if (scenes.length > 0) return pick('scene', allDefinitions, scenes);
  if (preset === 'quick') return pick('scene', allDefinitions, quickScenes);
  return allDefinitions.filter(({ slow }) => !slow);
}

/** The cases of a request, each content and motion once, small ones first within a scene. */
export function casesOf(request: Request): readonly Case[] {
  const cases = new Map<string, Case>();
  for (const definition of definitionsOf(request)) {
    for (const n of sizesOf(definition, request)) {
      const one = { definition, n };
      if (!cases.has(caseKey(one))) cases.set(caseKey(one), one);
    }
  }
  return [...cases.values()];
}

/** Goldens of scenes with the same boxes: what one file lacks, another may have. */
export function goldensOf(one: Case): readonly SceneGolden[] {
  const key = contentKey(one);
  return sceneDefinitions
    .filter((definition) => contentKey({ definition, n: definition.count }) === key)
    .flatMap(({ golden }) => golden ?? []);
}

/** The golden of the case's own motion; only at the definition's own size. */
export function motionGoldenOf({ definition, n }: Case): SceneGolden['motion'] {
  return n === definition.count ? definition.golden?.motion : undefined;
}
