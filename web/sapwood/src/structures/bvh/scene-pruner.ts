import type { OwnedUint32Array } from '../../spatial-index.js';
import {
  commit,
  common,
  type IndexOptions,
  integer,
  type MergeReport,
  merge,
  mergeReport,
  number,
  type PointLike,
  type RebuildStep,
  SpatialIndex,
  type StructureKind,
  shiftOrigin,
  stateOf,
  stateOfOther,
  step,
  stepWork,
} from '../../spatial-index.js';

/**
 * How the rebuilding in the background is portioned, and how its trees are made. They change time,
 * memory and the order of results, never what is found.
 */
export interface ScenePrunerOptions extends IndexOptions {
  /**
   * Units of work (items touched, nodes corrected) of a `step()` without argument: 1 to 1e9, 10000
   * when left out.
   */
  rebuildBudget?: number;
  /**
   * In about how many steps a rebuild finishes when `step()` is given no budget: 0 to 1e6, where
   * fewer than 4 mean 4. 0, when left out, leaves it to `rebuildBudget`.
   */
  rebuildFrames?: number;
  /** Most items in a leaf of the bulk-built trees: 1 to 15, 4 when left out. */
  leafLimit?: number;
  /**
   * Share of its extent by which the bounds of a merged tree are grown, half on each side: 0 to 1,
   * 0.01 when left out.
   */
  inflation?: number;
}

const kind: StructureKind = {
  id: 'scene-pruner',
  className: 'ScenePruner',
  titles: { 2: 'Scene pruner', 3: 'Scene pruner' },
  dimensions: [2, 3],
  capabilities: new Set([...common, 'refit']),
  options: [
    // Units of work of a step() that names no budget: items touched, nodes corrected.
    integer('rebuildBudget', 10000, 1, 1e9),
    // In about how many steps without a budget a rebuild finishes; 0 leaves it to rebuildBudget.
    integer('rebuildFrames', 0, 0, 1e6),
    // Most items in a leaf of the bulk-built trees.
    integer('leafLimit', 4, 1, 15),
    // Share of its extent by which the bounds of a merged tree are grown, half on each side.
    number('inflation', 0.01, 0, 1),
  ],
};

/**
 * A bulk-built main tree that is built anew in the background, a small incremental tree for what
 * came since, and whole trees that were merged in: queries as in a static world, while items come,
 * go and move. Call `step()` once a frame and `commit()` when it suits.
 */
export class ScenePruner extends SpatialIndex {
  /** Id, titles, capabilities and options, as `structures` of `sapwood/all` lists them. */
  static readonly kind = kind;

  /**
   * Makes an empty index; `dispose()` gives its memory back. Errors: `not-initialized` before
   * `init()`, `invalid-argument` for unknown options and values out of range, `out-of-memory`.
   */
  constructor(options: ScenePrunerOptions = {}) {
    super(kind, options);
  }

  /**
   * Works on the next main tree, at most `budget` units (an integer >= 1); queries go on as before.
   * @param budget when left out `stepWork`
   * @returns the state after the step: `'idle'` when nothing changed since the last build,
   * `'finished'` when `commit()` will swap
   */
  step(budget: number = this.stepWork): RebuildStep {
    return step(stateOf(this), budget);
  }

  /**
   * Units of a step without a budget: `rebuildBudget`, or where `rebuildFrames` asks for it what the
   * rebuild that runs, or else the next one, is expected to cost over so many steps.
   */
  get stepWork(): number {
    return stepWork(stateOf(this));
  }

  /**
   * Lets the new main tree take over; when it is not finished yet, only corrects the boxes of the
   * old one.
   * @returns true exactly when the new tree took over
   */
  commit(): boolean {
    return commit(stateOf(this));
  }

  /**
   * Subtracts a vector in world units from all boxes, as games do that keep the camera near the
   * origin. Error: `invalid-argument` when a box would end beyond 1e18.
   */
  shiftOrigin(by: PointLike): void {
    shiftOrigin(stateOf(this), by);
  }

  /**
   * Adds copies of all items of another pruner of the same entry point and dimensions, with their
   * filters, as one tree (a tile of a level that was loaded). The other one stays as it is.
   * @returns the new ids, in the order of the old ones
   */
  merge(other: ScenePruner): OwnedUint32Array {
    return merge(stateOf(this), stateOfOther(other, 'a ScenePruner'));
  }

  /** `merge`, and what it did. */
  mergeReport(other: ScenePruner): MergeReport {
    return mergeReport(stateOf(this), stateOfOther(other, 'a ScenePruner'));
  }
}
