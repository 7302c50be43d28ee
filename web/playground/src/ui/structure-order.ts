/**
 * Order of structures, by which colors and chart markers are assigned. The most recommended
 * structures are first.
 */

import { structures } from 'sapwood/all';

const first = ['sweep-and-prune', 'wide-tree', 'hash-grid', 'dynamic-tree', 'packed-r-tree'];
const others = structures.map(({ id }) => id as string).filter((id) => !first.includes(id));
const places = new Map([...first, ...others].map((id, place) => [id, place]));

/**
 * Returns the position of a structure in the order above; null for structures of other libraries.
 */
export const placeOf = (structure: string | null): number | null =>
  structure === null ? null : (places.get(structure) ?? null);
