/**
 * Measures small scenes of the published benchmark. Every structure has default options and is
 * built again in each frame.
 */

import { structures } from 'sapwood/all';
import type { PublishedName } from 'scenes';
import { variantsOf } from '../node/contenders';
import type { SamplingPlan } from '../node/sampling';
import type { Case } from '../published/cases';
import { measureCase, recountCase } from '../published/measure';
import type { CrossoverCell } from './record';

export const sizes = [5, 10, 20, 35, 50, 75, 100, 150, 200, 300, 400, 500] as const;
/**
 * A scene with little overlap, a scene with much overlap, and a scene in which all boxes overlap on
 * one axis.
 */
export const scenes: readonly PublishedName[] = ['Random', 'RandomLargeBoxes', 'XLine'];

export const crossoverCases: readonly Case[] = scenes.flatMap((scene) =>
  sizes.map((n) => ({ scene, n })),
);

const plan: SamplingPlan = {
  rounds: 21,
  sampleMs: 1,
  warmUpMs: 15,
  budgetMs: 60,
  slowestCallMs: 1000,
};

export async function measureSmall(
  one: Case,
  sampling: SamplingPlan = plan,
): Promise<CrossoverCell[]> {
  const entered = structures.map((entry) => variantsOf(entry, 2)[0]);
  const { cells } = await measureCase(one, sampling, entered);
  return cells.map(({ scene, n, structure, total, tests, visits, found, missed, duplicated }) => {
    return { scene, n, structure, total, tests, visits, found, missed, duplicated };
  });
}

/** Returns the recorded cells with current counts and recorded times. */
export function recountSmall(cells: readonly CrossoverCell[]): CrossoverCell[] {
  return crossoverCases.flatMap((one) => {
    const mine = cells.filter(({ scene, n }) => scene === one.scene && n === one.n);
    const counted = recountCase(one, mine);
    return mine.map((cell, i) => {
      const { bytes: _, ...counts } = counted[i];
      return { ...cell, ...counts };
    });
  });
}
