/** Traces queries step by step, for tools that draw the traversal. */
import type { IndexState } from '../core.js';
import { expected, SapwoodError } from '../errors.js';
import { type FrustumLike, readFrustum } from '../frustum.js';
import {
  type BoxLike,
  isObject,
  type PointLike,
  readBox,
  reading,
  readLimit,
  readMaxDistance,
  readPoint,
  readRadius,
  readRay,
  readSecond,
} from '../inputs.js';
import { rejectUnknown } from '../option-names.js';
import type { OwnedInt32Array, OwnedUint8Array, OwnedUint32Array } from '../owned.js';
import type { SpatialIndex } from '../spatial-index.js';
import { stateOfOther } from '../spatial-queries.js';
import { callMethod, checkedResult, live, requireCapability } from '../state.js';

/** Box query. */
export interface TracedBox {
  /** Kind of the query. */
  readonly kind: 'box';
  /** Box of the query. */
  readonly box: BoxLike;
}

/** Sphere query. */
export interface TracedSphere {
  /** Kind of the query. */
  readonly kind: 'sphere';
  /** Center of the sphere. */
  readonly center: PointLike;
  /** Radius in world units, finite and >= 0. */
  readonly radius: number;
}

/** Frustum query. */
export interface TracedFrustum {
  /** Kind of the query. */
  readonly kind: 'frustum';
  /** Planes of the frustum. */
  readonly frustum: FrustumLike;
  /**
   * Position of the camera. If it is set, the traversal visits the nearer side of each split plane
   * first. This requires a structure with split planes.
   */
  readonly eye?: PointLike | undefined;
}

/** Ray query that finds all items along a ray. */
export interface TracedRay {
  /** Kind of the query. */
  readonly kind: 'ray';
  /** Start of the ray. */
  readonly origin: PointLike;
  /** Direction: finite, not zero, of any length. */
  readonly direction: PointLike;
  /** Maximum distance in world units, >= 0. Default: unlimited. */
  readonly maxDistance?: number | undefined;
}

/** Nearest-neighbor query. */
export interface TracedNearest {
  /** Kind of the query. */
  readonly kind: 'nearest';
  /** Point of the query. */
  readonly point: PointLike;
  /** Number of items, an integer >= 0, or Infinity for all. */
  readonly k: number;
  /** Maximum distance in world units, >= 0. Default: unlimited. */
  readonly maxDistance?: number | undefined;
}

/** Query to trace. */
export type TracedQuery = TracedBox | TracedSphere | TracedFrustum | TracedRay | TracedNearest;

/**
 * Kinds of steps of a traversal. `counters()` counts `Missed`, `Entered`, `Covered` and `Below` as
 * node visits.
 */
export const WalkStep = {
  /** Visited a node and skipped its subtree, which is outside the query or too far away. */
  Missed: 0,
  /** Visited a node whose children will be visited. */
  Entered: 1,
  /** Visited a node inside the query, so that all items below it are results. */
  Covered: 2,
  /** Visited a node below a `Covered` node, without testing it. */
  Below: 3,
  /**
   * Tested items. `amounts` contains the number of items, which `counters()` counts as item tests.
   */
  Compared: 4,
  /** Reported items without testing them. */
  Taken: 5,
  /** Skipped a queued node, because a closer result had been found. */
  Dropped: 6,
  /** Advanced to the next node in memory without visiting it. */
  Next: 7,
  /** Looked up a cell that does not exist. */
  Sought: 8,
  /** Reached an item that can be a result. `nodes` contains its id. */
  Candidate: 9,
} as const;
/** Kind of a step, a value of the object `WalkStep`. */
export type WalkStep = (typeof WalkStep)[keyof typeof WalkStep];

/**
 * Steps of a traversal as parallel arrays, in chronological order. The arrays belong to the caller.
 */
export interface WalkTrace {
  /** Number of steps. */
  count: number;
  /** One of `WalkStep` per step. */
  steps: OwnedUint8Array;
  /**
   * Index of the node in the result of `nodes()`, called before the next change. -1 for an empty
   * node, which `nodes()` omits. For a `Candidate`, the id of the item.
   */
  nodes: OwnedInt32Array;
  /**
   * For `Compared`, the number of tested items, including unused positions in the arrays of a leaf.
   */
  amounts: OwnedUint32Array;
}

const KINDS = ['box', 'sphere', 'frustum', 'ray', 'nearest'] as const;
const NAMES: Readonly<Record<(typeof KINDS)[number], readonly string[]>> = {
  box: ['box'],
  sphere: ['center', 'radius'],
  frustum: ['frustum', 'eye'],
  ray: ['origin', 'direction', 'maxDistance'],
  nearest: ['point', 'k', 'maxDistance'],
};
/** Maximum count of float32 numbers of a query. One 32-bit integer follows them. */
const NUMBERS = 27;

/**
 * Runs a query and returns the steps of its traversal: visited and skipped nodes, and tested items.
 * The traversal and `counters()` are the same as for the query method. A trace takes several times
 * as long as the query, plus the time of `nodes()`.
 *
 * Requires the module `sapwood/all/trace.wasm`: call `await init({ wasm })` with its URL.
 * @param index - Index of `sapwood/all`.
 * @param query - Kind and arguments of the query.
 * @returns Steps in new arrays.
 * @throws SapwoodError `unsupported` if a different module is loaded, or if the structure does not
 * support the query
 * @throws SapwoodError `invalid-box`, `invalid-argument`, `disposed`, `out-of-memory`
 * @example
 * ```ts
 * import { BruteForce, init, traceOf, WalkStep } from 'sapwood/all';
 *
 * await init({ wasm: new URL(import.meta.resolve('sapwood/all/trace.wasm')) });
 * const index = new BruteForce({ dimensions: 2 });
 * index.build([0, 0, 1, 1]);
 * const { steps } = traceOf(index, { kind: 'box', box: [0, 0, 9, 9] });
 * console.log(steps.includes(WalkStep.Compared)); // true
 * ```
 */
export function traceOf(index: SpatialIndex, query: TracedQuery): WalkTrace {
  const state = stateOfOther(index, 'a SpatialIndex of sapwood/all');
  live(state);
  if (state.object?.trace === undefined) {
    const message = `traceOf: the loaded module of ${state.core.entry} cannot trace; pass sapwood/all/trace.wasm to init({ wasm }) of sapwood/all`;
    throw new SapwoodError('unsupported', message);
  }
  if (!isObject(query)) throw expected('invalid-argument', 'query', 'an object with a kind', query);
  const given = reading('invalid-argument', 'query', () => ({ ...query }));
  const kind = KINDS.indexOf(given.kind);
  if (kind < 0) {
    throw expected('invalid-argument', 'query.kind', `one of '${KINDS.join("', '")}'`, given.kind);
  }
  rejectUnknown('query', given, ['kind', ...NAMES[given.kind]]);
  const { numbers, word } = numbersOf(state, given);
  const at = state.core.scratch('traceOf', 4 * (NUMBERS + 1)) >>> 2;
  state.core.f32.set(numbers, at);
  state.core.u32[at + NUMBERS] = word;
  const count = checkedResult('traceOf', callMethod(state, 'trace', kind));
  return traceFrom(state.core.ids(3 * count), count);
}

function traceFrom(words: Uint32Array, count: number): WalkTrace {
  const trace = {
    count,
    steps: new Uint8Array(count),
    nodes: new Int32Array(count),
    amounts: new Uint32Array(count),
  };
  for (let step = 0; step < count; step += 1) {
    trace.steps[step] = words[3 * step];
    trace.nodes[step] = words[3 * step + 1];
    trace.amounts[step] = words[3 * step + 2];
  }
  return trace;
}

interface QueryNumbers {
  readonly numbers: number[];
  /** Number of neighbors for `nearest`. For `frustum`, 1 if `eye` is set. Otherwise 0. */
  readonly word: number;
}

/** Returns the arguments of a query as numbers in the order that the core expects. */
function numbersOf(state: IndexState, query: TracedQuery): QueryNumbers {
  const { dimensions } = state;
  switch (query.kind) {
    case 'box': {
      const { box } = readBox(query.box, dimensions, 'query.box');
      return { numbers: [...box], word: 0 };
    }
    case 'sphere': {
      const radius = readRadius(query.radius);
      const { point } = readPoint(query.center, dimensions, 'query.center');
      return { numbers: [...point.subarray(0, dimensions), radius], word: 0 };
    }
    case 'frustum': {
      requireCapability(state, 'frustum', 'traceOf');
      const planes = [...readFrustum(query.frustum).planes];
      if (query.eye === undefined) return { numbers: [...planes, 0, 0, 0], word: 0 };
      return { numbers: [...planes, ...readSecond(query.eye, 3, 'query.eye').eye], word: 1 };
    }
    case 'ray': {
      requireCapability(state, 'ray', 'traceOf');
      const max = readMaxDistance(query.maxDistance);
      const names = ['query.origin', 'query.direction'] as const;
      const { point, direction } = readRay(query.origin, query.direction, dimensions, names);
      const ends = [point, direction].flatMap((end) => [...end.subarray(0, dimensions)]);
      return { numbers: [...ends, max], word: 0 };
    }
    case 'nearest': {
      requireCapability(state, 'nearest', 'traceOf');
      const max = readMaxDistance(query.maxDistance);
      const k = readLimit(query.k, 'query.k');
      const { point } = readPoint(query.point, dimensions, 'query.point');
      return { numbers: [...point.subarray(0, dimensions), max], word: k };
    }
  }
}
