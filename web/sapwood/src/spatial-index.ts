import { deserializeAs, type StructureClass } from './deserialize.js';
import type { ItemFilter } from './filters.js';
import type { BoxLike, PointLike } from './inputs.js';
import * as batch from './methods/batch.js';
import * as content from './methods/content.js';
import type { IndexStats, NodeDump, TreeVisitor } from './methods/inspect.js';
import * as points from './methods/points.js';
import { serialize } from './methods/serialize.js';
import { type PairChanges, updatePairs } from './methods/tuning.js';
import type { OwnedUint8Array, OwnedUint32Array } from './owned.js';
import { SpatialQueries, stateOf, stateOfOther } from './spatial-queries.js';
import { inspect } from './state.js';

export type { FilterLike } from './filters.js';
export type { FrustumLike, FrustumOptions } from './frustum.js';
export type { BoxLike, PointLike } from './inputs.js';
// implementations of methods that only some structures have
export { beginBuild } from './methods/content.js';
export {
  type BuildStep,
  building,
  commit,
  type RebuildStep,
  shiftOrigin,
  step,
  stepBuild,
  stepWork,
} from './methods/progressive.js';
export {
  type CulledItems,
  type CullReport,
  cull,
  cullInto,
  cullReport,
} from './methods/query.js';
export {
  type MergeReport,
  merge,
  mergeReport,
  optimize,
  rebuild,
  refit,
  setSpaceOption,
  spaceOf,
} from './methods/tuning.js';
export {
  choice,
  common,
  type IndexOptions,
  integer,
  number,
  numberPerAxis,
  type StructureKind,
  treeShaped,
} from './options.js';
export type { OwnedFloat32Array, OwnedUint32Array } from './owned.js';
export { stateOf, stateOfOther } from './spatial-queries.js';

/**
 * Set of axis-aligned boxes in WASM memory. Base class of all structures.
 *
 * Boxes are `2 * dimensions` numbers, minimum corner first, rounded to the nearest float32.
 * Coordinates are finite with |v| <= 1e18; a minimum may be -Infinity and a maximum Infinity,
 * stored as -1e18 and 1e18. Touching boxes overlap. Results are exact for the stored boxes. The
 * order of results is deterministic, but unspecified unless the description of the method states
 * it.
 *
 * Items have small integers as ids. `build` assigns the ids 0, 1, 2, …; `insert` returns the
 * smallest free id. Returned arrays belong to the caller, except views from `staging`,
 * `stagingPoints` and methods whose names end in `View`.
 *
 * All errors are `SapwoodError`s. They leave the index unchanged, unless the description of the
 * method states an exception. Methods throw `disposed` after `dispose()`. Methods that change the
 * index throw `reentrant` if a callback of a query on the same index calls them.
 * @example
 * ```ts
 * const index = new DynamicTree({ dimensions: 2 });
 * const id = index.insert([0, 0, 1, 1]);
 * index.insert([0.5, 0, 1.5, 1]);
 * console.log(index.pairs()); // Uint32Array [0, 1]
 * index.move(id, [5, 0, 6, 1]);
 * console.log(index.queryPoint([5.5, 0.5])); // Uint32Array [0]
 * index.dispose();
 * ```
 */
export abstract class SpatialIndex extends SpatialQueries {
  /**
   * Creates an index from bytes of `serialize()` of the same structure. The new index has the same
   * dimensions, options, items, ids and filters. The bytes can be read by all package versions with
   * the same major and minor version.
   * @param bytes - Result of `serialize()`.
   * @returns New index. Dispose of it after use.
   * @throws SapwoodError `bad-data` for bytes of another structure or format, and for damaged bytes
   * @throws SapwoodError `unsupported` for dimensions and options that this entry point lacks
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1]);
   * const copy = WideTree.deserialize(index.serialize());
   * console.log(copy.size); // 1
   * ```
   */
  static deserialize<T extends SpatialIndex>(
    this: new (
      ...args: never[]
    ) => T,
    bytes: Uint8Array | ArrayBuffer,
  ): T {
    // biome-ignore lint/complexity/noThisInStatic: it is the class that the caller names
    return deserializeAs(this as StructureClass<T>, bytes);
  }

  /**
   * Replaces all items. Item i gets the id i, box i and the default filter.
   * @param boxes - Flat boxes, `2 * dimensions` numbers each. Default: boxes from `staging()`.
   * @param count - Number of boxes to use. Default: all boxes.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `reentrant`,
   * `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build(new Float32Array([0, 0, 1, 1, 2, 0, 3, 1]));
   * console.log(index.size); // 2
   * ```
   */
  build(boxes?: ArrayLike<number>, count?: number): void {
    content.build(stateOf(this), boxes, count);
  }

  /**
   * Replaces the boxes of all live items. The new boxes are in ascending order of item ids.
   * Depending on the structure, this refits nodes, reinserts items or rebuilds the structure.
   * @param boxes - One box per live item, `2 * dimensions` numbers each. Default: boxes from
   * `staging()`.
   * @returns Number of items whose place in the structure changed.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `reentrant`,
   * `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 2, 0, 3, 1]);
   * index.update([9, 0, 10, 1, 9.5, 0, 11, 1]);
   * console.log(index.pairs()); // Uint32Array [0, 1]
   * ```
   */
  update(boxes?: ArrayLike<number>): number {
    return content.update(stateOf(this), boxes);
  }

  /**
   * Returns a view of `count` boxes in WASM memory. Write boxes to the view, then call `build()` or
   * `update()` without arguments. The values remain in the view after these calls.
   *
   * The view is detached when WASM memory grows, and by `staging` with a count above `capacity`,
   * `stagingPoints`, `build(boxes)`, `update(boxes)` and `dispose`. A detached view has length 0
   * and ignores writes; `build()` and `update()` then throw `invalid-argument`. Therefore, call
   * `staging` in each frame.
   * @param count - Number of boxes, an integer >= 0.
   * @param options - `capacity`: number of boxes to reserve memory for. Later calls with at most
   * this count return views of the same memory.
   * @returns Writable view, `2 * dimensions` numbers per box.
   * @throws SapwoodError `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.staging(1).set([0, 0, 1, 1]);
   * index.build();
   * index.staging(1)[2] = 5; // the other numbers are still there
   * index.update();
   * console.log(index.box(0)); // Float32Array [0, 0, 5, 1]
   * ```
   */
  staging(count: number, options?: content.StagingOptions): Float32Array {
    return content.staging(stateOf(this), count, options);
  }

  /**
   * Replaces all items by points, which are boxes of size 0. Item i gets the id i and point i.
   * @param flat - `dimensions` numbers per point. Default: points from `stagingPoints()`.
   * @throws SapwoodError `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.buildPoints([1, 1, 5, 5]);
   * index.updatePoints([1, 2, 5, 6]);
   * console.log(index.querySphere([1, 2], 1)); // Uint32Array [0]
   * ```
   */
  buildPoints(flat?: ArrayLike<number>): void {
    points.buildPoints(stateOf(this), flat);
  }

  /**
   * Replaces the boxes of all live items by points. The points are in ascending order of item ids.
   * @param flat - One point per live item, `dimensions` numbers each. Default: points from
   * `stagingPoints()`.
   * @returns Number of items whose place in the structure changed.
   * @throws SapwoodError `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   */
  updatePoints(flat?: ArrayLike<number>): number {
    return points.updatePoints(stateOf(this), flat);
  }

  /**
   * Returns a view of `count` points in WASM memory. Write points to it, then call `buildPoints()`
   * or `updatePoints()` without arguments. The view is detached in the same cases as a view from
   * `staging`.
   * @param count - Number of points, an integer >= 0.
   * @param options - `capacity`: number of points to reserve memory for. Later calls with at most
   * this count return views of the same memory.
   * @returns Writable view, `dimensions` numbers per point.
   * @throws SapwoodError `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   */
  stagingPoints(count: number, options?: content.StagingOptions): Float32Array {
    return points.stagingPoints(stateOf(this), count, options);
  }

  /**
   * Removes all items.
   * @throws SapwoodError `disposed`, `reentrant`
   */
  clear(): void {
    content.clear(stateOf(this));
  }

  /**
   * Frees memory that the items do not need: memory of removed items, deferred work, `staging` and
   * query results. Other indices can then use the memory. Detaches views of staging memory. The
   * cost is O(n), or O(n log n) if nodes must be rebuilt. An index also frees unused memory
   * automatically; see the guide "Memory and views".
   * @throws SapwoodError `disposed`, `reentrant`
   * @example
   * ```ts
   * const index = new DynamicTree({ dimensions: 2 });
   * index.build(new Float32Array(400_000));
   * const before = index.byteLength;
   * for (let id = 99_999; id > 0; id -= 1) index.remove(id);
   * index.shrink();
   * console.log(index.size, index.byteLength < before / 100); // 1 true
   * ```
   */
  shrink(): void {
    content.shrink(stateOf(this));
  }

  /**
   * Adds an item with the smallest free id.
   * @param box - `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param options - Filter of the item. Default: category 1, mask of all bits.
   * @returns Id of the new item.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `reentrant`,
   * `out-of-memory`
   * @example
   * ```ts
   * const index = new DynamicTree({ dimensions: 2 });
   * console.log(index.insert([0, 0, 1, 1])); // 0
   * console.log(index.insert([2, 0, 3, 1], { category: 2 })); // 1
   * console.log(index.queryBox([0, 0, 9, 9], 2)); // Uint32Array [1]
   * ```
   */
  insert(box: BoxLike, options?: ItemFilter): number {
    return content.insert(stateOf(this), box, options);
  }

  /**
   * Adds items. If a box is invalid, no items are added.
   * @param boxes - `2 * dimensions` numbers per box.
   * @returns Ids in the order of the boxes, in a new array.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `reentrant`,
   * `out-of-memory`
   */
  insertMany(boxes: ArrayLike<number>): OwnedUint32Array {
    return content.insertMany(stateOf(this), boxes);
  }

  /**
   * Replaces the box of an item.
   * @param id - Id of a live item.
   * @param box - `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param displacement - Expected displacement until the next move, in world units. Used by
   * structures that predict motion, such as `DynamicTree`.
   * @returns True if the place of the item in the structure changed.
   * @throws SapwoodError `invalid-id`, `invalid-box`, `invalid-argument`, `disposed`, `reentrant`,
   * `out-of-memory`
   * @example
   * ```ts
   * const index = new DynamicTree({ dimensions: 2 });
   * const id = index.insert([0, 0, 1, 1]);
   * index.move(id, [5, 0, 6, 1]);
   * console.log(index.queryPoint([5.5, 0.5])); // Uint32Array [0]
   * ```
   */
  move(id: number, box: BoxLike, displacement?: PointLike): boolean {
    return content.move(stateOf(this), id, box, displacement);
  }

  /**
   * Replaces the box of item `ids[i]` by box i. If an id or a box is invalid, no items are moved.
   * If memory runs out, the items before the failed item are moved.
   * @param ids - Ids of live items.
   * @param boxes - `2 * dimensions` numbers per id.
   * @returns Number of items whose place in the structure changed.
   * @throws SapwoodError `invalid-id`, `invalid-box`, `invalid-argument`, `disposed`, `reentrant`,
   * `out-of-memory`
   */
  moveMany(ids: ArrayLike<number>, boxes: ArrayLike<number>): number {
    return content.moveMany(stateOf(this), ids, boxes);
  }

  /**
   * Removes an item. Its id becomes free.
   * @param id - Id of a live item.
   * @throws SapwoodError `invalid-id`, `disposed`, `reentrant`, `out-of-memory`
   */
  remove(id: number): void {
    content.remove(stateOf(this), id);
  }

  /**
   * Returns all pairs of items that overlap and whose filters accept each other, each pair once.
   * @returns Ids as [a0, b0, a1, b1, …] with a < b, in a new array.
   * @throws SapwoodError `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new SweepAndPrune({ dimensions: 2 });
   * index.build([0, 0, 2, 2, 1, 1, 3, 3, 9, 9, 10, 10]);
   * console.log(index.pairs()); // Uint32Array [0, 1]
   * ```
   */
  pairs(): OwnedUint32Array {
    return batch.pairs(stateOf(this));
  }

  /**
   * Like `pairs`, but returns a view.
   * @returns Read-only view, valid until the next call on any index.
   * @throws SapwoodError `disposed`, `out-of-memory`
   */
  pairsView(): Uint32Array {
    return batch.pairsView(stateOf(this));
  }

  /**
   * Like `pairs`, but writes the ids to an array. Allocates nothing.
   * @param out - Receives two ids per pair, as many as fit.
   * @returns Number of pairs found, which may be more than fit.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  pairsInto(out: Uint32Array): number {
    return batch.pairsInto(stateOf(this), out);
  }

  /**
   * Returns all pairs of an item in this index and an overlapping item in another index.
   * @param other - Index with the same number of dimensions. It can be of another entry point.
   * @returns Ids as [here0, there0, here1, there1, …], in a new array.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const level = new WideTree({ dimensions: 2 });
   * level.build([0, 0, 10, 1]);
   * const actors = new DynamicTree({ dimensions: 2 });
   * actors.insert([2, 0.5, 3, 2.5]);
   * console.log(actors.pairsWith(level)); // Uint32Array [0, 0]
   * ```
   */
  pairsWith(other: SpatialIndex): OwnedUint32Array {
    return batch.pairsWith(stateOf(this), stateOfOther(other, 'a SpatialIndex'));
  }

  /**
   * Like `pairsWith`, but writes the ids to an array.
   * @param other - Index with the same number of dimensions. It can be of another entry point.
   * @param out - Receives two ids per pair, this index first, as many as fit.
   * @returns Number of pairs found, which may be more than fit.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  pairsWithInto(other: SpatialIndex, out: Uint32Array): number {
    return batch.pairsWithInto(stateOf(this), stateOfOther(other, 'a SpatialIndex'), out);
  }

  /**
   * Like `pairsWith`, but returns a view.
   * @param other - Index with the same number of dimensions. It can be of another entry point.
   * @returns Read-only view, valid until the next call on any index. If the other index is of
   * another entry point, the result is a new array instead.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  pairsWithView(other: SpatialIndex): Uint32Array {
    return batch.pairsWith(stateOf(this), stateOfOther(other, 'a SpatialIndex'), true);
  }

  /**
   * Returns two sorted lists: the pairs that started to overlap since the last call, and the pairs
   * that stopped. In the first call, all overlapping pairs count as begun.
   *
   * If an item is removed and a new item gets its id, the pairs of the old item end and the pairs
   * of the new item begin. After `build`, an item with an existing id counts as moved; ids that no
   * longer exist count as removed. From the first call on, the index stores the pairs. Later calls
   * test only changed items, or search all pairs if many items changed.
   * @returns Pairs that began and ended, in new arrays.
   * @throws SapwoodError `unsupported` in entry points of one structure, such as
   * `sapwood/2d/quadtree`
   * @throws SapwoodError `disposed`, `reentrant`, `out-of-memory`
   * @example
   * ```ts
   * const index = new DynamicTree({ dimensions: 2 });
   * index.insert([0, 0, 2, 2]);
   * const id = index.insert([1, 1, 3, 3]);
   * console.log(index.updatePairs().begins); // Uint32Array [0, 1]
   * index.remove(id);
   * console.log(index.updatePairs().ends); // Uint32Array [0, 1]
   * ```
   */
  updatePairs(): PairChanges {
    return updatePairs(stateOf(this));
  }

  /** @internal See `IndexInspection`. */
  stats(): IndexStats {
    return inspect(stateOf(this), 'stats');
  }

  /** @internal See `IndexInspection`. */
  nodes(): NodeDump {
    return inspect(stateOf(this), 'nodes');
  }

  /** @internal See `IndexInspection`. */
  validate(): string[] {
    return inspect(stateOf(this), 'validate');
  }

  /** @internal See `IndexInspection`. */
  traverse(visitor: TreeVisitor): void {
    inspect(stateOf(this), 'traverse', visitor);
  }

  /**
   * Returns the dimensions, options, items, ids and filters of the index as bytes for
   * `deserialize`.
   * @returns Bytes in a new array.
   * @throws SapwoodError `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1]);
   * const copy = deserialize(index.serialize());
   * console.log(copy.id); // wide-tree
   * ```
   */
  serialize(): OwnedUint8Array {
    return serialize(stateOf(this));
  }
}
