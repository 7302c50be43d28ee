/**
 * Scenes and sizes of a run.
 */

import { type SceneDefinition, type SceneGolden, sceneDefinitions } from 'scenes';
import { pick } from '../command/arguments';
import { realDefinitions } from './real-inputs';
import { boxCounts, quickScenes, type Request } from './request';

export interface Case {
  readonly definition: SceneDefinition;
  /** Requested number of boxes. */
  readonly n: number;
}

const allDefinitions = [...sceneDefinitions, ...realDefinitions];

/**
 * Minimum number of boxes of scenes that are also generated in other sizes. Smaller scenes are
 * dense: their number of pairs grows with the square of n.
 */
const SMALLEST_OPEN_COUNT = 1000;

function contentKey({ definition, n }: Case): string {
  const { distribution, dimensions, seed } = definition;
  return JSON.stringify([distribution, dimensions, seed, n]);
}

/**
 * Returns a key of all properties that affect the measurement, so that equal scenes are measured
 * once.
 */
function caseKey(one: Case): string {
  const { motion, frames } = one.definition;
  return `${contentKey(one)} ${JSON.stringify(motion ?? null)} ${motion ? frames : 0}`;
}

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

/** Returns the cases of a request without duplicates, in ascending order of size within a scene. */
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

/**
 * Returns the golden results of all scenes with the same boxes. Different scenes may contain
 * checksums of different results.
 */
export function goldensOf(one: Case): readonly SceneGolden[] {
  const key = contentKey(one);
  return sceneDefinitions
    .filter((definition) => contentKey({ definition, n: definition.count }) === key)
    .flatMap(({ golden }) => golden ?? []);
}

export function motionGoldenOf({ definition, n }: Case): SceneGolden['motion'] {
  return n === definition.count ? definition.golden?.motion : undefined;
}
