/**
 * The serialised form from outside: header and checksum as cpp/include/sapwood/core/serialize.hpp lays them down, so
 * that tests can forge bytes that the checksum does not give away.
 */

const HEADER = 24;
const CHECKSUM_AT = 16;
const MASK = 0xffffffffffffffffn;
const PRIME = 0x9e3779b97f4a7c15n;

const mix = (state: bigint, word: bigint): bigint => {
  const product = ((state ^ word) * PRIME) & MASK;
  return product ^ (product >> 32n);
};

/** Four lanes over 32 bytes at a time, then the tail byte by byte. */
export function checksum(payload: Uint8Array): bigint {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const lanes = [1n, 2n, 3n, 4n];
  let at = 0;
  for (; at + 32 <= payload.length; at += 32) {
    for (let lane = 0; lane < 4; lane++) {
      lanes[lane] = mix(lanes[lane], view.getBigUint64(at + 8 * lane, true));
    }
  }
  let state = lanes.reduce(mix, BigInt(payload.length));
  for (; at < payload.length; at++) state = mix(state, BigInt(payload[at]));
  return state;
}

/** A copy with the length and the checksum that its payload asks for. */
export function resealed(bytes: Uint8Array): Uint8Array {
  const sealed = bytes.slice();
  const view = new DataView(sealed.buffer);
  view.setBigUint64(8, BigInt(sealed.length), true);
  view.setBigUint64(CHECKSUM_AT, checksum(sealed.subarray(HEADER)), true);
  return sealed;
}

/** Where the payload begins. */
export const payloadStart = HEADER;
