/**
 * Verbs that only some entry points have.
 *
 * The classes have all of them, marked as internal, so that a call of a missing one is an
 * `unsupported` error that names the entry point. Declarations leave internal members out; each entry
 * point declares what works there by merging these interfaces into its classes.
 */
import type { FilterLike } from './filters.js';
import type { FrustumLike, FrustumOptions } from './frustum.js';
import type { Dimensions, IndexOptions } from './options.js';
import type { OwnedUint32Array } from './owned.js';
import type { BoxBatch } from './verbs/batch.js';
import type { IndexStats, NodeDump } from './verbs/inspect.js';

/**
 * Options of a class in an entry point: its dimensions, and the `Values` of the option that it
 * restricts. The axis z is for 3D.
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

/** A class that is used as a type and with `instanceof`, and that only its subclasses construct. */
export type IndexClass<Index> = (abstract new (
  ...values: never
) => Index) & {
  readonly prototype: Index;
};

/** Queries of 3D indices and worlds: items in a view frustum. */
export interface FrustumQueries {
  /**
   * Items in a view frustum. The test is conservative: a box passes unless it is wholly outside of one
   * plane. With an eye they come front to back; `limit` keeps the first ones.
   */
  queryFrustum(
    frustum: FrustumLike,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): OwnedUint32Array;

  /** Like `queryFrustum`: fills `out` as far as it goes and returns the number FOUND, at most `limit`. */
  queryFrustumInto(
    frustum: FrustumLike,
    out: Uint32Array,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): number;

  /** Like `queryFrustum`, as a view: read only, valid until the next call on ANY index. */
  queryFrustumView(
    frustum: FrustumLike,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): Uint32Array;

  /** Many frusta with the same options, one query after the other. */
  queryFrustumMany(
    frusta: ArrayLike<FrustumLike>,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): BoxBatch;

  /** Same as `queryFrustumMany`: returns arrays of your own, no views. */
  queryFrustumManyView(
    frusta: ArrayLike<FrustumLike>,
    options?: FrustumOptions,
    filter?: FilterLike,
  ): BoxBatch;
}

/** A look inside an index. */
export interface IndexInspection {
  /** Size and quality; fields that do not apply are left out. */
  stats(): IndexStats;

  /** The hierarchy, for drawing and tracing. */
  nodes(): NodeDump;

  /** Broken invariants in words; empty when the index is sound. */
  validate(): string[];
}
