import { expected, SapwoodError } from './errors.js';
import { calls, listedStructures, requireCore, stageBytes } from './memory.js';
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
  const copy = copyBytes(bytes);
  stageBytes('deserialize', copy);
  const position = calls.sapwood_peek(copy.length);
  if (position < 0) throw refused('deserialize', position);
  const { id, dimensions } = listedStructures()[position];
  const entry = structures.find((candidate) => candidate.id === id);
  if (entry === undefined) {
    throw new SapwoodError('bad-data', `deserialize: ${id} is not in the registry`);
  }
  const index = entry.create({ dimensions: dimensions as Dimensions });
  try {
    replaceContent(index, copy);
  } catch (error) {
    index.dispose();
    throw error;
  }
  return index;
}

// a copy, since growing memory would pull a view on it away
function copyBytes(bytes: unknown): Uint8Array {
  if (bytes instanceof Uint8Array || bytes instanceof ArrayBuffer) {
    try {
      return new Uint8Array(bytes).slice();
    } catch (cause) {
      throw expected('bad-data', 'bytes', 'bytes that serialize() wrote', 'a detached buffer', {
        cause,
      });
    }
  }
  throw expected('bad-data', 'bytes', 'a Uint8Array or an ArrayBuffer', bytes);
}
