/**
 * The one WASM module and the views on its memory.
 *
 * Growth detaches every view (its length becomes 0). All readers and writers call `refresh()`
 * after the last raw call that may have allocated, and take the views from here each time.
 */
import { SapwoodError } from './errors.js';
import { goneOut } from './inputs.js';
import {
  BLOCK,
  bindCalls,
  type ListedStructure,
  type RawCalls,
  type RawCore,
  readStructureList,
} from './raw.js';
import { copyInto, isGone, type NumberView, trueBuffer, trueLength } from './views.js';

/** The plain exports. Reach them only through an index or after `installed()`. */
export let calls: RawCalls;
export let u8 = new Uint8Array(0);
export let u32 = new Uint32Array(0);
export let f32 = new Float32Array(0);
export let f64 = new Float64Array(0);

let core: RawCore | undefined;
let memory: WebAssembly.Memory;
let block = 0; // word index of the result block
let listed: readonly ListedStructure[] = [];

/** Whether a module is in place. */
export function installed(): boolean {
  return core !== undefined;
}

/** Puts the module in place, once and for all; a module that lacks exports is refused. */
export function install(newCore: RawCore, newMemory: WebAssembly.Memory): void {
  const bound = bindCalls(newCore);
  if (Array.isArray(bound)) {
    throw new SapwoodError(
      'bad-data',
      `init: expected the core.wasm of this version of sapwood; got a module without ${bound[0]}`,
    );
  }
  calls = bound;
  memory = newMemory;
  block = (calls.sapwood_result_block() >>> 0) >>> 2;
  listed = readStructureList(newCore.structureList());
  acquire();
  core = newCore;
}

/** The module; before `init()` an error that says what to do. */
export function requireCore(who: string): RawCore {
  if (core === undefined) {
    throw new SapwoodError(
      'not-initialised',
      `${who}: the WebAssembly module is not loaded yet; await init() first`,
    );
  }
  return core;
}

/** Structures of the loaded module, one entry for each dimension; empty before `init()`. */
export function listedStructures(): readonly ListedStructure[] {
  return listed;
}

function acquire(): void {
  const { buffer } = memory;
  u8 = new Uint8Array(buffer);
  u32 = new Uint32Array(buffer);
  f32 = new Float32Array(buffer);
  f64 = new Float64Array(buffer);
}

/** Makes the views whole again where memory has grown. */
export function refresh(): void {
  if (u32.length === 0) acquire();
}

/** Whether a view looks at WASM memory, so that a raw call may pull it away. */
export function onHeap(view: NumberView): boolean {
  return memory !== undefined && trueBuffer(view) === memory.buffer;
}

/** The shared input buffer with room for `bytes`, as an address. */
export function scratch(who: string, bytes: number): number {
  const address = bytes > MOST_BYTES ? 0 : calls.sapwood_scratch(bytes) >>> 0;
  if (address === 0) throw outOfMemory(who);
  refresh();
  return address;
}

/** Copies bytes to the shared input buffer. */
export function stageBytes(who: string, bytes: Uint8Array): void {
  // the address first: memory may grow, and `u8` must be the view after that
  const address = scratch(who, bytes.length);
  u8.set(bytes, address);
}

/** Copies bytes to where the index that is loaded next keeps its boxes. */
export function stageTail(who: string, bytes: Uint8Array): void {
  if (bytes.length === 0) return;
  const address = bytes.length > MOST_BYTES ? 0 : calls.sapwood_tail(bytes.length) >>> 0;
  if (address === 0) throw outOfMemory(who);
  refresh();
  u8.set(bytes, address);
}

// 32-bit addresses; the core refuses long before
const MOST_BYTES = 0xffff0000;

export function outOfMemory(who: string): SapwoodError {
  return new SapwoodError('out-of-memory', `${who}: WASM memory could not grow enough`);
}

/** A word of the result block, unsigned. */
export function blockWord(slot: number): number {
  refresh();
  return u32[block + slot];
}

/** The last counters: node visits, item tests, results. */
export function blockCounter(slot: 0 | 1 | 2): number {
  refresh();
  return f64[((block + BLOCK.counters) >>> 1) + slot];
}

/** A number of the last step or report. */
export function blockReport(slot: number): number {
  refresh();
  return f64[((block + BLOCK.report) >>> 1) + slot];
}

/** The first `count` ids of the last result, copied. */
export function resultIds(count: number): Uint32Array {
  if (count <= LOOP_COPY) {
    const ids = new Uint32Array(count);
    resultIdsInto(ids, count);
    return ids;
  }
  const start = blockWord(BLOCK.ids) >>> 2;
  return u32.slice(start, start + count);
}

/** The first `count` ids of the last result, as a view that the next call on any index overwrites. */
export function resultIdsView(count: number): Uint32Array {
  const start = blockWord(BLOCK.ids) >>> 2;
  return u32.subarray(start, start + count);
}

/** The first `count` distances of the last result, copied. */
export function resultDistances(count: number): Float32Array {
  const start = blockWord(BLOCK.distances) >>> 2;
  return f32.slice(start, start + count);
}

/** The offsets of the last batch, copied. */
export function resultOffsets(count: number): Uint32Array {
  const start = blockWord(BLOCK.offsets) >>> 2;
  return u32.slice(start, start + count);
}

// below this a loop beats the set-up of TypedArray.set and slice
const LOOP_COPY = 48;

/** Copies the ids of the last result as far as they fit; answers the number found. */
export function resultIdsInto(out: Uint32Array, found: number): number {
  const start = blockWord(BLOCK.ids) >>> 2;
  const room = trueLength(out);
  // what the filter of the call did, or growth where the caller put a view on WASM memory
  if (room === 0 && isGone(out)) throw goneOut();
  const count = Math.min(found, room);
  if (count > LOOP_COPY) {
    copyInto(out, u32.subarray(start, start + count));
  } else {
    const source = u32;
    for (let i = 0; i < count; i += 1) out[i] = source[start + i];
  }
  return found;
}
