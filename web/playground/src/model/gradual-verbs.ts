/**
 * Which structures can be built bit by bit, told by their verbs: `beginBuild` and `stepBuild` build a new hierarchy
 * beside the old one; `step` and `commit` keep one under reconstruction in the background.
 */

import type { BuildStep, RebuildStep, SpatialIndex, StructureEntry } from 'sapwood';

export type StepwiseIndex = SpatialIndex & {
  beginBuild(boxes?: ArrayLike<number>, count?: number): void;
  stepBuild(workLimit: number): BuildStep;
};

export type BackgroundIndex = SpatialIndex & {
  step(budget?: number): RebuildStep;
  commit(): boolean;
};

export function isStepwise(index: SpatialIndex): index is StepwiseIndex {
  return 'beginBuild' in index && 'stepBuild' in index;
}

export function isBackground(index: SpatialIndex): index is BackgroundIndex {
  return 'step' in index && 'commit' in index;
}

/** Ids of the structures that have one of the two; verbs belong to a class, so an empty index of each is asked. */
export function gradualStructures(structures: readonly StructureEntry[]): ReadonlySet<string> {
  const able = structures.filter((entry) => {
    const index = entry.create({ dimensions: entry.dimensions[0] });
    const gradual = isStepwise(index) || isBackground(index);
    index.dispose();
    return gradual;
  });
  return new Set(able.map(({ id }) => id));
}
