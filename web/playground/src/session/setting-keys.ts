/**
 * Strings (keys) that identify the box source, the structures and the drawn data of given settings.
 * When a key changes, the data that it identifies must be created again.
 */

import { structures } from 'sapwood/all';
import { ownData } from '../model/own-data.js';
import { ownScene } from '../model/scene-menu.js';
import type { Layer, Settings } from '../state/settings.js';
import type { Choice } from './session.js';

export function sourceKey({ scene, dim, n, seed, motion, moving }: Settings): string {
  const file = scene === ownScene.id ? ownData.peek()?.version : 0;
  return [scene, dim, n, seed, motion, moving, file].join(' ');
}

export function indexKey({ structure, options, other, otherOptions }: Settings): string {
  return JSON.stringify([structure, options, other, otherOptions]);
}

/** Layers whose data exists even while the layer is hidden. */
const plainLayers: ReadonlySet<Layer> = new Set(['bodies', 'items']);

/**
 * Returns the key of the drawn data. It excludes settings that do not change this data, such as the
 * camera and the range of levels.
 */
export function contentKey(settings: Settings): string {
  const { camera, deepest, game, lab, node, painted, shallowest, show, speed, tour, ...content } =
    settings;
  return JSON.stringify({ ...content, show: [...show].filter((layer) => !plainLayers.has(layer)) });
}

export function choicesOf({
  structure,
  options,
  other,
  otherOptions,
}: Settings): readonly Choice[] {
  const choices = [
    { id: structure as string | null, options },
    { id: other, options: otherOptions },
  ];
  return choices.flatMap((choice) => {
    const entry = structures.find(({ id }) => id === choice.id);
    return entry ? [{ entry, options: choice.options }] : [];
  });
}

export function titlesOf(
  choices: readonly Choice[],
  { dim }: Settings,
  word: 'and' | 'or' = 'and',
): string {
  return choices.map(({ entry }) => entry.title(dim)).join(` ${word} `);
}

/** Returns the name of the setting that shows the error message if a structure cannot be built. */
export function settingOfError(before: Settings, now: Settings): string {
  if (before.structure === now.structure && before.other === now.other) {
    for (const field of ['options', 'otherOptions'] as const) {
      const names = Object.keys({ ...before[field], ...now[field] });
      const changed = names.find((name) => before[field][name] !== now[field][name]);
      if (changed) return `${field}.${changed}`;
    }
  }
  return before.n !== now.n ? 'n' : 'structure';
}
