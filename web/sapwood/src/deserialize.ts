import { expected, SapwoodError } from './errors.js';
import { calls, listedStructures, requireCore, stageBytes, u8 } from './memory.js';
import type { Dimensions } from './options.js';
import { structures } from './registry.js';
import { replaceContent, type SpatialIndex } from './spatial-index.js';
import { refused } from './state.js';

/**
 * An index as `serialize()` wrote it: the same structure, dimension, options, items and ids.
 * Errors: `bad-data` for anything else, be it one changed bit; `not-initialised` before `init()`.
 */
export function deserialize(bytes: Uint8Array | ArrayBuffer): SpatialIndex {
  requireCore('deserialize');
  const source = readBytes(bytes);
  const head = source.subarray(0, HEAD_BYTES);
  stageBytes('deserialize', head);
  const position = calls.sapwood_peek(head.length);
  if (position < 0) throw refused('deserialize', position);
  const { id, dimensions } = listedStructures()[position];
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

/** The first bytes, which tell the structure. */
const HEAD_BYTES = 64;

function readBytes(bytes: unknown): Uint8Array {
  if (bytes instanceof Uint8Array || bytes instanceof ArrayBuffer) {
    try {
      const view =
        bytes instanceof ArrayBuffer
          ? new Uint8Array(bytes)
          : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      // a copy of what lies in WASM memory, since growing that would pull the view away
      return view.buffer === u8.buffer ? view.slice() : view;
    } catch (cause) {
      throw expected('bad-data', 'bytes', 'bytes that serialize() wrote', 'a detached buffer', {
        cause,
      });
    }
  }
  throw expected('bad-data', 'bytes', 'a Uint8Array or an ArrayBuffer', bytes);
}
