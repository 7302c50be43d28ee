/**
 * Reads vertices and indices from arrays or attributes of three.js. Does not import three.js. The
 * core checks the copied values.
 */
import { convert, isNumber, lengthError, MAX_NUMBERS, readLength, readView } from '../bulk.js';
import { expected, SapwoodError } from '../errors.js';
import { type Dimensions, isObject, isOptions, reading } from '../inputs.js';
import { rejectUnknown } from '../option-names.js';
import { isNumberView, type NumberView, plainView, trueLength, viewKind } from '../views.js';

/** Attribute with a separate array, such as `BufferAttribute` of three.js. */
export interface AttributeLike {
  /** Numbers of all vertices. */
  readonly array: ArrayLike<number>;
  /** Number of elements per vertex. */
  readonly itemSize: number;
  /** Number of vertices. */
  readonly count: number;
}

/** Interleaved attribute, such as `InterleavedBufferAttribute` of three.js. */
export interface InterleavedAttributeLike {
  /** Array that contains several attributes. */
  readonly data: {
    /** Interleaved values of all vertex attributes. */
    readonly array: ArrayLike<number>;
    /** Number of elements from one vertex to the next. */
    readonly stride: number;
  };
  /** Index of the first number of the attribute within a vertex. */
  readonly offset: number;
  /** Number of elements per vertex. */
  readonly itemSize: number;
  /** Number of vertices. */
  readonly count: number;
}

/**
 * Positions of vertices: a flat array with `dimensions` numbers per vertex, or an attribute of
 * three.js with an `itemSize` of at least `dimensions`. Coordinates are in -1e18 .. 1e18. They are
 * rounded to the nearest float32.
 */
export type PositionsLike = ArrayLike<number> | AttributeLike | InterleavedAttributeLike;

/** Vertex numbers: a flat array, or an attribute of three.js. */
export type IndicesLike = ArrayLike<number> | AttributeLike;

/** Geometry of three.js, such as `BufferGeometry`. */
export interface GeometryLike {
  /** Attributes by name. */
  readonly attributes: {
    /** Positions of the vertices. */
    readonly position?: unknown;
  };
  /** Index attribute, or null if the geometry is not indexed. */
  readonly index?: unknown;
}

export interface VertexRange {
  readonly first: number;
  readonly count: number;
}

/** Flat positions of the requested vertices, and the total number of vertices in the source. */
export interface Vertices {
  readonly numbers: NumberView;
  readonly total: number;
}

/** Properties of an attribute that this file reads. Any property can be missing. */
interface Attribute {
  readonly array?: unknown;
  readonly data?: { readonly array?: unknown; readonly stride?: unknown };
  readonly offset?: unknown;
  readonly itemSize?: unknown;
  readonly count?: unknown;
  readonly normalized?: unknown;
  readonly isFloat16BufferAttribute?: unknown;
  getX?(vertex: number): number;
  getY?(vertex: number): number;
  getZ?(vertex: number): number;
}

const isInteger = (value: unknown, min: number): value is number =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= MAX_NUMBERS;

/** Reads the positions of a range of vertices, or of all vertices. */
export function readPositions(
  given: PositionsLike,
  dimensions: Dimensions,
  name: string,
  range?: VertexRange,
): Vertices {
  return reading('invalid-argument', name, () => {
    if (isNumberView(given)) {
      return flatPositions(readPositionView(given, name), dimensions, name, range);
    }
    if (isObject(given) && 'itemSize' in given) {
      return attributePositions(given as Attribute, dimensions, name, range);
    }
    const values = given as ArrayLike<number>;
    const length = readLength(values, name, NUMBERS);
    const errorFor = (i: number) =>
      expected('invalid-argument', `${name}[${i}]`, NUMBERS, values[i]);
    const numbers = convert(values, length, { Target: Float32Array, accepts: isNumber, errorFor });
    return flatPositions(numbers, dimensions, name, range);
  });
}

const NUMBERS = 'a flat array of numbers, or an attribute of three.js';

const readPositionView = (view: NumberView, name: string): NumberView =>
  readView(view, name, Float32Array, '');

function flatPositions(
  numbers: NumberView,
  dimensions: Dimensions,
  name: string,
  range?: VertexRange,
): Vertices {
  const length = trueLength(numbers);
  if (length % dimensions !== 0)
    throw lengthError(name, `a length divisible by ${dimensions}`, length);
  const total = length / dimensions;
  if (range === undefined) return { numbers, total };
  const start = Math.min(range.first, total) * dimensions;
  const end = start + range.count * dimensions;
  return { numbers: plainView(numbers).subarray(start, end), total };
}

/**
 * Returns the positions of an attribute: a view of its array if they are contiguous, otherwise a
 * copy.
 */
function attributePositions(
  attribute: Attribute,
  dimensions: Dimensions,
  name: string,
  range?: VertexRange,
): Vertices {
  const { data, itemSize, count: total, normalized, isFloat16BufferAttribute } = attribute;
  const { array, stride = itemSize } = (data ?? attribute) as { array?: unknown; stride?: unknown };
  const offset = data === undefined ? 0 : attribute.offset;
  const isValid =
    isNumberView(array) &&
    isInteger(itemSize, dimensions) &&
    isInteger(stride, itemSize) &&
    isInteger(offset, 0);
  if (!isValid || !isInteger(total, 0)) throw attributeError(attribute, dimensions, name);
  const length = trueLength(array);
  if (total > 0 && (total - 1) * stride + offset + dimensions > length) {
    throw lengthError(`${name}.array`, `numbers of ${total} vertices`, length);
  }
  const { first, count } = range ?? { first: 0, count: total };
  const end = Math.min(first + count, total);
  if (normalized === true || isFloat16BufferAttribute === true) {
    return { numbers: decoded(attribute, dimensions, name, first, end), total };
  }
  const source = plainView(readPositionView(array, name));
  if (stride === dimensions && offset === 0) {
    return { numbers: source.subarray(first * stride, end * stride), total };
  }
  const numbers = new Float32Array(Math.max(0, end - first) * dimensions);
  let to = 0;
  for (let vertex = first; vertex < end; vertex += 1) {
    const from = vertex * stride + offset;
    for (let axis = 0; axis < dimensions; axis += 1) numbers[to++] = source[from + axis];
  }
  return { numbers, total };
}

/**
 * Reads normalized or float16 numbers with the methods `getX`, `getY` and `getZ` of the attribute.
 */
function decoded(
  attribute: Attribute,
  dimensions: Dimensions,
  name: string,
  first: number,
  end: number,
): Float32Array {
  const read = [attribute.getX, attribute.getY, attribute.getZ].slice(0, dimensions);
  if (!read.every((one) => typeof one === 'function')) {
    throw attributeError(attribute, dimensions, name);
  }
  const numbers = new Float32Array(Math.max(0, end - first) * dimensions);
  let to = 0;
  for (let vertex = first; vertex < end; vertex += 1) {
    for (const one of read) numbers[to++] = Number(one!.call(attribute, vertex));
  }
  return numbers;
}

function attributeError(got: unknown, dimensions: Dimensions, name: string): SapwoodError {
  const what = `an attribute with a typed array and an itemSize of at least ${dimensions}`;
  return expected('invalid-argument', name, what, got);
}

const isIndex = (value: unknown): value is number =>
  typeof value === 'number' && value >>> 0 === value;

function readIndices(given: IndicesLike, name: string): Uint16Array | Uint32Array {
  return reading('invalid-argument', name, () => {
    if (!isObject(given) || !('itemSize' in given)) {
      return indexNumbers(given as ArrayLike<number>, name);
    }
    const { array, count } = given;
    if (!isNumberView(array) || !isInteger(count, 0) || count > trueLength(array)) {
      throw expected('invalid-argument', name, 'an attribute with a typed array', given);
    }
    return indexNumbers(plainView(array, count), name);
  });
}

function indexNumbers(given: ArrayLike<number>, name: string): Uint16Array | Uint32Array {
  const kind = viewKind(given);
  if (kind === 'Uint16Array') return readView(given as Uint16Array, name, Uint16Array, '');
  if (kind === 'Uint32Array') return readView(given as Uint32Array, name, Uint32Array, '');
  const values = isNumberView(given)
    ? Array.from(plainView(readView(given, name, Float64Array, '')))
    : given;
  const length = readLength(values, name, 'a flat array of integers >= 0');
  const errorFor = (i: number) =>
    expected('invalid-argument', `${name}[${i}]`, 'an integer >= 0', values[i]);
  return convert(values, length, { Target: Uint32Array, accepts: isIndex, errorFor });
}

/** Validated arguments of a mesh constructor. */
interface MeshInput {
  readonly vertices: Vertices;
  readonly indices: Uint16Array | Uint32Array | undefined;
  /** 0 for `'fast'`, 1 for `'quality'`. */
  readonly method: number;
}

const BUILDS = ['fast', 'quality'];
const NAMES = ['positions', 'indices', 'geometry', 'build'];

interface AnyMeshSource {
  readonly positions?: PositionsLike | undefined;
  readonly indices?: IndicesLike | null | undefined;
  readonly geometry?: GeometryLike | undefined;
  readonly build?: string | undefined;
}

export function readSource(options: unknown, dimensions: Dimensions, caller: string): MeshInput {
  return reading('invalid-argument', caller, () => {
    if (!isOptions(options)) {
      throw expected('invalid-argument', caller, '{ positions, indices } or { geometry }', options);
    }
    rejectUnknown(caller, options, NAMES);
    const { geometry, build = 'fast', ...rest } = options as AnyMeshSource;
    const method = BUILDS.indexOf(build);
    if (method < 0) throw expected('invalid-argument', 'build', "'fast' or 'quality'", build);
    const { positions, indices } = geometry === undefined ? rest : partsOf(geometry, rest);
    const vertices = readPositions(positions as PositionsLike, dimensions, 'positions');
    const numbers =
      indices === undefined || indices === null ? undefined : readIndices(indices, 'indices');
    return { vertices, indices: numbers, method };
  });
}

function partsOf(geometry: GeometryLike, rest: AnyMeshSource): AnyMeshSource {
  if (rest.positions !== undefined || rest.indices !== undefined) {
    throw new SapwoodError(
      'invalid-argument',
      'geometry: pass either geometry, or positions and indices',
    );
  }
  const attributes = isObject(geometry) ? geometry.attributes : undefined;
  const positions = isObject(attributes) ? attributes.position : undefined;
  if (!isObject(positions)) {
    throw expected(
      'invalid-argument',
      'geometry',
      'a geometry with a position attribute',
      geometry,
    );
  }
  return {
    positions: positions as PositionsLike,
    indices: geometry.index as IndicesLike | null | undefined,
  };
}
