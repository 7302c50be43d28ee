/**
 * Hashes of boxes and results. The C++ code in tests/cpp/support/scene_hashes.hpp computes the same
 * values.
 *
 *   boxesHash       64-bit FNV-1a over the 32-bit words of the boxes
 *   pairsHash       hash of pairs (a < b); their order does not matter
 *   idSetHash       hash of ids; their order does not matter
 *   idSequenceHash  32-bit FNV-1a over ids; their order matters
 *   ResultHash      hash of the results of many queries
 */

const PAIR_FIRST = 2654435761;
const PAIR_SECOND = 2246822519;
const PAIR_FINISH = 3266489917;
const GOLDEN_RATIO = 0x9e3779b9;

/** Value that represents "no hit" in a sequence of ids. */
export const NO_ID = 0xffffffff;

const SEQUENCE_START = 2166136261;
const SEQUENCE_PRIME = 16777619;

export function hex32(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}

/** Returns the 64-bit FNV-1a hash of the float32 bit patterns as 16 hexadecimal digits. */
export function boxesHash(values: Float32Array): string {
  const lanes = new Uint32Array(values.buffer, values.byteOffset, values.length);
  // offset basis 1469598103934665603 and prime 2^40 + 435, in two 32-bit halves
  let high = 0x14650fb0;
  let low = 0x739d0383;
  for (let i = 0; i < lanes.length; i++) {
    low = (low ^ lanes[i]) >>> 0;
    const product = low * 435;
    const carry = Math.floor(product / 4294967296);
    high = (Math.imul(high, 435) + carry + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return hex32(high) + hex32(low);
}

/**
 * Returns a checksum of pairs [a0, b0, a1, b1, ...] with a < b. The order of the pairs has no
 * effect.
 */
export function pairsHash(pairs: ArrayLike<number>): string {
  let sum = 0;
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const second = Math.imul(pairs[i + 1] + GOLDEN_RATIO, PAIR_SECOND);
    const mixed = Math.imul(pairs[i], PAIR_FIRST) ^ second;
    sum = (sum + Math.imul(mixed ^ (mixed >>> 15), PAIR_FINISH)) | 0;
  }
  return hex32(sum);
}

export function idSetHash(ids: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < ids.length; i++) {
    const mixed = Math.imul(ids[i] + GOLDEN_RATIO, PAIR_FIRST);
    sum = (sum + Math.imul(mixed ^ (mixed >>> 15), PAIR_SECOND)) | 0;
  }
  return sum >>> 0;
}

function extendSequence(hash: number, value: number): number {
  return Math.imul(hash ^ value, SEQUENCE_PRIME);
}

export function idSequenceHash(ids: ArrayLike<number>): number {
  let hash = SEQUENCE_START | 0;
  for (let i = 0; i < ids.length; i++) hash = extendSequence(hash, ids[i]);
  return hash >>> 0;
}

/** Hash of the results of many queries. The order of the queries matters. */
export class ResultHash {
  /** Number of ids in all results so far. */
  results = 0;
  private hash = SEQUENCE_START | 0;

  get hex(): string {
    return hex32(this.hash);
  }

  addSet(ids: ArrayLike<number>): void {
    this.append(ids.length, idSetHash(ids));
  }

  addSequence(ids: ArrayLike<number>): void {
    this.append(ids.length, idSequenceHash(ids));
  }

  /** Adds a result that is a single id, or NO_ID (or -1) for no hit. */
  addId(id: number): void {
    const found = id >>> 0 !== NO_ID;
    this.results += found ? 1 : 0;
    this.hash = extendSequence(this.hash, id >>> 0);
  }

  private append(count: number, hash: number): void {
    this.results += count;
    this.hash = extendSequence(extendSequence(this.hash, count), hash);
  }
}
