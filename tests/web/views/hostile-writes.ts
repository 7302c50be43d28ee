/** Random writes of harmful values through a typed array, within its own bytes. */

import type { Mulberry32 } from 'scenes';

export type View = Float32Array | Uint32Array | Int32Array | Uint8Array;

/** `end` is exclusive. */
export interface Written {
  readonly buffer: ArrayBufferLike;
  readonly start: number;
  readonly end: number;
}

type Random = Mulberry32;

/**
 * Maximum size in bytes of a buffer that is transferred. WASM memory is larger, so it is never
 * transferred.
 */
const MAX_TRANSFERRED = 2 ** 20;

/** Values to write, as bit patterns: possible addresses, counts and ids, NaN, and infinities. */
const HOSTILE_BITS = [
  0, 1, 2, 3, 7, 64, 255, 0x400, 0xffff, 0x10000, 0x100000, 0x100010, 0x1000000, 0x3f800000,
  0x7f7fffff, 0x7f800000, 0x7fc00000, 0x7f800001, 0x7fffffff, 0x80000000, 0x80000001, 0xbf800000,
  0xff7fffff, 0xff800000, 0xffc00001, 0xfffffffe, 0xffffffff,
];

function hostileBits(random: Random): number {
  const kind = random.below(4);
  if (kind === 0) return random.next();
  // aligned addresses in the heap of a small module
  if (kind === 1) return 0x100000 + 8 * random.below(0x100000);
  return HOSTILE_BITS[random.below(HOSTILE_BITS.length)];
}

/** Returns a random range of elements, which often contains the first or the last element. */
function partOf(length: number, random: Random): [from: number, to: number] {
  const span = 1 + random.below(Math.min(length, 1 + random.below(16)));
  const kind = random.below(4);
  const from = kind === 0 ? 0 : kind === 1 ? length - span : random.below(length - span + 1);
  return [from, from + span];
}

type Writer = (view: View, from: number, to: number, random: Random) => void;

const elements: Writer = (view, from, to, random) => {
  for (let i = from; i < to; i += 1) view[i] = hostileBits(random);
};
const patterns: Writer = (view, from, to, random) => {
  const size = view.BYTES_PER_ELEMENT;
  const bytes = new DataView(view.buffer, view.byteOffset, view.byteLength);
  for (let at = from * size; at + 4 <= to * size; at += 4) {
    bytes.setUint32(at, hostileBits(random), true);
  }
};
const doubles: Writer = (view, from, to, random) => {
  const size = view.BYTES_PER_ELEMENT;
  const bytes = new DataView(view.buffer, view.byteOffset, view.byteLength);
  for (let at = from * size; at + 8 <= to * size; at += 8) {
    bytes.setFloat64(at, (random.unit() - 0.5) * 10 ** random.below(300), true);
  }
};
const others: Writer = (view, from, to, random) => {
  const size = view.BYTES_PER_ELEMENT;
  const start = view.byteOffset + from * size;
  const count = (to - from) * size;
  const kinds = [Uint8Array, Int8Array, Uint16Array, Uint32Array, Float32Array, Float64Array];
  const Kind = kinds[random.below(kinds.length)];
  if (start % Kind.BYTES_PER_ELEMENT !== 0) return;
  const length = Math.floor(count / Kind.BYTES_PER_ELEMENT);
  new Kind(view.buffer as ArrayBuffer, start, length).fill(hostileBits(random));
};

const WRITERS: readonly Writer[] = [
  elements,
  elements,
  patterns,
  patterns,
  doubles,
  others,
  (view, from, to, random) => void view.fill(hostileBits(random), from, to),
  (view, from, to, random) => {
    view.set(
      Array.from({ length: to - from }, () => hostileBits(random)),
      from,
    );
  },
  (view, from, to, random) => void view.subarray(from, to).copyWithin(0, random.below(to - from)),
  (view, from, to) => void view.subarray(from, to).reverse(),
];

/**
 * Writes to a detached view: assignments must be ignored, and methods may throw errors of
 * JavaScript.
 */
function writeDetached(view: View, random: Random): void {
  const at = random.below(64);
  view[at] = 7;
  if (view[at] !== undefined) throw new Error('a write to a detached view succeeded');
  const calls = [() => view.fill(7), () => view.set([7], 0), () => view.copyWithin(0, 1)];
  try {
    calls[random.below(calls.length)]();
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof RangeError)) throw error;
  }
}

/** Skips WASM memory. */
function transfer({ buffer }: View): void {
  if (buffer.byteLength === 0 || buffer.byteLength > MAX_TRANSFERRED) return;
  structuredClone(buffer, { transfer: [buffer as ArrayBuffer] });
}

/**
 * Writes values to a random range of a view. Returns the range, or undefined for a view without
 * elements.
 */
export function writeAtRandom(view: View, random: Random): Written | undefined {
  if (random.below(64) === 0) transfer(view);
  if (view.length === 0) {
    writeDetached(view, random);
    return undefined;
  }
  const whole = random.below(24) === 0;
  const [from, to] = whole ? [0, view.length] : partOf(view.length, random);
  WRITERS[random.below(WRITERS.length)](view, from, to, random);
  const { buffer, byteOffset, BYTES_PER_ELEMENT } = view;
  return {
    buffer,
    start: byteOffset + from * BYTES_PER_ELEMENT,
    end: byteOffset + to * BYTES_PER_ELEMENT,
  };
}
