import type { OwnedUint32Array } from '../../spatial-index.js';
import {
  type BuildStep,
  beginBuild,
  building,
  choice,
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
  treeShaped,
} from '../../spatial-index.js';

/** Options of `StaticTree`, which do not affect the set of results. */
export interface StaticTreeOptions extends IndexOptions {
  /** Maximum number of items in a leaf: 1 to 15. Default: 4. */
  leafLimit?: number | undefined;
  /**
   * Position of the splits. Default: `'box-center'`.
   *
   * - `'box-center'`: at the center of their box
   * - `'binned-sah'`: where the surface area heuristic is smallest; builds take twice as long and
   *   give better trees
   */
  split?: 'box-center' | 'binned-sah' | undefined;
  /**
   * Number of calls of `stepBuild()` without an argument that a build takes, within one: 1 to 1e6.
   * Default: 100.
   */
  buildFrames?: number | undefined;
}

const kind: StructureKind = {
  id: 'static-tree',
  className: 'StaticTree',
  titles: { 2: 'Static AABB tree', 3: 'Static AABB tree' },
  dimensions: [2, 3],
  capabilities: new Set([...treeShaped, 'refit', 'progressive']),
  options: [
    integer('leafLimit', 4, 1, 15),
    choice('split', 'box-center', ['box-center', 'binned-sah']),
    integer('buildFrames', 100, 1, 1e6),
  ],
};

/**
 * Binary bounding volume hierarchy, built over all items at once. For scenes that change rarely or
 * in large batches.
 *
 * It can be built in steps of limited work while queries use the old content. Moved items are
 * refitted, and inserted items added in batches. `build` is O(n log n), `update` O(n). Queries are
 * usually O(log n + results).
 * @example
 * ```ts
 * const index = new StaticTree({ dimensions: 2 });
 * index.beginBuild([0, 0, 1, 1, 2, 0, 3, 1]);
 * while (!index.stepBuild().done) {
 *   // one step per frame
 * }
 * console.log(index.queryPoint([2.5, 0.5])); // Uint32Array [1]
 * ```
 */
export class StaticTree extends SpatialIndex {
  /** Metadata of the class. */
  static readonly kind = kind;

  /**
   * Creates an empty index. `dispose()` frees its memory.
   * @param options - Options of the structure.
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `invalid-argument` for invalid options
   * @throws SapwoodError `out-of-memory`
   */
  constructor(options: StaticTreeOptions = {}) {
    super(kind, options);
  }

  /**
   * Begins to replace all items, like `build`, in steps; see `stepBuild`. The boxes are copied.
   * @param boxes - `2 * dimensions` numbers per box. Default: boxes from `staging()`.
   * @param count - Number of boxes to use. Default: all.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `reentrant`,
   * `out-of-memory`
   */
  beginBuild(boxes?: ArrayLike<number>, count?: number): void {
    beginBuild(stateOf(this), boxes, count);
  }

  /**
   * Does at most `workLimit` units of the build. A unit is one item or node. Queries use the old
   * content until `done`. `build`, `clear` and another `beginBuild` cancel the build.
   * @param workLimit - Number of units, an integer >= 1. Default: `stepWork`.
   * @returns State of the build, and the work.
   * @throws SapwoodError `invalid-argument` if no build was begun
   * @throws SapwoodError `disposed`, `reentrant`, `out-of-memory`
   */
  stepBuild(workLimit: number = this.stepWork): BuildStep {
    return stepBuild(stateOf(this), workLimit);
  }

  /**
   * Maximum units of work of the next `stepBuild()` without an argument: the estimated remaining
   * work divided by the remaining steps. The last step may do up to twice the average.
   * @throws SapwoodError `disposed`
   */
  get stepWork(): number {
    return stepWork(stateOf(this));
  }

  /**
   * True while a build is in progress.
   * @throws SapwoodError `disposed`
   */
  get building(): boolean {
    return building(stateOf(this));
  }

  /**
   * Recomputes the boxes above all moved items now instead of in the next query.
   * @returns Number of nodes recomputed.
   * @throws SapwoodError `disposed`, `reentrant`, `out-of-memory`
   */
  refit(): number {
    return refit(stateOf(this));
  }

  /**
   * Adds copies of all items of another static tree and their filters, with its hierarchy as a
   * subtree. The other tree does not change.
   * @param other - Tree of the same entry point and dimensions.
   * @returns New ids, in the order of the old ids.
   * @throws SapwoodError `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   */
  merge(other: StaticTree): OwnedUint32Array {
    return merge(stateOf(this), stateOfOther(other, 'a StaticTree'));
  }

  /**
   * Like `merge`, but also returns the work. The next query adds pending items of the other tree to
   * the hierarchy.
   * @param other - Tree of the same entry point and dimensions.
   * @returns New ids and counts of nodes, items and work.
   * @throws SapwoodError `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   */
  mergeReport(other: StaticTree): MergeReport {
    return mergeReport(stateOf(this), stateOfOther(other, 'a StaticTree'));
  }
}
