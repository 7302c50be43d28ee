import { BOXES, readRecords } from '../bulk.js';
import { expected, isSapwoodError } from '../errors.js';
import type { StructureId } from '../generated/structure-ids.js';
import type { SpatialIndex } from '../generated/structures.js';
import { type Dimensions, readBox, reading } from '../inputs.js';
import { rejectUnknown } from '../option-names.js';
import type { OptionSpec, OptionValue } from '../options.js';
import { type StructureEntry, structures } from '../registry.js';
import { type ReadSample, readSample } from './scene-sample.js';

/** Scene, queries and structure for `tune`. */
export interface TuneRequest {
  /** Id of the structure, as in `structures`. */
  readonly structure: StructureId;
  /** `2 * dimensions` numbers per box. May be empty. */
  readonly boxes: ArrayLike<number>;
  /** Number of dimensions. Optional if the length of `boxes` is valid in only one of 2D and 3D. */
  readonly dimensions?: Dimensions | undefined;
  /** Boxes for `queryBox`: `2 * dimensions` numbers per query. Default: no queries. */
  readonly queries?: ArrayLike<number> | undefined;
  /**
   * Weight of one computation of all pairs relative to one query, >= 0. Default: 1 if there are no
   * queries, otherwise 0.
   */
  readonly pairs?: number | undefined;
  /** Options with fixed values, which `tune` does not vary. Default: `{}`. */
  readonly options?: Readonly<Record<string, OptionValue>> | undefined;
  /**
   * Returns the cost of an index that contains the boxes, for example the time of ray queries or
   * `byteLength`. Default: the number of node visits and item tests of `queries` and `pairs`.
   * @param index - Index to measure. `tune` disposes of it after the call.
   * @returns Cost. `tune` searches for the options with the lowest cost.
   */
  readonly measure?: ((index: SpatialIndex) => number) | undefined;
}

/** Options that `tune` found. */
export interface Tuning {
  /** Id of the structure. */
  readonly structure: StructureId;
  /** Options that differ from their defaults, and the fixed options of the request. */
  readonly options: Readonly<Record<string, OptionValue>>;
  /** Node visits plus item tests with these options, or the result of `measure`. */
  readonly work: number;
  /** Work with the fixed options of the request and the defaults of all other options. */
  readonly defaultWork: number;
  /** Number of sets of options that were tried. */
  readonly tried: number;
  /**
   * Creates an empty index of the structure, with `options` and the dimensions of the boxes.
   * @returns New index. Dispose of it after use.
   * @throws SapwoodError `not-initialized`, `out-of-memory`
   */
  create(): SpatialIndex;
}

/**
 * Finds the options with which a structure does the least work for given boxes and queries. Work is
 * the number of node visits and item tests.
 *
 * Each pass varies one option after another, over its choices or over values in its range. The
 * search ends after a pass without an improvement, or after three passes. It builds an index for
 * each set of options, up to 17 per numeric option and pass. For a large scene, use a part of the
 * scene with the same density. Counted work does not depend on the machine, so equal requests have
 * equal results if memory suffices.
 * @param request - Structure, boxes and queries.
 * @returns Best options and their work.
 * @throws SapwoodError `not-initialized` before `init()`
 * @throws SapwoodError `invalid-box` for an invalid box or query
 * @throws SapwoodError `invalid-argument` for an unknown structure, property or option, for a wrong
 * length, and if `measure` does not return a number
 * @throws SapwoodError `unsupported` if the structure does not support `dimensions` or a query
 * @throws SapwoodError `out-of-memory` if the index with default options does not fit in memory
 * @example
 * ```ts
 * const boxes = [0, 0, 1, 1, 4, 0, 5, 1, 8, 0, 9, 1];
 * const { options, work, defaultWork } = tune({ structure: 'quadtree', boxes, dimensions: 2 });
 * console.log(work <= defaultWork); // true
 * const index = new Quadtree({ dimensions: 2, ...options });
 * ```
 */
export function tune(request: TuneRequest): Tuning {
  const read = reading('invalid-argument', 'request', () => readRequest(request));
  const { entry, sample, fixed } = read;
  const search = new Search(read);
  const best = search.run();
  const options = Object.freeze({ ...best.options });
  return Object.freeze({
    structure: entry.id,
    options,
    work: best.work,
    defaultWork: search.workOf(fixed),
    tried: search.tried,
    create: () => entry.create({ dimensions: sample.dimensions, ...options }),
  });
}

type Options = Readonly<Record<string, OptionValue>>;

interface ReadRequest {
  readonly entry: StructureEntry;
  readonly sample: ReadSample;
  readonly fixed: Options;
  readonly measure: (index: SpatialIndex) => number;
}

const KNOWN = ['structure', 'boxes', 'dimensions', 'queries', 'pairs', 'options', 'measure'];

function readRequest(request: TuneRequest): ReadRequest {
  if (typeof request !== 'object' || request === null) {
    throw expected('invalid-argument', 'request', 'an object with structure and boxes', request);
  }
  rejectUnknown('request', request, KNOWN);
  const { structure, boxes, dimensions, options = {} } = request;
  const entry = structures.find(({ id }) => id === structure);
  if (entry === undefined) {
    throw expected('invalid-argument', 'structure', 'an id of structures', structure);
  }
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw expected('invalid-argument', 'options', 'an object', options);
  }
  if (options.dimensions !== undefined) {
    const what = 'no value, because the boxes determine it';
    throw expected('invalid-argument', 'options.dimensions', what, options.dimensions);
  }
  const sample = readSample(dimensions === undefined ? { boxes } : { boxes, dimensions });
  return { entry, sample, fixed: { ...options }, measure: measureOf(request, sample.dimensions) };
}

function measureOf(request: TuneRequest, dimensions: Dimensions): ReadRequest['measure'] {
  const stride = 2 * dimensions;
  const { measure, queries = [] } = request;
  const { numbers, count } = readRecords(queries, stride, { ...BOXES, name: 'queries' });
  const { pairs = count === 0 ? 1 : 0 } = request;
  if (!(typeof pairs === 'number' && pairs >= 0 && pairs < Infinity)) {
    throw expected('invalid-argument', 'pairs', 'a number of at least 0', pairs);
  }
  if (measure === undefined) {
    const lanes = numbers.slice();
    const boxes = Array.from({ length: count }, (_, i) => {
      const box = lanes.slice(stride * i, stride * i + stride);
      readBox(box, dimensions, `queries[${i}]`);
      return box;
    });
    return (index) => countWork(index, boxes, pairs);
  }
  if (typeof measure !== 'function') {
    throw expected('invalid-argument', 'measure', 'a function', measure);
  }
  return (index) => {
    const cost: unknown = measure(index);
    if (typeof cost === 'number' && !Number.isNaN(cost)) return cost;
    throw expected('invalid-argument', 'measure', 'a function that returns a number', cost);
  };
}

function countWork(index: SpatialIndex, queries: readonly ArrayLike<number>[], pairs: number) {
  const nothing = new Uint32Array(0);
  const counted = () => {
    const { nodeVisits, itemTests } = index.counters();
    return nodeVisits + itemTests;
  };
  let work = 0;
  if (pairs > 0) {
    index.pairsView();
    work += pairs * counted();
  }
  for (const box of queries) {
    index.queryBoxInto(box, nothing);
    work += counted();
  }
  return work;
}

/**
 * Default maximum of a numeric option. A numeric option without a smaller maximum is a length in
 * world units.
 */
const UNBOUNDED = 1e18;
const MAX_PASSES = 3;
/**
 * The search for a number ends with one step per factor. Each step tries the best value so far
 * multiplied by the factor, and divided by it.
 */
const FINE_STEPS = [Math.SQRT2, Math.sqrt(Math.SQRT2)];

/** Coordinate descent over the options of a structure. */
class Search {
  readonly #request: ReadRequest;
  readonly #side: number;
  readonly #works = new Map<string, number>();

  constructor(request: ReadRequest) {
    this.#request = request;
    this.#side = medianSide(request.sample);
  }

  get tried(): number {
    return this.#works.size;
  }

  run(): { readonly options: Options; readonly work: number } {
    const { entry, fixed } = this.#request;
    const free = entry.options.filter(({ name }) => !Object.hasOwn(fixed, name));
    let best = fixed;
    // throws if the structure rejects the fixed options; rejected options after them are skipped
    this.workOf(best);
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      const before = best;
      for (const spec of free) best = this.#improve(best, spec);
      if (best === before) break;
    }
    return { options: best, work: this.workOf(best) };
  }

  /**
   * Returns the work, or Infinity if the structure rejects the options or memory runs out. In the
   * first call, throws the error instead of returning Infinity.
   */
  workOf(options: Options): number {
    const key = JSON.stringify(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)));
    const known = this.#works.get(key);
    if (known !== undefined) return known;
    const work = this.#measured(options);
    this.#works.set(key, work);
    return work;
  }

  #measured(options: Options): number {
    const { entry, sample, measure } = this.#request;
    let index: SpatialIndex | undefined;
    try {
      index = entry.create({ dimensions: sample.dimensions, ...options });
      index.build(sample.boxes);
    } catch (error) {
      index?.dispose();
      const isRejected =
        isSapwoodError(error) && ['invalid-argument', 'out-of-memory'].includes(error.code);
      if (isRejected && this.tried > 0) return Infinity;
      throw error;
    }
    try {
      return measure(index);
    } finally {
      index.dispose();
    }
  }

  /**
   * Returns the best options that differ from `start` only in the option `spec`. Returns `start` if
   * no value improves on it.
   */
  #improve(start: Options, spec: OptionSpec): Options {
    let best = this.#bestOf(start, spec, this.#valuesOf(spec));
    if (spec.kind !== 'number' && spec.kind !== 'integer') return best;
    for (const factor of FINE_STEPS) {
      const value = (best[spec.name] ?? spec.default) as number;
      const near = [value / factor, value * factor].map((one) => rounded(spec, one));
      best = this.#bestOf(best, spec, near);
    }
    return best;
  }

  #bestOf(start: Options, spec: OptionSpec, values: readonly OptionValue[]): Options {
    const { [spec.name]: _, ...others } = start;
    return values.reduce((best: Options, value) => {
      // omits defaults, so that the result lists only changed options
      const options = value === spec.default ? others : { ...others, [spec.name]: value };
      return this.workOf(options) < this.workOf(best) ? options : best;
    }, start);
  }

  #valuesOf(spec: OptionSpec): readonly OptionValue[] {
    if (spec.kind === 'boolean') return [false, true];
    if (spec.kind === 'choice') return spec.choices ?? [];
    const { min = 0, max = UNBOUNDED } = spec;
    const isLength = max >= UNBOUNDED;
    const unit = spec.kind === 'integer' ? 1 : Math.min(1, max / 64);
    const first = isLength ? this.#side / 16 : Math.max(min, unit);
    const last = Math.min(max, 1024 * first);
    const values = [spec.default as number, min];
    for (let value = first; value <= last; value *= 2) values.push(value);
    return values.map((value) => rounded(spec, value));
  }
}

/**
 * Rounds a value to an integer or to three significant digits, and clamps it to the range of its
 * option.
 */
function rounded({ kind, min = 0, max = UNBOUNDED }: OptionSpec, value: number): number {
  const short = kind === 'integer' ? Math.round(value) : Number(value.toPrecision(3));
  return Math.min(max, Math.max(min, short));
}

/** Returns the median side of all boxes on all axes, or 1 if the median is 0. */
function medianSide({ boxes, count, dimensions }: ReadSample): number {
  const sides = Float64Array.from({ length: count * dimensions }, (_, i) => {
    const low = 2 * dimensions * Math.floor(i / dimensions) + (i % dimensions);
    return boxes[low + dimensions] - boxes[low];
  }).sort();
  return sides[sides.length >> 1] || 1;
}
