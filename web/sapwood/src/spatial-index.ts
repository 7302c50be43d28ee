import { deserializeAs, type StructureClass } from './deserialize.js';
import type { ItemFilter } from './filters.js';
import type { BoxLike, PointLike } from './inputs.js';
import type { OwnedUint8Array, OwnedUint32Array } from './owned.js';
import { SpatialQueries, stateOf, stateOfOther } from './spatial-queries.js';
import { inspect } from './state.js';
import * as batch from './verbs/batch.js';
import * as content from './verbs/content.js';
import type { IndexStats, NodeDump, TreeVisitor } from './verbs/inspect.js';
import * as points from './verbs/points.js';
import { serialize } from './verbs/serialize.js';
import { type PairChanges, updatePairs } from './verbs/tuning.js';

export type { FilterLike } from './filters.js';
export type { FrustumLike, FrustumOptions } from './frustum.js';
export type { BoxLike, PointLike } from './inputs.js';
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
// methods that only some structures have
export { beginBuild } from './verbs/content.js';
export {
  type BuildStep,
  building,
  commit,
  type RebuildState,
  type RebuildStep,
  shiftOrigin,
  step,
  stepBuild,
  stepWork,
} from './verbs/progressive.js';
export {
  type CulledItems,
  type CullReport,
  cull,
  cullInto,
  cullReport,
} from './verbs/query.js';
export {
  giveSpace,
  type MergeReport,
  merge,
  mergeReport,
  optimize,
  rebuild,
  refit,
  spaceOf,
} from './verbs/tuning.js';

/**
 * Set of axis-aligned boxes in 2D or 3D, stored in WASM memory. Base class of all structures.
 *
 * Boxes are `2 * dimensions` numbers, minimum corner first, rounded to the nearest float32.
 * Coordinates are finite with |v| <= 1e18; a minimum may be -Infinity and a maximum Infinity, which
 * are stored as -1e18 and 1e18. Touching boxes overlap. Results are exact for the stored boxes.
 * Their order is deterministic; it is sorted only if the method states an order.
 *
 * An item has an id, a small integer. `build` assigns the ids 0, 1, 2, …; `insert` returns the
 * smallest free id. Returned arrays belong to the caller, except the views of `staging`,
 * `stagingPoints` and the methods whose names end in `View`.
 *
 * All errors are `SapwoodError`s and leave the index unchanged. Each method lists their codes.
 * Every method throws `disposed` after `dispose()`; methods that change the index throw `reentrant`
 * inside a callback of a query on it.
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
   * Returns a new index of this class from bytes that `serialize()` of the same structure wrote:
   * the same dimensions, options, items, ids and filters. Every patch version of the minor version
   * that wrote the bytes can read them. If the format differs, the error message states both
   * formats.
   * @param bytes - Bytes as `serialize()` returned them.
   * @returns New index, which the caller disposes of.
   * @throws SapwoodError `bad-data` for bytes of another structure or format and for damaged bytes
   * @throws SapwoodError `unsupported` for dimensions and options that this entry point does not
   * have
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
   * Replaces all items: item i gets id i, box i and the default filter.
   * @param boxes - Flat boxes, `2 * dimensions` numbers each. Default: the boxes written to
   * `staging()`.
   * @param count - Number of boxes to use. Default: all.
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
   * Replaces the boxes of all live items. Box i belongs to the i-th live id in ascending order. The
   * structure refits, reinserts or rebuilds.
   * @param boxes - Exactly `size` flat boxes. Default: the boxes written to `staging()`.
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
   * Returns a view of `count` boxes in WASM memory. Write boxes there, then call `build()` or
   * `update()` without arguments. The values persist from frame to frame.
   *
   * The view is detached when WASM memory grows, or when the staging memory moves or is freed.
   * These calls move or free it: `staging` with a count above `capacity`, `stagingPoints`,
   * `build(boxes)`, `update(boxes)` and `dispose`. A detached view has length 0 and ignores writes.
   * `build()` and `update()` throw `invalid-argument` if the last view is detached, so call
   * `staging` in each frame.
   * @param count - Number of boxes, an integer >= 0.
   * @param options - `capacity`: number of boxes up to which the memory stays in place.
   * @returns View to write to, `2 * dimensions` numbers per box.
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
   * Replaces all items by points, which are boxes of size 0: item i gets id i and point i.
   * @param flat - Flat points, `dimensions` numbers each. Default: the points written to
   * `stagingPoints()`.
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
   * Replaces the boxes of all live items by points. Point i belongs to the i-th live id in
   * ascending order.
   * @param flat - Exactly `size` flat points. Default: the points written to `stagingPoints()`.
   * @returns Number of items whose place in the structure changed.
   * @throws SapwoodError `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   */
  updatePoints(flat?: ArrayLike<number>): number {
    return points.updatePoints(stateOf(this), flat);
  }

  /**
   * Returns a view of `count` points in WASM memory. Write points there, then call `buildPoints()`
   * or `updatePoints()` without arguments. The view has the same lifetime as a view from `staging`.
   * @param count - Number of points, an integer >= 0.
   * @param options - `capacity`: number of points up to which the memory stays in place.
   * @returns View to write to, `dimensions` numbers per point.
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
   * Gives back all memory that the items do not need. Other indices can then use this memory. It
   * includes that of removed items, of deferred work, of `staging` and of the results of queries.
   * Detaches views of staging memory. An index also gives back memory on its own; see the guide
   * "Memory and views".
   * O(n), or O(n log n) if nodes must be rebuilt.
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
   * Adds an item and returns its id, the smallest free id.
   * @param box - Box: `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param options - Filter of the item. Default: category 1 and all bits in the mask.
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
   * Adds many items and returns their ids in the same order. If one box is invalid, no item is
   * added.
   * @param boxes - Flat boxes, `2 * dimensions` numbers each.
   * @returns Ids of the new items, in a new array.
   * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `reentrant`,
   * `out-of-memory`
   */
  insertMany(boxes: ArrayLike<number>): OwnedUint32Array {
    return content.insertMany(stateOf(this), boxes);
  }

  /**
   * Replaces the box of an item.
   * @param id - Id of a live item.
   * @param box - Box: `2 * dimensions` numbers, minimum corner first, or `{ min, max }`.
   * @param displacement - Expected motion until the next move in world units, for structures that
   * predict motion, such as `DynamicTree`. Default: none.
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
   * Replaces the boxes of the items `ids`. Box i belongs to item `ids[i]`. If one id or box is
   * invalid, no item is moved. If memory runs out, the items before the one that failed are moved.
   * @param ids - Ids of live items.
   * @param boxes - As many flat boxes as ids, `2 * dimensions` numbers each.
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
   * Returns all pairs of items that overlap and whose filters accept each other. Each pair
   * appears once.
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
   * Returns a view of all overlapping pairs.
   * @returns Read-only view of WASM memory, valid until the next call on any index.
   * @throws SapwoodError `disposed`, `out-of-memory`
   */
  pairsView(): Uint32Array {
    return batch.pairsView(stateOf(this));
  }

  /**
   * Writes all overlapping pairs to an array. Allocates nothing.
   * @param out - Receives two ids per pair, as many as fit.
   * @returns Number of pairs found, which may exceed the number that fits in `out`.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  pairsInto(out: Uint32Array): number {
    return batch.pairsInto(stateOf(this), out);
  }

  /**
   * Returns the overlaps between items of this index and items of another index.
   * @param other - Index with the same number of dimensions. It may come from another entry point.
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
   * Writes the overlaps between items of this index and items of another index to an array.
   * @param other - Index with the same number of dimensions. It may come from another entry point.
   * @param out - Receives two ids per pair, this index first, as many as fit.
   * @returns Number of pairs found, which may exceed the room in `out`.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  pairsWithInto(other: SpatialIndex, out: Uint32Array): number {
    return batch.pairsWithInto(stateOf(this), stateOfOther(other, 'a SpatialIndex'), out);
  }

  /**
   * Returns a view of the overlaps between items of this index and items of another index.
   * @param other - Index with the same number of dimensions. It may come from another entry point.
   * @returns Read-only view of WASM memory, valid until the next call on any index. A new array
   * if the other index belongs to another entry point.
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   */
  pairsWithView(other: SpatialIndex): Uint32Array {
    return batch.pairsWith(stateOf(this), stateOfOther(other, 'a SpatialIndex'), true);
  }

  /**
   * Returns the pairs that started and stopped overlapping since the last call. The first call
   * compares with an empty index. Both lists are sorted in ascending order.
   *
   * An item that was removed and a new item with the same id are two items: pairs of the first end,
   * and pairs of the second begin. After `build`, an item with the same id counts as the same item;
   * other old items count as removed. The index stores the pairs from the first call on and tests
   * only items that changed; if many changed, it finds all pairs.
   * @returns Pairs that began and ended, in new arrays.
   * @throws SapwoodError `unsupported` in entry points of a single structure, such as
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
   * Returns the index as bytes: dimensions, options, items, ids and filters. `deserialize` of the
   * class or of the entry point reads them.
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
