/** Copies of data of instances, by instance id and in drawing order. */
import { BufferAttribute, type BufferGeometry, type DataTexture, type InstancedMesh } from 'three';

export type Numbers =
  | Float32Array
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array;

/** One kind of data of all instances, such as matrices, with `stride` numbers per instance. */
export interface Stream {
  readonly name: string;
  readonly holder: object;
  /** Numbers in drawing order. The mesh uses this array. */
  readonly drawn: Numbers;
  /** Numbers of this mesh by instance id. */
  readonly source: Numbers;
  /**
   * Numbers by id from which `drawn` is copied: `source` or, for the mesh of a level of detail, the
   * data of its owner. Undefined if the owner has no such data.
   */
  from: Numbers | undefined;
  readonly stride: number;
  readonly put: (numbers: Numbers) => void;
  /**
   * Requests the upload to the GPU of the instances `first` to `end - 1` in drawing order.
   * @param count - Number of drawn instances.
   */
  readonly upload: (first: number, end: number, count: number) => void;
}

/**
 * Maximum number of pending update ranges of an attribute. Above it, all instances are uploaded.
 */
const MAX_RANGES = 8;

/**
 * Returns whether an attribute has one entry per instance and is neither interleaved nor in a
 * storage buffer.
 */
export const isPlain = (attribute: unknown): attribute is BufferAttribute =>
  attribute instanceof BufferAttribute &&
  !('isStorageInstancedBufferAttribute' in attribute) &&
  ((attribute as { meshPerAttribute?: number }).meshPerAttribute ?? 1) === 1;

/** Returns the names and attributes of a geometry that contain data of instances. */
export const instancedAttributes = (geometry: BufferGeometry) =>
  Object.entries(geometry.attributes).filter(
    ([, attribute]) =>
      'isInstancedBufferAttribute' in attribute ||
      ('data' in attribute && 'isInstancedInterleavedBuffer' in attribute.data),
  );

export function holdersOf(mesh: InstancedMesh): Map<object, string> {
  const holders = new Map<object, string>();
  for (const name of ['instanceMatrix', 'instanceColor'] as const) {
    if (isPlain(mesh[name])) holders.set(mesh[name], name);
  }
  for (const [name, attribute] of instancedAttributes(mesh.geometry)) {
    if (isPlain(attribute)) holders.set(attribute, name);
  }
  if (mesh.morphTexture !== null) holders.set(mesh.morphTexture, 'morphTexture');
  return holders;
}

/**
 * Returns the stream of an attribute, or of a texture that contains the morph influences of
 * instances.
 */
export function streamOf(name: string, holder: object): Stream {
  return holder instanceof BufferAttribute
    ? attributeStream(name, holder)
    : textureStream(name, holder as DataTexture);
}

function attributeStream(name: string, attribute: BufferAttribute): Stream {
  const drawn = attribute.array as Numbers;
  return {
    name,
    holder: attribute,
    drawn,
    source: drawn.slice(),
    from: undefined,
    stride: attribute.itemSize,
    put(numbers) {
      attribute.array = numbers;
    },
    upload: (first, end, count) => {
      const { itemSize, updateRanges } = attribute;
      // adds to the pending ranges, unless all instances are uploaded
      const isAll = (first === 0 && end === count) || updateRanges.length >= MAX_RANGES;
      if (isAll) attribute.clearUpdateRanges();
      if (isAll) attribute.addUpdateRange(0, count * itemSize);
      else attribute.addUpdateRange(first * itemSize, (end - first) * itemSize);
      attribute.needsUpdate = true;
    },
  };
}

function textureStream(name: string, texture: DataTexture): Stream {
  const image = texture.image as unknown as { data: Numbers; width: number };
  return {
    name,
    holder: texture,
    drawn: image.data,
    source: image.data.slice(),
    from: undefined,
    stride: image.width,
    put(numbers) {
      image.data = numbers;
    },
    upload: () => {
      texture.needsUpdate = true;
    },
  };
}

export function write(
  { drawn, from, stride, upload }: Stream,
  order: Uint32Array,
  count: number,
): void {
  if (from === undefined || count === 0) return;
  if (stride === 16 && drawn instanceof Float32Array && from instanceof Float32Array) {
    writeMatrices(drawn, from, order, count);
  } else {
    for (let i = 0; i < count; i += 1) {
      const to = i * stride;
      const start = order[i] * stride;
      for (let k = 0; k < stride; k += 1) drawn[to + k] = from[start + k];
    }
  }
  upload(0, count, count);
}

export function writeOne({ drawn, from, stride }: Stream, slot: number, instance: number): void {
  if (from === undefined) return;
  for (let k = 0; k < stride; k += 1) drawn[slot * stride + k] = from[instance * stride + k];
}

/** Number of matrices that are prefetched in each step. */
const BLOCK = 32;

/** Receives sums of numbers that are read only in order to load their cache lines. */
const ignored = /* @__PURE__ */ new Float32Array(1);

function writeMatrices(
  drawn: Float32Array,
  source: Float32Array,
  order: Uint32Array,
  count: number,
): void {
  let sum = 0;
  for (let start = 0; start < count; start += BLOCK) {
    const end = Math.min(count, start + BLOCK);
    // A separate loop, because a processor overlaps many reads only if few other instructions are
    // between them.
    for (let i = start; i < end; i += 1) sum += source[16 * order[i]] + source[16 * order[i] + 15];
    for (let i = start; i < end; i += 1) {
      const to = 16 * i;
      const from = 16 * order[i];
      drawn[to] = source[from];
      drawn[to + 1] = source[from + 1];
      drawn[to + 2] = source[from + 2];
      drawn[to + 3] = source[from + 3];
      drawn[to + 4] = source[from + 4];
      drawn[to + 5] = source[from + 5];
      drawn[to + 6] = source[from + 6];
      drawn[to + 7] = source[from + 7];
      drawn[to + 8] = source[from + 8];
      drawn[to + 9] = source[from + 9];
      drawn[to + 10] = source[from + 10];
      drawn[to + 11] = source[from + 11];
      drawn[to + 12] = source[from + 12];
      drawn[to + 13] = source[from + 13];
      drawn[to + 14] = source[from + 14];
      drawn[to + 15] = source[from + 15];
    }
  }
  // the sum is stored, because the compiler would otherwise remove the reads
  ignored[0] = sum;
}
