/**
 * Which structures can be refitted or built bit by bit, told by their verbs: `refit` corrects the boxes of the nodes;
 * `beginBuild` and `stepBuild` build a new hierarchy beside the old one; `step` and `commit` keep one under
 * reconstruction in the background.
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

export interface Verbs {
  /** Ids of the structures that can be built bit by bit. */
  readonly gradual: ReadonlySet<string>;
  /** Ids of the structures that can be refitted. */
  readonly refitting: ReadonlySet<string>;
}

/** Verbs belong to a class, so an empty index of each structure is asked. */
export function verbsOf(structures: readonly StructureEntry[]): Verbs {
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
