/**
 * Exports of the WebAssembly module, declared in cpp/bindings. `h` is the address of an index.
 * Functions return a count, or a negated status code (`STATUS_CODES`). Addresses above 2 GB are
 * negative; apply `>>> 0`.
 */
import type { ErrorCode } from './errors.js';

/** Error codes by negated return value of the core. 0 is success. */
export const STATUS_CODES: readonly (ErrorCode | undefined)[] = [
  undefined,
  'invalid-box',
  'invalid-id',
  'invalid-argument',
  'unsupported',
  'out-of-memory',
  'bad-data',
];

type Box = [a: number, b: number, c: number, d: number, e: number, f: number];
type Point = [x: number, y: number, z: number];
type Filter = [category: number, mask: number];

/**
 * Exported C functions, one per method. In 2D, a box uses its first four numbers, and a point its
 * first two.
 */
export interface RawCalls {
  sapwood_result_block(): number;
  sapwood_scratch(bytes: number): number;
  sapwood_tail(bytes: number): number;
  sapwood_release_results(): void;
  sapwood_heap_in_use(): number;
  /** Must be called before a view of results is returned. */
  sapwood_expose_results(): void;
  /** Returns 1, or 0 in the build without SIMD, which tests use as a reference. */
  sapwood_has_simd(): number;
  sapwood_staging(h: number, count: number): number;
  sapwood_release_staging(h: number): void;
  /** Must be called before a view of staging memory is returned. */
  sapwood_expose_staging(h: number): void;
  sapwood_build(h: number, count: number): number;
  sapwood_update(h: number, count: number): number;
  sapwood_clear(h: number): void;
  sapwood_shrink(h: number): void;
  sapwood_size(h: number): number;
  sapwood_byte_length(h: number): number;
  sapwood_has(h: number, id: number): number;
  sapwood_insert(h: number, ...boxAndFilter: [...Box, ...Filter]): number;
  sapwood_insert_many(h: number, count: number): number;
  sapwood_move(h: number, id: number, ...boxAndDisplacement: [...Box, ...Point]): number;
  sapwood_move_many(h: number, count: number): number;
  sapwood_remove(h: number, id: number): number;
  sapwood_set_filter(h: number, id: number, ...filter: Filter): number;
  sapwood_box(h: number, id: number): number;
  sapwood_ids(h: number): number;
  sapwood_items(h: number): number;
  sapwood_overlaps(h: number, count: number): number;
  sapwood_query_box(h: number, ...boxAndFilter: [...Box, ...Filter]): number;
  sapwood_query_point(h: number, ...pointAndFilter: [...Point, ...Filter]): number;
  sapwood_query_sphere(
    h: number,
    ...sphereAndFilter: [...Point, radius: number, ...Filter]
  ): number;
  sapwood_query_frustum(
    h: number,
    order: number,
    ...rest: [...Point, limit: number, ...Filter]
  ): number;
  sapwood_visit_box(h: number, ...boxAndFilter: [...Box, ...Filter]): number;
  sapwood_overlaps_any(h: number, ...boxAndFilter: [...Box, ...Filter]): number;
  sapwood_overlap_boxes(h: number, count: number): number;
  sapwood_query_volumes(h: number, kind: number, count: number, ...filter: Filter): number;
  /**
   * Reads a ray or a moving shape from the scratch buffer, and stores its contact with an item in
   * the results.
   */
  sapwood_contact(h: number, kind: number, id: number): number;
  sapwood_raycast(h: number, ...ray: [...Point, ...Point, max: number, ...Filter]): number;
  sapwood_raycast_all(h: number, ...ray: [...Point, ...Point, max: number, ...Filter]): number;
  sapwood_nearest(h: number, ...rest: [...Point, k: number, max: number, ...Filter]): number;
  sapwood_pairs(h: number): number;
  sapwood_pairs_with(h: number, other: number): number;
  sapwood_query_boxes(h: number, count: number): number;
  sapwood_raycasts(h: number, count: number, normals: number): number;
  sapwood_nearest_many(h: number, count: number, k: number): number;
  sapwood_nearest_all(h: number, k: number): number;
  sapwood_pairs_within(h: number, distance: number): number;
  sapwood_counters(h: number): void;
  sapwood_serialize(h: number): number;
  sapwood_load(h: number, length: number): number;
  sapwood_options(h: number): number;
  sapwood_update_pairs(h: number): number;
}

/** Exports of modules with worlds. `h` is the address of a world. */
export interface WorldCalls {
  sapwood_world_block(h: number): number;
  /** Must be called before a view of the bounds is returned. */
  sapwood_world_expose_bounds(h: number): void;
  sapwood_world_step(h: number): number;
  sapwood_world_flush(h: number): number;
  sapwood_world_touch(h: number, id: number): number;
  sapwood_world_touch_many(h: number, count: number): number;
  sapwood_world_touch_all(h: number): number;
  sapwood_world_set_asleep(h: number, id: number, asleep: number): number;
  sapwood_world_layer(h: number, id: number): number;
  sapwood_world_set_layer(h: number, id: number, layer: number): number;
  sapwood_world_kind(h: number): number;
  sapwood_world_save(h: number): number;
  /**
   * Reads a snapshot without changing the world. Writes the ids of its bodies to the result buffer,
   * and returns their number.
   */
  sapwood_world_load(h: number, length: number): number;
  /**
   * Restores the snapshot of the last `load`. Some ids may have belonged to a different body before
   * the call; writes these ids to the result buffer, and returns their number.
   */
  sapwood_world_adopt(h: number): number;
  sapwood_world_shift(h: number, x: number, y: number, z: number): number;
}

/**
 * Embind object of an index. The structure and the entry point determine which optional methods
 * exist. Methods return a count, or a negated status code, like the C exports.
 */
export interface RawIndex {
  address(): number;
  delete(): void;
  /** Values that do not apply to the structure are NaN. */
  stats?(): Record<string, number>;
  /** Returns the violated invariants, one per line. */
  validate?(): string;
  dump?(): number;
  traverse?(): number;
  cullReport?(...eye: Point): number;
  beginBuild?(count: number): number;
  stepBuild?(limit: number): number;
  stepWork?(): number;
  building?(): boolean;
  step?(budget: number): number;
  commit?(): number;
  refit?(): number;
  optimize?(budget: number): number;
  rebuild?(): number;
  /** `other` is an object of the same class. */
  merge?(other: RawIndex): number;
  shiftOrigin?(...by: Point): number;
  setSpace?(...box: Box): number;
  /**
   * Writes the box of the last `setSpace` to the result buffer `distances`. Returns the number of
   * its coordinates, or 0 if no box was set.
   */
  space?(): number;
  cull?(order: number, ...rest: [...Point, limit: number, ...Filter]): number;
  setAsleep?(id: number, asleep: boolean): number;
  asleep?(id: number): number;
  updatePairsAwake?(): number;
  pairWork?(): void;
  enlarge?(id: number, ...displacement: Point): number;
  rebuildEnlarged?(): number;
  rebuildOverLeaves?(bottomUp: number): number;
  reinsert?(budget: number): number;
  /**
   * Traces a query, whose arguments are 27 float32 and one uint32 in the scratch buffer. Stores
   * three words per step of the query in `ids`.
   */
  trace?(query: number): number;
}

export interface RawIndexClass {
  /**
   * Creates an index from `count` float64 options in the scratch buffer. Returns null if an option
   * is invalid or memory runs out.
   */
  create(count: number): RawIndex | null;
}

/** Instantiated module. */
export interface RawCore {
  readonly calls: RawCalls;
  /** Embind classes by name. */
  readonly classes: Readonly<Record<string, RawIndexClass | undefined>>;
  readonly memory: CoreMemory;
}

/**
 * `WebAssembly.Memory`, declared here so that types compile without the DOM library of TypeScript.
 */
export interface CoreMemory {
  readonly buffer: ArrayBuffer;
}
