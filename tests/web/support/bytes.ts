/**
 * Reads and writes the header and the checksum of a serialized index, so that tests can forge bytes
 * with a valid checksum. cpp/include/sapwood/core/serialize.hpp describes the format.
 */

const HEADER = 24;
const CHECKSUM_AT = 16;
const MASK = 0xffffffffffffffffn;
const PRIME = 0x9e3779b97f4a7c15n;

const mix = (state: bigint, word: bigint): bigint => {
  const product = ((state ^ word) * PRIME) & MASK;
  return product ^ (product >> 32n);
};

const LANES = 32;
const BLOCK = 4 * LANES;

const mixLane = (lane: number, word: number): number => {
  const product = Math.imul(lane ^ word, 0x9e3779b1) >>> 0;
  return (product ^ (product >>> 15)) >>> 0;
};

/**
 * Returns the checksum: 32 lanes hash blocks of 128 bytes, then the lanes and the remaining bytes
 * are hashed.
 */
export function checksum(payload: Uint8Array): bigint {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const lanes = new Array<number>(LANES).fill(0);
  let at = 0;
  for (; at + BLOCK <= payload.length; at += BLOCK) {
    for (let lane = 0; lane < LANES; lane++) {
      lanes[lane] = mixLane(lanes[lane], view.getUint32(at + 4 * lane, true));
    }
  }
  let state = lanes.map(BigInt).reduce(mix, BigInt(payload.length));
  for (; at < payload.length; at++) state = mix(state, BigInt(payload[at]));
  return state;
}

/** Returns a copy whose header contains the correct length and checksum of the bytes after it. */
export function resealed(bytes: Uint8Array): Uint8Array {
  const sealed = bytes.slice();
  const view = new DataView(sealed.buffer);
  view.setBigUint64(8, BigInt(sealed.length), true);
  view.setBigUint64(CHECKSUM_AT, checksum(sealed.subarray(HEADER)), true);
  return sealed;
}

export const payloadStart = HEADER;

const PRELUDE = 16;
const OPTION_COUNT_AT = HEADER + 8;
const TAIL_AT = HEADER + 12;

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset);

export function withWord(bytes: Uint8Array, at: number, word: number): Uint8Array {
  const changed = bytes.slice();
  viewOf(changed).setUint32(at, word >>> 0, true);
  return resealed(changed);
}

/**
 * Returns the byte offset of the options and their number. Each option is a float64. The word with
 * their number is 8 bytes before the options.
 */
export function optionsOf(bytes: Uint8Array): { at: number; count: number } {
  return { at: HEADER + PRELUDE, count: viewOf(bytes).getUint32(OPTION_COUNT_AT, true) };
}

/** Returns the number of bytes before the tail, which contains the large arrays of the index. */
export function headLength(bytes: Uint8Array): number {
  return bytes.length - viewOf(bytes).getUint32(TAIL_AT, true);
}

/**
 * Returns the bytes after the header, the prelude and the options. Their format depends on the
 * structure.
 */
export function contentOf(bytes: Uint8Array): Uint8Array {
  const { at, count } = optionsOf(bytes);
  return bytes.subarray(at + 8 * count);
}
