/** The observable state of an index as text, for comparisons of indices. */

import { SapwoodError, type SpatialIndex } from 'sapwood/all';
import { sortedPairs } from './compare.js';

/**
 * Returns a text with the items, the pairs and, if the structure can be serialized, the serialized
 * bytes.
 */
export function stateOf(index: SpatialIndex): string {
  const ids = index.ids();
  const boxes = Array.from(ids, (id) => index.box(id));
  const bytes = serialized(index);
  const pairs = sortedPairs(index.pairs());
  return [index.size, ids, boxes.map((box) => box.join(' ')), pairs, bytes].join('|');
}

function serialized(index: SpatialIndex): string {
  try {
    return Buffer.from(index.serialize()).toString('base64');
  } catch (error) {
    if (error instanceof SapwoodError && error.code === 'unsupported') return '';
    throw error;
  }
}
