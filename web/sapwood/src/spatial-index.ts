import { deserializeAs, type StructureClass } from './deserialize.js';
import type { ItemFilter } from './filters.js';
import type { BoxLike, PointLike } from './inputs.js';
import type { OwnedUint8Array, OwnedUint32Array } from './owned.js';
import { SpatialQueries, stateOf, stateOfOther } from './spatial-queries.js';
import { inspect as lookInside } from './state.js';
import * as batch from './verbs/batch.js';
import * as content from './verbs/content.js';
import * as inspect from './verbs/inspect.js';
import * as points from './verbs/points.js';
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
  type StructureKind,
} from './options.js';
export type { OwnedFloat32Array, OwnedUint32Array } from './owned.js';
export { stateOf, stateOfOther } from './spatial-queries.js';
export * from './verbs/of-some.js';

/**
 * A set of axis-aligned boxes in 2D or 3D, kept in WASM memory by one of the structures.
 *
 * Boxes are flat: minimum corner, then maximum corner, `2 * dimensions` numbers, rounded to the
 * nearest float32. Intervals are closed: touching boxes overlap. A minimum may be -Infinity and a
 * maximum Infinity: that side then lies at ±1e18, and is read back as that. Results are exact on the float32
 * boxes, and their order is the same for the same calls; it is sorted only where that is said.
 * Arrays that a verb returns are yours to keep, except those of `staging()` and of verbs whose names
 * end in `View`.
 *
 * Errors are `SapwoodError`s, and leave the index as it was: `invalid-box` for NaN, inverted boxes
 * and other |v| > 1e18; `invalid-id` for ids that are not live; `invalid-argument` for any
 * other bad argument; `unsupported` where the structure lacks the verb; `out-of-memory`;
 * `disposed` for every call after `dispose()`; `reentrant` for changes inside callbacks.
 */
export abstract class SpatialIndex extends SpatialQueries {
  /**
   * Makes an index of this class from bytes that `serialize()` of the same structure wrote: the same
   * dimensions, options, items, ids and filters. Bytes are read by every patch version of the minor
   * version that wrote them; other formats are refused with a message that names both.
   *
   * Errors: `bad-data` for bytes of another structure or format, and for damaged bytes, down to
   * one changed bit; `unsupported` for dimensions and options that this entry point leaves out;
   * `not-initialized` before `init()`.
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
   * Replaces the content: item i gets id i, the default filter, and box i.
   * @param boxes flat boxes; without, those that were written to `staging()`
   * @param count how many of them; all when left out
   */
  build(boxes?: ArrayLike<number>, count?: number): void {
    content.build(stateOf(this), boxes, count);
  }

  /**
   * Moves all live items: box i is for the i-th live id in ascending order. The structure refits,
   * re-inserts or rebuilds, whichever it does.
   * @param boxes exactly `size` flat boxes; without, those that were written to `staging()`
   * @returns how many items changed their place in the structure
   */
  update(boxes?: ArrayLike<number>): number {
    return content.update(stateOf(this), boxes);
  }

  /**
   * Returns a view of `count` boxes in WASM memory: write boxes there, then call `build()` or
   * `update()` without argument. Values stay from one frame to the next.
   *
   * The view is valid until memory grows or the staging memory is moved or freed: by `staging` with a
   * larger count than `capacity`, `stagingPoints`, `build(boxes)`, `update(boxes)` or `dispose`. Then it
   * is detached: its length is 0, and what you write to it is lost. `build()` and `update()` throw
   * `invalid-argument` when the last view is detached, so call `staging` again in each frame.
   * @param options `capacity`: the number of boxes up to which the memory stays in place
   */
  staging(count: number, options?: content.StagingOptions): Float32Array {
    return content.staging(stateOf(this), count, options);
  }

  /** Like `build`, of items without extent: `dimensions` numbers each; without, of `stagingPoints()`. */
  buildPoints(flat?: ArrayLike<number>): void {
    points.buildPoints(stateOf(this), flat);
  }

  /** Like `update`, of items without extent. */
  updatePoints(flat?: ArrayLike<number>): number {
    return points.updatePoints(stateOf(this), flat);
  }

  /** Like `staging`, for `buildPoints()` and `updatePoints()`: a view of `count` points. */
  stagingPoints(count: number, options?: content.StagingOptions): Float32Array {
    return points.stagingPoints(stateOf(this), count, options);
  }

  /** Removes all items. */
  clear(): void {
    content.clear(stateOf(this));
  }

  /**
   * Adds an item and returns its id, the smallest free one. Capability `dynamic`.
   * @param options its filter; category 1 and all of the mask when left out
   */
  insert(box: BoxLike, options?: ItemFilter): number {
    return content.insert(stateOf(this), box, options);
  }

  /** Adds flat boxes, all or none, and returns their ids in the same order. Capability `dynamic`. */
  insertMany(boxes: ArrayLike<number>): OwnedUint32Array {
    return content.insertMany(stateOf(this), boxes);
  }

  /**
   * Gives an item a new box. Capability `dynamic`.
   * @param displacement the expected motion until the next move in world units, for structures that
   * look ahead
   * @returns true if the item changed its place in the structure
   */
  move(id: number, box: BoxLike, displacement?: PointLike): boolean {
    return content.move(stateOf(this), id, box, displacement);
  }

  /** Moves item ids[i] to flat box i, all or none; counts those that changed place. Capability `dynamic`. */
  moveMany(ids: ArrayLike<number>, boxes: ArrayLike<number>): number {
    return content.moveMany(stateOf(this), ids, boxes);
  }

  /** Removes an item; its id becomes free. Capability `dynamic`. */
  remove(id: number): void {
    content.remove(stateOf(this), id);
  }

  /** All overlapping pairs, each once, as [a0, b0, a1, b1, …] with a < b; filters apply. */
  pairs(): OwnedUint32Array {
    return batch.pairs(stateOf(this));
  }

  /** Like `pairs`, as a view on WASM memory: read only, valid until the next call on ANY index. */
  pairsView(): Uint32Array {
    return batch.pairsView(stateOf(this));
  }

  /** Like `pairs`: fills `out`, two ids a pair, as far as it goes and returns the number of pairs FOUND. */
  pairsInto(out: Uint32Array): number {
    return batch.pairsInto(stateOf(this), out);
  }

  /** Overlaps with the items of another index of the same dimensions: [idHere, idThere, …]. */
  pairsWith(other: SpatialIndex): OwnedUint32Array {
    return batch.pairsWith(stateOf(this), stateOfOther(other, 'a SpatialIndex'));
  }

  /** Like `pairsWith`: fills `out`, two ids a pair, as far as it goes and returns the number of pairs FOUND. */
  pairsWithInto(other: SpatialIndex, out: Uint32Array): number {
    return batch.pairsWithInto(stateOf(this), stateOfOther(other, 'a SpatialIndex'), out);
  }

  /**
   * Like `pairsWith`, as a view on WASM memory: read only, valid until the next call on ANY index. An
   * array of your own where the other index is of another entry point.
   */
  pairsWithView(other: SpatialIndex): Uint32Array {
    return batch.pairsWith(stateOf(this), stateOfOther(other, 'a SpatialIndex'), true);
  }

  /**
   * Pairs that began and ended to overlap since the last call (the first one: since the index was
   * empty), by whatever verb. Both lists are ascending. An item that was removed and the one that
   * got its id are two items, as in a `World`: the pairs of the one end, those of the other begin,
   * also where they are the same two ids. Item i of a build is the item that had id i before; a
   * build of fewer items removes the others. Only items that have changed are looked up, all pairs
   * where those are many; what it compares with is kept from the first call on. In `sapwood`, its
   * sets and `sapwood/all`; elsewhere `unsupported`.
   */
  updatePairs(): PairChanges {
    return updatePairs(stateOf(this));
  }

  /** @internal See `IndexInspection`. */
  stats(): inspect.IndexStats {
    return lookInside(stateOf(this), 'stats');
  }

  /** @internal See `IndexInspection`. */
  nodes(): inspect.NodeDump {
    return lookInside(stateOf(this), 'nodes');
  }

  /** @internal See `IndexInspection`. */
  validate(): string[] {
    return lookInside(stateOf(this), 'validate');
  }

  /** Everything about this index as versioned bytes for `deserialize()` of its class. */
  serialize(): OwnedUint8Array {
    return inspect.serialize(stateOf(this));
  }
}
