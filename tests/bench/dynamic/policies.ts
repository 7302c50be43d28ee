/** Update policies: rebuild, refit, move single items, or build in the background. */

import type { PairChanges, RebuildStep, SpatialIndex, StructureEntry } from 'sapwood/all';
import type { FrameChange } from './worlds';

type Update = (change: FrameChange) => void;

export interface Policy {
  readonly id: string;
  readonly title: string;
  fits(entry: StructureEntry, index: SpatialIndex): boolean;
  updater(index: SpatialIndex): Update;
  /** Query that replaces the query of all pairs in each frame. */
  changes?(index: SpatialIndex): PairChanges;
}

interface ProgressiveIndex extends SpatialIndex {
  beginBuild(boxes: Float32Array): void;
  stepBuild(workLimit: number): { readonly done: boolean };
  readonly building: boolean;
}

interface BackgroundIndex extends SpatialIndex {
  step(budget?: number): RebuildStep;
  commit(): boolean;
}

const buildsStepwise = (index: SpatialIndex): index is ProgressiveIndex => 'stepBuild' in index;
const rebuildsInBackground = (index: SpatialIndex): index is BackgroundIndex => 'commit' in index;

function moveItems(index: SpatialIndex, { ids, moved, replaces }: FrameChange): void {
  if (!replaces) {
    index.moveMany(ids, moved);
    return;
  }
  // the insertion reuses the removed ids in the same order, because they are the smallest free ids
  for (const id of ids) index.remove(id);
  index.insertMany(moved);
}

/**
 * Refits the index in each frame, and continues a progressive build of the same boxes by n units of
 * work for n items.
 */
function refitAndBuild(index: ProgressiveIndex): Update {
  return ({ boxes }) => {
    index.update(boxes);
    if (!index.building) index.beginBuild(boxes);
    // updates the boxes again, because a finished build has the boxes of an earlier frame
    if (index.stepBuild(index.size).done) index.update(boxes);
  };
}

function rebuildInBackground(index: BackgroundIndex): Update {
  return (change) => {
    moveItems(index, change);
    if (index.step().state === 'finished') index.commit();
  };
}

export const policies: readonly Policy[] = [
  {
    id: 'rebuild',
    title: '`build(boxes)` in each frame',
    fits: () => true,
    updater: (index) => (change) => index.build(change.boxes),
  },
  {
    id: 'refit',
    title: '`update(boxes)` of all boxes, which keeps the hierarchy and refits its boxes',
    fits: ({ capabilities }) => capabilities.has('refit'),
    updater: (index) => (change) => {
      index.update(change.boxes);
    },
  },
  {
    id: 'incremental',
    title: '`moveMany(ids, boxes)` for moved items; `remove` and `insertMany` for replaced ones',
    fits: ({ capabilities }) => capabilities.has('dynamic'),
    updater: (index) => (change) => moveItems(index, change),
  },
  {
    id: 'progressive',
    title:
      'refit or incremental, with a build in the background, some units per frame (`stepBuild`, or `step` and `commit`)',
    fits: (_, index) => buildsStepwise(index) || rebuildsInBackground(index),
    updater: (index) => {
      if (buildsStepwise(index)) return refitAndBuild(index);
      if (rebuildsInBackground(index)) return rebuildInBackground(index);
      throw new Error(`${index.id} cannot be built step by step`);
    },
  },
  {
    id: 'changes',
    title: 'incremental, and `updatePairs()` (begins and ends) instead of all pairs',
    fits: ({ capabilities }) => capabilities.has('dynamic'),
    updater: (index) => (change) => moveItems(index, change),
    changes: (index) => index.updatePairs(),
  },
];
