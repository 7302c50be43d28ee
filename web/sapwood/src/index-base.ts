/// <reference lib="esnext.disposable" preserve="true" />

import type { EntryPoint } from './entry-point.js';
import { SapwoodError } from './errors.js';
import type { ItemFilter } from './filters.js';
import { demandOffered, type Home, laboratory } from './home.js';
import { type Dimensions, type OptionValue, parseOptions, type StructureKind } from './options.js';
import type { OwnedFloat32Array, OwnedUint32Array } from './owned.js';
import { wrongOther, wrongReceiver } from './receiver.js';
import { createState, disposeState, type IndexState, live } from './state.js';
import * as content from './verbs/content.js';
import * as inspect from './verbs/inspect.js';

/** Returns the state of an index or a world, for this package only; set while the class is defined. */
export let stateOf: (index: IndexBase) => IndexState;
/** Returns the state of an argument of any type; throws for what is no index or world. */
export let stateOfOther: (other: unknown, wanted: string) => IndexState;
/** Replaces content and options by those in serialized bytes. */
export let replaceContent: (index: IndexBase, bytes: Uint8Array) => void;

/** Items with boxes and filters: what a `SpatialIndex` and a `World` have beside their queries. */
export abstract class IndexBase {
  /** The modules that hold the objects of a class; each entry point has its own. */
  static readonly home: EntryPoint = laboratory;

  /** Id of the structure, e.g. `'dynamic-tree'`: the same in `structures` of `sapwood/all`. */
  readonly id: string;
  /** 2 or 3: a point has that many numbers, a box twice as many. */
  readonly dimensions: Dimensions;
  readonly #state: IndexState;
  #options: Readonly<Record<string, OptionValue>>;

  /** Calls `dispose()`: for `using index = …`. Defined where the host has `Symbol.dispose`. */
  declare readonly [Symbol.dispose]: () => void;

  static {
    // faster in hot calls than a check by `in`
    stateOf = (index) => {
      try {
        return index.#state;
      } catch {
        throw wrongReceiver(index);
      }
    };
    stateOfOther = (other, wanted) => {
      if (typeof other === 'object' && other !== null && #state in other) return other.#state;
      throw wrongOther(other, wanted, IndexBase);
    };
    replaceContent = (index, bytes) => {
      inspect.load(stateOf(index), bytes);
      index.#options = inspect.readOptions(stateOf(index));
    };
  }

  /** Construct one of the structures instead, or call `create` of its registry entry. */
  constructor(kind: StructureKind, options: object) {
    const { kind: own } = new.target as { kind?: StructureKind };
    const home = new.target.home as Home;
    if (own === undefined || own !== kind) {
      const message =
        'SpatialIndex: this class is abstract; construct a structure, such as WideTree';
      throw new SapwoodError('unsupported', message);
    }
    const parsed = parseOptions(kind, home.dimensions, options);
    demandOffered(home, kind, parsed.values);
    this.id = kind.id;
    this.dimensions = parsed.dimensions;
    this.#options = parsed.values;
    this.#state = createState(this, kind, home, parsed);
  }

  /** Options of the structure with defaults filled in; frozen. */
  get options(): Readonly<Record<string, OptionValue>> {
    stateOf(this);
    return this.#options;
  }

  /** Number of live items. */
  get size(): number {
    return stateOf(this).core.calls.sapwood_size(live(stateOf(this)));
  }

  /** Bytes of WASM memory that this index holds, staging memory included. */
  get byteLength(): number {
    return stateOf(this).core.calls.sapwood_byte_length(live(stateOf(this)));
  }

  /** Whether the id is live. */
  has(id: number): boolean {
    return content.has(stateOf(this), id);
  }

  /** Replaces the filter of an item; bits left out take their defaults. Capability `dynamic`. */
  setFilter(id: number, filter: ItemFilter): void {
    content.setFilter(stateOf(this), id, filter);
  }

  /**
   * The stored float32 box of an item, without any margin: `2 * dimensions` numbers, minimum
   * corner, then maximum corner.
   */
  box(id: number): OwnedFloat32Array {
    return inspect.boxOf(stateOf(this), id);
  }

  /** All live ids, ascending. */
  ids(): OwnedUint32Array {
    return inspect.liveIds(stateOf(this));
  }

  /** Work of the last call on this index, in counts that are the same on every machine. */
  counters(): inspect.QueryCounters {
    return inspect.counters(stateOf(this));
  }

  /** Gives the memory back. May be called again; every other call then throws `disposed`. */
  dispose(): void {
    disposeState(stateOf(this));
  }
}

// Vue and libraries with its reactivity do not wrap objects that have this property
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
