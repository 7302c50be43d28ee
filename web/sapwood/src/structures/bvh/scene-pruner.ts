import type { OwnedUint32Array } from '../../spatial-index.js';
import {
  commit,
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
  treeShaped,
} from '../../spatial-index.js';

/** Options of `ScenePruner`. They do not change which results queries return. */
export interface ScenePrunerOptions extends IndexOptions {
  /**
   * Maximum work of a `step()` without an argument, in units: 1 to 1e9. A unit is one item or node.
   * Default: 10000.
   */
  rebuildBudget?: number | undefined;
  /**
   * Approximate number of `step()` calls without an argument for one rebuild: 0 to 1e6. The actual
   * number differs by at most one. The last call does only the work of the state `'settling'`, so
   * 1 counts as 2. With 0, `rebuildBudget` applies instead. Default: 0.
   */
  rebuildFrames?: number | undefined;
  /** Maximum number of items in a leaf of the main tree: 1 to 15. Default: 4. */
  leafLimit?: number | undefined;
  /**
   * Fraction by which the bounds of a tree that `merge()` added are enlarged, half on each side:
   * 0 to 1. Default: 0.01.
   */
  inflation?: number | undefined;
}

const kind: StructureKind = {
  id: 'scene-pruner',
  className: 'ScenePruner',
  titles: { 2: 'Scene pruner', 3: 'Scene pruner' },
  dimensions: [2, 3],
  capabilities: new Set([...treeShaped, 'refit']),
  options: [
    integer('rebuildBudget', 10000, 1, 1e9),
    integer('rebuildFrames', 0, 0, 1e6),
    integer('leafLimit', 4, 1, 15),
    number('inflation', 0.01, 0, 1),
  ],
};

/**
 * Index of several trees, for large scenes in which items are added, removed and moved. It has a
 * main tree that is rebuilt in the background, a small tree of items inserted since the last
 * rebuild, and the trees that `merge()` added.
 *
 * Queries are about as fast as in a static tree. Call `step()` once per frame, and `commit()` when
 * the rebuild has finished. A rebuild takes O(n log n) units of work. `insert` is O(log m) if the
 * small tree has m items.
 * @example
 * ```ts
 * const index = new ScenePruner({ dimensions: 2 });
 * index.build([0, 0, 1, 1, 2, 0, 3, 1]);
 * index.insert([4, 0, 5, 1]);
 * // in each frame
 * if (index.step().state === 'finished') index.commit();
 * console.log(index.queryPoint([4.5, 0.5])); // Uint32Array [2]
 * ```
 */
export class ScenePruner extends SpatialIndex {
  /** Metadata of the class. */
  static readonly kind = kind;

  /**
   * Creates an empty index. `dispose()` frees its memory.
   * @param options - Options of the structure.
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `invalid-argument` for invalid options
   * @throws SapwoodError `out-of-memory`
   */
  constructor(options: ScenePrunerOptions = {}) {
    super(kind, options);
  }

  /**
   * Does at most `budget` units of the rebuild of the main tree. A unit is one item or node.
   * Queries use the old tree.
   * @param budget - Number of units, an integer >= 1. Default: `stepWork`.
   * @returns State of the rebuild and work done. `'idle'`: nothing changed since the last rebuild.
   * `'finished'`: the next `commit()` replaces the main tree.
   * @throws SapwoodError `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   */
  step(budget: number = this.stepWork): RebuildStep {
    return step(stateOf(this), budget);
  }

  /**
   * Maximum work of the next `step()` without an argument, in units. It is `rebuildBudget` or, if
   * `rebuildFrames` is set, the estimated remaining work divided by the number of remaining steps.
   * The last step may do up to twice the average work.
   * @throws SapwoodError `disposed`
   */
  get stepWork(): number {
    return stepWork(stateOf(this));
  }

  /**
   * Replaces the main tree if the new tree is finished. Otherwise recomputes the boxes of the
   * current tree.
   * @returns True if the main tree was replaced.
   * @throws SapwoodError `disposed`, `reentrant`, `out-of-memory`
   */
  commit(): boolean {
    return commit(stateOf(this));
  }

  /**
   * Subtracts a vector from all boxes, for games that keep the camera near the origin.
   * @param by - Vector in world units.
   * @throws SapwoodError `invalid-argument` if a coordinate would exceed 1e18
   * @throws SapwoodError `disposed`, `reentrant`, `out-of-memory`
   */
  shiftOrigin(by: PointLike): void {
    shiftOrigin(stateOf(this), by);
  }

  /**
   * Copies all items of another pruner, with their filters, into this index as one subtree. The
   * other pruner can be, for example, a tile of a game level. It does not change.
   * @param other - Pruner of the same entry point, with the same number of dimensions.
   * @returns Ids of the copied items, in the order of their ids in the other index.
   * @throws SapwoodError `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   */
  merge(other: ScenePruner): OwnedUint32Array {
    return merge(stateOf(this), stateOfOther(other, 'a ScenePruner'));
  }

  /**
   * Like `merge`, but also returns the amount of work.
   * @param other - Pruner of the same entry point, with the same number of dimensions.
   * @returns Ids of the copied items, and counts of nodes, items and work.
   * @throws SapwoodError `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   */
  mergeReport(other: ScenePruner): MergeReport {
    return mergeReport(stateOf(this), stateOfOther(other, 'a ScenePruner'));
  }
}
