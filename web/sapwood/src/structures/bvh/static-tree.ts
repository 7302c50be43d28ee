import type { OwnedUint32Array } from '../../spatial-index.js';
import {
  type BuildStep,
  beginBuild,
  building,
  choice,
  common,
  type IndexOptions,
  integer,
  type MergeReport,
  merge,
  mergeReport,
  refit,
  SpatialIndex,
  type StructureKind,
  stateOf,
  stateOfOther,
  stepBuild,
  stepWork,
} from '../../spatial-index.js';

/**
 * How large leaves are and where nodes are cut. They change time, memory and the order of results,
 * never what is found.
 */
export interface StaticTreeOptions extends IndexOptions {
  /** Most items in a leaf: 1 to 15, 4 when left out. */
  leafLimit?: number;
  /**
   * Where nodes are cut: at the center of their box (when left out), or where items times surface
   * area cost least, which takes twice as long and makes better trees.
   */
  split?: 'box-center' | 'binned-sah';
  /**
   * In about how many steps a build that was begun finishes when `stepBuild()` is given no limit: 4
   * to 1e6, 100 when left out.
   */
  buildFrames?: number;
}

const kind: StructureKind = {
  id: 'static-tree',
  className: 'StaticTree',
  titles: { 2: 'Static AABB tree', 3: 'Static AABB tree' },
  dimensions: [2, 3],
  capabilities: new Set([...common, 'refit', 'progressive']),
  options: [
    // Most items of a leaf.
    integer('leafLimit', 4, 1, 15),
    // Where nodes are cut: at the center of their box, or where the surface area costs least.
    choice('split', 'box-center', ['box-center', 'binned-sah']),
    // In about how many steps without a limit a build that was begun finishes.
    integer('buildFrames', 100, 4, 1e6),
  ],
};

/**
 * A tree that is built over all items at once, for scenes that change little or in large portions:
 * the smallest and quickest of the trees. It can be built in steps of limited work while the old
 * content answers, refits what moved, and takes pending items in batches.
 */
export class StaticTree extends SpatialIndex {
  /** Id, titles, capabilities and options, as `structures` of `sapwood/all` lists them. */
  static readonly kind = kind;

  /**
   * Makes an empty index; `dispose()` gives its memory back. Errors: `not-initialized` before
   * `init()`, `invalid-argument` for unknown options and values out of range, `out-of-memory`.
   */
  constructor(options: StaticTreeOptions = {}) {
    super(kind, options);
  }

  /**
   * Begins to replace the content by these boxes, as `build` would, in steps: see `stepBuild`. The
   * boxes are copied; once it is done, item i has id i and box i.
   * @param boxes flat boxes; without, those that were written to `staging()`
   * @param count how many of them; all when left out
   */
  beginBuild(boxes?: ArrayLike<number>, count?: number): void {
    beginBuild(stateOf(this), boxes, count);
  }

  /**
   * Does at most `workLimit` units (an integer >= 1) of the build that was begun: one unit is one
   * item or one node touched. The old content answers until `done`. `build`, `clear` and another
   * `beginBuild` drop what was begun. Error: `invalid-argument` when none was begun.
   * @param workLimit when left out `stepWork`, so that the build takes about `buildFrames` steps
   */
  stepBuild(workLimit: number = this.stepWork): BuildStep {
    return stepBuild(stateOf(this), workLimit);
  }

  /**
   * Units that a step without a limit does of the build that was begun last: what it is expected to
   * cost, by the builds before, over `buildFrames`.
   */
  get stepWork(): number {
    return stepWork(stateOf(this));
  }

  /** Whether a build was begun and is not done. */
  get building(): boolean {
    return building(stateOf(this));
  }

  /**
   * Corrects the boxes above all items that moved now instead of at the next query.
   * @returns how many nodes were corrected
   */
  refit(): number {
    return refit(stateOf(this));
  }

  /**
   * Adds copies of all items of another static tree of the same entry point and dimensions, with
   * their filters; its hierarchy becomes a part of this one. The other one stays as it is.
   * @returns the new ids, in the order of the old ones
   */
  merge(other: StaticTree): OwnedUint32Array {
    return merge(stateOf(this), stateOfOther(other, 'a StaticTree'));
  }

  /** `merge`, and what it did. Items that come in as pending items are built in by the next query. */
  mergeReport(other: StaticTree): MergeReport {
    return mergeReport(stateOf(this), stateOfOther(other, 'a StaticTree'));
  }
}
