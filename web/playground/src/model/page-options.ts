/**
 * Options that are no single value in the library, as choices that the page offers for them: the space that a structure
 * divides is given ahead as the box of the scene, or left to the items.
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

/** The classes that take a box `space`, by their ids. */
const spaced: ReadonlySet<string> = new Set(
  [LooseOctree, Octree, Quadtree].flatMap(({ kind }) =>
    kind.furtherOptions?.includes('space') ? [kind.id] : [],
  ),
);

/** An entry of the registry with the page's own choices behind its options. */
function offered(entry: StructureEntry): StructureEntry {
  if (!spaced.has(entry.id)) return entry;
  return Object.freeze({ ...entry, options: [...entry.options, SPACE] });
}

/** The registry as the page offers it. */
export const offeredStructures: readonly StructureEntry[] = structures.map(offered);

/** Structures of textbooks: others do the same faster. */
export const textbookStructures: ReadonlySet<string> = new Set([
  'cluster-split',
  'sorted-range',
  'quadtree',
]);

export function isTextbook(structure: string | null): boolean {
  return structure !== null && textbookStructures.has(structure);
}

/** The structures as choices of a menu, those of textbooks in a group of their own. */
export function structureChoices(dim: Dimensions) {
  return offeredStructures
    .filter(({ dimensions }) => dimensions.includes(dim))
    .map(({ id, title }) => ({
      value: id,
      label: title(dim),
      ...(textbookStructures.has(id) && { group: 'Textbook' }),
    }));
}

/** What the constructor takes for options of the page; `home` is the box of the scene. */
export function constructed(
  options: OptionChoices,
  home: ArrayLike<number>,
): Readonly<Record<string, unknown>> {
  return options.space === 'scene' ? { ...options, space: Array.from(home) } : options;
}
