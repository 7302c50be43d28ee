/**
 * Common interface of libraries, for benchmarks: flat float32 boxes in, typed arrays out, equal
 * results.
 *
 * Boxes are flat, minimum corner first, and closed: touching boxes overlap. Item i is box i. If a
 * library has other rules, its adapter corrects the results within the measured time, and describes
 * this in `notes`. An adapter imports its library only in `load()`.
 */

export type Dimensions = 2 | 3;

export const verbs = [
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
export type Verb = (typeof verbs)[number];

/** Results of a batch: query i has ids[offsets[i]] to ids[offsets[i + 1] - 1]. */
export interface Answers {
  readonly offsets: Uint32Array;
  readonly ids: Uint32Array;
}

/** Change since the last frame. */
export interface Change {
  /** All current boxes, in a different array in each frame. */
  readonly boxes: Float32Array;
  /** Ids of moved boxes, ascending. */
  readonly ids: Uint32Array;
  /** Packed boxes of `ids`. */
  readonly moved: Float32Array;
}

/**
 * Container of the library, with the methods that its adapter lists. It may keep references to the
 * given boxes. Results may be views that the next call overwrites.
 */
export interface Peer {
  /** Replaces the content. */
  build?(boxes: Float32Array): void;
  /** Returns each overlapping pair once, flat, a < b, without using earlier content. */
  allPairs?(boxes: Float32Array): Uint32Array;
  /** After `build`: applies the change and returns all current pairs. */
  frame?(change: Change): Uint32Array;
  /** Returns the items that overlap each box. */
  boxQueries?(boxes: Float32Array): Answers;
  /** Writes the items that overlap one box to `out`, and returns their number. */
  boxQuery?(box: Float32Array, out: Uint32Array): number;
  /**
   * Returns each pair of points at most `distance` apart once, flat, a < b, without using earlier
   * content. Points are packed.
   */
  pairsWithin?(points: Float32Array, distance: number): Uint32Array;
  /** Returns the k nearest items of each point, nearest first; -1 if there are fewer. */
  nearest?(points: Float32Array, k: number): Int32Array;
  /** Returns the first item on each ray [origin..., unit direction..., length]; -1 for none. */
  rays?(rays: Float32Array): Int32Array;
  /** Inserts boxes one by one, with the next ids. */
  insert?(boxes: Float32Array): void;
  /** Moves the items `ids`. */
  move?(change: Change): void;
  remove?(ids: Uint32Array): void;
  /** Serializes and deserializes. Returns a container that shares no memory with this one. */
  copy?(): Peer;
  /** Bytes of the content, if exactly known. */
  bytes?(): number;
  /** Frees memory that is not garbage collected. */
  dispose?(): void;
}

export interface Adapter {
  readonly id: string;
  /** Name in tables. */
  readonly title: string;
  /** Name on npm; null for code of this repository. */
  readonly package: string | null;
  readonly version: string;
  readonly dimensions: readonly Dimensions[];
  readonly verbs: readonly Verb[];
  /** True if it stores only points, so that boxes must have size 0. */
  readonly pointsOnly?: boolean;
  /** True if it keeps nothing between frames. */
  readonly rebuilds?: boolean;
  /** True if it contains WebAssembly, which takes long to load. */
  readonly heavy?: boolean;
  /** Differences in rules and how the adapter handles them: sentences without a period. */
  readonly notes: readonly string[];
  load(): Promise<(dimensions: Dimensions) => Peer>;
}

/** Returns whether an adapter supports these methods and dimensions. */
export function offers(adapter: Adapter, dimensions: Dimensions, wanted: readonly Verb[]): boolean {
  return (
    adapter.dimensions.includes(dimensions) && wanted.every((verb) => adapter.verbs.includes(verb))
  );
}
