/**
 * A loaded WebAssembly module: its exports, views of its memory, and accessors for results. All
 * views are detached (length 0) when memory grows, and when the core frees or moves exposed memory.
 * A returned view is therefore valid or detached; it never shows other data. Readers and writers
 * call `refresh()` after the last raw call that may allocate or free memory, and fetch the views
 * from this object each time.
 */
import * as BLOCK from './block.js';
import { SapwoodError } from './errors.js';
import { type Dimensions, goneOut } from './inputs.js';
import type { StructureKind } from './options.js';
import type {
  OwnedFloat32Array,
  OwnedInt32Array,
  OwnedUint8Array,
  OwnedUint32Array,
} from './owned.js';
import type { CoreMemory, RawCalls, RawCore, RawIndex } from './raw.js';
import type { IndexStats, NodeDump, TreeVisitor } from './verbs/inspect.js';
import { copyInto, isGone, type NumberView, trueBuffer, trueLength, viewKind } from './views.js';

/** Maximum size of an array in WASM memory in bytes; for the reason see base/array.hpp. */
const MOST_ARRAY_BYTES = 2 ** 30 - 1;

// below this a loop beats the set-up of TypedArray.set and slice
const LOOP_COPY = 48;

/** All loaded modules. An argument may be a view of the memory of any of them. */
const loaded: Core[] = [];

export class Core {
  /** Plain C exports of the module. */
  readonly calls: RawCalls;
  u8: OwnedUint8Array = new Uint8Array(0);
  u32: OwnedUint32Array = new Uint32Array(0);
  f32: OwnedFloat32Array = new Float32Array(0);
  f64: Float64Array = new Float64Array(0);
  readonly #memory: CoreMemory;
  /** Word index of the result block. */
  readonly #block: number;

  /** Embind classes by name. */
  readonly classes: RawCore['classes'];
  /** Entry point that loaded the module. */
  readonly entry: string;
  /** Methods that inspect indices, if the module has them. */
  readonly inspection: Inspection | undefined;

  constructor({ calls, classes, memory }: RawCore, entry: string, inspection?: Inspection) {
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

  /** Creates new views if the old ones are detached. */
  refresh(): void {
    if (this.u32.length === 0) this.#acquire();
  }

  /** Returns whether a view is a view of this memory, which a raw call may detach. */
  holds(view: NumberView): boolean {
    return trueBuffer(view) === this.#memory.buffer;
  }

  /** Returns the address of the shared input buffer, with at least `bytes` bytes. */
  scratch(who: string, bytes: number): number {
    demandOneArray(who, bytes);
    const address = this.calls.sapwood_scratch(bytes) >>> 0;
    if (address === 0) throw outOfMemory(who);
    this.refresh();
    return address;
  }

  /** Copies bytes to the shared input buffer. */
  stageBytes(who: string, bytes: Uint8Array): void {
    // the address first: memory may grow, and `u8` must be the view after that
    const address = this.scratch(who, bytes.length);
    this.u8.set(bytes, address);
  }

  /** Copies bytes to the memory from which the next loaded index takes its boxes. */
  stageTail(who: string, bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    demandOneArray(who, bytes.length);
    const address = this.calls.sapwood_tail(bytes.length) >>> 0;
    if (address === 0) throw outOfMemory(who);
    this.refresh();
    this.u8.set(bytes, address);
  }

  /** Bytes currently allocated in WASM memory. */
  heapInUse(): number {
    return this.calls.sapwood_heap_in_use();
  }

  /** A word of the result block, unsigned. */
  word(slot: number): number {
    this.refresh();
    return this.u32[this.#block + slot];
  }

  /**
   * Returns the float64 at word `slot` of the result block, or the one `behind` float64 numbers
   * later.
   */
  number(slot: number, behind = 0): number {
    this.refresh();
    return this.f64[((this.#block + slot) >>> 1) + behind];
  }

  /** Writes a float64 of the result block. */
  setNumber(slot: number, value: number): void {
    this.refresh();
    this.f64[(this.#block + slot) >>> 1] = value;
  }

  /** The first `count` ids of the last result, copied. */
  ids(count: number): OwnedUint32Array {
    if (count <= LOOP_COPY) {
      const ids = new Uint32Array(count);
      this.idsInto(ids, count);
      return ids;
    }
    const start = this.word(BLOCK.ids) >>> 2;
    return this.u32.slice(start, start + count);
  }

  /**
   * Returns the first `count` ids of the last result as a view, which the next call on any index
   * overwrites.
   */
  idsView(count: number): OwnedUint32Array {
    this.calls.sapwood_expose_results();
    const start = this.word(BLOCK.ids) >>> 2;
    return this.u32.subarray(start, start + count);
  }

  /**
   * Returns the first `count` ids as signed numbers: 0xffffffff, which means "none" in the core,
   * becomes -1.
   */
  signedIds(count: number, asView: boolean): OwnedInt32Array {
    const { buffer, byteOffset } = asView ? this.idsView(count) : this.ids(count);
    return new Int32Array(buffer, byteOffset, count);
  }

  /** The first `count` distances of the last result, as a copy or as a view. */
  distances(count: number, asView = false): OwnedFloat32Array {
    return this.#floats(BLOCK.distances, 0, count, asView);
  }

  /** Numbers of the contacts of the last result, as a copy or as a view. */
  contacts(from: number, count: number, asView = false): OwnedFloat32Array {
    return this.#floats(BLOCK.contacts, from, count, asView);
  }

  /** A vector in the contacts of the last result, as a new array. */
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

  /** The offsets of the last batch, as a copy or as a view. */
  offsets(count: number, asView = false): OwnedUint32Array {
    if (asView) this.calls.sapwood_expose_results();
    const start = this.word(BLOCK.offsets) >>> 2;
    return asView ? this.u32.subarray(start, start + count) : this.u32.slice(start, start + count);
  }

  /** Copies the ids of the last result as far as they fit; returns the number found. */
  idsInto(out: Uint32Array | Int32Array, found: number, name?: string): number {
    const start = this.word(BLOCK.ids) >>> 2;
    const count = Math.min(found, roomOf(out, name));
    if (count > LOOP_COPY) {
      copyInto(out, this.u32.subarray(start, start + count));
    } else {
      const source = this.u32;
      for (let i = 0; i < count; i += 1) out[i] = source[start + i];
    }
    return found;
  }

  /** Copies the distances of the last result as far as they fit. */
  distancesInto(out: Float32Array, found: number): void {
    this.#floatsInto(BLOCK.distances, 0, found, out, 'distances');
  }

  /** Copies numbers of the contacts of the last result as far as they fit. */
  contactsInto(out: Float32Array, from: number, count: number, name: string): void {
    this.#floatsInto(BLOCK.contacts, from, count, out, name);
  }

  #floatsInto(slot: number, from: number, found: number, out: Float32Array, name: string): void {
    const start = (this.word(slot) >>> 2) + from;
    const count = Math.min(found, roomOf(out, name));
    if (count > LOOP_COPY) {
      copyInto(out, this.f32.subarray(start, start + count));
      return;
    }
    const source = this.f32;
    for (let i = 0; i < count; i += 1) out[i] = source[start + i];
  }
}

/** Returns the length of the caller's array; rejects a detached array. */
export function roomOf(out: NumberView, name?: string): number {
  const room = trueLength(out);
  // what the filter of the call did, or growth where the caller put a view on WASM memory
  if (room === 0 && isGone(out)) throw goneOut(name, viewKind(out));
  return room;
}

/** Returns whether a view is a view of the memory of any loaded module. */
export function onHeap(view: NumberView): boolean {
  for (const core of loaded) {
    if (core.holds(view)) return true;
  }
  return false;
}

/** Rejects sizes above the maximum of one array, before they are truncated to 32 bits. */
export function demandOneArray(who: string, bytes: number): void {
  if (bytes <= MOST_ARRAY_BYTES) return;
  const message = `${who}: expected at most 1 GiB for one array, got ${bytes} bytes`;
  throw new SapwoodError('out-of-memory', message);
}

export function outOfMemory(who: string): SapwoodError {
  const limits = 'the limits are 3 GiB in total and 1 GiB for one array';
  return new SapwoodError('out-of-memory', `${who}: WASM memory could not grow; ${limits}`);
}

/** Internal state of an index. */
export interface IndexState {
  /** Module that contains the index. */
  readonly core: Core;
  readonly kind: StructureKind;
  readonly dimensions: Dimensions;
  /** Numbers per box: 2 * dimensions. */
  readonly stride: number;
  /** The Embind object; null after dispose. */
  object: RawIndex | null;
  /** Address of the object in WASM memory, which exports take; 0 after dispose. */
  address: number;
  /** Number of callbacks of this index that are running. */
  visits: number;
  /** Number of boxes of the last staging(); -1 if nothing is staged. */
  staged: number;
  /** View that the last staging() or stagingPoints() returned. */
  stagingView: Float32Array | undefined;
  /** Address of the staged boxes. */
  stagedAt: number;
  /** Number of points of the last stagingPoints(); -1 if no points are staged. */
  stagedPoints: number;
  /** Number of points that the layout of staging memory has room for; -1 if it holds boxes only. */
  pointRoom: number;
  /** Data of a world. */
  world: WorldFacets | undefined;
}

/**
 * Distance in bytes between the indices of the layers of a world, which follow the index of all
 * bodies.
 */
export interface WorldFacets {
  readonly facetBytes: number;
  /** True if bounds were touched or bodies moved since the core last read the boxes. */
  touched: boolean;
  /** Reads the bounds of touched and moved bodies. Throws if one of them is invalid. */
  settle(): void;
}

/** Methods that inspect an index. */
export interface Inspection {
  stats(state: IndexState): IndexStats;
  nodes(state: IndexState): NodeDump;
  validate(state: IndexState): string[];
  traverse(state: IndexState, visitor: TreeVisitor): void;
}
