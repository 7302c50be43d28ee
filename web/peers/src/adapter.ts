/**
 * Common interface to the libraries in benchmarks. Boxes are passed as flat float32 arrays, results
 * are typed arrays, and all libraries must return the same results.
 *
 * Each box is stored minimum corner first. Boxes are closed: touching boxes overlap. The id of an
 * item is the index of its box. If a library has other rules, its adapter corrects the results
 * within the measured time, and describes the correction in `notes`. An adapter imports its library
 * only in `load()`.
 */

export type Dimensions = 2 | 3;

export const peerMethods = [
  'build',
  'allPairs',
  'frame',
  'boxQueries',
  'boxQuery',
  'nearest',
  'rays',
  'insert',
  'move',
  'remove',
  'copy',
] as const;
export type PeerMethod = (typeof peerMethods)[number];

/** Results of a batch: the results of query i are ids[offsets[i]] to ids[offsets[i + 1] - 1]. */
export interface QueryResults {
  readonly offsets: Uint32Array;
  readonly ids: Uint32Array;
}

export interface Change {
  /** All current boxes. Each frame passes a different array. */
  readonly boxes: Float32Array;
  /** Ids of the moved boxes, in ascending order. */
  readonly ids: Uint32Array;
  /** New boxes of the items in `ids`, packed in the same order. */
  readonly moved: Float32Array;
}

/**
 * Index or physics world of a library. It has the methods that its adapter lists in `methods`. It
 * may keep references to the arrays of its arguments. Results may be views that the next call
 * overwrites.
 */
export interface Peer {
  /** Replaces all items by `boxes`. */
  build?(boxes: Float32Array): void;
  /**
   * Returns each overlapping pair of `boxes` once, as consecutive ids a < b. The result does not
   * depend on the items in the index, which the call may replace.
   */
  allPairs?(boxes: Float32Array): Uint32Array;
  /**
   * Moves the items in `change.ids`, and returns all overlapping pairs. Requires a previous call of
   * `build`.
   */
  frame?(change: Change): Uint32Array;
  boxQueries?(boxes: Float32Array): QueryResults;
  /** Writes the items that overlap one query box to `out`. Returns the number of items. */
  boxQuery?(box: Float32Array, out: Uint32Array): number;
  /**
   * Returns each pair of points at most `distance` apart once, as consecutive ids a < b. Points are
   * packed. The result does not depend on the items in the index, which the call may replace.
   */
  pairsWithin?(points: Float32Array, distance: number): Uint32Array;
  /** Returns the k items nearest to each point, nearest first. Missing items are -1. */
  nearest?(points: Float32Array, k: number): Int32Array;
  /**
   * Returns the first item on each ray [origin..., unit direction..., length], or -1 if the ray
   * hits no item.
   */
  rays?(rays: Float32Array): Int32Array;
  /** Inserts boxes one by one. Their ids follow the largest existing id. */
  insert?(boxes: Float32Array): void;
  move?(change: Change): void;
  remove?(ids: Uint32Array): void;
  /**
   * Serializes and deserializes the index. Returns a copy that shares no memory with the original.
   */
  copy?(): Peer;
  /**
   * Returns the exact memory size of the index in bytes. Omitted if the exact size is not known.
   */
  bytes?(): number;
  /** Frees memory that the garbage collector does not free. */
  dispose?(): void;
}

export interface Adapter {
  readonly id: string;
  /** Name in tables. */
  readonly title: string;
  /** Name of the npm package; null for code of this repository. */
  readonly package: string | null;
  readonly version: string;
  readonly dimensions: readonly Dimensions[];
  readonly methods: readonly PeerMethod[];
  /** True if the library stores only points. The boxes passed to it must have size 0. */
  readonly pointsOnly?: boolean;
  /** True if the library cannot move boxes, so that each frame rebuilds the index. */
  readonly rebuilds?: boolean;
  /** True if the library contains a large WebAssembly module, which takes long to load. */
  readonly heavy?: boolean;
  /**
   * Rules of the library that differ from the rules of this interface, and how the adapter corrects
   * its results. Each note is a sentence without a period.
   */
  readonly notes: readonly string[];
  load(): Promise<(dimensions: Dimensions) => Peer>;
}

export function supports(
  adapter: Adapter,
  dimensions: Dimensions,
  required: readonly PeerMethod[],
): boolean {
  return (
    adapter.dimensions.includes(dimensions) &&
    required.every((method) => adapter.methods.includes(method))
  );
}
