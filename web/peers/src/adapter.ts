/**
 * One library behind one shape, for benchmarks: flat float32 boxes in, typed arrays out, the same answers for all.
 *
 * Boxes are flat, minimum corner then maximum corner, and closed: touching boxes overlap. Item i is box i. Where a
 * library thinks otherwise, its adapter closes the gap, within the time that is measured, and says so in `notes`.
 * An adapter imports its library in `load()` and not before.
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

/** The answers to many queries: those to query i are ids[offsets[i]] ... ids[offsets[i + 1] - 1]. */
export interface Answers {
  readonly offsets: Uint32Array;
  readonly ids: Uint32Array;
}

/** What happened since the last frame. */
export interface Change {
  /** All boxes as they are now; another array in each frame. */
  readonly boxes: Float32Array;
  /** Which of them moved, ascending. */
  readonly ids: Uint32Array;
  /** The boxes of `ids`, packed. */
  readonly moved: Float32Array;
}

/**
 * A container of the library. It has the verbs that its adapter names, and may keep references to the boxes that it is
 * given. Results may be views that the next call overwrites.
 */
export interface Peer {
  /** Replaces the content. */
  build?(boxes: Float32Array): void;
  /** Every overlapping pair once, flat, a < b; from nothing, whatever was there before. */
  allPairs?(boxes: Float32Array): Uint32Array;
  /** After `build`: follows the change and gives all pairs as they are now. */
  frame?(change: Change): Uint32Array;
  /** The items that overlap each of some boxes. */
  boxQueries?(boxes: Float32Array): Answers;
  /** The same for one box: fills `out`, returns how many were found. */
  boxQuery?(box: Float32Array, out: Uint32Array): number;
  /** Every pair of points at most `distance` apart once, flat, a < b; from nothing. Points are packed, without extent. */
  pairsWithin?(points: Float32Array, distance: number): Uint32Array;
  /** The k nearest items of each point, nearest first; -1 where there are fewer. */
  nearest?(points: Float32Array, k: number): Int32Array;
  /** The first item on each ray [origin..., unit direction..., length]; -1 for none. */
  rays?(rays: Float32Array): Int32Array;
  /** Adds boxes one by one; ids go on behind the last one. */
  insert?(boxes: Float32Array): void;
  /** Gives the items of `ids` other boxes. */
  move?(change: Change): void;
  remove?(ids: Uint32Array): void;
  /** Bytes and back: another container with the same content, which shares no memory with this one. */
  copy?(): Peer;
  /** Bytes of the content, where the container can tell exactly. */
  bytes?(): number;
  /** Frees what the garbage collector does not. */
  dispose?(): void;
}

export interface Adapter {
  readonly id: string;
  /** What tables call it. */
  readonly title: string;
  /** Name on npm; null for what is written here. */
  readonly package: string | null;
  readonly version: string;
  readonly dimensions: readonly Dimensions[];
  readonly verbs: readonly Verb[];
  /** Whether it keeps points only: its boxes must then have no extent. */
  readonly pointsOnly?: boolean;
  /** Keeps nothing from frame to frame: it begins anew in each. */
  readonly rebuilds?: boolean;
  /** Carries WebAssembly of its own: large to load. */
  readonly heavy?: boolean;
  /** How the contract is met where the library's own rules differ: sentences without their full stop. */
  readonly notes: readonly string[];
  load(): Promise<(dimensions: Dimensions) => Peer>;
}

/** Whether an adapter can do that much. */
export function offers(adapter: Adapter, dimensions: Dimensions, wanted: readonly Verb[]): boolean {
  return (
    adapter.dimensions.includes(dimensions) && wanted.every((verb) => adapter.verbs.includes(verb))
  );
}
