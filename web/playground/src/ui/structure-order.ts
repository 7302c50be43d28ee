/** Order of structures for colors and marks; the most recommended come first. */

import { structures } from 'sapwood/all';

const first = ['sweep-and-prune', 'wide-tree', 'hash-grid', 'dynamic-tree', 'packed-r-tree'];
const others = structures.map(({ id }) => id as string).filter((id) => !first.includes(id));
const places = new Map([...first, ...others].map((id, place) => [id, place]));

/** Returns the index of a structure in the order; null for a library. */
export const placeOf = (structure: string | null): number | null =>
  structure === null ? null : (places.get(structure) ?? null);
