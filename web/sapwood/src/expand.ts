import { BOXES, readDoubles } from './bulk.js';
import { expected } from './errors.js';
import { boxValueError, LIMIT } from './inputs.js';
import type { Dimensions } from './options.js';

const word = new Int32Array(1);
const single = new Float32Array(word.buffer);

// steps of one unit in the last place; the words of negative floats run the other way
function step(value: number, up: boolean): number {
  single[0] = value;
  if (value === 0) {
    word[0] = up ? 1 : -0x7fffffff;
  } else {
    word[0] += up === value > 0 ? 1 : -1;
  }
  return single[0];
}

function roundDown(value: number): number {
  const near = Math.fround(value);
  return near > value ? step(near, false) : near;
}

function roundUp(value: number): number {
  const near = Math.fround(value);
  return near < value ? step(near, true) : near;
}

/**
 * Flat boxes of doubles as float32 boxes that contain them: minima rounded down, maxima up. For
 * whoever needs a conservative box; everything else rounds to nearest.
 * @returns a fresh array of the same length
 * Errors: `invalid-box` for a box that could not be built, `invalid-argument` for a wrong length.
 */
export function expandToFloat32(
  boxes: ArrayLike<number>,
  dimensions: Dimensions = 3,
): Float32Array {
  if (dimensions !== 2 && dimensions !== 3) {
    throw expected('invalid-argument', 'dimensions', '2 or 3', dimensions);
  }
  const stride = 2 * dimensions;
  const doubles = readDoubles(boxes, stride, BOXES);
  const expanded = new Float32Array(doubles.length);
  for (let start = 0; start < expanded.length; start += stride) {
    for (let low = start; low < start + dimensions; low += 1) {
      const high = low + dimensions;
      expanded[low] = roundDown(doubles[low]);
      expanded[high] = roundUp(doubles[high]);
      const within = expanded[low] >= -LIMIT && expanded[high] <= LIMIT;
      if (!(within && doubles[low] <= doubles[high])) {
        throw boxValueError(doubles.slice(start, start + stride), `boxes[${start / stride}]`);
      }
    }
  }
  return expanded;
}
