/**
 * Which structures can be refitted or built bit by bit, told by their verbs: `refit` corrects the boxes of the nodes; `beginBuild` and `stepBuild` build a new hierarchy
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

export type RefittingIndex = SpatialIndex & {
  refit(): number;
};

export function isRefitting(index: SpatialIndex): index is RefittingIndex {
  return 'refit' in index;
}

/** Ids of the structures that can; verbs belong to a class, so an empty index of each is asked. */
function structuresThat(
  can: (index: SpatialIndex) => boolean,
  structures: readonly StructureEntry[],
): ReadonlySet<string> {
  const able = structures.filter((entry) => {
    const index = entry.create({ dimensions: entry.dimensions[0] });
    const found = can(index);
    index.dispose();
    return found;
  });
  return new Set(able.map(({ id }) => id));
}

export function gradualStructures(structures: readonly StructureEntry[]): ReadonlySet<string> {
  return structuresThat((index) => isStepwise(index) || isBackground(index), structures);
}

export function refittingStructures(structures: readonly StructureEntry[]): ReadonlySet<string> {
  return structuresThat(isRefitting, structures);
}
