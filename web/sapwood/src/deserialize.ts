/** Creates indices from bytes that `serialize()` returned. */
import { onHeap } from './core.js';
import { type EntryModules, requireLoaded } from './entry-modules.js';
import type { EntryPoint } from './entry-point.js';
import { expected, SapwoodError } from './errors.js';
import { structureIds } from './generated/structure-ids.js';
import { type IndexBase, replaceContent } from './index-base.js';
import type { Dimensions } from './inputs.js';
import { codeCount, decodeOption, type StructureKind } from './options.js';
import { isDetached, plainView, trueLength, viewKind } from './views.js';

export interface StructureClass<T extends IndexBase = IndexBase> {
  /** The type of the options depends on the entry point. */
  new (options?: never): T;
  readonly kind: StructureKind;
  readonly home: EntryPoint;
}

export function deserializerOf<T extends IndexBase>(
  home: EntryModules,
  classes: readonly StructureClass<T>[],
): (bytes: Uint8Array | ArrayBuffer) => T {
  return (bytes) => {
    requireLoaded(home, 'deserialize');
    const source = readBytes(bytes);
    const head = readHead(source);
    const Structure = classes.find(({ kind }) => kind.id === head.id);
    if (Structure === undefined) throw unsupportedIndex(home, head);
    return load(home, Structure, head, source);
  };
}

export function deserializeAs<T extends IndexBase>(
  Structure: StructureClass<T>,
  bytes: unknown,
): T {
  const home = Structure.home as EntryModules;
  requireLoaded(home, 'deserialize');
  const source = readBytes(bytes);
  const head = readHead(source);
  const { id } = Structure.kind;
  if (head.id === id) return load(home, Structure, head, source);
  const message = `deserialize: expected bytes of a ${id}, got bytes of a ${head.id}`;
  throw new SapwoodError('bad-data', message);
}

function load<T extends IndexBase>(
  home: EntryModules,
  Structure: StructureClass<T>,
  head: Head,
  bytes: Uint8Array,
): T {
  if (!home.dimensions.includes(head.dimensions)) throw unsupportedIndex(home, head);
  checkOptions(bytes, Structure.kind, head.dimensions);
  const index = new Structure({ dimensions: head.dimensions } as never);
  try {
    replaceContent(index, bytes);
  } catch (error) {
    index.dispose();
    throw error;
  }
  return index;
}

function unsupportedIndex({ entry }: EntryModules, { id, dimensions }: Head): SapwoodError {
  const message = `deserialize: ${entry} does not include ${id} in ${dimensions}D; use sapwood/all`;
  return new SapwoodError('unsupported', message);
}

// --- header: magic, version, length, checksum, structure, dimensions, option count, tail length

const HEAD_BYTES = 40;
const MAGIC = 0x57504153; // SAPW
const FORMAT_VERSION = 3;
const MIN_BYTES = `at least ${HEAD_BYTES} bytes`;
const [VERSION_AT, LENGTH_AT, STRUCTURE_AT, DIMENSIONS_AT] = [4, 8, 24, 28];

/** Header of all binary formats of this package. */
interface Header {
  /** Returns the unsigned word at a position, or 0 beyond the end. */
  readonly word: (at: number) => number;
  /** True if the bytes begin with the magic number of this package. */
  readonly hasMagic: boolean;
  readonly length: number;
}

export function readHeader(bytes: Uint8Array): Header {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const word = (at: number) => (at + 4 <= bytes.length ? view.getUint32(at, true) : 0);
  const length = word(LENGTH_AT) + 2 ** 32 * word(LENGTH_AT + 4);
  return { word, hasMagic: word(0) === MAGIC, length };
}

interface Head {
  readonly id: string;
  readonly dimensions: Dimensions;
}

/**
 * Checks the magic number, version and length, and reads the structure and the dimensions. The core
 * checks the content.
 */
function readHead(bytes: Uint8Array): Head {
  const { word, hasMagic, length } = readHeader(bytes);
  if (bytes.length >= 4 && !hasMagic) throw badBytes('serialize() did not write these bytes');
  if (bytes.length < LENGTH_AT + 8) throw badLength(MIN_BYTES, bytes);
  const version = word(VERSION_AT);
  if (version !== FORMAT_VERSION) {
    const hint = 'read these bytes with the version of sapwood that wrote them';
    throw badBytes(`expected format ${FORMAT_VERSION}, got format ${version}; ${hint}`);
  }
  if (length !== bytes.length) throw badLength(`${length} bytes, the length in the header`, bytes);
  if (length < HEAD_BYTES) throw badLength(MIN_BYTES, bytes);
  const dimensions = word(DIMENSIONS_AT);
  const id = structureIds.find((one) => tagOf(one) === word(STRUCTURE_AT));
  if (id !== undefined && (dimensions === 2 || dimensions === 3)) return { id, dimensions };
  throw badBytes('the header names a structure that this version of sapwood does not have');
}

/** Checks the serialized options. Their number depends on the structure. */
function checkOptions(bytes: Uint8Array, { options }: StructureKind, dimensions: Dimensions): void {
  const codes = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = HEAD_BYTES;
  for (const spec of options) {
    const from = at;
    at += 8 * codeCount(spec);
    if (at > bytes.length) throw badBytes('these bytes are damaged; they end before the options');
    decodeOption(spec, dimensions, (i) => codes.getFloat64(from + 8 * i, true));
  }
}

function badLength(what: string, { length }: Uint8Array): SapwoodError {
  return badBytes(`expected ${what}, got ${length} bytes`);
}

function badBytes(fault: string): SapwoodError {
  return new SapwoodError('bad-data', `deserialize: ${fault}`);
}

/**
 * Returns the number that identifies a structure in serialized bytes: the FNV-1a hash of its id.
 */
function tagOf(id: string): number {
  let hash = 2166136261;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 16777619);
  return hash >>> 0;
}

// --- reading the bytes of the caller -----------------------------------------------------------

const byteLengthOf = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength')
  ?.get as () => number;

/** Reads serialized bytes. Copies views of WASM memory, which raw calls may detach. */
export function readBytes(bytes: unknown): Uint8Array {
  const given = viewKind(bytes) === 'Uint8Array' ? (bytes as Uint8Array) : viewOn(bytes);
  if (given === undefined) {
    throw expected('bad-data', 'bytes', 'a Uint8Array or an ArrayBuffer', bytes);
  }
  if (trueLength(given) === 0 && isDetached(given)) {
    throw new SapwoodError(
      'bad-data',
      'bytes: this buffer is detached; pass a buffer that is not detached',
    );
  }
  const view = plainView(given);
  // growing WASM memory would detach the view
  return onHeap(view) ? view.slice() : view;
}

/**
 * Returns a view of an ArrayBuffer of any realm. Returns undefined for other values and for a
 * detached buffer.
 */
function viewOn(buffer: unknown): Uint8Array | undefined {
  try {
    byteLengthOf.call(buffer);
    return new Uint8Array(buffer as ArrayBuffer);
  } catch {
    return undefined;
  }
}
