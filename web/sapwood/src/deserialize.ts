import { onHeap } from './core.js';
import { expected, SapwoodError } from './errors.js';
import { requireCore } from './loaded.js';
import type { Dimensions } from './options.js';
import { structures } from './registry.js';
import { replaceContent, type SpatialIndex } from './spatial-index.js';
import { refused } from './state.js';
import { isGone, plainView, trueLength, viewKind } from './views.js';

/**
 * An index as `serialize()` wrote it: the same structure, dimension, options, items and ids.
 * Errors: `bad-data` for anything else, be it one changed bit; `not-initialised` before `init()`.
 */
export function deserialize(bytes: Uint8Array | ArrayBuffer): SpatialIndex {
  const core = requireCore('deserialize');
  const source = readBytes(bytes);
  const head = source.subarray(0, HEAD_BYTES);
  core.stageBytes('deserialize', head);
  const position = core.calls.sapwood_peek(head.length);
  if (position < 0) throw refused('deserialize', position);
  const { id, dimensions } = core.structures[position];
  const entry = structures.find((candidate) => candidate.id === id);
  if (entry === undefined) {
    throw new SapwoodError('bad-data', `deserialize: ${id} is not in the registry`);
  }
  const index = entry.create({ dimensions: dimensions as Dimensions });
  try {
    replaceContent(index, source);
  } catch (error) {
    index.dispose();
    throw error;
  }
  return index;
}

const byteLengthOf = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength')
  ?.get as () => number;

/** The first bytes, which tell the structure. */
const HEAD_BYTES = 64;

function readBytes(bytes: unknown): Uint8Array {
  const given = viewKind(bytes) === 'Uint8Array' ? (bytes as Uint8Array) : viewOn(bytes);
  if (given === undefined) {
    throw expected('bad-data', 'bytes', 'a Uint8Array or an ArrayBuffer', bytes);
  }
  if (trueLength(given) === 0 && isGone(given)) {
    throw expected('bad-data', 'bytes', 'bytes that serialize() wrote', 'a detached buffer');
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
