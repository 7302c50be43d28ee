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

/** Options of `StaticTree`. They do not change which results queries return. */
export interface StaticTreeOptions extends IndexOptions {
  /** Maximum number of items in a leaf: 1 to 15. Default: 4. */
  leafLimit?: number | undefined;
  /**
   * Position at which nodes are split. Default: `'box-center'`.
   *
   * - `'box-center'`: at the center of the box of the node
   * - `'binned-sah'`: where the cost by the surface area heuristic is smallest; builds take twice
   *   as long and give better trees
   */
  split?: 'box-center' | 'binned-sah' | undefined;
  /**
   * Approximate number of `stepBuild()` calls without an argument for one build: 1 to 1e6. The
   * actual number differs by at most one. Default: 100.
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
 * Binary bounding volume hierarchy that is built over all items at once, for scenes that change
 * rarely or in large batches.
 *
 * The tree can be built in steps of limited work while queries use the old content. After moves,
 * the boxes of the nodes above the moved items are recomputed. Inserted items are added in batches.
 * `build` is O(n log n), and `update` is O(n). Queries are usually O(log n + results).
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
   * Starts a build in steps that replaces all items, like `build`. Call `stepBuild` to continue.
   * The boxes are copied.
   * @param boxes - `2 * dimensions` numbers per box. Default: boxes from `staging()`.
   * @param count - Number of boxes to use. Default: all boxes.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `reentrant`,
   * `out-of-memory`
   */
  beginBuild(boxes?: ArrayLike<number>, count?: number): void {
    beginBuild(stateOf(this), boxes, count);
  }

  /**
   * Does at most `workLimit` units of the build. A unit is one item or node. Queries use the old
   * content until `done` is true. `build`, `clear` and another `beginBuild` cancel the build.
   * @param workLimit - Number of units, an integer >= 1. Default: `stepWork`.
   * @returns State of the build, and the work done.
   * @throws SapwoodError `invalid-argument` if no build was begun
   * @throws SapwoodError `disposed`, `reentrant`, `out-of-memory`
   */
  stepBuild(workLimit: number = this.stepWork): BuildStep {
    return stepBuild(stateOf(this), workLimit);
  }

  /**
   * Maximum work of the next `stepBuild()` without an argument, in units: the estimated remaining
   * work divided by the number of remaining steps. The last step may do up to twice the average
   * work.
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
   * Recomputes the boxes of all nodes above moved items now instead of in the next query.
   * @returns Number of nodes recomputed.
   * @throws SapwoodError `disposed`, `reentrant`, `out-of-memory`
   */
  refit(): number {
    return refit(stateOf(this));
  }

  /**
   * Copies all items of another static tree, with their filters, into this index. The hierarchy of
   * the other tree becomes a subtree. If the other tree has a larger `leafLimit`, or changed since
   * its last query, the next query instead adds the copied items in a batch. The other tree does
   * not change.
   * @param other - Tree of the same entry point, with the same number of dimensions.
   * @returns Ids of the copied items, in the order of their ids in the other index.
   * @throws SapwoodError `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   */
  merge(other: StaticTree): OwnedUint32Array {
    return merge(stateOf(this), stateOfOther(other, 'a StaticTree'));
  }

  /**
   * Like `merge`, but also returns the amount of work. If the next query adds the copied items, its
   * work is not included.
   * @param other - Tree of the same entry point, with the same number of dimensions.
   * @returns Ids of the copied items, and counts of nodes, items and work.
   * @throws SapwoodError `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   */
  mergeReport(other: StaticTree): MergeReport {
    return mergeReport(stateOf(this), stateOfOther(other, 'a StaticTree'));
  }
}
