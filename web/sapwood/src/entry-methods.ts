/**
 * Methods that only some entry points have. All classes implement these methods as internal
 * members, which the type declarations omit. In other entry points, the methods throw
 * `unsupported`. An entry point declares its methods by merging these interfaces into its classes.
 */
import type { FilterLike } from './filters.js';
import type { FrustumLike, FrustumOptions } from './frustum.js';
import type { Dimensions } from './inputs.js';
import type { BoxBatch } from './methods/batch.js';
import type { IndexStats, NodeDump, TreeVisitor } from './methods/inspect.js';
import type { IndexOptions } from './options.js';
import type { OwnedUint32Array } from './owned.js';

/**
 * Options of a class in an entry point. The option `dimensions` accepts only `D`, and the options
 * `Restricted` accept only `Values`. The axis `'z'` is excluded in 2D.
 */
export type OptionsIn<
  Options extends IndexOptions,
  D extends Dimensions,
  Restricted extends keyof Options = never,
  Values = never,
> = {
  [Name in keyof Options]: Name extends 'dimensions'
    ? D
    : Name extends Restricted
      ? Values
      : D extends 2
        ? Exclude<Options[Name], 'z'>
        : Options[Name];
};

/** Type of an abstract class. It supports `instanceof`, but only subclasses can be constructed. */
export type IndexClass<Index> = (abstract new (
  ...values: never
) => Index) & {
  readonly prototype: Index;
};

/** Frustum queries of indices and worlds, in 3D. */
export interface FrustumQueries {
  /**
   * Returns the ids of all items in a view frustum. Items whose box is completely outside at least
   * one plane are excluded. The test is conservative: the result may include boxes near an edge or
   * a corner that do not touch the frustum. With `eye`, the ids are ordered front to back.
   * @param frustum - Six planes, as objects or as 24 numbers.
   * @param options - Order, eye point, limit and filter.
   * @param filter - Filter, if `options` has none. Default: all items.
   * @returns Ids, in a new array.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new WideTree({ dimensions: 3 });
   * index.build([0, 0, -9, 1, 1, -8, 0, 0, -5, 1, 1, -4, 0, 0, 5, 1, 1, 6]);
   * // a box-shaped view of -2 <= x, y <= 2 and -20 <= z <= 0
   * const planes = [1, 0, 0, 2, -1, 0, 0, 2, 0, 1, 0, 2, 0, -1, 0, 2, 0, 0, 1, 20, 0, 0, -1, 0];
   * console.log(index.queryFrustum(planes, { eye: [0, 0, 0] })); // Uint32Array [1, 0]
   * ```
   */
  queryFrustum(
    frustum: FrustumLike,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): OwnedUint32Array;

  /**
   * Like `queryFrustum`, but writes the ids to an array. Allocates nothing.
   * @param frustum - Six planes, as objects or as 24 numbers.
   * @param out - Receives ids, as many as fit.
   * @param options - Order, eye point, limit and filter.
   * @param filter - Filter, if `options` has none. Default: all items.
   * @returns Number of items found, at most `limit`. The number may exceed `out.length`.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  queryFrustumInto(
    frustum: FrustumLike,
    out: Uint32Array,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): number;

  /**
   * Like `queryFrustum`, but returns a view.
   * @param frustum - Six planes, as objects or as 24 numbers.
   * @param options - Order, eye point, limit and filter.
   * @param filter - Filter, if `options` has none. Default: all items.
   * @returns Read-only view, valid until the next call on any index; a new array if the filter has
   * a function.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  queryFrustumView(
    frustum: FrustumLike,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): Uint32Array;

  /**
   * Runs `queryFrustum` for each frustum, with the same options.
   * @param frusta - Array of frusta.
   * @param options - Order, eye point, limit and filter.
   * @param filter - Filter, if `options` has none. Default: all items.
   * @returns Ids of each query, in new arrays.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  queryFrustumMany(
    frusta: ArrayLike<FrustumLike>,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): BoxBatch;

  /**
   * Same as `queryFrustumMany`: returns new arrays, not views.
   * @param frusta - Array of frusta.
   * @param options - Order, eye point, limit and filter.
   * @param filter - Filter, if `options` has none. Default: all items.
   * @returns Ids of each query, in new arrays.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  queryFrustumManyView(
    frusta: ArrayLike<FrustumLike>,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): BoxBatch;
}

/** Inspection of indices, in `sapwood/all` only. */
export interface IndexInspection {
  /**
   * Returns size and quality of the index. Fields that do not apply to the structure are omitted.
   * @returns Figures of the index.
   * @throws SapwoodError `disposed`, `out-of-memory`
   */
  stats(): IndexStats;

  /**
   * Returns the nodes of the structure as arrays, for example to draw them.
   * @returns Nodes in new arrays, parents before their children.
   * @throws SapwoodError `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new Quadtree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 2, 0, 3, 1]);
   * const { count, bounds } = index.nodes();
   * console.log(count, bounds); // 1 Float32Array [0, 0, 3, 1]
   * ```
   */
  nodes(): NodeDump;

  /**
   * Checks the invariants of the index.
   * @returns One sentence per violation; empty if the index is valid.
   * @throws SapwoodError `disposed`, `out-of-memory`
   */
  validate(): string[];

  /**
   * Visits nodes and items depth first, for your own queries. Requires the capability `traverse`.
   * If `node` rejects a node, everything below it is skipped.
   * @param visitor - Callbacks `node` and `item`. Default of `node`: enter all nodes.
   * @throws SapwoodError `unsupported` if the nodes of the structure do not form a tree
   * @throws SapwoodError `invalid-argument`, `disposed`, `out-of-memory`
   * @throws SapwoodError `reentrant` if a callback changes the index
   * @example
   * ```ts
   * const index = new DynamicTree({ dimensions: 2 });
   * index.build([0, 0, 1, 1, 5, 5, 6, 6]);
   * // items that are completely below the line y = x + 2
   * const below: number[] = [];
   * index.traverse({
   *   node: ([left, bottom, right, top]) => bottom <= right + 2,
   *   item(id, [left, bottom, right, top]) {
   *     if (top <= left + 2) below.push(id);
   *   },
   * });
   * console.log(below); // [0, 1]
   * ```
   */
  traverse(visitor: TreeVisitor): void;
}
