import { BOXES, lengthError, NEXT_BOXES, type RecordKind, readRecords } from '../bulk.js';
import { expected, SapwoodError } from '../errors.js';
import { type Dimensions, LIMIT, reading } from '../inputs.js';
import { rejectUnknown } from '../option-names.js';
import { plainView, trueLength } from '../views.js';

/** Boxes of a scene, for `advise`. */
export interface SceneSample {
  /** `2 * dimensions` numbers per box. May be empty. */
  readonly boxes: ArrayLike<number>;
  /** The same boxes one frame later, in the same order. */
  readonly next?: ArrayLike<number> | undefined;
  /** Number of dimensions. Optional if the length of `boxes` is valid in only one of 2D and 3D. */
  readonly dimensions?: Dimensions | undefined;
}

/** Validated sample. The boxes are rounded to float32, as in an index. */
export interface ReadSample {
  readonly dimensions: Dimensions;
  readonly count: number;
  readonly boxes: Float32Array;
  readonly next: Float32Array | undefined;
}

const KNOWN = ['boxes', 'next', 'dimensions'];

export function readSample(sample: SceneSample): ReadSample {
  return reading('invalid-argument', 'sample', () => readParts(sample));
}

function readParts(sample: SceneSample): ReadSample {
  if (typeof sample !== 'object' || sample === null) {
    throw expected('invalid-argument', 'sample', 'an object with boxes', sample);
  }
  rejectUnknown('sample', sample, KNOWN);
  const { boxes: given, next: givenNext, dimensions: givenDimensions } = sample;
  const dimensions = readDimensions(given, givenDimensions);
  const boxes = readBoxes(given, dimensions, BOXES);
  const count = boxes.length / (2 * dimensions);
  if (givenNext === undefined) return { dimensions, count, boxes, next: undefined };
  const next = readBoxes(givenNext, dimensions, NEXT_BOXES);
  if (next.length !== boxes.length) {
    const what = `${boxes.length} numbers, as many as in boxes`;
    throw lengthError('next', what, next.length);
  }
  return { dimensions, count, boxes, next };
}

function readDimensions(boxes: ArrayLike<number>, dimensions: unknown): Dimensions {
  if (dimensions === 2 || dimensions === 3) return dimensions;
  if (dimensions !== undefined) {
    throw expected('invalid-argument', 'dimensions', '2 or 3', dimensions);
  }
  const { count: length } = readRecords(boxes, 1, BOXES);
  const flat = length % 4 === 0;
  const solid = length % 6 === 0;
  if (flat !== solid) return flat ? 2 : 3;
  if (!flat) throw lengthError('boxes', 'a length divisible by 4 (2D) or 6 (3D)', length);
  const message = `dimensions: pass 2 or 3; ${length} numbers can be boxes in 2D or in 3D`;
  throw new SapwoodError('invalid-argument', message);
}

function readBoxes(given: ArrayLike<number>, dimensions: Dimensions, kind: RecordKind) {
  const stride = 2 * dimensions;
  const { numbers } = readRecords(given, stride, kind);
  const view = plainView(numbers, trueLength(numbers));
  let boxes = view instanceof Float32Array ? view : new Float32Array(view);
  for (let start = 0; start < boxes.length; start += stride) {
    for (let low = start; low < start + dimensions; low += 1) {
      const high = low + dimensions;
      const isInfinite = boxes[low] === -Infinity || boxes[high] === Infinity;
      if (isInfinite) {
        if (boxes === view) boxes = boxes.slice();
        boxes[low] = Math.max(boxes[low], -LIMIT);
        boxes[high] = Math.min(boxes[high], LIMIT);
      }
      if (boxes[low] >= -LIMIT && boxes[high] <= LIMIT && boxes[low] <= boxes[high]) continue;
      const got = Array.from({ length: stride }, (_, i) => given[start + i]);
      throw kind.fault(got, `${kind.name}[${start / stride}]`);
    }
  }
  return boxes;
}
