/** What a query does inside of an index, step by step: for tools that draw it. */
import { expected, SapwoodError } from '../errors.js';
import { reading } from '../foreign.js';
import { type FrustumLike, readFrustum } from '../frustum.js';
import {
  type BoxLike,
  isObject,
  type PointLike,
  readBox,
  readDirection,
  readEye,
  readLimit,
  readMaxDistance,
  readPoint,
  readRadius,
} from '../inputs.js';
import { refuseUnknown } from '../option-names.js';
import type { OwnedInt32Array, OwnedUint8Array, OwnedUint32Array } from '../owned.js';
import type { SpatialIndex } from '../spatial-index.js';
import { stateOfOther } from '../spatial-queries.js';
import { callMethod, checked, demand, type IndexState, live } from '../state.js';

/** `queryBox` as a walk to be traced. */
export interface TracedBox {
  /** Which query it is. */
  readonly kind: 'box';
  /** The box, in world units. */
  readonly box: BoxLike;
}

/** `querySphere` as a walk to be traced. */
export interface TracedSphere {
  /** Which query it is. */
  readonly kind: 'sphere';
  /** The center. */
  readonly center: PointLike;
  /** World units, >= 0. */
  readonly radius: number;
}

/** `queryFrustum` as a walk to be traced. */
export interface TracedFrustum {
  /** Which query it is. */
  readonly kind: 'frustum';
  /** What is seen. */
  readonly frustum: FrustumLike;
  /** With it the walk goes by split planes, nearer side first; of structures that have them only. */
  readonly eye?: PointLike;
}

/** `raycastAll` as a walk to be traced. */
export interface TracedRay {
  /** Which query it is. */
  readonly kind: 'ray';
  /** Where it starts. */
  readonly origin: PointLike;
  /** Of any length but 0. */
  readonly direction: PointLike;
  /** World units; unlimited when left out. All hits up to there are looked for. */
  readonly maxDistance?: number;
}

/** `nearest` as a walk to be traced. */
export interface TracedNearest {
  /** Which query it is. */
  readonly kind: 'nearest';
  /** Where neighbors are looked for. */
  readonly point: PointLike;
  /** How many are wanted, an integer >= 0. */
  readonly k: number;
  /** World units; unlimited when left out. */
  readonly maxDistance?: number;
}

/** A query by its verb's arguments. */
export type TracedQuery = TracedBox | TracedSphere | TracedFrustum | TracedRay | TracedNearest;

/** What a walk did. The steps up to `Below` are the node visits that `counters()` counts. */
export const WalkStep = {
  /** Looked at a node and left it: the query misses it, or does not reach so far. */
  Missed: 0,
  /** Looked at a node and will look into it. */
  Entered: 1,
  /** Looked at a node that the query covers: everything below is a hit. */
  Covered: 2,
  /** Came past a node below a covered one. */
  Below: 3,
  /** Compared as many items of a node as its amount says: the item tests of `counters()`. */
  Compared: 4,
  /** Took the items of a node without comparing them. */
  Taken: 5,
  /** A node that had been entered is out of reach when its turn comes. */
  Dropped: 6,
  /** Went on to a node without a visit of its own: it lies behind the last one. */
  Next: 7,
  /** Looked up a cell that is not there. */
  Sought: 8,
  /** Came to an item that may be a hit; its id stands in the place of the node. */
  Candidate: 9,
} as const;
/** A step of a walk as a number, by the names of the object `WalkStep`. */
export type WalkStep = (typeof WalkStep)[keyof typeof WalkStep];

/** A walk as parallel arrays, one entry a step, in the order of the walk. Yours to keep. */
export interface WalkTrace {
  /** Number of steps. */
  count: number;
  /** One of `WalkStep`. */
  steps: OwnedUint8Array;
  /**
   * The node's position in what `nodes()` answers before the next change; -1 for what is not shown
   * there, since it holds nothing. Of a candidate: its id.
   */
  nodes: OwnedInt32Array;
  /** Of `Compared`: how many items, or vacant places for them, were compared. */
  amounts: OwnedUint32Array;
}

const KINDS = ['box', 'sphere', 'frustum', 'ray', 'nearest'] as const;
/** The names in a query of each kind. */
const NAMES: Readonly<Record<(typeof KINDS)[number], readonly string[]>> = {
  box: ['box'],
  sphere: ['center', 'radius'],
  frustum: ['frustum', 'eye'],
  ray: ['origin', 'direction', 'maxDistance'],
  nearest: ['point', 'k', 'maxDistance'],
};
/** Numbers of the longest query; behind them stands a word. */
const NUMBERS = 27;

/**
 * Asks a query and tells each step of its walk: the nodes that were looked at, entered or left, the
 * items that were compared, and in which order. It is the walk of the verb itself; `counters()`
 * tells of it afterwards. Costs several times the query, and a `nodes()`.
 *
 * Needs the module `sapwood/all/trace.wasm`: `await init({ wasm })` with its address. Errors:
 * `unsupported` with another module, or where the structure lacks the query; those of the query's
 * verb for its arguments.
 */
export function traceOf(index: SpatialIndex, query: TracedQuery): WalkTrace {
  const state = stateOfOther(index, 'a SpatialIndex of sapwood/all');
  live(state);
  if (state.object?.trace === undefined) {
    const message = `traceOf: the loaded module of ${state.core.entry} cannot trace; pass sapwood/all/trace.wasm to init({ wasm }) of sapwood/all`;
    throw new SapwoodError('unsupported', message);
  }
  if (!isObject(query)) throw expected('invalid-argument', 'query', 'an object with a kind', query);
  const asked = reading('invalid-argument', 'query', () => ({ ...query }));
  const kind = KINDS.indexOf(asked.kind);
  if (kind < 0) {
    throw expected('invalid-argument', 'query.kind', `one of ${KINDS.join(', ')}`, asked.kind);
  }
  refuseUnknown('query', asked, ['kind', ...NAMES[asked.kind]]);
  const { numbers, word } = numbersOf(state, asked);
  const at = state.core.scratch('traceOf', 4 * (NUMBERS + 1)) >>> 2;
  state.core.f32.set(numbers, at);
  state.core.u32[at + NUMBERS] = word;
  const count = checked('traceOf', callMethod(state, 'trace', kind));
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
  /** How many neighbors are wanted; 1 for the order of split planes. */
  readonly word: number;
}

/** The numbers of a query as the core takes them, one after the other. */
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
      demand(state, 'frustum', 'traceOf');
      const planes = [...readFrustum(query.frustum).planes];
      if (query.eye === undefined) return { numbers: [...planes, 0, 0, 0], word: 0 };
      return { numbers: [...planes, ...readEye(query.eye, 'query.eye').eye], word: 1 };
    }
    case 'ray': {
      demand(state, 'ray', 'traceOf');
      const max = readMaxDistance(query.maxDistance);
      const { direction } = readDirection(query.direction, dimensions, 'query.direction');
      const along = [...direction.subarray(0, dimensions)];
      const { point } = readPoint(query.origin, dimensions, 'query.origin');
      return { numbers: [...point.subarray(0, dimensions), ...along, max], word: 0 };
    }
    case 'nearest': {
      demand(state, 'nearest', 'traceOf');
      const max = readMaxDistance(query.maxDistance);
      const k = readLimit(query.k, 'query.k');
      const { point } = readPoint(query.point, dimensions, 'query.point');
      return { numbers: [...point.subarray(0, dimensions), max], word: k };
    }
  }
}
