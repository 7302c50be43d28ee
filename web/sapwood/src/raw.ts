/**
 * The WebAssembly module as TypeScript sees it: names and signatures of cpp/bindings.
 *
 * `h` is the address of an index. Verbs answer a count, or minus a status code of `STATUS_CODES`.
 * Addresses arrive signed above 2 GB: `>>> 0` before use.
 */
import type { ErrorCode } from './errors.js';

/** Error codes by the number that the core answers with, negated; 0 is success. */
export const STATUS_CODES: readonly (ErrorCode | undefined)[] = [
  undefined,
  'invalid-box',
  'invalid-id',
  'invalid-argument',
  'unsupported',
  'out-of-memory',
  'bad-data',
];

/** 32-bit words of the result block. */
export const BLOCK = {
  ids: 0,
  distances: 2,
  offsets: 3,
  bytes: 4,
  byteCount: 5,
  fault: 6,
  /** Three float64: node visits, item tests, results. */
  counters: 8,
  /** Address, then count of the last serialised bytes that stand behind the others. */
  tail: 14,
  tailCount: 15,
  /** Addresses of bounds, level, parent, firstItem, itemCount, kind, items; then the item count. */
  dump: 16,
  options: 24,
  /** Address, then count of numbers. */
  spheres: 25,
  cells: 27,
  /** Float64 numbers of the last step or report. */
  report: 30,
  /** Address, then count of float64 numbers. */
  walk: 38,
} as const;

type Box = [a: number, b: number, c: number, d: number, e: number, f: number];
type Point = [x: number, y: number, z: number];
type Filter = [category: number, mask: number];

/** The plain exports, one a verb. In 2D a box is its first four numbers, a point its first two. */
export interface RawCalls {
  sapwood_result_block(): number;
  sapwood_scratch(bytes: number): number;
  sapwood_tail(bytes: number): number;
  sapwood_release_results(): void;
  sapwood_staging(h: number, count: number): number;
  sapwood_release_staging(h: number): void;
  sapwood_build(h: number, count: number): number;
  sapwood_update(h: number, count: number): number;
  sapwood_clear(h: number): void;
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
  sapwood_raycast(h: number, ...ray: [...Point, ...Point, max: number, ...Filter]): number;
  sapwood_raycast_all(h: number, ...ray: [...Point, ...Point, max: number, ...Filter]): number;
  sapwood_nearest(h: number, ...rest: [...Point, k: number, max: number, ...Filter]): number;
  sapwood_pairs(h: number): number;
  sapwood_pairs_with(h: number, other: number): number;
  sapwood_query_boxes(h: number, count: number): number;
  sapwood_raycasts(h: number, count: number): number;
  sapwood_nearest_many(h: number, count: number, k: number): number;
  sapwood_counters(h: number): void;
  sapwood_dump(h: number): number;
  sapwood_serialize(h: number): number;
  sapwood_load(h: number, length: number): number;
  sapwood_peek(length: number): number;
  sapwood_options(h: number): number;
  sapwood_optimise(h: number, budget: number): number;
  sapwood_rebuild(h: number): number;
  sapwood_update_pairs(h: number): number;
  sapwood_cull_report(h: number, ...eye: Point): number;
  sapwood_begin_build(h: number, count: number): number;
  sapwood_step_build(h: number, limit: number): number;
  sapwood_building(h: number): number;
  sapwood_merge(h: number, other: number): number;
  sapwood_refit(h: number): number;
  sapwood_step(h: number, budget: number): number;
  sapwood_commit(h: number): number;
  sapwood_shift_origin(h: number, ...by: Point): number;
}

/** Every name of `RawCalls`; the keys of the record make the compiler check that none is missing. */
const CALL_NAMES: Readonly<Record<keyof RawCalls, true>> = {
  sapwood_result_block: true,
  sapwood_scratch: true,
  sapwood_tail: true,
  sapwood_release_results: true,
  sapwood_staging: true,
  sapwood_release_staging: true,
  sapwood_build: true,
  sapwood_update: true,
  sapwood_clear: true,
  sapwood_size: true,
  sapwood_byte_length: true,
  sapwood_has: true,
  sapwood_insert: true,
  sapwood_insert_many: true,
  sapwood_move: true,
  sapwood_move_many: true,
  sapwood_remove: true,
  sapwood_set_filter: true,
  sapwood_box: true,
  sapwood_ids: true,
  sapwood_query_box: true,
  sapwood_query_point: true,
  sapwood_query_sphere: true,
  sapwood_query_frustum: true,
  sapwood_visit_box: true,
  sapwood_raycast: true,
  sapwood_raycast_all: true,
  sapwood_nearest: true,
  sapwood_pairs: true,
  sapwood_pairs_with: true,
  sapwood_query_boxes: true,
  sapwood_raycasts: true,
  sapwood_nearest_many: true,
  sapwood_counters: true,
  sapwood_dump: true,
  sapwood_serialize: true,
  sapwood_load: true,
  sapwood_peek: true,
  sapwood_options: true,
  sapwood_optimise: true,
  sapwood_rebuild: true,
  sapwood_update_pairs: true,
  sapwood_cull_report: true,
  sapwood_begin_build: true,
  sapwood_step_build: true,
  sapwood_building: true,
  sapwood_merge: true,
  sapwood_refit: true,
  sapwood_step: true,
  sapwood_commit: true,
  sapwood_shift_origin: true,
};

export const callNames = Object.keys(CALL_NAMES) as (keyof RawCalls)[];

/** An index as its Embind class shows it. */
export interface RawIndex {
  address(): number;
  /** NaN: the structure has no such thing. */
  stats(): Record<string, number>;
  /** Faults joined by newlines. */
  validate(): string;
  delete(): void;
}

export interface RawIndexClass {
  /** Takes `count` option values, float64, from the scratch buffer; null when one is refused. */
  create(count: number): RawIndex | null;
}

/** Free functions of the module, all of them cold. */
export interface RawModule {
  /** Lines of "id dimensions capability capability …|ClassName". */
  structureList(): string;
  optionList(className: string): string;
  simdBackEnd(): string;
  heapInUse(): number;
}

/** What the glue resolves to: free functions, classes by name, plain exports with a leading `_`. */
export type RawCore = RawModule & Readonly<Record<string, unknown>>;

type AnyCall = (...values: number[]) => number;

/**
 * The plain exports as own properties of one small object.
 *
 * The glue's `_name` is a stub until its first call, then the export itself: each entry follows
 * that swap once, so that hot calls reach WebAssembly without a wrapper. Answers the names that
 * the module lacks instead, when there are any.
 */
export function bindCalls(core: RawCore): RawCalls | string[] {
  const missing = callNames.filter((name) => typeof core[`_${name}`] !== 'function');
  if (missing.length > 0) return missing;
  const calls = {} as Record<keyof RawCalls, AnyCall>;
  for (const name of callNames) {
    calls[name] = (...values) => {
      const result = (core[`_${name}`] as AnyCall)(...values);
      calls[name] = core[`_${name}`] as AnyCall;
      return result;
    };
  }
  return calls as unknown as RawCalls;
}

export interface ListedStructure {
  id: string;
  dimensions: number;
  capabilities: readonly string[];
  className: string;
}

/** `structureList()` taken apart, in its order. */
export function readStructureList(text: string): ListedStructure[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [description, className] = line.split('|');
      const [id, dimensions, ...capabilities] = description.split(/[ ,]+/);
      return { id, dimensions: Number(dimensions), capabilities, className };
    });
}
