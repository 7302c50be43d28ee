/**
 * Methods that exist only in some entry points. All classes implement them, marked as internal, so
 * that calling a missing one throws an `unsupported` error that names the entry point. Declarations
 * omit internal members; each entry point declares its methods by merging these interfaces into its
 * classes.
 */
import type { FilterLike } from './filters.js';
import type { FrustumLike, FrustumOptions } from './frustum.js';
import type { Dimensions } from './inputs.js';
import type { IndexOptions } from './options.js';
import type { OwnedUint32Array } from './owned.js';
import type { BoxBatch } from './verbs/batch.js';
import type { IndexStats, NodeDump, TreeVisitor } from './verbs/inspect.js';

/**
 * Options of a class in an entry point: `dimensions` is fixed to those of the entry point, and the
 * restricted option takes only `Values`. The axis `'z'` requires 3D.
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

/**
 * Class that can be used as a type and with `instanceof`, but constructed only through its
 * subclasses.
 */
export type IndexClass<Index> = (abstract new (
  ...values: never
) => Index) & {
  readonly prototype: Index;
};

/** Frustum queries of indices and worlds. They require 3D. */
export interface FrustumQueries {
  /**
   * Returns the ids of all items whose box is not entirely outside one plane of a view frustum.
   * The test is conservative: the result may include boxes near an edge or a corner that do not
   * touch the frustum. With `eye` in the options, the ids are ordered front to back.
   * @param frustum - Six planes, as objects or as 24 numbers.
   * @param options - Order, eye point, limit and filter.
   * @param filter - Selects the items if `options` has no filter. Default: all items.
   * @returns Ids of the items, in a new array.
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
   * Writes the ids of all items in a view frustum to an array, with the test and order of
   * `queryFrustum`. Allocates nothing.
   * @param frustum - Six planes, as objects or as 24 numbers.
   * @param out - Receives ids, as many as fit.
   * @param options - Order, eye point, limit and filter.
   * @param filter - Selects the items if `options` has no filter. Default: all items.
   * @returns Number of items found, at most `limit`, which may exceed `out.length`.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  queryFrustumInto(
    frustum: FrustumLike,
    out: Uint32Array,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): number;

  /**
   * Returns a view of the ids of all items in a view frustum, with the test and order of
   * `queryFrustum`.
   * @param frustum - Six planes, as objects or as 24 numbers.
   * @param options - Order, eye point, limit and filter.
   * @param filter - Selects the items if `options` has no filter. Default: all items.
   * @returns Read-only view of WASM memory, valid until the next call on any index. A new array
   * if the filter has a function.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  queryFrustumView(
    frustum: FrustumLike,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): Uint32Array;

  /**
   * Returns the ids of the items in each of many view frusta. Runs one query per frustum, all
   * with the same options.
   * @param frusta - Array of frusta.
   * @param options - Order, eye point, limit and filter.
   * @param filter - Selects the items if `options` has no filter. Default: all items.
   * @returns Ids of the items of each query, in new arrays.
   * @throws SapwoodError `invalid-argument`, `unsupported`, `disposed`, `out-of-memory`
   */
  queryFrustumMany(
    frusta: ArrayLike<FrustumLike>,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): BoxBatch;

  /**
   * Returns the same as `queryFrustumMany`. The arrays are new, not views.
   * @param frusta - Array of frusta.
   * @param options - Order, eye point, limit and filter.
   * @param filter - Selects the items if `options` has no filter. Default: all items.
   * @returns Ids of the items of each query, in new arrays.
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
   * Returns the size and the quality of the index. Fields that do not apply to the structure are
   * omitted.
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
   * Checks the invariants of the index and returns a description of each violation.
   * @returns One sentence per violation; empty if the index is valid.
   * @throws SapwoodError `disposed`, `out-of-memory`
   */
  validate(): string[];

  /**
   * Visits the nodes and items of a structure with the capability `traverse`, depth first, for
   * queries that this package does not have. Nodes that `node` rejects are skipped with everything
   * below.
   * @param visitor - Callbacks `node` and `item`. Without `node`, all nodes are entered.
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
