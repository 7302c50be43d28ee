/**
 * Options that the page adds to the options of the library. `space` is a choice between the bounds
 * of the scene and the bounds of the items.
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

/** Ids of classes with a `space` option. */
const idsWithSpace: ReadonlySet<string> = new Set(
  [LooseOctree, Octree, Quadtree].flatMap(({ kind }) =>
    kind.furtherOptions?.includes('space') ? [kind.id] : [],
  ),
);

/** Adds page options to a registry entry. */
function withPageOptions(entry: StructureEntry): StructureEntry {
  if (!idsWithSpace.has(entry.id)) return entry;
  return Object.freeze({ ...entry, options: [...entry.options, SPACE] });
}

/** Registry with page options. */
export const structuresWithPageOptions: readonly StructureEntry[] = structures.map(withPageOptions);

/** Ids of textbook structures. Other structures are faster for the same use. */
export const textbookStructures: ReadonlySet<string> = new Set([
  'cluster-split',
  'sorted-range',
  'quadtree',
]);

export function isTextbook(structure: string | null): boolean {
  return structure !== null && textbookStructures.has(structure);
}

/** Returns menu choices, with textbook structures in a separate group. */
export function structureChoices(dim: Dimensions) {
  return structuresWithPageOptions
    .filter(({ dimensions }) => dimensions.includes(dim))
    .map(({ id, title }) => ({
      value: id,
      label: title(dim),
      ...(textbookStructures.has(id) && { group: 'Textbook' }),
    }));
}

/** Converts page options to constructor options; `home` is the box of the scene. */
export function constructorOptions(
  options: OptionChoices,
  home: ArrayLike<number>,
): Readonly<Record<string, unknown>> {
  return options.space === 'scene' ? { ...options, space: Array.from(home) } : options;
}
