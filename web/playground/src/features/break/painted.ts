/**
 * Encoding of painted boxes in the URL. Boxes are rounded when painted, so that decoding gives
 * identical boxes. Each box is encoded as bytes, which become base64 with - and _:
 *
 * - 16 bits per axis: center. It can be outside of the scene by half of the scene's side.
 * - 8 bits per axis: side as a fraction of the scene's longest side, on a logarithmic scale
 */

import { longestSide } from '../../model/query-shape.js';

const PLACES = 0xffff;
const SIDES = 0xff;
const MIN_SIDE = 0.001;
const MAX_SIDE = 1;
/** Maximum distance of a center from the scene on an axis, as a fraction of the scene's side. */
const BESIDE = 0.5;

/**
 * Returns the range of centers on an axis. If the scene is flat on this axis, the range is based on
 * the scene's longest side.
 */
function rangeOf(sceneBounds: Float32Array, axis: number): readonly [low: number, span: number] {
  const dimensions = sceneBounds.length / 2;
  const span = sceneBounds[dimensions + axis] - sceneBounds[axis] || longestSide(sceneBounds);
  return [sceneBounds[axis] - BESIDE * span, (1 + 2 * BESIDE) * span];
}

const clamp = (value: number, max: number) => Math.min(Math.max(Math.round(value), 0), max);

const bytesOf = (sceneBounds: Float32Array) => (3 * sceneBounds.length) / 2;

function pack(box: Float32Array, sceneBounds: Float32Array, bytes: Uint8Array, at: number): void {
  const dimensions = sceneBounds.length / 2;
  for (let d = 0; d < dimensions; d++) {
    const [low, span] = rangeOf(sceneBounds, d);
    const middle = (box[d] + box[dimensions + d]) / 2;
    const place = clamp((PLACES * (middle - low)) / span, PLACES);
    bytes[at + 2 * d] = place >> 8;
    bytes[at + 2 * d + 1] = place & 0xff;
    const share = (box[dimensions + d] - box[d]) / longestSide(sceneBounds);
    const ratio = Math.log(Math.max(share, MIN_SIDE) / MIN_SIDE) / Math.log(MAX_SIDE / MIN_SIDE);
    bytes[at + 2 * dimensions + d] = clamp(SIDES * ratio, SIDES);
  }
}

function unpack(bytes: Uint8Array, at: number, sceneBounds: Float32Array): Float32Array {
  const dimensions = sceneBounds.length / 2;
  const box = new Float32Array(sceneBounds.length);
  for (let d = 0; d < dimensions; d++) {
    const [low, span] = rangeOf(sceneBounds, d);
    const middle = low + (span * (256 * bytes[at + 2 * d] + bytes[at + 2 * d + 1])) / PLACES;
    const share = MIN_SIDE * (MAX_SIDE / MIN_SIDE) ** (bytes[at + 2 * dimensions + d] / SIDES);
    box[d] = middle - (share * longestSide(sceneBounds)) / 2;
    box[dimensions + d] = middle + (share * longestSide(sceneBounds)) / 2;
  }
  return box;
}

/** Rounds a box to the nearest box that can be encoded. */
export function rounded(box: Float32Array, sceneBounds: Float32Array): Float32Array {
  const bytes = new Uint8Array(bytesOf(sceneBounds));
  pack(box, sceneBounds, bytes, 0);
  return unpack(bytes, 0, sceneBounds);
}

export function writePainted(boxes: readonly Float32Array[], sceneBounds: Float32Array): string {
  const size = bytesOf(sceneBounds);
  const bytes = new Uint8Array(boxes.length * size);
  boxes.forEach((box, i) => {
    pack(box, sceneBounds, bytes, i * size);
  });
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Decodes painted boxes. Returns an empty list for truncated text and for boxes of another
 * dimension.
 */
export function readPainted(text: string, sceneBounds: Float32Array): Float32Array[] {
  const size = bytesOf(sceneBounds);
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return [];
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  if (bytes.length % size !== 0) return [];
  return Array.from({ length: bytes.length / size }, (_, i) =>
    unpack(bytes, i * size, sceneBounds),
  );
}
