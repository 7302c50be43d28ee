/** What the page says of structures and demonstrations is said of those that are there. */

import { structures } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { presetSettings, presetShown, presets } from '../../../web/playground/src/model/presets.js';
import { structureGuides } from '../../../web/playground/src/model/structure-guide.js';
import { find } from '../../../web/playground/src/panel/finding.js';
import { conform } from '../../../web/playground/src/state/conform.js';
import { catalog, prepare, read } from './scene.js';

beforeAll(prepare);

const plain = () => read('v=1&scene=uniform&n=50').settings;

test('every structure has a line that says what it is and when to take it', () => {
  expect(Object.keys(structureGuides).sort()).toEqual(structures.map(({ id }) => id).sort());
  for (const { what, take } of Object.values(structureGuides)) {
    for (const text of [what, take]) expect(text).toMatch(/^[A-Z].{15,100}\.$/);
  }
});

test.each([
  ['best', 'wide-tree'],
  ['enemies', 'sweep-and-prune'],
  ['culling', 'wide-tree'],
  ['picking', 'wide-tree'],
  ['collision', 'sweep-and-prune'],
])('who looks for “%s” finds %s', (text, id) => {
  const entries = Object.entries(structureGuides).map(([key, { what, take, words }]) => ({
    key,
    ...{ kind: 'Structure', title: key, sentence: `${what} ${take} ${words}` },
  }));
  expect(find(entries, text).map(({ key }) => key)).toContain(id);
});

test.each(presets.map((preset) => [preset.id, preset] as const))(
  'what %s shows is said while it is shown, and not of something else',
  (id, preset) => {
    const { settings } = conform({ ...plain(), ...presetSettings(preset) }, catalog());
    expect(presetShown(settings, catalog())?.id).toBe(id);
    const other = conform({ ...settings, structure: 'brute-force', options: {} }, catalog());
    expect(presetShown(other.settings, catalog())).toBeUndefined();
  },
);

test.each([
  ['build', { build: null }],
  ['balance', { motion: 'still' }],
] as const)('the sentence of %s is not shown after the change %j', (id, change) => {
  const preset = presets.find((each) => each.id === id)!;
  const { settings } = conform({ ...plain(), ...presetSettings(preset) }, catalog());
  const changed = conform({ ...settings, ...change }, catalog());
  expect(presetShown(changed.settings, catalog())).toBeUndefined();
});

test('a scene that nobody demonstrates says nothing', () => {
  expect(presetShown(plain(), catalog())).toBeUndefined();
});
