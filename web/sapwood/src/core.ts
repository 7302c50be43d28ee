/**
 * Loaded WebAssembly module: exports, views of its memory, and results. Views are detached (length
 * 0) when memory grows, and when the core frees or moves exposed memory. A view therefore never
 * shows unrelated data. Call `refresh()` after the last raw call that may allocate or free memory,
 * and read the views from this object each time.
 */
import * as BLOCK from './block.js';
import { SapwoodError } from './errors.js';
import { type Dimensions, detachedOutput } from './inputs.js';
import type { IndexStats, NodeDump, TreeVisitor } from './methods/inspect.js';
import type { StructureKind } from './options.js';
import type {
  OwnedFloat32Array,
  OwnedInt32Array,
  OwnedUint8Array,
  OwnedUint32Array,
} from './owned.js';
import type { CoreMemory, RawCalls, RawCore, RawIndex } from './raw.js';
import {
  copyInto,
  isDetached,
  type NumberView,
  trueBuffer,
  trueLength,
  viewKind,
} from './views.js';

/** Maximum size of an array in bytes; see base/array.hpp. */
const MAX_ARRAY_BYTES = 2 ** 30 - 1;

// for shorter arrays, a loop is faster than TypedArray.set and slice
const LOOP_COPY = 48;

/** All loaded modules. An argument may be a view of the memory of any loaded module. */
const loaded: Core[] = [];

export class Core {
  readonly calls: RawCalls;
  u8: OwnedUint8Array = new Uint8Array(0);
  u32: OwnedUint32Array = new Uint32Array(0);
  f32: OwnedFloat32Array = new Float32Array(0);
  f64: Float64Array = new Float64Array(0);
  readonly #memory: CoreMemory;
  /** Address of the result block in words. */
  readonly #block: number;

  readonly classes: RawCore['classes'];
  /** Name of the entry point that loaded the module. */
  readonly entry: string;
  readonly inspection: InspectionCalls | undefined;

  constructor({ calls, classes, memory }: RawCore, entry: string, inspection?: InspectionCalls) {
    this.calls = calls;
    this.classes = classes;
    this.entry = entry;
    this.inspection = inspection;
    this.#memory = memory;
    this.#block = (calls.sapwood_result_block() >>> 0) >>> 2;
    this.#acquire();
    loaded.push(this);
  }

  #acquire(): void {
    const { buffer } = this.#memory;
    this.u8 = new Uint8Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
  }

  /** Replaces detached views. */
  refresh(): void {
    if (this.u32.length === 0) this.#acquire();
  }

  /** Returns whether a view is a view of this memory, which raw calls may detach. */
  holds(view: NumberView): boolean {
    return trueBuffer(view) === this.#memory.buffer;
  }

  /** Returns the address of the shared input buffer. Grows the buffer to at least `bytes` bytes. */
  scratch(caller: string, bytes: number): number {
    requireOneArray(caller, bytes);
    const address = this.calls.sapwood_scratch(bytes) >>> 0;
    if (address === 0) throw outOfMemory(caller);
    this.refresh();
    return address;
  }

  stageBytes(caller: string, bytes: Uint8Array): void {
    // gets the address first, because that may grow the memory and replace `u8`
    const address = this.scratch(caller, bytes.length);
    this.u8.set(bytes, address);
  }

  /**
   * Copies the last part of serialized bytes, which contains the boxes, to a buffer for
   * `sapwood_load`.
   */
  stageTail(caller: string, bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    requireOneArray(caller, bytes.length);
    const address = this.calls.sapwood_tail(bytes.length) >>> 0;
    if (address === 0) throw outOfMemory(caller);
    this.refresh();
    this.u8.set(bytes, address);
  }

  heapInUse(): number {
    return this.calls.sapwood_heap_in_use();
  }

  /** Returns an unsigned word of the result block. */
  word(slot: number): number {
    this.refresh();
    return this.u32[this.#block + slot];
  }

  /** Returns a float64 of the result block, `offset` values after the word `slot`. */
  number(slot: number, offset = 0): number {
    this.refresh();
    return this.f64[((this.#block + slot) >>> 1) + offset];
  }

  setNumber(slot: number, value: number): void {
    this.refresh();
    this.f64[(this.#block + slot) >>> 1] = value;
  }

  /** Returns a copy of the first `count` ids of the last result. */
  ids(count: number): OwnedUint32Array {
    if (count <= LOOP_COPY) {
      const ids = new Uint32Array(count);
      this.idsInto(ids, count);
      return ids;
    }
    const start = this.word(BLOCK.ids) >>> 2;
    return this.u32.slice(start, start + count);
  }

  /** Returns a view of the first `count` ids, which the next call on any index overwrites. */
  idsView(count: number): OwnedUint32Array {
    this.calls.sapwood_expose_results();
    const start = this.word(BLOCK.ids) >>> 2;
    return this.u32.subarray(start, start + count);
  }

  /**
   * Returns the first `count` ids as signed integers. The core writes 0xffffffff for "no item",
   * which becomes -1.
   */
  signedIds(count: number, asView: boolean): OwnedInt32Array {
    const { buffer, byteOffset } = asView ? this.idsView(count) : this.ids(count);
    return new Int32Array(buffer, byteOffset, count);
  }

  distances(count: number, asView = false): OwnedFloat32Array {
    return this.#floats(BLOCK.distances, 0, count, asView);
  }

  /**
   * Returns `count` numbers from the contact array of the last result, beginning at position
   * `from`.
   */
  contacts(from: number, count: number, asView = false): OwnedFloat32Array {
    return this.#floats(BLOCK.contacts, from, count, asView);
  }

  contactVector(from: number, dimensions: Dimensions): number[] {
    const at = (this.word(BLOCK.contacts) >>> 2) + from;
    const { f32 } = this;
    return dimensions === 2 ? [f32[at], f32[at + 1]] : [f32[at], f32[at + 1], f32[at + 2]];
  }

  #floats(slot: number, from: number, count: number, asView: boolean): OwnedFloat32Array {
    if (asView) this.calls.sapwood_expose_results();
    const start = (this.word(slot) >>> 2) + from;
    return asView ? this.f32.subarray(start, start + count) : this.f32.slice(start, start + count);
  }

  offsets(count: number, asView = false): OwnedUint32Array {
    if (asView) this.calls.sapwood_expose_results();
    const start = this.word(BLOCK.offsets) >>> 2;
    return asView ? this.u32.subarray(start, start + count) : this.u32.slice(start, start + count);
  }

  /** Copies as many ids of the last result as fit in `out`. Returns `found`. */
  idsInto(out: Uint32Array | Int32Array, found: number, name?: string): number {
    const start = this.word(BLOCK.ids) >>> 2;
    const count = Math.min(found, outputLength(out, name));
    if (count > LOOP_COPY) {
      copyInto(out, this.u32.subarray(start, start + count));
    } else {
      const source = this.u32;
      for (let i = 0; i < count; i += 1) out[i] = source[start + i];
    }
    return found;
  }

  /** Copies as many distances of the last result as fit in `out`. */
  distancesInto(out: Float32Array, found: number): void {
    this.#floatsInto(BLOCK.distances, 0, found, out, 'distances');
  }

  contactsInto(out: Float32Array, from: number, count: number, name: string): void {
    this.#floatsInto(BLOCK.contacts, from, count, out, name);
  }

  #floatsInto(slot: number, from: number, found: number, out: Float32Array, name: string): void {
    const start = (this.word(slot) >>> 2) + from;
    const count = Math.min(found, outputLength(out, name));
    if (count > LOOP_COPY) {
      copyInto(out, this.f32.subarray(start, start + count));
      return;
    }
    const source = this.f32;
    for (let i = 0; i < count; i += 1) out[i] = source[start + i];
  }
}

/** Returns the length of an output array. Throws if the array is detached. */
export function outputLength(out: NumberView, name?: string): number {
  const length = trueLength(out);
  // a filter callback or memory growth may have detached the array
  if (length === 0 && isDetached(out)) throw detachedOutput(name, viewKind(out));
  return length;
}

export function onHeap(view: NumberView): boolean {
  for (const core of loaded) {
    if (core.holds(view)) return true;
  }
  return false;
}

/**
 * Throws if a size exceeds the maximum of one array. A raw call would truncate a larger size to 32
 * bits.
 */
export function requireOneArray(caller: string, bytes: number): void {
  if (bytes <= MAX_ARRAY_BYTES) return;
  const message = `${caller}: expected at most 1 GiB for one array, got ${bytes} bytes`;
  throw new SapwoodError('out-of-memory', message);
}

export function outOfMemory(caller: string): SapwoodError {
  const limits = 'the limits are 3 GiB in total and 1 GiB for one array';
  return new SapwoodError('out-of-memory', `${caller}: WASM memory could not grow; ${limits}`);
}

export interface IndexState {
  readonly core: Core;
  readonly kind: StructureKind;
  readonly dimensions: Dimensions;
  /** Numbers per box: 2 * dimensions. */
  readonly stride: number;
  /** Embind object; null after dispose. */
  object: RawIndex | null;
  /** Address of the object in WASM memory; 0 after dispose. */
  address: number;
  /** Number of running callbacks of this index. */
  visits: number;
  /** Number of boxes of the last staging(); -1 if none are staged. */
  staged: number;
  /** View that staging() or stagingPoints() last returned. */
  stagingView: Float32Array | undefined;
  stagedAt: number;
  /** Number of points of the last stagingPoints(); -1 if none are staged. */
  stagedPoints: number;
  /** Capacity of staging memory in points; -1 if it holds boxes only. */
  pointCapacity: number;
  /** State of a world; undefined for an index. */
  world: WorldState | undefined;
}

export interface WorldState {
  /**
   * A world has one index object for each set of layers. The object for the bit set `k` is at the
   * address of the world plus `k * layerBytes` bytes.
   */
  readonly layerBytes: number;
  /** True if bounds or bodies changed since the core last read the boxes. */
  touched: boolean;
  /** Reads the bounds of changed bodies. Throws if a bound is invalid. */
  flush(): void;
}

export interface InspectionCalls {
  stats(state: IndexState): IndexStats;
  nodes(state: IndexState): NodeDump;
  validate(state: IndexState): string[];
  traverse(state: IndexState, visitor: TreeVisitor): void;
}
