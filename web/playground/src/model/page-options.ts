/**
 * Structure options that the page adds to the library's options. The option `space` selects either
 * the bounds of the scene or the bounds of the items.
 */

import {
  LooseOctree,
  Octree,
  type OptionSpec,
  Quadtree,
  type StructureEntry,
  structures,
} from 'sapwood/all';
import type { Dimensions, OptionChoices } from '../state/settings.js';

const SPACE: OptionSpec = {
  name: 'space',
  kind: 'choice',
  default: 'items',
  choices: ['items', 'scene'],
  doc: 'The box that is divided: the bounds of the boxes, or the fixed bounds of the scene.',
};

const idsWithSpace: ReadonlySet<string> = new Set(
  [LooseOctree, Octree, Quadtree].flatMap(({ kind }) =>
    kind.furtherOptions?.includes('space') ? [kind.id] : [],
  ),
);

function withPageOptions(entry: StructureEntry): StructureEntry {
  if (!idsWithSpace.has(entry.id)) return entry;
  return Object.freeze({ ...entry, options: [...entry.options, SPACE] });
}

export const structuresWithPageOptions: readonly StructureEntry[] = structures.map(withPageOptions);

/** Ids of structures from textbooks. For the same use, the library has faster structures. */
export const textbookStructures: ReadonlySet<string> = new Set([
  'cluster-split',
  'sorted-range',
  'quadtree',
]);

export function isTextbook(structure: string | null): boolean {
  return structure !== null && textbookStructures.has(structure);
}

/** Returns the structures for the menu. Textbook structures are in a separate group. */
export function structureChoices(dim: Dimensions) {
  return structuresWithPageOptions
    .filter(({ dimensions }) => dimensions.includes(dim))
    .map(({ id, title }) => ({
      value: id,
      label: title(dim),
      ...(textbookStructures.has(id) && { group: 'Textbook' }),
    }));
}

/** `sceneBounds` contains the bounds [min..., max...] of the scene. */
export function constructorOptions(
  options: OptionChoices,
  sceneBounds: ArrayLike<number>,
): Readonly<Record<string, unknown>> {
  return options.space === 'scene' ? { ...options, space: Array.from(sceneBounds) } : options;
}
