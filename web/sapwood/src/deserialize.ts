/** From bytes that `serialize()` wrote to an index. */
import { onHeap } from './core.js';
import { expected, SapwoodError } from './errors.js';
import { structureIds } from './generated/structure-ids.js';
import { demandLoaded, demandOffered, type Home } from './home.js';
import {
  type Dimensions,
  decodeOption,
  type IndexOptions,
  type OptionValue,
  type StructureKind,
} from './options.js';
import type { SpatialIndex } from './spatial-index.js';
import { replaceContent } from './spatial-queries.js';
import { isGone, plainView, trueLength, viewKind } from './views.js';

/** A structure's class of an entry point. */
export interface StructureClass {
  new (options?: IndexOptions): SpatialIndex;
  readonly kind: StructureKind;
}

/** The function `deserialize` of an entry point with these classes. */
export function deserializerOf(
  home: Home,
  classes: readonly StructureClass[],
): (bytes: Uint8Array | ArrayBuffer) => SpatialIndex {
  return (bytes) => {
    demandLoaded(home, 'deserialize');
    const source = readBytes(bytes);
    const { id, dimensions } = readHead(source);
    const Structure = classes.find(({ kind }) => kind.id === id);
    if (Structure === undefined || !home.dimensions.includes(dimensions)) {
      throw elsewhere(home, id, dimensions);
    }
    demandOffered(home, Structure.kind, readValues(source, Structure.kind));
    const index = new Structure({ dimensions });
    try {
      replaceContent(index, source);
    } catch (error) {
      index.dispose();
      throw error;
    }
    return index;
  };
}

function elsewhere({ entry }: Home, id: string, dimensions: Dimensions): SapwoodError {
  const message = `deserialize: ${entry} has no ${id} in ${dimensions}D; sapwood/all has it`;
  return new SapwoodError('unsupported', message);
}

// --- the head of the bytes: two words of the format, its length, a checksum, then what wrote them

const HEAD_BYTES = 40;
const MAGIC = 0x57504153; // SAPW
const FORMAT_VERSION = 2;
const [VERSION_AT, STRUCTURE_AT, DIMENSIONS_AT] = [4, 24, 28];

/** Which structure wrote the bytes. Only their head is looked at: the core checks the rest. */
function readHead(bytes: Uint8Array): { id: string; dimensions: Dimensions } {
  if (bytes.length < HEAD_BYTES) throw foreign();
  const head = new DataView(bytes.buffer, bytes.byteOffset, HEAD_BYTES);
  const word = (at: number) => head.getUint32(at, true);
  const dimensions = word(DIMENSIONS_AT);
  const id = structureIds.find((one) => tagOf(one) === word(STRUCTURE_AT));
  const ours = word(0) === MAGIC && word(VERSION_AT) === FORMAT_VERSION;
  if (!ours || id === undefined || (dimensions !== 2 && dimensions !== 3)) throw foreign();
  return { id, dimensions };
}

/** The options in the bytes, as far as there are any: the core checks them. */
function readValues(
  bytes: Uint8Array,
  { options }: StructureKind,
): Readonly<Record<string, OptionValue>> {
  const codes = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const values: Record<string, OptionValue> = {};
  for (const [i, spec] of options.entries()) {
    const at = HEAD_BYTES + 8 * i;
    if (at + 8 > bytes.length) throw foreign();
    values[spec.name] = decodeOption(spec, codes.getFloat64(at, true));
  }
  return values;
}

function foreign(): SapwoodError {
  const message = 'deserialize: expected bytes that serialize() of this version wrote; got others';
  return new SapwoodError('bad-data', message);
}

/** Name of a structure in the bytes: FNV-1a over its id. */
function tagOf(id: string): number {
  let hash = 2166136261;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 16777619);
  return hash >>> 0;
}

// --- the argument ------------------------------------------------------------------------------

const byteLengthOf = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength')
  ?.get as () => number;

/** The argument of what reads bytes; a copy where a raw call may pull it away. */
export function readBytes(bytes: unknown): Uint8Array {
  const given = viewKind(bytes) === 'Uint8Array' ? (bytes as Uint8Array) : viewOn(bytes);
  if (given === undefined) {
    throw expected('bad-data', 'bytes', 'a Uint8Array or an ArrayBuffer', bytes);
  }
  if (trueLength(given) === 0 && isGone(given)) {
    throw expected('bad-data', 'bytes', 'bytes that were written here', 'a detached buffer');
  }
  const view = plainView(given);
  // a copy of what lies in WASM memory, since growing that would pull the view away
  return onHeap(view) ? view.slice() : view;
}

/** Undefined for what is no buffer of this or of another realm, or is detached. */
function viewOn(buffer: unknown): Uint8Array | undefined {
  try {
    byteLengthOf.call(buffer);
    return new Uint8Array(buffer as ArrayBuffer);
  } catch {
    return undefined;
  }
}
