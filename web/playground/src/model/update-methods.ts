/**
 * Detects the update methods that an index has. `refit` updates the boxes of nodes. `beginBuild`
 * and `stepBuild` build a new tree in steps, while the old tree stays usable. `step` and `commit`
 * rebuild the tree in the background.
 */

import type { BuildStep, RebuildStep, SpatialIndex, StructureEntry } from 'sapwood/all';

export type StepwiseIndex = SpatialIndex & {
  beginBuild(boxes?: ArrayLike<number>, count?: number): void;
  stepBuild(workLimit?: number): BuildStep;
  readonly stepWork: number;
};

export type BackgroundIndex = SpatialIndex & {
  step(budget?: number): RebuildStep;
  readonly stepWork: number;
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

interface UpdateMethods {
  /** Ids of structures that can be built or rebuilt in steps. */
  readonly gradual: ReadonlySet<string>;
  readonly refitting: ReadonlySet<string>;
}

/** Determines the ids of structures with each capability, by the methods of an empty index. */
export function updateMethodsOf(structures: readonly StructureEntry[]): UpdateMethods {
  const gradual = new Set<string>();
  const refitting = new Set<string>();
  for (const { create, dimensions, id } of structures) {
    const index = create({ dimensions: dimensions[0] });
    if (isStepwise(index) || isBackground(index)) gradual.add(id);
    if (isRefitting(index)) refitting.add(id);
    index.dispose();
  }
  return { gradual, refitting };
}
