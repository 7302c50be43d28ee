/// <reference lib="esnext.disposable" preserve="true" />

import type { IndexState } from './core.js';
import { allModule, type EntryModules } from './entry-modules.js';
import type { EntryPoint } from './entry-point.js';
import { expected, SapwoodError } from './errors.js';
import type { ItemFilter } from './filters.js';
import { type Dimensions, reading } from './inputs.js';
import * as content from './methods/content.js';
import type { QueryCounters } from './methods/inspect.js';
import { load, readOptions } from './methods/serialize.js';
import { type OptionValue, parseOptions, type StructureKind } from './options.js';
import type { OwnedFloat32Array, OwnedUint32Array } from './owned.js';
import { createState, disposeState, live } from './state.js';

/** Returns the state of an index or a world. Assigned in a static block of the class. */
export let stateOf: (index: IndexBase) => IndexState;
/** Returns the state of an argument. Throws if it is not an index or a world. */
export let stateOfOther: (other: unknown, allowed: string) => IndexState;
/** Returns the state of an index or a world, or undefined. */
export let stateIn: (value: unknown) => IndexState | undefined;
/** Replaces the content and the options of an index with those in serialized bytes. */
export let replaceContent: (index: IndexBase, bytes: Uint8Array) => void;

/** Items with boxes and filters. Base class of all indices and of `World`. */
export abstract class IndexBase {
  /** Entry point of the class. */
  static readonly home: EntryPoint = allModule;

  /** Id of the structure, for example `'dynamic-tree'`; `'world'` for a `World`. */
  readonly id: string;
  /** Number of dimensions, 2 or 3. */
  readonly dimensions: Dimensions;
  readonly #state: IndexState;
  #options: Readonly<Record<string, OptionValue>>;

  /** Calls `dispose()`, for `using index = …`. Defined if the host supports `Symbol.dispose`. */
  declare readonly [Symbol.dispose]: () => void;

  static {
    // `try` is faster here than a check with `in`; this function is called frequently
    stateOf = (index) => {
      try {
        return index.#state;
      } catch {
        throw wrongReceiver(index);
      }
    };
    stateOfOther = (other, allowed) => {
      if (typeof other === 'object' && other !== null && #state in other) return other.#state;
      throw wrongOther(other, allowed, IndexBase);
    };
    stateIn = (value) =>
      typeof value === 'object' && value !== null && #state in value ? value.#state : undefined;
    replaceContent = (index, bytes) => {
      load(stateOf(index), bytes);
      index.#options = readOptions(stateOf(index));
    };
  }

  /**
   * Creates an index. Only the structure classes of this package and `World` can call this
   * constructor.
   * @param kind - Kind of the structure.
   * @param options - Options of the structure.
   * @throws SapwoodError `unsupported` if another class calls it, or for dimensions and options
   * that this entry point lacks
   * @throws SapwoodError `invalid-argument` for unknown or invalid options
   * @throws SapwoodError `not-initialized` before `init()`
   * @throws SapwoodError `out-of-memory`
   */
  constructor(kind: StructureKind, options: object) {
    const { kind: own } = new.target as { kind?: StructureKind };
    const home = new.target.home as EntryModules;
    if (own === undefined || own !== kind) {
      const message =
        'SpatialIndex: this class is abstract; construct a structure, such as WideTree';
      throw new SapwoodError('unsupported', message);
    }
    const parsed = parseOptions(kind, home.dimensions, options);
    this.id = kind.id;
    this.dimensions = parsed.dimensions;
    this.#options = parsed.values;
    this.#state = createState(this, kind, home, parsed);
  }

  /** All options of the index, including defaults, as a frozen object. */
  get options(): Readonly<Record<string, OptionValue>> {
    stateOf(this);
    return this.#options;
  }

  /** Number of live items. */
  get size(): number {
    return stateOf(this).core.calls.sapwood_size(live(stateOf(this)));
  }

  /** Bytes of WASM memory that the index uses, staging memory included. */
  get byteLength(): number {
    return stateOf(this).core.calls.sapwood_byte_length(live(stateOf(this)));
  }

  /**
   * Returns whether a live item has this id.
   * @param id - An integer in 0 .. 2^32 - 2.
   * @returns True if the item is live.
   * @throws SapwoodError `invalid-id`, `disposed`
   */
  has(id: number): boolean {
    return content.has(stateOf(this), id);
  }

  /**
   * Replaces the filter of an item. Omitted properties are reset to their defaults.
   * @param id - Id of a live item.
   * @param filter - Category and mask.
   * @throws SapwoodError `invalid-id`, `invalid-argument`, `disposed`, `reentrant`, `out-of-memory`
   */
  setFilter(id: number, filter: ItemFilter): void {
    content.setFilter(stateOf(this), id, filter);
  }

  /**
   * Returns the stored float32 box of an item, without any margin.
   * @param id - Id of a live item.
   * @returns `2 * dimensions` numbers, minimum corner first, in a new array.
   * @throws SapwoodError `invalid-id`, `disposed`, `out-of-memory`
   * @example
   * ```ts
   * const index = new DynamicTree({ dimensions: 2 });
   * const id = index.insert([0, 0, 1, 1]);
   * console.log(index.box(id)); // Float32Array [0, 0, 1, 1]
   * ```
   */
  box(id: number): OwnedFloat32Array {
    return content.boxOf(stateOf(this), id);
  }

  /**
   * Returns the ids of all live items in ascending order.
   * @returns Ids, in a new array.
   * @throws SapwoodError `disposed`, `out-of-memory`
   */
  ids(): OwnedUint32Array {
    return content.liveIds(stateOf(this));
  }

  /**
   * Returns the work of the last call on this index. The counts are the same on every machine.
   * @returns Counts of node visits, item tests and results.
   * @throws SapwoodError `disposed`
   */
  counters(): QueryCounters {
    return content.counters(stateOf(this));
  }

  /**
   * Frees the memory of the index. Later calls throw `disposed`, except `dispose()`.
   * @throws SapwoodError `reentrant`
   */
  dispose(): void {
    disposeState(stateOf(this));
  }
}

// Vue, and libraries that use its reactivity, do not wrap objects that have this property
Object.defineProperty(IndexBase.prototype, '__v_skip', { value: true });

if (typeof Symbol.dispose === 'symbol') {
  Object.defineProperty(IndexBase.prototype, Symbol.dispose, {
    value(this: IndexBase) {
      this.dispose();
    },
    configurable: true,
    writable: true,
  });
}

// --- errors for proxies, objects of another copy of this package, and other values

const UNWRAP =
  'do not put an index into reactive state; use markRaw(index) in Vue or ref(index) in Valtio';
const CALL = 'call the method on its object: index.queryBox(…)';
const SHARE = 'load the package once, or pass bytes: deserialize(other.serialize())';

interface LikeIndex {
  readonly id?: unknown;
  readonly queryBox?: unknown;
}

/** Returns whether a value has members of an index. Reading them may run code of the caller. */
function isLikeIndex(value: unknown, name: string): boolean {
  return reading('invalid-argument', name, () => {
    if (typeof value !== 'object' || value === null) return false;
    const { id, queryBox } = value as LikeIndex;
    return typeof id === 'string' && typeof queryBox === 'function';
  });
}

const error = (message: string): SapwoodError => new SapwoodError('invalid-argument', message);

function wrongReceiver(value: unknown): SapwoodError {
  if (!isLikeIndex(value, 'this')) {
    return expected('invalid-argument', 'this', 'an index or a world', value, `; ${CALL}`);
  }
  return error(`this: expected an index or a world, got a proxy of one; ${UNWRAP}`);
}

/** Returns the error for an argument that is not an index. `base` is the class of all indices. */
function wrongOther(other: unknown, allowed: string, base: object): SapwoodError {
  if (!isLikeIndex(other, 'other')) return expected('invalid-argument', 'other', allowed, other);
  const isInstance = reading(
    'invalid-argument',
    'other',
    () => other instanceof (base as typeof Object),
  );
  const got = isInstance
    ? `a proxy of one; ${UNWRAP}`
    : `an index of another copy or version of sapwood; ${SHARE}`;
  return error(`other: expected ${allowed}, got ${got}`);
}
